import { probeOf } from "../domain/conflict.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { queryTerms } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";

/** Statements a new one is held against, by each route. */
const NEAREST = 8;
const NEAREST_BY_WORDS = 32;

/** An active statement that may say the same as a new one, or the opposite. */
export interface Neighbour {
  record: MemoryRecord;
  /** Cosine, when the vector route found it. */
  cosine: number | null;
}

/**
 * The active statements nearest to a text: by its words and those of the attribute it is about, and, where cosines mean
 * something for it, by vector.
 */
export async function neighbours(
  store: MemoryStore,
  { content, vector }: { content: string; vector: Float32Array | null },
  now: string,
): Promise<Neighbour[]> {
  const filter = { kinds: ["semantic"] as const };
  const probe = probeOf(content);
  const own = queryTerms(content, 48).map((term) => ({ term, weight: 1 }));
  const others = queryTerms(probe, 48).filter((term) => !own.some((one) => one.term === term));
  const terms = [...own, ...others.map((term) => ({ term, weight: 1 }))];
  const [byVector, byWords] = await Promise.all([
    vector === null ? [] : store.nearest({ vector, filter, limit: NEAREST, now }),
    store.keyword({ terms, filter, limit: NEAREST_BY_WORDS, now }),
  ]);
  const cosines = new Map(byVector.map((hit) => [hit.candidate.id, hit.score]));
  const ids = new Set([...byVector, ...byWords.hits].map((hit) => hit.candidate.id));
  const records = await store.get(Array.from(ids));
  return records
    .filter((one) => one.status === "active")
    .map((one) => ({ record: one, cosine: cosines.get(one.id) ?? null }));
}
