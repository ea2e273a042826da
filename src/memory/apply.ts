import { z } from "zod";
import { conflictOf } from "../domain/conflict.ts";
import { isHindsightError } from "../domain/errors.ts";
import { type Fingerprint, type MemoryRecord, recordSchema } from "../domain/record.ts";
import { holds } from "../domain/similar.ts";
import { queryTerms } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";
import { auditEntry } from "./access.ts";
import { roomToday } from "./cap.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { forgetRecord } from "./forget.ts";
import { indexed } from "./index-record.ts";
import { nextVersion, place } from "./place.ts";
import { isLater, keepRest, settle } from "./settle.ts";

/**
 * Changes to existing memories that a reflection decided on. They are written into the episode, in the same transaction
 * as everything the reflection adds, and done from there: after a crash in between they are completed as decided,
 * whatever the model would say a second time.
 */
const changeSchema = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("update"), target: z.uuid(), record: recordSchema }),
  z.strictObject({ op: z.literal("retract"), target: z.uuid() }),
  /** An addition that the day had no room for. */
  z.strictObject({ op: z.literal("add"), record: recordSchema }),
]);
export type Change = z.infer<typeof changeSchema>;

/** Where an episode keeps what is still to be done, and the tag it is found by until then. */
const PENDING = "pendingChanges";
export const UNFINISHED = "unfinished";

/** The episode with its changes on it; as it was when there are none. */
export function withChanges(episode: MemoryRecord, changes: readonly Change[]): MemoryRecord {
  if (changes.length === 0) return episode;
  return {
    ...episode,
    tags: [...episode.tags, UNFINISHED],
    metadata: { ...episode.metadata, [PENDING]: z.json().parse(JSON.parse(JSON.stringify(changes))) },
  };
}

export interface Applied {
  added: MemoryRecord[];
  updated: MemoryRecord[];
  retracted: MemoryRecord[];
  /** Changes that wait for the user's next day: past the daily cap. */
  waiting: number;
}

/** The version in force of a memory, whichever version is named; undefined when none is. */
async function inForce(store: MemoryStore, id: string): Promise<MemoryRecord | undefined> {
  return (await store.history(id)).findLast((record) => record.status === "active");
}

/** Replaces the version in force; where none is any more the new one stands alone. Null when it was done before. */
async function update(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  change: Change & { op: "update" },
  fingerprint: Fingerprint,
): Promise<MemoryRecord | null> {
  const { record } = change;
  const [item] = await indexed(deps.embedder, [record]);
  for (let attempt = 1; ; attempt++) {
    const [done] = await store.byOrigin([record.originKey ?? ""]);
    if (done !== undefined) return null;
    const found = await inForce(store, change.target);
    // What another sentence of the same talk put in its place stays: "sold the Skoda", "drives a Mazda now".
    const beside =
      found !== undefined &&
      found.id !== change.target &&
      found.happenedAt === record.happenedAt &&
      conflictOf(record.content, found.content) === null;
    const old = beside ? undefined : found;
    // The same already, or newer news came while this was interrupted.
    if (
      old?.contentHash === record.contentHash ||
      (old !== undefined && old.happenedAt !== record.happenedAt && isLater(old, record, deps.clock.now()))
    )
      return null;
    if (old === undefined) {
      const audit = auditEntry(deps, scope, "write", record.id, record.kind);
      const [inserted] = await store.insert([item!], fingerprint, [audit]);
      return inserted!.outcome === "stored" ? record : null;
    }
    const next = nextVersion(record, old);
    try {
      await keepRest(deps, scope, store, old, next, fingerprint);
      const audit = auditEntry(deps, scope, "supersede", next.id, `replaces ${old.id}`);
      await store.supersede(old.id, { ...item!, record: next }, fingerprint, [audit]);
      const vector = deps.embedder.nearDuplicate === null ? null : item!.vector;
      return await settle(deps, scope, store, next, vector, fingerprint);
    } catch (error) {
      if (!isHindsightError(error, "CONFLICT") || attempt >= 5) throw error; // another writer was first: look again
    }
  }
}

/** What the user takes back is not to come back by way of the talk in which it was said: such episodes are forgotten too. */
export async function forgetEchoes(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  retracted: MemoryRecord,
): Promise<void> {
  const now = new Date(deps.clock.now()).toISOString();
  const words = queryTerms(retracted.content, 48).map((term) => ({ term, weight: 1 }));
  const { hits } = await store.keyword({ terms: words, filter: { kinds: ["episodic"] }, limit: 20, now });
  for (const episode of await store.get(hits.map((hit) => hit.candidate.id)))
    if (holds(episode.content, retracted.content)) await forgetRecord(deps, scope, store, episode);
}

/** Does what the episode still holds, each change once and as far as the day has room, and clears that. */
export async function finish(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  episode: MemoryRecord,
): Promise<Applied> {
  const applied: Applied = { added: [], updated: [], retracted: [], waiting: 0 };
  const held = episode.metadata[PENDING];
  if (held === undefined) return applied;
  const changes = z.array(changeSchema).parse(held);
  const fingerprint = await deps.embedder.fingerprint();
  let room = await roomToday(deps, scope, store);
  const left: Change[] = [];
  for (const change of changes) {
    if (change.op === "retract") {
      const record = await inForce(store, change.target);
      if (record === undefined) continue;
      applied.retracted.push(await forgetRecord(deps, scope, store, record));
      await forgetEchoes(deps, scope, store, record);
    } else if (room <= 0) left.push(change);
    else if (change.op === "add") {
      const [item] = await indexed(deps.embedder, [change.record]);
      const placed = await place(deps, scope, store, item!, fingerprint);
      if (placed.outcome !== "stored") continue;
      applied.added.push(placed.record);
      room--;
    } else {
      const made = await update(deps, scope, store, change, fingerprint);
      if (made === null) continue;
      applied.updated.push(made);
      room--;
    }
  }
  applied.waiting = left.length;
  if (left.length === changes.length) return applied;
  const { [PENDING]: _done, ...metadata } = episode.metadata;
  const tags = episode.tags.filter((tag) => tag !== UNFINISHED);
  const rest = withChanges({ ...episode, metadata, tags }, left);
  await store.patch(episode.id, { metadata: rest.metadata, tags: rest.tags });
  return applied;
}

/** Completes what earlier reflections were interrupted in, in this process or another. */
export async function finishInterrupted(deps: MemoryDeps, scope: Scope, store: MemoryStore): Promise<void> {
  const now = new Date(deps.clock.now()).toISOString();
  const hits = await store.structured({
    filter: { statuses: ["active", "compressed"], kinds: ["episodic"], tags: [UNFINISHED] },
    order: "oldest",
    limit: 20,
    now,
  });
  for (const episode of await store.get(hits.map((hit) => hit.candidate.id))) {
    const { waiting } = await finish(deps, scope, store, episode);
    if (waiting === 0) deps.log.warn({ episode: episode.id }, "completed a reflection that was interrupted or put off");
  }
}
