import type { Clock } from "../ports/clock.ts";
import type { Reranker } from "../ports/reranker.ts";
import { OutOfTime } from "./budget.ts";

/**
 * Failures in a row after which a reranker is left alone, and for how many milliseconds: a dead one must not cost every
 * recall its budget.
 */
export const REST = { failures: 3, ms: 30_000 } as const;

/** The same reranker, which is left alone for a while when it fails again and again (a circuit breaker). */
export function resting(reranker: Reranker, clock: Clock): Reranker {
  let failed = 0;
  let until = 0;
  const fail = () => {
    failed += 1;
    if (failed >= REST.failures) until = clock.now() + REST.ms;
  };
  return {
    name: reranker.name,
    close: () => reranker.close(),
    async rank(query, documents, signal) {
      const left = until - clock.now();
      // A clock that was set back must not make the rest longer than it is.
      if (left > 0 && left <= REST.ms)
        return { ok: false, reason: "resting", detail: `it failed ${failed} times in a row` };
      signal?.addEventListener("abort", () => signal.reason instanceof OutOfTime && fail(), { once: true });
      let ok = false;
      try {
        const answer = await reranker.rank(query, documents, signal);
        ok = answer.ok;
        return answer;
      } finally {
        if (signal?.aborted !== true) {
          if (ok) failed = until = 0;
          else fail();
        }
      }
    },
  };
}
