/**
 * Figures of a ranked list. `found` are ids, best first and distinct. `wanted` is what should be there, one set of ids an
 * item: an item is found when any id of its set is, so that a fact that was stored twice is one item.
 */
export type Wanted = readonly ReadonlySet<string>[];

/** Wanted items that are each one id. */
export function each(ids: Iterable<string>): Wanted {
  return Array.from(new Set(ids), (id) => new Set([id]));
}

/** Rank of an item, counted from 1; `null` when it was not found. */
export function rankOf(found: readonly string[], item: ReadonlySet<string>): number | null {
  const index = found.findIndex((id) => item.has(id));
  return index < 0 ? null : index + 1;
}

/** Share of the wanted items among the first k, 0 … 1. NaN when nothing is wanted. */
export function recallAt(found: readonly string[], wanted: Wanted, k: number): number {
  const first = found.slice(0, k);
  return wanted.filter((item) => rankOf(first, item) !== null).length / wanted.length;
}

/** 1 / rank of the first wanted item, 0 when there is none. Its mean over questions is the MRR. */
export function reciprocalRank(found: readonly string[], wanted: Wanted): number {
  const ranks = wanted.map((item) => rankOf(found, item) ?? Number.POSITIVE_INFINITY);
  return 1 / Math.min(Number.POSITIVE_INFINITY, ...ranks);
}

/** nDCG@k with binary gains (Järvelin & Kekäläinen 2002), 0 … 1; each item counts at its first rank. NaN when nothing is wanted. */
export function ndcgAt(found: readonly string[], wanted: Wanted, k: number): number {
  const first = found.slice(0, k);
  const gain = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  const ranks = wanted.map((item) => rankOf(first, item)).filter((rank) => rank !== null);
  return gain(ranks) / gain(Array.from({ length: Math.min(k, wanted.length) }, (_, index) => index + 1));
}

/** The arithmetic mean; NaN of nothing. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The q-quantile (0 … 1) of the values, by the nearest rank; NaN of nothing. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}
