import { Cron } from "croner";
import { messageOf } from "../domain/errors.ts";
import { UsageError } from "./failure.ts";
import { type Io, note } from "./io.ts";

/**
 * Does the work at the times of a cron pattern in that time zone, one run at a time, until the process is told to stop;
 * what is running then is stopped as well and goes on at the next start. A run that fails is said and does not end it.
 * @throws UsageError for a pattern that is none
 */
export async function onSchedule(
  io: Io,
  pattern: string,
  timeZone: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const job = cron(pattern, timeZone);
  const ended = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  let running: Promise<void> = Promise.resolve();
  job.schedule(() => {
    running = work(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) return note(io, `error: ${messageOf(error)}`);
    });
    return running;
  });
  await note(io, `Next run ${job.nextRun()?.toISOString() ?? "never"}. Ctrl-C stops.`);
  try {
    await ended;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    job.stop();
    await running;
  }
}

function cron(pattern: string, timeZone: string): Cron {
  try {
    return new Cron(pattern, { timezone: timeZone, protect: true });
  } catch (error) {
    throw new UsageError(
      `--schedule: ${messageOf(error)}`,
      'Give a cron pattern such as "0 3 * * *": minute, hour, day, month, weekday.',
    );
  }
}
