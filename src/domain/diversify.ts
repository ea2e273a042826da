/**
 * Maximal marginal relevance (Carbonell & Goldstein 1998): greedily the item with the highest
 * `λ · score - (1 - λ) · max similarity to those taken`, until `limit` are taken. Scores are scaled so that the best is 1;
 * similarity is 0 … 1. λ 1 keeps the order by score.
 */
export function diversify<T extends { score: number }>(
  items: readonly T[],
  similarity: (a: T, b: T) => number,
  { lambda, limit }: { lambda: number; limit: number },
): T[] {
  const best = Math.max(...items.map(({ score }) => score), Number.EPSILON);
  const left = items.map((item) => ({ item, nearest: 0 }));
  const taken: T[] = [];
  const worth = ({ item, nearest }: { item: T; nearest: number }) =>
    (lambda * item.score) / best - (1 - lambda) * nearest;
  while (taken.length < limit && left.length > 0) {
    let at = 0;
    for (let i = 1; i < left.length; i++) if (worth(left[i]!) > worth(left[at]!)) at = i;
    const { item } = left[at]!;
    left.splice(at, 1);
    taken.push(item);
    for (const other of left) other.nearest = Math.max(other.nearest, similarity(item, other.item));
  }
  return taken;
}
