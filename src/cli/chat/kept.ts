import type { MemoryEvent } from "../../agent/events.ts";
import type { Settled } from "../../memory/types.ts";
import type { TurnEvent } from "./talk.ts";

/** What a queued job came to, once it is done. */
export type Settle = (job: string, signal?: AbortSignal) => Promise<Settled>;

/** The same as events of the turn it belongs to. */
export function eventsOf({ kept, problem }: Settled): MemoryEvent[] {
  const items = kept.map(({ record: { id, kind, type, content }, how }) => ({ id, kind, type, content, how }));
  return [
    ...(items.length === 0 ? [] : [{ hindsight: "kept", items } as const]),
    ...(problem === null ? [] : [{ hindsight: "problem", message: problem } as const]),
  ];
}

/** The events of a turn, then what the work it queued kept: where nobody types meanwhile, the turn ends with that. */
export async function* withKept(
  events: AsyncIterable<TurnEvent>,
  settle: Settle,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const jobs: string[] = [];
  for await (const one of events) {
    if (one.event === "memory" && one.memory.hindsight === "queued") jobs.push(one.memory.job);
    yield one;
  }
  for (const job of jobs) for (const memory of eventsOf(await settle(job, signal))) yield { event: "memory", memory };
}

/** What is still being written while the user goes on typing. */
export interface Background {
  /** The events of a turn as they are; the work they queue is followed. `say` is told what it kept, when it is kept. */
  follow(events: AsyncIterable<TurnEvent>, say: (event: MemoryEvent) => void): AsyncGenerator<TurnEvent>;
  /** Resolves when everything followed is told. @throws the signal's reason */
  settled(signal: AbortSignal): Promise<void>;
}

export function background(settle: Settle): Background {
  const stop = new AbortController();
  const open = new Set<Promise<void>>();
  async function tell(job: string, say: (event: MemoryEvent) => void): Promise<void> {
    for (const event of eventsOf(await settle(job, stop.signal))) say(event);
  }
  return {
    async *follow(events, say) {
      for await (const one of events) {
        if (one.event === "memory" && one.memory.hindsight === "queued") {
          const telling = tell(one.memory.job, say).finally(() => open.delete(telling));
          telling.catch(() => {}); // heard by `settled`, which may come much later
          open.add(telling);
        }
        yield one;
      }
    },
    async settled(signal) {
      const leave = () => stop.abort(signal.reason);
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      try {
        await Promise.all(open);
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
  };
}
