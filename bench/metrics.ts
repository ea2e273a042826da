/** Figures of one question, 0 … 1. `found` are ids, best first; `relevant` the ids that answer it. */
export interface Figures {
  "recall@5": number;
  "recall@10": number;
  mrr: number;
  "ndcg@10": number;
}

/** recall@k: share of `relevant` in the first k. MRR: 1 / rank of the first relevant one. nDCG@10 with binary gains. */
export function measure(found: readonly string[], relevant: readonly string[]): Figures {
  const wanted = new Set(relevant);
  const share = (k: number) => found.slice(0, k).filter((id) => wanted.has(id)).length / wanted.size;
  const first = found.findIndex((id) => wanted.has(id));
  const gain = (ranks: Iterable<number>) => Array.from(ranks).reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  const hits = found.slice(0, 10).flatMap((id, rank) => (wanted.has(id) ? [rank] : []));
  const ideal = gain(Array.from({ length: Math.min(10, wanted.size) }).keys());
  return {
    "recall@5": share(5),
    "recall@10": share(10),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    "ndcg@10": gain(hits) / ideal,
  };
}

/** Means in percent with two decimals. */
export function mean(all: readonly Figures[]): Figures {
  const of = (key: keyof Figures) =>
    all.length === 0 ? 0 : Math.round((10_000 * all.reduce((sum, one) => sum + one[key], 0)) / all.length) / 100;
  return { "recall@5": of("recall@5"), "recall@10": of("recall@10"), mrr: of("mrr"), "ndcg@10": of("ndcg@10") };
}

/** The q-quantile (0 … 1) of the values, by the nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}
