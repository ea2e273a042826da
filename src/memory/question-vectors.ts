import { HindsightError, messageOf } from "../domain/errors.ts";
import type { Fingerprint } from "../domain/record.ts";
import { OutOfTime, within } from "./budget.ts";
import type { MemoryDeps } from "./deps.ts";

/** A question as the embedder puts it. */
export interface QuestionVector {
  /** Of length 1. */
  vector: Float32Array;
  /** See Embedder.unrelated. */
  unrelated: number;
  fingerprint: Fingerprint;
}

/** What one recall asks of the embedder. */
export interface QuestionVectors {
  /**
   * Each text is embedded once, however many stores and routes ask.
   * @throws HindsightError EMBEDDING_FAILED: late, failed or resting; for the rest of this recall it is not asked again.
   */
  of(text: string): Promise<QuestionVector>;
  /** Embedder.unrelated, once a question was embedded; `null` before, and when none could be. */
  unrelated(): number | null;
}

/** What became of an embedding that recall does without; the last is not asked at all. */
type Reason = "timeout" | "failed" | "resting";

/**
 * The embedder as recall asks it: within a time budget that begins when it is ready to be asked, and left alone when it
 * fails again and again, so that the other routes need not wait for a dead endpoint. A recall that does without is counted
 * as `vector.timeout`, `vector.failed` or `vector.resting`.
 */
export function questionVectors(
  deps: Pick<MemoryDeps, "embedder" | "embeddingTimeoutMs" | "embeddingBreaker" | "counts" | "log">,
  signal: AbortSignal | undefined,
): QuestionVectors {
  const { embedder, embeddingTimeoutMs, embeddingBreaker: breaker, counts, log } = deps;
  const asked = new Map<string, Promise<QuestionVector>>();
  let unrelated: number | null = null;
  let failure: HindsightError | null = null;

  function without(reason: Reason, message: string, cause?: unknown): HindsightError {
    if (failure !== null) return failure; // texts that were under way together fail once
    if (reason !== "resting") breaker.failed();
    counts.add(`vector.${reason}`);
    log.info({ reason }, "recall goes on without vectors");
    const hint = "The other routes answer meanwhile; hindsight doctor asks the endpoint.";
    failure = new HindsightError("EMBEDDING_FAILED", `${reason}: ${message}`, hint, { cause });
    return failure;
  }

  async function ask(text: string): Promise<QuestionVector> {
    if (failure !== null) throw failure;
    const rests = breaker.rests();
    if (rests !== null) throw without("resting", rests);
    const over = new AbortController();
    try {
      await embedder.prepare?.();
      const made = await within("embedding the question", embeddingTimeoutMs, signal, async (given) => {
        const both = AbortSignal.any([given, over.signal]);
        const [vector, least, fingerprint] = await Promise.all([
          embedder.embedQuery(text, both),
          embedder.unrelated(both),
          embedder.fingerprint(both),
        ]);
        return { vector, unrelated: least, fingerprint };
      });
      breaker.worked();
      unrelated = made.unrelated;
      return made;
    } catch (error) {
      signal?.throwIfAborted();
      throw without(error instanceof OutOfTime ? "timeout" : "failed", messageOf(error), error);
    } finally {
      over.abort(); // when one of the three failed, the others must not go on into the next recall
    }
  }

  return {
    of(text) {
      const running = asked.get(text) ?? ask(text);
      asked.set(text, running);
      return running;
    },
    unrelated: () => unrelated,
  };
}
