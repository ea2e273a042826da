import { HindsightError } from "../../domain/errors.ts";
import type { Fingerprint, MemoryRecord, Status } from "../../domain/record.ts";
import { asksOf } from "../../domain/text.ts";
import { checkFingerprint, checkOwner, checkVector, sameModel } from "../../owner-image/checks.ts";
import type { Amendment, AuditEntry, Indexed, Inserted, Patch } from "../../ports/store.ts";
import type { OwnerFile } from "./file.ts";
import { writeGraph } from "./graph-writes.ts";
import { encodeTerm } from "./posting-lists.ts";
import type { Added } from "./postings.ts";
import { nextEmbedding } from "./reembed.ts";
import { RECORD_COLUMNS, type RecordRow, recordOf, valuesOf } from "./rows.ts";
import { bytesOf } from "./vectors.ts";

const INSERT_RECORD = `INSERT INTO records (${RECORD_COLUMNS.join(", ")}, length, asks, rev)
  VALUES (${RECORD_COLUMNS.map(() => "?").join(", ")}, ?, ?, ?)`;
const UPDATE_RECORD = `UPDATE records SET ${RECORD_COLUMNS.map((column) => `${column} = ?`).join(", ")}, rev = ?
  WHERE id = ?`;

/** Where vectors of that model go: beside the old ones while the file changes over to it. */
function ensureFingerprint(file: OwnerFile, fingerprint: Fingerprint): "vectors" | "next_vectors" {
  const known = file.embedding();
  if (known === null) {
    file
      .sql("UPDATE state SET model = ?, model_version = ?, dimensions = ?")
      .run(fingerprint.model, fingerprint.version, fingerprint.dimensions);
    return "vectors";
  }
  const next = sameModel(known, fingerprint) ? null : nextEmbedding(file);
  if (next !== null && sameModel(next, fingerprint)) return "next_vectors";
  checkFingerprint(known, fingerprint);
  return "vectors";
}

function store(
  file: OwnerFile,
  { record, terms, vector, mentions, relations }: Indexed,
  rev: number,
  table: "vectors" | "next_vectors",
): Added {
  const { lastInsertRowid } = file
    .sql(INSERT_RECORD)
    .run(...valuesOf(record), terms.length, asksOf(record.content), rev);
  const seq = Number(lastInsertRowid);
  file.sql(`INSERT INTO ${table} (seq, vector) VALUES (?, ?)`).run(seq, bytesOf(vector));
  if (terms.length > 0)
    file.sql("INSERT INTO keywords (rowid, terms) VALUES (?, ?)").run(seq, terms.map(encodeTerm).join(" "));
  if (mentions !== undefined) writeGraph(file.sql, seq, { mentions, relations: relations ?? [] });
  return { seq, terms };
}

/** What stands in the way of the record, if anything does. */
function duplicateOf(file: OwnerFile, record: MemoryRecord): Inserted | null {
  if (record.originKey !== null) {
    const id = file.sql<string>("SELECT id FROM records WHERE origin_key = ?").pluck().get(record.originKey);
    if (id !== undefined) return { outcome: "duplicate", id, by: "origin" };
  }
  if (record.status === "active") {
    const id = file
      .sql<string>("SELECT id FROM records WHERE namespace = ? AND content_hash = ? AND status = 'active'")
      .pluck()
      .get(record.namespace, record.contentHash);
    if (id !== undefined) return { outcome: "duplicate", id, by: "content" };
  }
  const known = file.sql<number>("SELECT 1 FROM records WHERE id = ?").pluck().get(record.id);
  return known === undefined ? null : { outcome: "duplicate", id: record.id, by: "id" };
}

export function insert(
  file: OwnerFile,
  items: readonly Indexed[],
  fingerprint: Fingerprint,
  audited: readonly AuditEntry[] = [],
): Inserted[] {
  for (const { record, vector } of items) {
    checkOwner(file.owner, record);
    checkVector(vector, fingerprint);
  }
  if (items.length === 0) return [];
  const added: Added[] = [];
  const results = file.write((changed) => {
    const table = ensureFingerprint(file, fingerprint);
    const stored = new Set<string>();
    const inserted = items.map((item): Inserted => {
      const duplicate = duplicateOf(file, item.record);
      if (duplicate !== null) return duplicate;
      added.push(store(file, item, changed(), table));
      stored.add(item.record.id);
      return { outcome: "stored", id: item.record.id };
    });
    for (const entry of audited) if (entry.id === null ? stored.size > 0 : stored.has(entry.id)) note(file, entry);
    return inserted;
  });
  file.added(added);
  return results;
}

function find(file: OwnerFile, id: string): MemoryRecord | undefined {
  const row = file.sql<RecordRow>(`SELECT ${RECORD_COLUMNS.join(", ")} FROM records WHERE id = ?`).get(id);
  return row === undefined ? undefined : recordOf(row);
}

function replace(file: OwnerFile, record: MemoryRecord, rev: number): void {
  file.sql(UPDATE_RECORD).run(...valuesOf(record), rev, record.id);
}

const earlier = (a: string | null, b: string) => (a !== null && a < b ? a : b);

export function supersede(
  file: OwnerFile,
  id: string,
  next: Indexed,
  fingerprint: Fingerprint,
  audited: readonly AuditEntry[] = [],
): void {
  checkOwner(file.owner, next.record);
  checkVector(next.vector, fingerprint);
  const added = file.write((changed) => {
    const old = find(file, id);
    if (old === undefined)
      throw new HindsightError("NOT_FOUND", `there is no memory ${id}`, "Look its id up with `hindsight list`.");
    if (old.supersededBy !== null || old.status === "superseded" || old.status === "forgotten")
      throw new HindsightError(
        "CONFLICT",
        `memory ${id} is ${old.status}${old.supersededBy === null ? "" : `, replaced by ${old.supersededBy}`}`,
        "Read its history and supersede the version that is in force.",
      );
    const table = ensureFingerprint(file, fingerprint);
    const rev = changed();
    replace(
      file,
      {
        ...old,
        status: "superseded",
        validUntil: earlier(old.validUntil, next.record.validFrom),
        supersededBy: next.record.id,
      },
      rev,
    );
    const stored = store(
      file,
      { ...next, record: { ...next.record, supersedes: id, version: old.version + 1 } },
      rev,
      table,
    );
    for (const entry of audited) note(file, entry);
    return stored;
  });
  file.added([added]);
}

export function patch(file: OwnerFile, id: string, change: Patch, when?: readonly Status[]): boolean {
  return file.write((changed) => {
    const old = find(file, id);
    if (old === undefined || (when !== undefined && !when.includes(old.status))) return false;
    replace(file, { ...old, ...change }, changed());
    return true;
  });
}

/** Undoes a transaction that found something in its way. */
const NOT_NOW = Symbol("not now");

function checkFence(file: OwnerFile, fence: number): void {
  const { changes } = file.sql("UPDATE fence SET token = ? WHERE token <= ?").run(fence, fence);
  if (changes === 0)
    throw new HindsightError(
      "LEASE_LOST",
      "another run took over this memory in the meantime",
      "Nothing was changed; the other run completes the work.",
    );
}

export function amend(
  file: OwnerFile,
  { insert: items = [], patch: patches = [], audit: audited = [], fence }: Amendment,
  fingerprint: Fingerprint | null,
): boolean {
  if (items.length > 0 && fingerprint === null) throw new TypeError("an insert needs the fingerprint of its vectors");
  for (const { record, vector } of items) {
    checkOwner(file.owner, record);
    checkVector(vector, fingerprint as Fingerprint);
  }
  const added: Added[] = [];
  try {
    file.write((changed) => {
      if (fence !== undefined) checkFence(file, fence);
      const table = items.length > 0 ? ensureFingerprint(file, fingerprint as Fingerprint) : "vectors";
      for (const { id, when, patch: change } of patches) {
        const old = find(file, id);
        if (old?.status !== when) throw NOT_NOW;
        replace(file, { ...old, ...change }, changed());
      }
      for (const item of items) {
        if (duplicateOf(file, item.record) !== null) throw NOT_NOW;
        added.push(store(file, item, changed(), table));
      }
      for (const entry of audited) note(file, entry);
    });
  } catch (error) {
    if (error === NOT_NOW) return false;
    throw error;
  }
  file.added(added);
  return true;
}

export function touch(file: OwnerFile, ids: readonly string[], at: string, gain: number): void {
  if (ids.length === 0) return;
  file.write(
    (changed) => {
      const known = file.sql<number>("SELECT 1 FROM records WHERE id = ?").pluck();
      const count = file.sql(`UPDATE records SET access_count = access_count + 1,
        last_accessed_at = max(coalesce(last_accessed_at, ''), ?), importance = max(0.0, min(1.0, importance + ?)), rev = ?
        WHERE id = ?`);
      for (const id of new Set(ids)) if (known.get(id) !== undefined) count.run(at, gain, changed(), id);
    },
    { durable: false, uses: true },
  );
}

function note(file: OwnerFile, entry: AuditEntry): void {
  file
    .sql("INSERT INTO audit (at, actor, action, id, detail) VALUES (?, ?, ?, ?, ?)")
    .run(entry.at, entry.actor, entry.action, entry.id, entry.detail);
}

export function audit(file: OwnerFile, entry: AuditEntry): void {
  file.write(() => note(file, entry), { durable: entry.action !== "read" });
}
