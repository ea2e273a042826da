/**
 * The best `limit` of the numbers offered, best first, without sorting the rest: a heap with the worst kept on top.
 * `compare(a, b)` is negative when a is better than b and must never be 0 for different numbers.
 */
export function selection(limit: number, compare: (a: number, b: number) => number) {
  const heap: number[] = [];
  const sink = () => {
    const moving = heap[0] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && compare(heap[child] as number, heap[child + 1] as number) < 0) child++;
      if (compare(moving, heap[child] as number) >= 0) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = moving;
  };
  const rise = () => {
    let at = heap.length - 1;
    const moving = heap[at] as number;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (compare(moving, heap[parent] as number) <= 0) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = moving;
  };
  return {
    /** True when it is among the best so far. */
    offer(candidate: number): boolean {
      if (heap.length < limit) {
        heap.push(candidate);
        rise();
        return true;
      }
      if (limit === 0 || compare(candidate, heap[0] as number) >= 0) return false;
      heap[0] = candidate;
      sink();
      return true;
    },
    best(): number[] {
      return heap.sort(compare);
    },
  };
}

/**
 * The same of numbers with a score each, of which the higher is better: scores are compared where they lie, which takes
 * a tenth of the time. `isBetter(a, b)` decides between two of equal score.
 */
export function topScores(limit: number, isBetter: (a: number, b: number) => boolean) {
  /** A heap with the worst on top, as two columns. */
  const items: number[] = [];
  const scores: number[] = [];
  const isWorse = (item: number, score: number, than: number, thanScore: number) =>
    score !== thanScore ? score < thanScore : isBetter(than, item);
  /** Finds the place for an item among the first `size`, from the top downwards. */
  const sink = (item: number, score: number, size: number) => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const right = child + 1;
      if (child >= size) break;
      if (
        right < size &&
        isWorse(items[right] as number, scores[right] as number, items[child] as number, scores[child] as number)
      )
        child = right;
      if (!isWorse(items[child] as number, scores[child] as number, item, score)) break;
      items[at] = items[child] as number;
      scores[at] = scores[child] as number;
      at = child;
    }
    items[at] = item;
    scores[at] = score;
  };
  return {
    /** Takes it in when it is among the best so far. Returns the score below which nothing is taken any more. */
    offer(item: number, score: number): number {
      if (limit === 0) return Number.POSITIVE_INFINITY;
      if (items.length === limit) {
        if (isWorse(items[0] as number, scores[0] as number, item, score)) sink(item, score, limit);
        return scores[0] as number;
      }
      let at = items.length;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!isWorse(item, score, items[parent] as number, scores[parent] as number)) break;
        items[at] = items[parent] as number;
        scores[at] = scores[parent] as number;
        at = parent;
      }
      items[at] = item;
      scores[at] = score;
      return items.length < limit ? Number.NEGATIVE_INFINITY : (scores[0] as number);
    },
    /** Best first. Call once. */
    best(): number[] {
      for (let size = items.length - 1; size > 0; size--) {
        const item = items[size] as number;
        const score = scores[size] as number;
        items[size] = items[0] as number;
        sink(item, score, size);
      }
      return items;
    },
  };
}

/** A limit as callers may give it (a fraction, NaN, negative, Infinity), as a whole number of at least 0. */
export function wholeLimit(limit: number): number {
  return Number.isNaN(limit) ? 0 : Math.max(0, Math.floor(limit));
}
