import type { Scored } from "./fusion.ts";
import { isSparse, type StoredVector } from "./points.ts";
import { dot, sparseDot } from "./vectors.ts";

export interface Mmr {
  /** From 0, nothing but relevance, to 1; default 0.5. */
  diversity?: number | null;
  /** How many of the nearest are chosen from; default the limit. */
  candidates_limit?: number | null;
}

const similarity = (one: StoredVector, other: StoredVector): number =>
  isSparse(one) ? (isSparse(other) ? (sparseDot(one, other) ?? 0) : 0) : isSparse(other) ? 0 : dot(one, other);

/**
 * Maximal marginal relevance (lib/shard/src/query/mmr): the most relevant first, then each time the one with the
 * highest `λ · relevance − (1 − λ) · likeness to the likest one chosen`, λ = 1 − diversity. Scores stay what they were.
 */
export function diversified(
  candidates: Scored[],
  query: StoredVector,
  using: string,
  mmr: Mmr,
  limit: number,
): Scored[] {
  const lambda = 1 - (mmr.diversity ?? 0.5);
  const left = candidates.flatMap((entry) => {
    const vector = entry.point.vectors.get(using);
    return vector ? [{ entry, vector, relevance: similarity(query, vector), likest: 0 }] : [];
  });
  if (left.length < 2) return candidates.slice(0, limit);
  const chosen: Scored[] = [];
  while (chosen.length < limit && left.length > 0) {
    const worth = left.map(({ relevance, likest }) =>
      chosen.length === 0 ? relevance : lambda * relevance - (1 - lambda) * likest,
    );
    const [best] = left.splice(worth.indexOf(Math.max(...worth)), 1);
    for (const other of left) {
      const like = similarity(other.vector, best!.vector);
      other.likest = chosen.length === 0 ? like : Math.max(other.likest, like);
    }
    chosen.push(best!.entry);
  }
  return chosen;
}
