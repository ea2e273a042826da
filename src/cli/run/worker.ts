import { once as event } from "node:events";
import type { Listening } from "../../http/listen.ts";
import type { QueueCounts } from "../../ports/queue.ts";
import { type Context, type GlobalOptions, type Hindsight, withHindsight } from "../context.ts";
import { json } from "../format.ts";
import { note, say } from "../io.ts";
import { untilSignal } from "../signals.ts";
import { scheduledUpkeep } from "../upkeep-schedule.ts";

export interface WorkerOptions extends GlobalOptions {
  once?: boolean;
  port?: number;
  host: string;
}

function left({ waiting, delayed, running }: QueueCounts): string {
  const parts = [
    ...(waiting + running > 0 ? [`${waiting + running} under way elsewhere or held back`] : []),
    ...(delayed > 0 ? [`${delayed} waiting for their time`] : []),
  ];
  return parts.length === 0 ? "Nothing is left in the queue." : `Left in the queue: ${parts.join(", ")}.`;
}

async function healthOn(hindsight: Hindsight, host: string, port: number, signal: AbortSignal): Promise<Listening> {
  const [{ createApp }, { listen }] = await Promise.all([import("../../http/app.ts"), import("../../http/listen.ts")]);
  await hindsight.health(); // opens what is opened at its first use, before someone with a deadline asks
  return listen(createApp(hindsight, { access: null, stopping: () => signal.aborted }), { host, port });
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
      const health = options.port === undefined ? null : await healthOn(hindsight, options.host, options.port, signal);
      const upkeep = await scheduledUpkeep(context, hindsight, signal);
      const next = upkeep === null ? "" : ` Everyone's memory is consolidated next at ${upkeep.next() ?? "no time"}.`;
      await note(
        io,
        `Working${health === null ? "" : `; ${health.url}/readyz tells how it is`}. Ctrl-C ends it: what is under way is finished or given back.${next}`,
      );
      const awake = setInterval(() => {}, 60_000); // waiting for jobs does not keep a process alive
      try {
        if (!signal.aborted) await event(signal, "abort");
      } finally {
        clearInterval(awake);
        await upkeep?.stop();
        await health?.close(0);
      }
    }),
  );
}
