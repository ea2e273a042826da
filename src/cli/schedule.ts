import { Cron } from "croner";
import { messageOf } from "../domain/errors.ts";
import { UsageError } from "./failure.ts";
import { type Io, note } from "./io.ts";
import { untilSignal } from "./signals.ts";

/** Work that is done by the clock. */
export interface Scheduled {
  /** UTC instant of the next run; null when there is none. */
  next(): string | null;
  /** No more runs; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Does the work at the times of a cron pattern in that time zone, one run at a time. A run that fails is said and does not
 * end the others.
 * @throws UsageError for a pattern that is none
 */
export function schedule(io: Io, pattern: string, timeZone: string, work: () => Promise<void>): Scheduled {
  let running: Promise<void> = Promise.resolve();
  const job = cron(pattern, timeZone, () => {
    running = work().catch((error: unknown) => note(io, `error: ${messageOf(error)}`));
    return running;
  });
  return {
    next: () => job.nextRun()?.toISOString() ?? null,
    async stop() {
      job.stop();
      await running;
    },
  };
}

/** The same until the process is told to stop; what is running then is stopped as well, and goes on at the next start. */
export async function onSchedule(
  io: Io,
  pattern: string,
  timeZone: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await untilSignal(async (signal) => {
    const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    const scheduled = schedule(io, pattern, timeZone, () => work(signal));
    try {
      await note(io, `Next run ${scheduled.next() ?? "never"}. Ctrl-C stops.`);
      await ended;
    } finally {
      await scheduled.stop();
    }
  });
}

function cron(pattern: string, timeZone: string, work: () => Promise<void>): Cron {
  try {
    return new Cron(pattern, { timezone: timeZone, protect: true }, work);
  } catch (error) {
    throw new UsageError(
      `"${pattern}" is no cron pattern: ${messageOf(error)}`,
      'Give one such as "0 3 * * *": minute, hour, day of the month, month, weekday.',
    );
  }
}
