import type { Clock } from "../ports/clock.ts";
import type { Reranker } from "../ports/reranker.ts";
import { createBreaker } from "./breaker.ts";
import { OutOfTime } from "./budget.ts";

/** The same reranker, which is left alone for a while when it fails again and again. */
export function resting(reranker: Reranker, clock: Clock): Reranker {
  const breaker = createBreaker(clock);
  return {
    ...reranker,
    async rank(query, documents, signal) {
      const rests = breaker.rests();
      if (rests !== null) return { ok: false, reason: "resting", detail: rests };
      signal?.addEventListener("abort", () => signal.reason instanceof OutOfTime && breaker.failed(), { once: true });
      let ok = false;
      try {
        const answer = await reranker.rank(query, documents, signal);
        ok = answer.ok;
        return answer;
      } finally {
        if (signal?.aborted !== true) {
          if (ok) breaker.worked();
          else breaker.failed();
        }
      }
    },
  };
}
