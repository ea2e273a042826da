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
  const most = Math.max(...items.map(({ score }) => score), Number.EPSILON);
  /** Each with its similarity to the nearest of the first `met` that were taken: the more it meets, the less it is worth. */
  const left = items.map((item) => ({ item, nearest: 0, met: 0 }));
  const taken: T[] = [];
  const worth = ({ item, nearest }: { item: T; nearest: number }) =>
    (lambda * item.score) / most - (1 - lambda) * nearest;
  while (taken.length < limit && left.length > 0) {
    let at = 0;
    for (let i = 1; i < left.length; i++) if (worth(left[i]!) > worth(left[at]!)) at = i;
    const best = left[at]!;
    if (best.met < taken.length) {
      // worth this much at most: only what looks best is held against what was taken since (lazy greedy, Minoux 1978)
      for (; best.met < taken.length; best.met++)
        best.nearest = Math.max(best.nearest, similarity(taken[best.met]!, best.item));
      continue;
    }
    left.splice(at, 1);
    taken.push(best.item);
  }
  return taken;
}
