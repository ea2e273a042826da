/** What a text is about: its terms, and those of the names in it, which tell more. */
export interface Topic {
  terms: readonly string[];
  names: readonly string[];
}

/** Cosine of weighted terms from which two texts are about the same: they share a name and a word, or several rare words. */
export const SAME_TOPIC = 0.2;
const NAME_WEIGHT = 2;
/** In few texts a word that all of them share is what they are about, not a common word: rarity counts among at least so many. */
const LEAST_TEXTS = 50;
/** Figures are details of a topic. */
const FIGURE = /^[\d.,:/-]+$/u;

interface Weighed {
  weights: ReadonlyMap<string, number>;
}

/** Each text as a unit vector of its terms weighted by rarity, log(1 + n / df), names doubly. */
function weighed(topics: readonly Topic[]): Weighed[] {
  const distinct = topics.map(({ terms }) => new Set(terms.filter((term) => !FIGURE.test(term))));
  const df = new Map<string, number>();
  for (const terms of distinct) for (const term of terms) df.set(term, (df.get(term) ?? 0) + 1);
  const texts = Math.max(LEAST_TEXTS, topics.length);
  return distinct.map((terms, i) => {
    const names = new Set(topics[i]!.names);
    const weights = new Map<string, number>();
    for (const term of terms)
      weights.set(term, Math.log1p(texts / df.get(term)!) * (names.has(term) ? NAME_WEIGHT : 1));
    const norm = Math.hypot(...weights.values()) || 1;
    for (const [term, weight] of weights) weights.set(term, weight / norm);
    return { weights };
  });
}

/** Cosines with all later ones, by an inverted index. */
function likeness(
  seed: Weighed,
  index: ReadonlyMap<string, readonly [at: number, weight: number][]>,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const [term, weight] of seed.weights)
    for (const [at, other] of index.get(term) ?? []) found.set(at, (found.get(at) ?? 0) + weight * other);
  return found;
}

/**
 * Groups of `least` … `most` texts about the same thing, as indexes in order; what belongs to none is left out. Greedy
 * from the first on: a text and those most like it. Deterministic.
 */
export function clusters(topics: readonly Topic[], { least, most }: { least: number; most: number }): number[][] {
  const all = weighed(topics);
  const index = new Map<string, [number, number][]>();
  for (const [at, { weights }] of all.entries())
    for (const [term, weight] of weights) {
      const list = index.get(term);
      if (list === undefined) index.set(term, [[at, weight]]);
      else list.push([at, weight]);
    }
  const taken = new Set<number>();
  const groups: number[][] = [];
  for (const [seed, one] of all.entries()) {
    if (taken.has(seed)) continue;
    const near = Array.from(likeness(one, index))
      .filter(([at, cosine]) => at !== seed && !taken.has(at) && cosine >= SAME_TOPIC)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most - 1)
      .map(([at]) => at);
    if (near.length + 1 < least) continue;
    const group = [seed, ...near].sort((a, b) => a - b);
    for (const at of group) taken.add(at);
    groups.push(group);
  }
  return groups;
}
