/** Wire shapes of Qdrant's REST API, as far as the test server speaks it. Checked against the OpenAPI document, so kept loose here. */

import type { Mmr } from "./mmr.ts";

export type PointId = number | string;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Payload = { [key: string]: Json };

export interface SparseVector {
  indices: number[];
  values: number[];
}

export interface Bounds<T> {
  lt?: T | null;
  gt?: T | null;
  lte?: T | null;
  gte?: T | null;
}

export interface Match {
  value?: string | number | boolean;
  any?: (string | number)[];
  except?: (string | number)[];
  text?: string;
  text_any?: string;
  phrase?: string;
  prefix?: string;
}

export interface Filter {
  must?: Condition | Condition[] | null;
  should?: Condition | Condition[] | null;
  must_not?: Condition | Condition[] | null;
  min_should?: { conditions: Condition[]; min_count: number } | null;
}

/** One of the kinds of condition; which one is told by the key that is present. */
export interface Condition extends Filter {
  key?: string;
  match?: Match | null;
  range?: Bounds<number> | Bounds<string> | null;
  values_count?: Bounds<number> | null;
  is_empty?: boolean | { key: string } | null;
  is_null?: boolean | { key: string } | null;
  has_id?: PointId[];
  has_vector?: string;
  nested?: { key: string; filter: Filter };
  slice?: unknown;
  geo_bounding_box?: unknown;
  geo_radius?: unknown;
  geo_polygon?: unknown;
}

export type PayloadSelection = boolean | string[] | { include: string[] } | { exclude: string[] };
export type VectorSelection = boolean | string[];

export type OrderBy = string | { key: string; direction?: "asc" | "desc" | null; start_from?: number | string | null };

export type Expression =
  | number
  | string
  | (Condition & {
      mult?: Expression[];
      sum?: Expression[];
      neg?: Expression;
      abs?: Expression;
      sqrt?: Expression;
      exp?: Expression;
      ln?: Expression;
      log10?: Expression;
      div?: { left: Expression; right: Expression; by_zero_default?: number | null };
      pow?: { base: Expression; exponent: Expression };
      datetime?: string;
      datetime_key?: string;
      exp_decay?: Decay;
      gauss_decay?: Decay;
      lin_decay?: Decay;
      geo_distance?: unknown;
    });

export interface Decay {
  x: Expression;
  target?: Expression | null;
  scale?: number | null;
  midpoint?: number | null;
}

export type VectorInput = number[] | SparseVector | PointId;

export type Query =
  | VectorInput
  | { nearest: VectorInput; mmr?: Mmr | null }
  | { order_by: OrderBy }
  | { fusion: "rrf" | "dbsf" }
  | { rrf: { k?: number | null; weights?: number[] | null } }
  | { formula: Expression; defaults?: Payload };

export interface SearchParams {
  exact?: boolean;
  hnsw_ef?: number | null;
  idf?: "global" | { corpus: Filter } | null;
}

export interface Prefetch {
  prefetch?: Prefetch | Prefetch[] | null;
  query?: Query | null;
  using?: string | null;
  filter?: Filter | null;
  params?: SearchParams | null;
  score_threshold?: number | null;
  limit?: number | null;
  lookup_from?: unknown;
}

export interface QueryRequest extends Prefetch {
  offset?: number | null;
  with_payload?: PayloadSelection | null;
  with_vector?: VectorSelection | null;
  shard_key?: unknown;
}

/** What a point's vectors look like on the wire: one unnamed vector, or named ones. */
export type VectorStruct = number[] | { [name: string]: number[] | SparseVector };

export interface PointStruct {
  id: PointId;
  vector: VectorStruct;
  payload?: Payload | null;
}

export type UpdateMode = "upsert" | "insert_only" | "update_only";

export interface Upsert {
  points?: PointStruct[];
  batch?: {
    ids: PointId[];
    vectors: number[][] | { [name: string]: (number[] | SparseVector)[] };
    payloads?: (Payload | null)[] | null;
  };
  update_filter?: Filter | null;
  update_mode?: UpdateMode | null;
}

/** Points by id or by filter. */
export interface Selected {
  points?: PointId[] | null;
  filter?: Filter | null;
}

export interface Write {
  upsert?: Upsert;
  delete?: Selected;
  set_payload?: Selected & { payload: Payload; key?: string | null };
  overwrite_payload?: Selected & { payload: Payload; key?: string | null };
  delete_payload?: Selected & { keys: string[] };
  clear_payload?: Selected;
  update_vectors?: { points: { id: PointId; vector: VectorStruct }[]; update_filter?: Filter | null };
  delete_vectors?: Selected & { vector: string[] };
}

/** One element, many, or none at all, as Qdrant takes conditions and prefetches. */
export function listOf<T>(value: T | T[] | null | undefined): T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
