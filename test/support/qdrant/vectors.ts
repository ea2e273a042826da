import { wrongInput } from "./errors.ts";
import { isSparse, type StoredSparse, type StoredVector } from "./points.ts";
import type { SparseVector } from "./types.ts";

export interface DenseConfig {
  size: number;
  distance: "Cosine" | "Dot";
}

/** A dense vector as Qdrant keeps it: single precision, and of length 1 where the distance is Cosine (a zero vector stays). */
export function keepDense(values: number[], config: DenseConfig): Float32Array {
  if (values.length !== config.size)
    throw wrongInput(`Vector dimension error: expected dim: ${config.size}, got ${values.length}`);
  const kept = Float32Array.from(values);
  if (config.distance === "Cosine") {
    const length = Math.sqrt(kept.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) for (const [at, value] of kept.entries()) kept[at] = value / length;
  }
  return kept;
}

/** A sparse vector as Qdrant keeps it: by ascending index. */
export function keepSparse({ indices, values }: SparseVector): StoredSparse {
  if (indices.length !== values.length)
    throw wrongInput(`Validation failed: must be the same length as indices (${indices.length} and ${values.length})`);
  if (new Set(indices).size !== indices.length) throw wrongInput("Validation failed: indices must be unique");
  const order = [...indices.keys()].sort((one, other) => indices[one]! - indices[other]!);
  return {
    indices: Uint32Array.from(order, (at) => indices[at]!),
    values: Float32Array.from(order, (at) => values[at]!),
  };
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return Math.fround(sum);
}

/** Dot product over the indices both have; `undefined` without a common one: such a point is no hit. */
export function sparseDot(one: StoredSparse, other: StoredSparse): number | undefined {
  let sum = 0;
  let common = false;
  for (let a = 0, b = 0; a < one.indices.length && b < other.indices.length; ) {
    const difference = one.indices[a]! - other.indices[b]!;
    if (difference === 0) {
      common = true;
      sum += one.values[a++]! * other.values[b++]!;
    } else if (difference < 0) a++;
    else b++;
  }
  return common ? Math.fround(sum) : undefined;
}

/** How many vectors of one name there are, and in how many of them each index occurs. */
export interface Documents {
  count: number;
  frequency: Map<number, number>;
}

export const noDocuments = (): Documents => ({ count: 0, frequency: new Map() });

export function countDocument(documents: Documents, vector: StoredSparse, by: 1 | -1): void {
  documents.count += by;
  for (const index of vector.indices) documents.frequency.set(index, (documents.frequency.get(index) ?? 0) + by);
}

/** `fancy_idf` of lib/segment/src/data_types/query_context.rs: ln((N − n + 0.5) / (n + 0.5) + 1). */
export function idf(count: number, frequency: number): number {
  return Math.log((count - frequency + 0.5) / (frequency + 0.5) + 1);
}

/** A query with every value times the idf of its index. */
export function weighted(query: StoredSparse, documents: Documents): StoredSparse {
  return {
    indices: query.indices,
    values: query.values.map(
      (value, at) => value * idf(documents.count, documents.frequency.get(query.indices[at]!) ?? 0),
    ),
  };
}

/** The shortest decimal that stands for the same single-precision number, as Qdrant writes them. */
export function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

const written = new WeakMap<StoredVector, number[] | SparseVector>();

/** A kept vector as it is answered; made once, for it never changes. */
export function onWire(vector: StoredVector): number[] | SparseVector {
  const known = written.get(vector);
  if (known) return known;
  const numbers = (values: Float32Array) => Array.from(values, shortest);
  const wire = isSparse(vector) ? { indices: [...vector.indices], values: numbers(vector.values) } : numbers(vector);
  written.set(vector, wire);
  return wire;
}
