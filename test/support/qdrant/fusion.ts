import { wrongInput } from "./errors.ts";
import { byId, type Point } from "./points.ts";

export interface Scored {
  point: Point;
  score: number;
  /** Value it was ordered by, when it was. */
  order?: number;
}

/** Best first; equal scores by id, which Qdrant leaves open. */
export const byScore = (one: Scored, other: Scored): number => other.score - one.score || byId(one.point, other.point);

/** lib/segment/src/common/reciprocal_rank_fusion.rs */
const RRF_K = 2;

/**
 * Reciprocal rank fusion: the sum over the lists of `1 / ((position + 1) / weight + k − 1)`, positions from 0; a list
 * of weight 0 gives nothing. With weight 1 that is `1 / (position + k)`.
 */
export function rrf(lists: readonly Scored[][], k: number = RRF_K, weights?: readonly number[] | null): Scored[] {
  if (weights && weights.length !== lists.length)
    throw wrongInput(
      `Validation failed: RRF weights length (${weights.length}) does not match number of prefetches (${lists.length})`,
    );
  return sumUp(
    lists.map((list, index) => {
      const weight = weights?.[index] ?? 1;
      return list.map((entry, position) => ({
        point: entry.point,
        score: weight <= 0 ? 0 : Math.fround(1 / ((position + 1) / weight + k - 1)),
      }));
    }),
  );
}

/**
 * Distribution-based score fusion (lib/segment/src/common/score_fusion.rs): each list's scores go to 0…1 between mean
 * − 3σ and mean + 3σ (sample variance), then are summed. A list of one point, or of equal scores, gives 0.5.
 */
export function dbsf(lists: readonly Scored[][]): Scored[] {
  return sumUp(
    lists.map((list) => {
      const [low, high] = spread(list.map((entry) => entry.score));
      return list.map(({ point, score }) => ({
        point,
        score: low === high ? 0.5 : Math.fround((score - low) / (high - low)),
      }));
    }),
  );
}

function spread(scores: readonly number[]): [number, number] {
  if (scores.length < 2) return [0, 0];
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1);
  const reach = 3 * Math.sqrt(variance);
  return [Math.fround(mean - reach), Math.fround(mean + reach)];
}

function sumUp(lists: readonly Scored[][]): Scored[] {
  const fused = new Map<unknown, Scored>();
  for (const entry of lists.flat()) {
    const known = fused.get(entry.point.id);
    if (known) known.score = Math.fround(known.score + entry.score);
    else fused.set(entry.point.id, { ...entry });
  }
  return [...fused.values()].sort(byScore);
}
