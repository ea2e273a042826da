import { once as event } from "node:events";
import type { QueueCounts } from "../../ports/queue.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { json } from "../format.ts";
import { note, say } from "../io.ts";
import type { Scheduled } from "../schedule.ts";
import { untilSignal } from "../signals.ts";

export interface WorkerOptions extends GlobalOptions {
  once?: boolean;
}

function left({ waiting, delayed, running }: QueueCounts): string {
  const parts = [
    ...(waiting + running > 0 ? [`${waiting + running} under way elsewhere or held back`] : []),
    ...(delayed > 0 ? [`${delayed} waiting for their time`] : []),
  ];
  return parts.length === 0 ? "Nothing is left in the queue." : `Left in the queue: ${parts.join(", ")}.`;
}

/** Upkeep of everyone at the times of HINDSIGHT_UPKEEP, in this process; null when it is off. */
async function scheduledUpkeep(context: Context, hindsight: Hindsight, signal: AbortSignal): Promise<Scheduled | null> {
  const pattern = hindsight.settings.upkeepSchedule;
  if (pattern === "off") return null;
  const [{ schedule }, { consolidateOnce }] = await Promise.all([import("../schedule.ts"), import("./consolidate.ts")]);
  return schedule(context.io, pattern, hindsight.settings.timeZone, () =>
    consolidateOnce(context, { all: true }, hindsight, signal),
  );
}

/** Does queued work until it is stopped; with `--once` until there is none. */
export async function work(context: Context, options: WorkerOptions): Promise<void> {
  const { io } = context;
  await untilSignal((signal) =>
    withHindsight(context, options, async (hindsight) => {
      if (options.once === true) {
        await hindsight.endIdleSessions();
        const counts = await hindsight.drain(signal);
        return say(io, options.json === true ? json(counts) : left(counts));
      }
      await hindsight.startWorker();
      const upkeep = await scheduledUpkeep(context, hindsight, signal);
      const next = upkeep === null ? "" : ` Everyone's memory is consolidated next at ${upkeep.next() ?? "no time"}.`;
      await note(io, `Working. Ctrl-C ends it: what is under way is finished or given back.${next}`);
      const awake = setInterval(() => {}, 60_000); // waiting for jobs does not keep a process alive
      try {
        if (!signal.aborted) await event(signal, "abort");
      } finally {
        clearInterval(awake);
        await upkeep?.stop();
      }
    }),
  );
}
