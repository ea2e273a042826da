import { badRequest, unsupported, wrongInput } from "./errors.ts";
import { passes } from "./filter.ts";
import { candidates, indexPoint, newIndex, type PayloadIndex } from "./indexes.ts";
import { byId, isSparse, type Point, type StoredVector } from "./points.ts";
import type { StrictModeConfig } from "./strict.ts";
import type { Filter, Payload, PointId } from "./types.ts";
import { countDocument, type DenseConfig, type Documents, noDocuments } from "./vectors.ts";

/** The parts of a collection's settings that are read here; the rest is kept and handed back. */
export interface CreateCollection {
  vectors?: VectorParams | { [name: string]: VectorParams };
  sparse_vectors?: { [name: string]: { modifier?: "none" | "idf" | null; index?: unknown } } | null;
  strict_mode_config?: StrictModeConfig | null;
  metadata?: Payload | null;
  on_disk_payload?: boolean | null;
  shard_number?: number | null;
  replication_factor?: number | null;
  write_consistency_factor?: number | null;
  hnsw_config?: object | null;
  optimizers_config?: object | null;
  quantization_config?: object | null;
  payload?: object | null;
}

interface VectorParams {
  size: number;
  distance: string;
  multivector_config?: unknown;
  [more: string]: unknown;
}

export interface Collection {
  config: CreateCollection;
  dense: Map<string, DenseConfig>;
  sparse: Map<string, { idf: boolean; documents: Documents }>;
  indexes: Map<string, PayloadIndex>;
  points: Map<PointId, Point>;
  /** Writes so far; the number of the last one is the version of what it wrote. */
  operations: number;
  /** Writes that were acknowledged without `wait` and are not applied yet. */
  pending: (() => void)[];
}

export function newCollection(config: CreateCollection): Collection {
  const dense = new Map<string, DenseConfig>();
  for (const [name, params] of Object.entries(vectorsByName(config.vectors))) {
    if (params.multivector_config) throw unsupported("multivectors");
    if (params.distance !== "Cosine" && params.distance !== "Dot") throw unsupported(`distance ${params.distance}`);
    dense.set(name, { size: params.size, distance: params.distance });
  }
  const sparse: Collection["sparse"] = new Map();
  for (const [name, params] of Object.entries(config.sparse_vectors ?? {})) {
    if (dense.has(name)) throw wrongInput(`Dense and sparse vector names must be unique - duplicate names: ${name}`);
    sparse.set(name, { idf: params.modifier === "idf", documents: noDocuments() });
  }
  return { config, dense, sparse, indexes: new Map(), points: new Map(), operations: 0, pending: [] };
}

function vectorsByName(vectors: CreateCollection["vectors"]): { [name: string]: VectorParams } {
  if (!vectors) return {};
  return typeof vectors.size === "number"
    ? { "": vectors as VectorParams }
    : (vectors as { [name: string]: VectorParams });
}

/** Strict mode of a collection, or nothing to enforce. */
export const strictOf = (collection: Collection): StrictModeConfig =>
  collection.config.strict_mode_config?.enabled ? collection.config.strict_mode_config : {};

/** Points that pass a filter, by id. */
export function select(collection: Collection, filter: Filter | null | undefined): Point[] {
  const kinds = (key: string) => collection.indexes.get(key)?.type;
  const among = candidates(collection.indexes, filter) ?? collection.points.values();
  return [...among].filter((point) => passes(point, filter, kinds)).sort(byId);
}

/** Changes a point's payload, the indexes with it. */
export function changePayload(collection: Collection, point: Point, change: (payload: Payload) => Payload): void {
  for (const [key, index] of collection.indexes) indexPoint(index, key, point, false);
  point.payload = change(structuredClone(point.payload));
  point.version = collection.operations;
  for (const [key, index] of collection.indexes) indexPoint(index, key, point, true);
}

export function setVector(collection: Collection, point: Point, name: string, vector: StoredVector | undefined): void {
  const before = point.vectors.get(name);
  const documents = collection.sparse.get(name)?.documents;
  if (documents && before && isSparse(before)) countDocument(documents, before, -1);
  if (vector) point.vectors.set(name, vector);
  else point.vectors.delete(name);
  if (documents && vector && isSparse(vector)) countDocument(documents, vector, 1);
  point.version = collection.operations;
}

export function addPoint(collection: Collection, point: Point): void {
  removePoint(collection, point.id);
  collection.points.set(point.id, point);
  for (const [key, index] of collection.indexes) indexPoint(index, key, point, true);
}

export function removePoint(collection: Collection, id: PointId): void {
  const point = collection.points.get(id);
  if (!point) return;
  for (const [key, index] of collection.indexes) indexPoint(index, key, point, false);
  for (const name of [...point.vectors.keys()]) setVector(collection, point, name, undefined);
  collection.points.delete(id);
}

export function createIndex(collection: Collection, key: string, schema: Parameters<typeof newIndex>[0]): void {
  const index = newIndex(schema);
  for (const point of collection.points.values()) indexPoint(index, key, point, true);
  collection.indexes.set(key, index);
}

/** Patches settings as PATCH does: objects one level deep, strict mode and metadata key by key. */
export function updateCollection(collection: Collection, patch: Record<string, unknown>): void {
  const { config } = collection;
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) continue;
    if (name === "params") {
      Object.assign(config, value);
      continue;
    }
    if (name === "vectors" || name === "sparse_vectors") {
      for (const vector of Object.keys(value))
        if (!collection.dense.has(vector) && !collection.sparse.has(vector))
          throw wrongInput(`Not existing vector name error: ${vector}`);
      continue;
    }
    if (typeof value !== "object") throw badRequest(`${name} is not an object`);
    Object.assign(config, { [name]: { ...(config as Record<string, object>)[name], ...value } });
  }
}

/** What GET answers about a collection. */
export function collectionInfo(collection: Collection) {
  const { config } = collection;
  return {
    status: "green",
    optimizer_status: "ok",
    indexed_vectors_count: 0,
    points_count: collection.points.size,
    segments_count: 1,
    config: {
      params: {
        ...(config.vectors ? { vectors: config.vectors } : {}),
        shard_number: config.shard_number ?? 1,
        replication_factor: config.replication_factor ?? 1,
        write_consistency_factor: config.write_consistency_factor ?? 1,
        on_disk_payload: config.on_disk_payload ?? true,
        ...(config.sparse_vectors ? { sparse_vectors: config.sparse_vectors } : {}),
      },
      hnsw_config: {
        m: 16,
        ef_construct: 100,
        full_scan_threshold: 10000,
        max_indexing_threads: 0,
        ...config.hnsw_config,
      },
      optimizer_config: {
        deleted_threshold: 0.2,
        vacuum_min_vector_number: 1000,
        default_segment_number: 0,
        flush_interval_sec: 5,
        ...config.optimizers_config,
      },
      wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0 },
      quantization_config: config.quantization_config ?? null,
      ...(config.strict_mode_config ? { strict_mode_config: config.strict_mode_config } : {}),
      ...(config.metadata ? { metadata: config.metadata } : {}),
    },
    payload_schema: Object.fromEntries(
      [...collection.indexes].map(([key, index]) => [
        key,
        {
          data_type: index.type,
          ...(index.params ? { params: index.params } : {}),
          points: index.points,
        },
      ]),
    ),
  };
}
