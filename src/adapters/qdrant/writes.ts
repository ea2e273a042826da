import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint, Status } from "../../domain/record.ts";
import { checkFingerprint, checkOwner, checkVector, sameModel } from "../../owner-image/checks.ts";
import type { Amendment, AuditEntry, Indexed, Inserted, Patch } from "../../ports/store.ts";
import { createDraft, taken } from "./draft.ts";
import type { OwnerMemory, Server } from "./owner.ts";
import type { State } from "./state.ts";
import { type Decision, transact } from "./transact.ts";

/** @throws HindsightError WRONG_OWNER, INVALID_INPUT */
function checkItems({ owner }: OwnerMemory, items: readonly Indexed[], fingerprint: Fingerprint): void {
  for (const { record, vector } of items) {
    checkOwner(owner, record);
    checkVector(vector, fingerprint);
  }
}

/** @throws HindsightError EMBEDDING_MISMATCH unless it is the model of this memory, or the one that is to follow */
function checkModel({ embedding, next }: State, fingerprint: Fingerprint): void {
  if (embedding === null || (next !== null && sameModel(next, fingerprint))) return;
  checkFingerprint(embedding, fingerprint);
}

const NOTHING = { plan: null } as const;

export async function insert(
  server: Server,
  memory: OwnerMemory,
  items: readonly Indexed[],
  fingerprint: Fingerprint,
  audited: readonly AuditEntry[] = [],
): Promise<Inserted[]> {
  checkItems(memory, items, fingerprint);
  return transact(server, memory, ({ state, image }): Decision<Inserted[]> => {
    if (items.length > 0) checkModel(state, fingerprint);
    const draft = createDraft(image);
    const result = items.map((item): Inserted => {
      const duplicate = draft.duplicateOf(item.record);
      if (duplicate !== null) return duplicate;
      draft.add(item);
      return { outcome: "stored", id: item.record.id };
    });
    const stored = new Set(draft.insert.map(({ record }) => record.id));
    if (stored.size === 0) return { result, ...NOTHING };
    const audit = audited.filter(({ id }) => id === null || stored.has(id));
    return { result, plan: { insert: draft.insert, fingerprint, audit } };
  });
}

const earlier = (a: string | null, b: string) => (a !== null && a < b ? a : b);

export async function supersede(
  server: Server,
  memory: OwnerMemory,
  id: string,
  next: Indexed,
  fingerprint: Fingerprint,
  audit: readonly AuditEntry[] = [],
): Promise<void> {
  checkItems(memory, [next], fingerprint);
  await transact(server, memory, ({ state, image }): Decision<undefined> => {
    const seq = image.byId(id);
    if (seq === undefined)
      throw new HindsightError("NOT_FOUND", `there is no memory ${id}`, "Look its id up with `hindsight list`.");
    const [old, { version, supersededBy }] = [image.entry(seq), image.facts(seq)];
    if (supersededBy !== null || old.status === "superseded" || old.status === "forgotten")
      throw new HindsightError(
        "CONFLICT",
        `memory ${id} is ${old.status}${supersededBy === null ? "" : `, replaced by ${supersededBy}`}`,
        "Read its history and supersede the version that is in force.",
      );
    checkModel(state, fingerprint);
    const draft = createDraft(image);
    draft.change(seq, {
      status: "superseded",
      validUntil: earlier(old.validUntil, next.record.validFrom),
      supersededBy: next.record.id,
    });
    const record = { ...next.record, supersedes: id, version: version + 1 };
    if (draft.duplicateOf(record) !== null) throw taken();
    draft.add({ ...next, record });
    return { result: undefined, plan: { insert: draft.insert, fingerprint, patch: draft.patch, audit } };
  });
}

export function patch(
  server: Server,
  memory: OwnerMemory,
  id: string,
  change: Patch,
  when?: readonly Status[],
): Promise<boolean> {
  return transact(server, memory, ({ image }): Decision<boolean> => {
    const seq = image.byId(id);
    if (seq === undefined || (when !== undefined && !when.includes(image.entry(seq).status)))
      return { result: false, ...NOTHING };
    const draft = createDraft(image);
    draft.change(seq, change);
    return { result: true, plan: { patch: draft.patch } };
  });
}

function checkFence(state: State, fence: number): void {
  if (fence >= state.fence) return;
  throw new HindsightError(
    "LEASE_LOST",
    "another run took over this memory in the meantime",
    "Nothing was changed; the other run completes the work.",
  );
}

export async function amend(
  server: Server,
  memory: OwnerMemory,
  { insert: items = [], patch: patches = [], audit = [], fence }: Amendment,
  fingerprint: Fingerprint | null,
): Promise<boolean> {
  if (items.length > 0 && fingerprint === null) throw new TypeError("an insert needs the fingerprint of its vectors");
  if (fingerprint !== null) checkItems(memory, items, fingerprint);
  return transact(server, memory, ({ state, image }): Decision<boolean> => {
    if (fence !== undefined) checkFence(state, fence);
    if (items.length > 0 && fingerprint !== null) checkModel(state, fingerprint);
    const draft = createDraft(image);
    for (const { id, when, patch: change } of patches) {
      const seq = image.byId(id);
      if (seq === undefined || draft.status(seq) !== when) return { result: false, ...NOTHING };
      draft.change(seq, change);
    }
    for (const item of items) {
      if (draft.duplicateOf(item.record) !== null) return { result: false, ...NOTHING };
      draft.add(item);
    }
    const changes = draft.patch.size + draft.insert.length + audit.length > 0;
    if (!changes && (fence === undefined || fence === state.fence)) return { result: true, ...NOTHING };
    const change = fence === undefined ? {} : { fence };
    return { result: true, plan: { insert: draft.insert, fingerprint, patch: draft.patch, audit, change } };
  });
}
