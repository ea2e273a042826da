/** What happened since this process began, counted under names such as `rerank.used` and `rerank.timeout`. */
export interface Counts {
  add(name: string): void;
  /** By name, sorted. */
  read(): Record<string, number>;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    read: () => Object.fromEntries(Array.from(counts).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
