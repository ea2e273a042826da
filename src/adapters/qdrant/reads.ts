import type { Relation } from "../../domain/entities/types.ts";
import { HindsightError } from "../../domain/errors.ts";
import { type Fingerprint, type MemoryRecord, STATUSES } from "../../domain/record.ts";
import { earlierFirst } from "../../owner-image/entry.ts";
import { matcher } from "../../owner-image/filter.ts";
import { pageOf } from "../../owner-image/reads.ts";
import { wholeLimit } from "../../owner-image/top.ts";
import { type Filter, type Hit, type Indexed, noStats, type StoreStats, type VectorQuery } from "../../ports/store.ts";
import { DENSE, MOST_ASKED, PAGE } from "./collections.ts";
import { filterOf } from "./filters.ts";
import type { OwnerImage } from "./image.ts";
import type { OwnerMemory, Server, Snapshot } from "./owner.ts";
import { believed, graphOf, type Payload, recordOf } from "./points.ts";

/** Memories up to which a vector search compares with each of the owner's, not by the graph. */
export const EXACT_UP_TO = 10_000;

interface Fetched {
  payload: Payload;
  vector: Float32Array | undefined;
}

/** The dense vector of a point as it was written. */
function denseOf(vector: unknown): Float32Array | undefined {
  const dense = typeof vector === "object" && vector !== null ? (vector as Record<string, unknown>)[DENSE] : undefined;
  return Array.isArray(dense) ? Float32Array.from(dense as number[]) : undefined;
}

/** Points of these records by the record's id. */
export async function fetched(
  server: Server,
  { scope }: OwnerMemory,
  { state, image }: Snapshot,
  ids: readonly string[],
  what: { payload: boolean | string[] | { exclude: string[] }; vector?: boolean },
): Promise<Map<string, Fetched>> {
  const found = new Map<string, Fetched>();
  if (state.embedding === null) return found;
  const collection = server.collections.memories(state.embedding);
  const byPoint = new Map<string, number>();
  for (const id of ids) {
    const seq = image.byId(id);
    if (seq !== undefined) byPoint.set(image.facts(seq).point, seq);
  }
  const points = Array.from(byPoint.keys());
  for (let from = 0; from < points.length; from += PAGE) {
    const page = await server.connection.read("read memories", (client) =>
      client.retrieve(collection, {
        ids: points.slice(from, from + PAGE),
        with_payload: what.payload,
        with_vector: what.vector === true ? [DENSE] : false,
      }),
    );
    for (const point of page) {
      const [payload, seq] = [believed<Payload>(point, scope), byPoint.get(String(point.id))];
      if (payload !== null && seq !== undefined)
        found.set(image.entry(seq).id, { payload, vector: denseOf(point.vector) });
    }
  }
  return found;
}

export async function get(server: Server, memory: OwnerMemory, ids: readonly string[]): Promise<MemoryRecord[]> {
  const now = await memory.read();
  const found = await fetched(server, memory, now, ids, { payload: { exclude: ["terms", "graph"] } });
  for (const { payload } of found.values()) heed(now.image, payload);
  return ids.flatMap((id) => {
    const one = found.get(id);
    return one === undefined ? [] : [recordOf(one.payload)];
  });
}

/** Uses that other processes counted are taken note of where they are met. */
function heed(image: OwnerImage, payload: Payload): void {
  const seq = image.byId(payload.id);
  if (seq === undefined) return;
  const { rev, used } = image.facts(seq);
  if (payload.rev === rev && payload.used > used) image.use(seq, payload);
}

export async function vectors(server: Server, memory: OwnerMemory, ids: readonly string[]) {
  const what = { payload: ["owner", "inc"], vector: true };
  const found = await fetched(server, memory, await memory.read(), ids, what);
  return ids.map((id) => found.get(id)?.vector);
}

/** @throws HindsightError EMBEDDING_MISMATCH */
export function checkQuery(embedding: Fingerprint, vector: Float32Array): void {
  if (embedding.dimensions !== vector.length)
    throw new HindsightError(
      "EMBEDDING_MISMATCH",
      `the query has ${vector.length} dimensions, this memory ${embedding.dimensions}`,
      "Set HINDSIGHT_EMBEDDING_MODEL back to the model this memory was filled with, or run `hindsight reembed`.",
    );
}

export async function nearest(server: Server, memory: OwnerMemory, query: VectorQuery): Promise<Hit[]> {
  const { state, image } = await memory.read();
  if (state.embedding === null) return [];
  checkQuery(state.embedding, query.vector);
  const { records } = image.image();
  const limit = Math.min(wholeLimit(query.limit), records, MOST_ASKED);
  if (limit === 0) return [];
  const collection = server.collections.memories(state.embedding);
  const { points } = await server.connection.read("search by meaning", (client) =>
    client.query(collection, {
      query: Array.from(query.vector),
      using: DENSE,
      filter: filterOf(memory.scope, query.filter, query.now),
      params: { exact: records <= EXACT_UP_TO },
      limit,
      with_payload: ["owner", "inc", "id"],
    }),
  );
  const hits = hitsOf(points, memory, image, query);
  return hits.sort((a, b) => b.score - a.score || earlierFirst(b.candidate, a.candidate));
}

/** Of what a search returned, what is this owner's and passes, as the image has it. */
export function hitsOf(
  points: readonly { payload?: unknown; score: number }[],
  { scope }: OwnerMemory,
  image: OwnerImage,
  { filter, now }: { filter: Filter; now: string },
): Hit[] {
  const passes = matcher(image.image(), filter, now);
  return points.flatMap((point): Hit[] => {
    const seq = image.byId(believed<Payload>(point, scope)?.id ?? "");
    return seq === undefined || !passes(seq) ? [] : [{ candidate: image.entry(seq), score: point.score }];
  });
}

export async function list(
  server: Server,
  memory: OwnerMemory,
  filter: Filter,
  page: { limit: number; after?: string; newestFirst?: boolean },
): Promise<MemoryRecord[]> {
  const { image } = await memory.read();
  return get(server, memory, pageOf(image.image(), filter, page));
}

/** Everything that is stored of records, as it was inserted; see the port. */
export async function dump(
  server: Server,
  memory: OwnerMemory,
  page: { after?: string; limit: number },
): Promise<Indexed[]> {
  const now = await memory.read();
  const ids = pageOf(now.image.image(), { statuses: STATUSES }, page);
  const found = await fetched(server, memory, now, ids, { payload: true, vector: true });
  return ids.flatMap((id) => {
    const one = found.get(id);
    if (one === undefined) return [];
    if (one.vector === undefined)
      throw new HindsightError(
        "CONFLICT",
        "this memory is being changed to another embedding model, and a record has a vector of that one only",
        "Finish the change with `hindsight reembed`, then try again.",
      );
    // as the graph knows them, not as this record wrote them: the next store shall know them so too
    const mentions = now.image.graph.mentionsOf(now.image.byId(id)!);
    const relations = statedOf(graphOf(one.payload).relations ?? [], new Set(mentions.map(({ key }) => key)));
    return [{ record: recordOf(one.payload), terms: one.payload.terms, vector: one.vector, mentions, relations }];
  });
}

/** The relations that the graph took in: between two of the record's entities, each once. */
function statedOf(relations: readonly Relation[], keys: ReadonlySet<string>): Relation[] {
  const stated = new Map<string, Relation>();
  for (const one of relations) {
    const { from, to, relation } = one;
    const name = JSON.stringify([from, to, relation]);
    if (keys.has(from) && keys.has(to) && from !== to && !stated.has(name)) stated.set(name, one);
  }
  return Array.from(stated.values());
}

/** Ids of all versions linked to a record. */
function linked(image: OwnerImage, id: string): string[] {
  const following = new Map<string, string[]>();
  const follow = (from: string | null, to: string) => {
    if (from !== null) following.set(from, [...(following.get(from) ?? []), to]);
  };
  const { last } = image.image();
  for (let seq = 1; seq <= last; seq++) {
    if (image.image().entries[seq] === undefined) continue;
    const [own, { supersedes, supersededBy }] = [image.entry(seq).id, image.facts(seq)];
    follow(supersedes, own);
    follow(supersededBy, own);
    if (supersedes !== null) follow(own, supersedes);
    if (supersededBy !== null) follow(own, supersededBy);
  }
  const found = new Set([id]);
  for (const one of found) for (const other of following.get(one) ?? []) found.add(other);
  return Array.from(found);
}

export async function history(server: Server, memory: OwnerMemory, id: string): Promise<MemoryRecord[]> {
  const { image } = await memory.read();
  if (image.byId(id) === undefined) return [];
  const records = await get(server, memory, linked(image, id));
  return records.sort((a, b) => a.version - b.version || earlierFirst(a, b));
}

export function stats({ image }: Snapshot): StoreStats {
  const found = noStats();
  const { entries, last } = image.image();
  for (let seq = 1; seq <= last; seq++) {
    const entry = entries[seq];
    if (entry === undefined) continue;
    found.total++;
    if (entry.accessCount > 0) found.everRecalled++;
    found.byStatus[entry.status] = (found.byStatus[entry.status] ?? 0) + 1;
    if (entry.status === "active") found.byKind[entry.kind] = (found.byKind[entry.kind] ?? 0) + 1;
    if (found.oldest === null || entry.happenedAt < found.oldest) found.oldest = entry.happenedAt;
    if (found.newest === null || entry.happenedAt > found.newest) found.newest = entry.happenedAt;
    found.bytes += image.facts(seq).size;
  }
  return found;
}
