import { messageOf } from "./domain/errors.ts";
import { userOwner } from "./domain/scope.ts";
import type { Hindsight } from "./hindsight.ts";
import { within } from "./memory/budget.ts";
import { placesOf } from "./places.ts";

/** How one thing hindsight stands on is doing. */
export interface Health {
  name: "memories" | "queue" | "ledger" | "working memory";
  /** Where it lives, without names and passwords. */
  place: string;
  ok: boolean;
  /** How long it took to answer, or to fail, in milliseconds. */
  ms: number;
  /** What is wrong, when it is not ok. */
  problem?: string;
}

/** Longest wait for an answer, in milliseconds: an orchestrator asks every few seconds. */
const PATIENCE_MS = 1_000;
/** Nobody's: what is asked about it is answered without touching a memory. */
const NOBODY = "hindsight-health";

/**
 * Asks everything hindsight stands on for a sign of life, side by side. Never throws. Without its memories it cannot
 * serve; without the others it goes on with less, as docs/scaling.md says.
 */
export function healthOf({ settings, stores, queue, ledger, clock, reachThreads }: Hindsight): Promise<Health[]> {
  const places = placesOf(settings);
  const ask = async (name: Health["name"], place: string, work: () => Promise<unknown>): Promise<Health> => {
    const started = performance.now();
    const answer = await within(name, PATIENCE_MS, undefined, work).then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, problem: messageOf(error) }),
    );
    return { name, place, ms: Math.round(performance.now() - started), ...answer };
  };
  return Promise.all([
    ask("memories", places.memories, () => stores.exists(userOwner(NOBODY))),
    ask("queue", places.queue, () => queue.counts(NOBODY)),
    // by a write: a place that is full still answers
    ask("ledger", places.queue, async () => {
      const lease = await ledger.takeLease(NOBODY, null, clock.now(), PATIENCE_MS);
      if (lease !== null) await ledger.dropLease(NOBODY, lease.fence);
    }),
    ask("working memory", places.workingMemory, reachThreads),
  ]);
}
