import { addPoint, type Collection, changePayload, removePoint, select, setVector, strictOf } from "./collection.ts";
import { badRequest, notFound, unsupported, wrongInput } from "./errors.ts";
import { passes } from "./filter.ts";
import { merge, mergeAt, removeAt } from "./payload-path.ts";
import { idKey, type Point, type StoredVector } from "./points.ts";
import { checkFilter, checkLimit } from "./strict.ts";
import type { Payload, PointId, PointStruct, Selected, SparseVector, Upsert, VectorStruct, Write } from "./types.ts";
import { keepDense, keepSparse } from "./vectors.ts";

/**
 * Checks a write at once, as Qdrant does before it acknowledges, and answers how to apply it. Applying is one step that
 * no other request sees half of; it numbers the operation, also when nothing matched.
 */
export function prepareWrite(collection: Collection, write: Write): () => void {
  const selected = selectedBy(write);
  if (selected) checkSelected(collection, selected);
  const apply = applier(collection, write);
  return () => {
    collection.operations++;
    apply();
  };
}

function applier(collection: Collection, write: Write): () => void {
  if (write.upsert) return upsert(collection, write.upsert);
  if (write.update_vectors) return updateVectors(collection, write.update_vectors);
  if (write.delete) {
    const given = write.delete;
    return () => {
      const ids = given.points ? given.points.map(idKey) : select(collection, given.filter).map((point) => point.id);
      for (const id of ids) removePoint(collection, id);
    };
  }
  if (write.set_payload) {
    const { payload, key } = write.set_payload;
    return payloads(collection, write.set_payload, (before) => {
      if (typeof key === "string") mergeAt(before, key, payload);
      else merge(before, payload);
      return before;
    });
  }
  if (write.overwrite_payload) {
    const { payload } = write.overwrite_payload;
    return payloads(collection, write.overwrite_payload, () => structuredClone(payload));
  }
  if (write.delete_payload) {
    const { keys } = write.delete_payload;
    return payloads(collection, write.delete_payload, (before) => {
      for (const key of keys) removeAt(before, key);
      return before;
    });
  }
  if (write.clear_payload) return payloads(collection, write.clear_payload, () => ({}));
  if (write.delete_vectors) {
    const { vector } = write.delete_vectors;
    for (const name of vector) known(collection, name);
    return each(collection, write.delete_vectors, (point) => {
      for (const name of vector) setVector(collection, point, name, undefined);
    });
  }
  throw unsupported(`write of kind ${Object.keys(write).join(", ")}`);
}

function selectedBy(write: Write): Selected | undefined {
  return (
    write.delete ??
    write.set_payload ??
    write.overwrite_payload ??
    write.delete_payload ??
    write.clear_payload ??
    write.delete_vectors
  );
}

function checkSelected(collection: Collection, { points, filter }: Selected): void {
  const strict = strictOf(collection);
  for (const id of points ?? []) idKey(id);
  if (points) return;
  if (!filter) throw badRequest("Either list of points or filter must be provided");
  checkFilter(strict, filter, collection.indexes, strict.unindexed_filtering_update);
}

/** Does something to each selected point; ids that are not there are an error once the others are done. */
function each(collection: Collection, { points, filter }: Selected, change: (point: Point) => void): () => void {
  return () => {
    if (!points) {
      for (const point of select(collection, filter)) change(point);
      return;
    }
    const missing: PointId[] = [];
    for (const id of points.map(idKey)) {
      const point = collection.points.get(id);
      if (point) change(point);
      else missing.push(id);
    }
    if (missing.length > 0) throw notFound(`No point with id ${missing[0]} found`);
  };
}

const payloads = (collection: Collection, selected: Selected, change: (before: Payload) => Payload) =>
  each(collection, selected, (point) => changePayload(collection, point, change));

function upsert(collection: Collection, given: Upsert): () => void {
  const structs = given.points ?? unbatched(given);
  const strict = strictOf(collection);
  checkLimit(structs.length, strict.upsert_max_batchsize, "upsert limit");
  if (typeof strict.max_points_count === "number" && collection.points.size >= strict.max_points_count)
    throw badRequest(`Max points count limit of ${strict.max_points_count} reached!`);
  const ready = new Map(
    structs.map(({ id, vector, payload }) => [
      idKey(id),
      { payload: payload ?? {}, vectors: keep(collection, vector) },
    ]),
  );
  const mode = given.update_mode ?? "upsert";
  const admits = admitting(collection, given);
  return () => {
    const admitted = [...ready].filter(([id]) => {
      const existing = collection.points.get(id);
      if (!existing) return mode !== "update_only";
      return mode !== "insert_only" && admits(existing);
    });
    for (const [id, { payload, vectors }] of admitted) {
      const point: Point = {
        id,
        payload: structuredClone(payload),
        vectors: new Map(),
        version: collection.operations,
      };
      addPoint(collection, point);
      for (const [name, vector] of vectors) setVector(collection, point, name, vector);
    }
  };
}

/** Whether `update_filter` lets a point be overwritten. */
function admitting(collection: Collection, { update_filter: filter }: Pick<Upsert, "update_filter">) {
  const kinds = (key: string) => collection.indexes.get(key)?.type;
  return (point: Point) => passes(point, filter, kinds);
}

function updateVectors(collection: Collection, given: NonNullable<Write["update_vectors"]>): () => void {
  checkLimit(given.points.length, strictOf(collection).upsert_max_batchsize, "update limit");
  const ready = given.points.map(({ id, vector }) => ({ id: idKey(id), vectors: keep(collection, vector) }));
  const admits = admitting(collection, given);
  return () => {
    const missing: PointId[] = [];
    for (const { id, vectors } of ready) {
      const point = collection.points.get(id);
      if (!point) missing.push(id);
      else if (admits(point)) for (const [name, vector] of vectors) setVector(collection, point, name, vector);
    }
    if (missing.length > 0) throw notFound(`No point with id ${missing[0]} found`);
  };
}

function unbatched({ batch }: Upsert): PointStruct[] {
  if (!batch) throw badRequest("Neither points nor a batch");
  const { ids, vectors, payloads: given } = batch;
  const columns: [string, readonly unknown[]][] = Array.isArray(vectors) ? [["", vectors]] : Object.entries(vectors);
  for (const [, column] of [...columns, ...(given ? [["", given] as const] : [])])
    if (column.length !== ids.length)
      throw badRequest(`number of ids and vectors or payloads must be equal (${ids.length} != ${column.length})`);
  return ids.map((id, row) => ({
    id,
    vector: Array.isArray(vectors)
      ? vectors[row]!
      : Object.fromEntries(Object.entries(vectors).map(([name, column]) => [name, column[row]!])),
    payload: given?.[row] ?? null,
  }));
}

function known(collection: Collection, name: string): void {
  if (!collection.dense.has(name) && !collection.sparse.has(name))
    throw wrongInput(`Not existing vector name error: ${name}`);
}

function keep(collection: Collection, vector: VectorStruct): Map<string, StoredVector> {
  const named: [string, number[] | SparseVector][] = Array.isArray(vector) ? [["", vector]] : Object.entries(vector);
  return new Map(named.map(([name, value]) => [name, keepOne(collection, name, value)]));
}

function keepOne(collection: Collection, name: string, value: number[] | SparseVector): StoredVector {
  known(collection, name);
  const config = collection.dense.get(name);
  if (Array.isArray(value) === (config === undefined))
    throw wrongInput("Conversion between sparse and regular vectors failed");
  if (!Array.isArray(value)) return keepSparse(value);
  if (Array.isArray(value[0])) throw unsupported("multivectors");
  return keepDense(value, config!);
}
