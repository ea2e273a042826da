import { createHash } from "node:crypto";
import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { HindsightError } from "../domain/errors.ts";
import type { Fingerprint } from "../domain/record.ts";
import { type MemoryRecord, makeRecord } from "../domain/record.ts";
import { PRIVATE } from "../domain/scope.ts";
import { languageOf } from "../domain/text.ts";
import { auditEntry, noteWriter, withStore } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { indexed } from "./index-record.ts";
import type { ImportedMemory } from "./types.ts";
import { checkImported } from "./validate.ts";

/** Memories of one transaction: large enough that the disk's flush does not count, small enough to see progress. */
const BATCH = 256;

/**
 * The id of a memory that has a foreign one: made of everything that tells it from others, so that the same line
 * imported twice is one record, and the same foreign id in two logs is two. In the order of time, as all ids are.
 */
function derivedId(memory: ImportedMemory, externalId: string, at: number): string {
  const parts = [externalId, memory.thread, memory.happenedAt, memory.speaker, memory.content].map(
    (part) => part ?? "",
  );
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  return uuidv7({ msecs: at, seq: hash.readUInt32BE(16), random: hash.subarray(0, 16) });
}

function recordOf(deps: MemoryDeps, scope: Scope, memory: ImportedMemory): MemoryRecord {
  const now = deps.clock.now();
  const kind = memory.kind ?? "episodic";
  const { id: given, verbatim: _verbatim, recalled: _recalled, tags, entities, metadata, ...rest } = memory;
  const foreign = given !== undefined && !isUuid(given) ? given : null;
  const at = Date.parse(memory.happenedAt ?? memory.createdAt ?? "") || now;
  const id = foreign === null ? given : derivedId(memory, foreign, Math.max(0, at));
  return makeRecord(
    {
      ...rest,
      user: scope.user,
      namespace: memory.namespace ?? PRIVATE,
      kind,
      type: memory.type ?? (kind === "episodic" ? "turn" : "fact"),
      source: memory.source ?? "imported",
      language: memory.language ?? languageOf(memory.content),
      timeZone: memory.timeZone ?? scope.timeZone,
      tags: [...(tags ?? [])],
      entities: [...(entities ?? [])],
      metadata: { ...metadata, ...(foreign === null ? {} : { externalId: foreign }) },
      ...(id === undefined ? {} : { id: id.toLowerCase() }),
    },
    now,
  );
}

/**
 * Tells when a UUID stands for two memories: the second would be taken for the first and its text lost. Saying the same
 * twice is a duplicate like any other. @returns where the id stood first, with another content; `null` when all is well
 */
export function createIdCheck<Place>(): (owner: string, memory: ImportedMemory, place: Place) => Place | null {
  const seen = new Map<string, { hash: string; place: Place }>();
  return (owner, { id, content, namespace }, place) => {
    if (id === undefined || !isUuid(id)) return null;
    const key = JSON.stringify([owner, namespace ?? PRIVATE, id.toLowerCase()]);
    const hash = createHash("sha256").update(content).digest("base64");
    const before = seen.get(key);
    if (before === undefined) seen.set(key, { hash, place });
    return before === undefined || before.hash === hash ? null : before.place;
  };
}

/** Batches of up to BATCH, as they come. */
async function* batches<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function write(
  deps: MemoryDeps,
  scope: Scope,
  namespace: string,
  records: readonly MemoryRecord[],
  fingerprint: Fingerprint,
): Promise<number> {
  const items = await indexed(deps.embedder, records);
  return withStore(deps, scope, namespace, async (store) => {
    const audit = auditEntry(deps, scope, "import", null, `batch of ${items.length}`);
    const results = await store.insert(items, fingerprint, [audit]);
    return results.filter((result) => result.outcome === "stored").length;
  });
}

/**
 * Stores many memories as they are, in durable batches; `onBatch` hears how many are done. Exact duplicates are left
 * out (events are told apart by thread and time); near duplicates are not looked for.
 * @throws HindsightError INVALID_INPUT naming the memory by its place, counted from 1; the batches before it are stored.
 */
export async function rememberAll(
  deps: MemoryDeps,
  scope: Scope,
  memories: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>,
  onBatch?: (done: number) => void,
): Promise<{ stored: number; duplicates: number }> {
  const fingerprint = await deps.embedder.fingerprint();
  const noted = new Set<string>();
  const sameId = createIdCheck<number>();
  let done = 0;
  let stored = 0;
  for await (const batch of batches(memories)) {
    const byNamespace = new Map<string, MemoryRecord[]>();
    for (const [i, memory] of batch.entries()) {
      const record = named(done + i, () => recordOf(deps, scope, checkImported(memory, scope, done + i)));
      const first = sameId(scope.user, memory, done + i);
      if (first !== null)
        throw new HindsightError(
          "INVALID_INPUT",
          `memory ${done + i + 1} has the id of memory ${first + 1}, which says something else`,
          "Give each memory an id of its own, or none.",
        );
      byNamespace.set(record.namespace, [...(byNamespace.get(record.namespace) ?? []), record]);
    }
    for (const [namespace, records] of byNamespace) {
      if (!noted.has(namespace)) await noteWriter(deps, scope, namespace);
      noted.add(namespace);
      stored += await write(deps, scope, namespace, records, fingerprint);
    }
    done += batch.length;
    onBatch?.(done);
  }
  return { stored, duplicates: done - stored };
}

/** The work, with the place of the memory in the message of what it throws. */
function named<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HindsightError) || error.message.startsWith(`memory ${index + 1}`)) throw error;
    throw new HindsightError(error.code, `memory ${index + 1}: ${error.message}`, error.hint, { cause: error });
  }
}
