import { BM25 } from "../../domain/constants.ts";

export interface Sparse {
  indices: number[];
  values: number[];
}

const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));

/** MurmurHash3, x86, 32 bits, seed 0 (Appleby, public domain), of the term in UTF-8, as a signed number. */
function murmur3(term: string): number {
  const bytes = Buffer.from(term, "utf8");
  const whole = bytes.length - (bytes.length % 4);
  const mixed = (k: number) => Math.imul(rotated(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593);
  let h = 0;
  for (let i = 0; i < whole; i += 4) h = (Math.imul(rotated(h ^ mixed(bytes.readInt32LE(i)), 13), 5) + 0xe6546b64) | 0;
  let tail = 0;
  for (let i = bytes.length - 1; i >= whole; i--) tail = (tail << 8) | (bytes[i] as number);
  if (whole < bytes.length) h ^= mixed(tail);
  h ^= bytes.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The number of a term in sparse vectors: |murmur3|, as Qdrant's own BM25 numbers them. */
export const termId = (term: string): number => Math.abs(murmur3(term));

/** Terms with their weights as a sparse vector; terms of one number are added up. */
export function sparseOf(weights: Iterable<readonly [term: string, weight: number]>): Sparse {
  const byId = new Map<number, number>();
  for (const [term, weight] of weights) byId.set(termId(term), (byId.get(termId(term)) ?? 0) + weight);
  const indices = Array.from(byId.keys()).sort((a, b) => a - b);
  return { indices, values: indices.map((id) => byId.get(id) as number) };
}

/**
 * A memory's side of BM25, `tf (k1 + 1) / (tf + k1 (1 − b + b · length / average))`; the question's side is weight · idf
 * by the owner's own statistics, so that the product of the two is BM25 whatever other owners wrote.
 * @param average mean number of terms of the owner's memories when this one was written; 0 for the first
 */
export function documentWeights(terms: readonly string[], average: number): Sparse {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const norm = BM25.k1 * (1 - BM25.b + (BM25.b * terms.length) / (average || terms.length || 1));
  const weight = (count: number) => (count * (BM25.k1 + 1)) / (count + norm);
  return sparseOf(Array.from(counts, ([term, count]) => [term, weight(count)] as const));
}
