import type { KeptItem, RecalledState } from "./state.ts";

/**
 * What the memory does during a turn, as it happens: chunks of the graph's `custom` stream, told apart from other
 * chunks by the key `hindsight`. The same facts are in the state (`recalled`, `kept`, `memoryProblem`), for those who
 * read `updates` or `values`.
 */
export type MemoryEvent =
  /** Before the reply: what was found and will be shown to the model; not sent when nothing was looked for. */
  | { hindsight: "recalled"; recalled: RecalledState }
  /** After the reply: work for the memory was queued; `hindsight.settled(user, job)` tells what it kept. */
  | { hindsight: "queued"; job: string }
  /** After the reply, or during it for `save_memory`: what was written. Not sent when nothing was. */
  | { hindsight: "kept"; items: KeptItem[] }
  /** After the reply: so many messages were folded into the running summary. */
  | { hindsight: "folded"; messages: number; summary: string }
  /** The reply just streamed is not whole; `label` says so in the user's language and stands at its end in the thread. */
  | { hindsight: "cut"; label: string }
  /** The memory failed at something; the reply goes on without it. */
  | { hindsight: "problem"; message: string };

/** True for a chunk of the `custom` stream that is one of ours. */
export function isMemoryEvent(chunk: unknown): chunk is MemoryEvent {
  return typeof chunk === "object" && chunk !== null && "hindsight" in chunk && typeof chunk.hindsight === "string";
}

/** Sends an event down the run's `custom` stream; nothing happens when nobody listens. */
export function tell(run: { writer?: (chunk: unknown) => void }, event: MemoryEvent): void {
  run.writer?.(event);
}
