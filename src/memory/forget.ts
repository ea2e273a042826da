import { z } from "zod";
import { USE_GAIN } from "../domain/constants.ts";
import { HindsightError } from "../domain/errors.ts";
import type { MemoryRecord, Status } from "../domain/record.ts";
import { terms } from "../domain/text.ts";
import type { Amendment, AuditEntry, MemoryStore, Patch } from "../ports/store.ts";
import { auditEntry, withRecord } from "./access.ts";
import { traceOf } from "./consolidate/proposal.ts";
import { revert } from "./consolidate/revert.ts";
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

/** The change and its audit in one; the record as it is afterwards. */
async function change(
  store: MemoryStore,
  record: MemoryRecord,
  {
    what,
    patch,
    others = [],
    audit,
  }: { what: string; patch: Patch; others?: NonNullable<Amendment["patch"]>; audit: AuditEntry },
): Promise<MemoryRecord> {
  const own = { id: record.id, when: record.status, patch };
  if (!(await store.amend({ patch: [own, ...others], audit: [audit] }, null))) throw conflict(record, what);
  const [changed] = await store.get([record.id]);
  return changed!;
}

/**
 * What an original stood in: a summary that may tell what is to be forgotten. It goes too, and the other originals stand
 * for themselves again until they are summarised anew.
 */
async function summaryOf(store: MemoryStore, record: MemoryRecord): Promise<NonNullable<Amendment["patch"]>> {
  const into = record.status === "compressed" ? traceOf(record)?.into : undefined;
  const [summary] = into === undefined ? [] : await store.get([into]);
  if (summary?.status !== "active") return [];
  const ids = z.array(z.string()).catch([]).parse(summary.metadata.compresses);
  const others = (await store.get(ids)).filter(({ id, status }) => id !== record.id && status === "compressed");
  return [
    {
      id: summary.id,
      when: "active",
      patch: { status: "forgotten", metadata: { ...summary.metadata, [BEFORE]: "active" } },
    },
    ...others.map(revert),
  ];
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
  return change(store, record, {
    what: "forgotten",
    patch: { status: "forgotten", metadata: { ...record.metadata, [BEFORE]: record.status } },
    others: await summaryOf(store, record),
    audit: auditEntry(deps, scope, "forget", record.id, `was ${record.status}`),
  });
}

/**
 * Brings a forgotten, archived, merged or compressed memory back. Restoring an active one changes nothing.
 * @throws HindsightError NOT_FOUND, CONFLICT when a newer version stands in its place, or the same was learnt again meanwhile
 */
export async function restore(deps: MemoryDeps, scope: Scope, id: string): Promise<MemoryRecord> {
  return withRecord(deps, scope, id, async (record, store) => {
    if (record.status === "active") return record;
    if (record.supersededBy !== null || record.status === "superseded") throw conflict(record, "restored");
    await refuseTwin(store, record, new Date(deps.clock.now()).toISOString());
    const at = new Date(deps.clock.now()).toISOString();
    const audit = auditEntry(deps, scope, "restore", id, `was ${record.status}`);
    if (record.status !== "forgotten") {
      const changed = await change(store, record, { what: "restored", patch: revert(record).patch, audit });
      if (traceOf(record) !== null) await store.touch([id], at, USE_GAIN); // else it would be put away again the next night
      return changed;
    }
    const { [BEFORE]: before, ...metadata } = record.metadata;
    const back: Status = before === "compressed" || before === "archived" ? before : "active";
    return change(store, record, { what: "restored", patch: { status: back, metadata }, audit });
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
