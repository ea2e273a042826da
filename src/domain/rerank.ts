import { RERANK } from "./constants.ts";
import type { Fused, Rankable } from "./rank.ts";

/**
 * What a reranker said of one memory: a score, `left_out` when it answered without one, `unasked` when the memory was
 * not sent.
 */
export type Verdict = number | "left_out" | "unasked";

/** Routes that find by likeness of words or meaning, which is what a reranker judges too. */
const BY_LIKENESS = /^(?:keyword|vector|part \d|rewritten)\b/u;

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The middle one; of an even number the higher of the two; 0 of none. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/**
 * The memories as a reranker sees them, in the order they came. Scores are probabilities, or logits: where any lies
 * outside 0 … 1 (those of `strangers` do for logits) the sigmoid of each is taken, so that one model gives the same
 * result however it is served. 0 is where it puts strangers, sentences that have nothing to do with the question (the
 * middle one of them), and 1 its best score, or `RERANK.opinion` if that is higher. On this scale its word counts
 * `RERANK.weight` times the fused relevance; a memory it was not asked about keeps its relevance.
 *
 * A memory that it puts no higher than strangers has no evidence left, unless a route found it by other means than
 * likeness: a date, a standing fact, a link between entities.
 */
export function judge<C extends Rankable, F extends Fused<C>>(
  fused: readonly F[],
  verdicts: readonly Verdict[],
  strangers: readonly number[],
): F[] {
  const given = verdicts.filter((verdict) => typeof verdict === "number");
  const isLogit = [...given, ...strangers].some((score) => score < 0 || score > 1);
  const probability = (score: number): number => (isLogit ? sigmoid(score) : score);
  const zero = median(strangers.map(probability));
  const one = Math.max(RERANK.opinion, ...given.map(probability));
  return fused.map((memory, at) => {
    const verdict = verdicts[at] ?? "unasked";
    if (verdict === "unasked") return memory;
    const word = verdict === "left_out" ? 0 : Math.max(0, probability(verdict) - zero) / Math.max(1e-9, one - zero);
    const relevance = (memory.relevance + RERANK.weight * word) / (1 + RERANK.weight);
    if (verdict === "left_out") return { ...memory, relevance };
    const rank = 1 + given.filter((other) => other > verdict).length;
    const stranger = word === 0 && memory.routes.every(({ route }) => BY_LIKENESS.test(route));
    const judged = { score: verdict, rank, before: at + 1 };
    return {
      ...memory,
      relevance,
      evidence: stranger ? 0 : memory.evidence,
      relevant: memory.relevant && !stranger,
      judged,
    };
  });
}
