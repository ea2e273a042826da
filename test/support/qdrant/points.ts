import { wrongInput } from "./errors.ts";
import type { Payload, PointId } from "./types.ts";

/** A sparse vector as kept: indices ascending, values beside them. */
export interface StoredSparse {
  indices: Uint32Array;
  values: Float32Array;
}
export type StoredVector = Float32Array | StoredSparse;

export interface Point {
  id: PointId;
  payload: Payload;
  /** By name; the unnamed vector is `""`. */
  vectors: Map<string, StoredVector>;
  /** Number of the operation that wrote it last. */
  version: number;
}

const UUID = /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

/** A point's id as Qdrant keeps it: a whole number ≥ 0, or a UUID in lower case with hyphens. */
export function idKey(id: PointId): PointId {
  if (typeof id === "number") {
    if (Number.isInteger(id) && id >= 0) return id;
  } else {
    const parts = UUID.exec(id);
    if (parts) return parts.slice(1).join("-").toLowerCase();
  }
  throw wrongInput(`value ${id} is not a valid point ID, valid values are either an unsigned integer or a UUID`);
}

/** Order of ids: numbers first, then UUIDs. */
export function byId(one: { id: PointId }, other: { id: PointId }): number {
  if (typeof one.id === "number" && typeof other.id === "number") return one.id - other.id;
  if (typeof one.id === typeof other.id) return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
  return typeof one.id === "number" ? -1 : 1;
}

export const isSparse = (vector: StoredVector): vector is StoredSparse => !(vector instanceof Float32Array);
