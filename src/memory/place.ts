import { contradicts } from "../domain/conflict.ts";
import { USE_GAIN } from "../domain/constants.ts";
import { isHindsightError } from "../domain/errors.ts";
import type { Fingerprint, MemoryRecord } from "../domain/record.ts";
import { addsNothing, sameWords } from "../domain/similar.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Indexed, MemoryStore } from "../ports/store.ts";
import { auditEntry } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { type Neighbour, neighbours } from "./neighbours.ts";
import { contradicted, keepRest, settle } from "./settle.ts";

/** What became of a record on its way into a store. */
export type Placed =
  | { outcome: "stored"; record: MemoryRecord; replaced: MemoryRecord | null }
  | { outcome: "duplicate"; record: MemoryRecord; by: "content" | "origin" | "id" | "near"; near?: number };

/** Another writer may replace what this one was about to replace; then it is looked up again. */
const ATTEMPTS = 5;

/** The neighbour that says all of it already. */
export function nearDuplicate(
  embedder: Embedder,
  next: MemoryRecord,
  around: readonly Neighbour[],
): Neighbour | undefined {
  const threshold = embedder.nearDuplicate;
  return around.find(
    ({ record, cosine }) =>
      !contradicts(next.content, record.content) &&
      (sameWords(next.content, record.content) ||
        (threshold !== null && cosine !== null && cosine >= threshold && addsNothing(next.content, record.content))),
  );
}

export async function touched(store: MemoryStore, id: string, now: string): Promise<MemoryRecord> {
  await store.touch([id], now, USE_GAIN);
  const [record] = await store.get([id]);
  return record!;
}

/** The next version of a record: number and link set, and nothing of its own validity lost. */
export function nextVersion(next: MemoryRecord, old: MemoryRecord): MemoryRecord {
  return { ...next, supersedes: old.id, version: old.version + 1 };
}

/**
 * Puts a record where it belongs: an exact or near duplicate counts as a use of the one that is there, a contradiction
 * supersedes it, the rest is stored. Duplicates by hash are settled inside the store, so two writers at the same moment
 * make one record; when another writer replaces the same memory first, the place is looked for again, and of
 * contradictions written at the same moment the later one is left in force. `replaces` is what it is known to replace.
 */
export async function place(
  deps: Pick<MemoryDeps, "embedder" | "clock">,
  scope: Scope,
  store: MemoryStore,
  item: Indexed,
  fingerprint: Fingerprint,
  replaces: MemoryRecord | null = null,
): Promise<Placed> {
  const { record } = item;
  const vector = deps.embedder.nearDuplicate === null ? null : item.vector;
  const settled = (stored: MemoryRecord) => settle(deps, scope, store, stored, vector, fingerprint);
  const now = new Date(deps.clock.now()).toISOString();
  if (record.originKey !== null) {
    const [known] = await store.byOrigin([record.originKey]);
    if (known !== undefined) return { outcome: "duplicate", record: await touched(store, known, now), by: "origin" };
  }
  for (let attempt = 1; ; attempt++) {
    const around =
      record.kind === "semantic" && record.status === "active"
        ? await neighbours(store, { content: record.content, vector }, now)
        : [];
    const exact = around.find((one) => one.record.contentHash === record.contentHash);
    const near = exact === undefined ? nearDuplicate(deps.embedder, record, around) : undefined;
    if (near !== undefined)
      return {
        outcome: "duplicate",
        record: await touched(store, near.record.id, now),
        by: "near",
        near: near.cosine ?? 1,
      };
    const named = replaces !== null && attempt === 1 ? replaces : undefined;
    const old = exact === undefined ? (named ?? contradicted(record, around, deps.clock.now())[0]) : undefined;
    if (old === undefined) {
      const [inserted] = await store.insert([item], fingerprint, [
        auditEntry(deps, scope, "write", record.id, record.kind),
      ]);
      if (inserted!.outcome === "stored") return { outcome: "stored", record: await settled(record), replaced: null };
      return { outcome: "duplicate", record: await touched(store, inserted!.id, now), by: inserted!.by };
    }
    const next = nextVersion(record, old);
    try {
      await keepRest(deps, scope, store, old, next, fingerprint);
      await store.supersede(old.id, { ...item, record: next }, fingerprint, [
        auditEntry(deps, scope, "supersede", next.id, `replaces ${old.id}`),
      ]);
      return { outcome: "stored", record: await settled(next), replaced: old };
    } catch (error) {
      if (!isHindsightError(error, "CONFLICT") || attempt >= ATTEMPTS) throw error;
    }
  }
}
