/** A seeded generator (mulberry32): the same seed gives the same life on every machine. */
export interface Random {
  /** 0 … 1, 1 excluded. */
  next(): number;
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)]!, chance: (share) => next() < share };
}
