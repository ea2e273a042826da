import { each, meanOf, ndcgAt, recallAt, reciprocalRank } from "../src/domain/metrics.ts";

export { quantile } from "../src/domain/metrics.ts";

/** Figures of one question, 0 … 1, see domain/metrics. */
export interface Figures {
  "recall@5": number;
  "recall@10": number;
  mrr: number;
  "ndcg@10": number;
}

/** `found` are ids, best first; `relevant` the ids that answer the question. */
export function measure(found: readonly string[], relevant: readonly string[]): Figures {
  const wanted = each(relevant);
  return {
    "recall@5": recallAt(found, wanted, 5),
    "recall@10": recallAt(found, wanted, 10),
    mrr: reciprocalRank(found, wanted),
    "ndcg@10": ndcgAt(found, wanted, 10),
  };
}

/** Means in percent with two decimals; 0 of nothing. */
export function mean(all: readonly Figures[]): Figures {
  const of = (key: keyof Figures) =>
    all.length === 0 ? 0 : Math.round(10_000 * meanOf(all.map((one) => one[key]))) / 100;
  return { "recall@5": of("recall@5"), "recall@10": of("recall@10"), mrr: of("mrr"), "ndcg@10": of("ndcg@10") };
}
