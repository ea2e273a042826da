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
    /** The one that the next better candidate replaces; `undefined` while there is room. */
    worst(): number | undefined {
      return heap.length < limit ? undefined : heap[0];
    },
    best(): number[] {
      return heap.sort(compare);
    },
  };
}

/** A limit as callers may give it (a fraction, NaN, negative, Infinity), as a whole number of at least 0. */
export function wholeLimit(limit: number): number {
  return Number.isNaN(limit) ? 0 : Math.max(0, Math.floor(limit));
}
