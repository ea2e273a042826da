import { isHindsightError } from "../../domain/errors.ts";
import { type Owner, ownerKey } from "../../domain/scope.ts";
import type { ErasedPlaces, Patch } from "../../ports/store.ts";
import { PAGE } from "./collections.ts";
import { isLasting } from "./errors.ts";
import { anyOf, type Condition, is, isAny, type QdrantFilter, VISIBLE, within } from "./filters.ts";
import type { OwnerImage } from "./image.ts";
import { noteChange, type OwnerMemory, type Server } from "./owner.ts";
import type { Scope } from "./points.ts";
import { scopeOf } from "./points.ts";
import { type Decision, transact } from "./transact.ts";

const AUDIT: Condition = is("t", "audit");
const MOST_IDS = 500;

const NOTHING: ErasedPlaces = { records: 0, vectors: 0, keywordTerms: 0, entities: 0, auditEntries: 0 };

const UNCOUNTED: ErasedPlaces = Object.fromEntries(Object.keys(NOTHING).map((place) => [place, null]));

const count = async ({ connection }: Server, collection: string, filter: QdrantFilter) =>
  (await connection.read("count", (client) => client.count(collection, { filter, exact: true }))).count;

/** Audit entries that user wrote or that name one of these records. */
async function auditCount(server: Server, scope: Scope, user: string, records: readonly string[]): Promise<number> {
  const { meta } = server.collections;
  let all = await count(server, meta, within(scope, [AUDIT, VISIBLE, is("actor", user)]));
  for (let at = 0; at < records.length; at += MOST_IDS) {
    const named = within(scope, [AUDIT, VISIBLE, isAny("id", records.slice(at, at + MOST_IDS))]);
    all += await count(server, meta, { ...named, must_not: [is("actor", user)] });
  }
  return all;
}

export function eraseWrittenBy(server: Server, memory: OwnerMemory, user: string): Promise<ErasedPlaces> {
  return transact(server, memory, async ({ state, image }): Promise<Decision<ErasedPlaces>> => {
    const theirs: number[] = [];
    const links = new Map<number, Patch>();
    const { entries, last } = image.image();
    for (let seq = 1; seq <= last; seq++)
      if (entries[seq] !== undefined && image.facts(seq).user === user) theirs.push(seq);
    const ids = new Set(theirs.map((seq) => image.entry(seq).id));
    for (let seq = 1; seq <= last; seq++) {
      if (entries[seq] === undefined || image.facts(seq).user === user) continue;
      const { supersedes, supersededBy } = image.facts(seq);
      const gone = (id: string | null) => id !== null && ids.has(id);
      if (!gone(supersedes) && !gone(supersededBy)) continue;
      links.set(seq, {
        ...(gone(supersedes) ? { supersedes: null } : {}),
        ...(gone(supersededBy) ? { supersededBy: null } : {}),
      });
    }
    const records = Array.from(ids);
    const auditEntries = await auditCount(server, memory.scope, user, records);
    const result: ErasedPlaces = {
      records: records.length,
      vectors: records.length,
      keywordTerms: theirs.reduce((sum, seq) => sum + image.entry(seq).length, 0),
      entities: image.graph.mentionedOnlyBy(theirs),
      auditEntries,
    };
    if (records.length === 0 && auditEntries === 0) return { result, plan: null };
    const change = records.length === 0 ? {} : { epoch: state.epoch + 1 };
    return { result, plan: { erase: { user, records }, patch: links, change } };
  });
}

/** Beginnings of that owner's memory of which anything lies in a collection. */
async function beginningsIn({ connection }: Server, collection: string, owner: string, must: readonly Condition[]) {
  const found = new Set<string>();
  for (;;) {
    const filter = {
      ...anyOf(owner, must),
      ...(found.size > 0 ? { must_not: [isAny("inc", Array.from(found))] } : {}),
    };
    const { points } = await connection.read("look for what is left", (client) =>
      client.scroll(collection, { filter, limit: PAGE, with_payload: ["owner", "inc"] }),
    );
    const size = found.size;
    for (const { payload } of points)
      if (payload?.owner === owner && typeof payload.inc === "string") found.add(payload.inc);
    if (found.size === size) return found;
  }
}

/** Removes all that a beginning of an owner's memory left in a collection, once nobody can write to it any more. */
const remove = ({ connection }: Server, collection: string, scope: Scope, must: readonly Condition[]) =>
  connection.write("erase an owner", (client) =>
    client.delete(collection, { filter: within(scope, must), wait: true }),
  );

/**
 * Removes everything of that owner. First their memory is closed to all writers; then what lies there is removed, that of
 * earlier beginnings too, if a writer that was killed left any; then the state, so that it can begin anew. Only ever by
 * the name of a beginning that is over: a request that arrives late finds nothing of the next one.
 */
export async function erase(server: Server, owner: Owner, memory: OwnerMemory | null): Promise<ErasedPlaces> {
  const { collections, states } = server;
  if (!(await collections.exist())) return NOTHING;
  noteChange();
  const key = ownerKey(owner);
  const state = await states.read(owner);
  const counts = memory === null ? NOTHING : await counted(server, memory);
  if (state !== null) await states.beginErasing(owner, state.inc);
  const places: { collection: string; must: Condition[] }[] = [{ collection: collections.meta, must: [AUDIT] }];
  for (const collection of await collections.all()) places.push({ collection, must: [] });
  for (const { collection, must } of places) {
    const beginnings = await beginningsIn(server, collection, key, must);
    const alive = await states.read(owner);
    for (const inc of beginnings)
      if (inc === state?.inc || inc !== alive?.inc) await remove(server, collection, { owner: key, inc }, must);
  }
  if (state !== null) await states.remove(owner, scopeOf(owner, state.inc));
  noteChange();
  return counts;
}

/** `null` for a memory that cannot be read, which is no reason to keep it. */
async function readable(memory: OwnerMemory): Promise<OwnerImage | null> {
  try {
    return (await memory.readAnew()).image;
  } catch (error) {
    if (isHindsightError(error, "CLOSED") || (isHindsightError(error, "STORE_FAILED") && isLasting(error))) return null;
    throw error;
  }
}

async function counted(server: Server, memory: OwnerMemory): Promise<ErasedPlaces> {
  const read = await readable(memory);
  if (read === null) return UNCOUNTED;
  const { records, entries, last } = read.image();
  let keywordTerms = 0;
  for (let seq = 1; seq <= last; seq++) keywordTerms += entries[seq]?.length ?? 0;
  const auditEntries = await count(server, server.collections.meta, within(memory.scope, [AUDIT, VISIBLE]));
  return { records, vectors: records, keywordTerms, entities: read.graph.entities, auditEntries };
}
