import { HindsightError } from "../domain/errors.ts";
import type { MemoryRecord, Status } from "../domain/record.ts";
import { terms } from "../domain/text.ts";
import type { MemoryStore } from "../ports/store.ts";
import { auditEntry, withRecord } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";

/** What may be forgotten; an old version goes with its history, not by itself. */
const FORGETTABLE: readonly Status[] = ["active", "archived", "compressed", "quarantined"];
/** Where a forgotten record remembers what it was, for `restore`. */
const BEFORE = "statusBefore";

function conflict(record: MemoryRecord, what: string): HindsightError {
  return new HindsightError(
    "CONFLICT",
    `memory ${record.id} is ${record.status}${record.supersededBy === null ? "" : `, replaced by ${record.supersededBy}`}; it cannot be ${what}`,
    "Look at its history and choose the version that is in force.",
  );
}

async function change(
  store: MemoryStore,
  record: MemoryRecord,
  status: Status,
  metadata: MemoryRecord["metadata"],
  what: string,
): Promise<MemoryRecord> {
  if (!(await store.patch(record.id, { status, metadata }, [record.status]))) throw conflict(record, what);
  const [changed] = await store.get([record.id]);
  return changed!;
}

/**
 * Soft: the memory is no longer recalled and can be brought back by `restore`. Forgetting what is forgotten changes nothing.
 * @throws HindsightError NOT_FOUND, CONFLICT for a version that was superseded
 */
export async function forget(deps: MemoryDeps, scope: Scope, id: string): Promise<MemoryRecord> {
  return withRecord(deps, scope, id, (record, store) => forgetRecord(deps, scope, store, record));
}

/** The same for a record at hand. @throws HindsightError CONFLICT for a version that was superseded */
export async function forgetRecord(
  deps: MemoryDeps,
  scope: Scope,
  store: MemoryStore,
  record: MemoryRecord,
): Promise<MemoryRecord> {
  if (record.status === "forgotten") return record;
  if (!FORGETTABLE.includes(record.status)) throw conflict(record, "forgotten");
  const changed = await change(
    store,
    record,
    "forgotten",
    { ...record.metadata, [BEFORE]: record.status },
    "forgotten",
  );
  await store.audit(auditEntry(deps, scope, "forget", record.id, `was ${record.status}`));
  return changed;
}

/**
 * Brings a forgotten or archived memory back. Restoring an active one changes nothing.
 * @throws HindsightError NOT_FOUND, CONFLICT when a newer version stands in its place, or the same was learnt again meanwhile
 */
export async function restore(deps: MemoryDeps, scope: Scope, id: string): Promise<MemoryRecord> {
  return withRecord(deps, scope, id, async (record, store) => {
    if (record.status === "active") return record;
    if (record.supersededBy !== null || record.status === "superseded") throw conflict(record, "restored");
    await refuseTwin(store, record, new Date(deps.clock.now()).toISOString());
    const { [BEFORE]: before, ...metadata } = record.metadata;
    const back: Status = before === "compressed" || before === "archived" ? before : "active";
    const changed = await change(store, record, record.status === "forgotten" ? back : "active", metadata, "restored");
    await store.audit(auditEntry(deps, scope, "restore", id, `was ${record.status}`));
    return changed;
  });
}

/** Restoring must not make a second active record of the same content. */
async function refuseTwin(store: MemoryStore, record: MemoryRecord, now: string): Promise<void> {
  const words = Array.from(new Set(terms(record.content)), (term) => ({ term, weight: 1 }));
  const { hits } = await store.keyword({ terms: words.slice(0, 64), filter: { kinds: [record.kind] }, limit: 20, now });
  const twin = hits.find(({ candidate }) => candidate.contentHash === record.contentHash && candidate.id !== record.id);
  if (twin !== undefined)
    throw new HindsightError(
      "CONFLICT",
      `the same was remembered again as ${twin.candidate.id}`,
      "Keep that one; there is nothing to restore.",
    );
}
