import { HindsightError } from "../../domain/errors.ts";
import type { Kind, MemoryRecord, Status } from "../../domain/record.ts";
import type { Entry } from "../../owner-image/entry.ts";
import { matcher } from "../../owner-image/filter.ts";
import { bestOfAll, hits, pageOf } from "../../owner-image/reads.ts";
import { wholeLimit } from "../../owner-image/top.ts";
import {
  type AuditEntry,
  type Filter,
  type Hit,
  noStats,
  type StoreStats,
  type VectorQuery,
} from "../../ports/store.ts";
import type { OwnerFile } from "./file.ts";
import { RECORD_COLUMNS, type RecordRow, recordOf, recordWith } from "./rows.ts";

export function nearest(file: OwnerFile, query: VectorQuery): Hit[] {
  const image = file.image();
  const matrix = file.matrix();
  if (matrix === null) return [];
  if (matrix.dimensions !== query.vector.length)
    throw new HindsightError(
      "EMBEDDING_MISMATCH",
      `the query has ${query.vector.length} dimensions, this memory ${matrix.dimensions}`,
      "Set HINDSIGHT_EMBEDDING_MODEL back to the model this memory was filled with, or run `hindsight reembed`.",
    );
  const passes = matcher(image, query.filter, query.now);
  const scores = matrix.scores(query.vector, image.last);
  return hits(image, bestOfAll(image, scores, passes, query.limit), (seq) => scores[seq] as number);
}

export function byOrigin(file: OwnerFile, keys: readonly string[]): (string | undefined)[] {
  const one = file.sql<string>("SELECT id FROM records WHERE origin_key = ?").pluck();
  return keys.map((key) => one.get(key));
}

const SELECT_RECORD = `SELECT ${RECORD_COLUMNS.join(", ")} FROM records`;

/** By what the image holds of them, and the rest. */
export function get(file: OwnerFile, ids: readonly string[]): MemoryRecord[] {
  if (ids.length === 0) return [];
  const { byId, entries } = file.image();
  const found: MemoryRecord[] = [];
  for (const id of ids) {
    const seq = byId.get(id);
    const rest = seq === undefined ? undefined : file.rest(seq);
    if (rest !== undefined) found.push(recordWith(entries[seq as number] as Entry, rest));
  }
  return found;
}

export function vectors(file: OwnerFile, ids: readonly string[]): (Float32Array | undefined)[] {
  const one = file
    .sql<Uint8Array>("SELECT vector FROM vectors WHERE seq = (SELECT seq FROM records WHERE id = ?)")
    .pluck();
  return ids.map((id) => {
    const bytes = one.get(id);
    return bytes === undefined ? undefined : new Float32Array(Uint8Array.from(bytes).buffer);
  });
}

export function list(
  file: OwnerFile,
  filter: Filter,
  page: { limit: number; after?: string; newestFirst?: boolean },
): MemoryRecord[] {
  return get(file, pageOf(file.image(), filter, page));
}

export function history(file: OwnerFile, id: string): MemoryRecord[] {
  const rows = file
    .sql<RecordRow>(
      `WITH RECURSIVE linked (id) AS (
         SELECT id FROM records WHERE id = ?
         UNION
         SELECT r.id FROM linked l JOIN records r ON r.supersedes = l.id OR r.superseded_by = l.id
           OR r.id IN (SELECT supersedes FROM records WHERE id = l.id UNION ALL
                       SELECT superseded_by FROM records WHERE id = l.id)
       )
       ${SELECT_RECORD} WHERE id IN (SELECT id FROM linked) ORDER BY version, happened_at, id`,
    )
    .all(id);
  return rows.map(recordOf);
}

interface Group {
  status: Status;
  kind: Kind;
  records: number;
  recalled: number;
  oldest: string;
  newest: string;
}

export function stats(file: OwnerFile): StoreStats {
  const groups = file
    .sql<Group>(
      `SELECT status, kind, count(*) AS records, sum(access_count > 0) AS recalled,
         min(happened_at) AS oldest, max(happened_at) AS newest FROM records GROUP BY status, kind`,
    )
    .all();
  const found = noStats();
  for (const group of groups) {
    found.total += group.records;
    found.everRecalled += group.recalled;
    found.byStatus[group.status] = (found.byStatus[group.status] ?? 0) + group.records;
    if (group.status === "active") found.byKind[group.kind] = (found.byKind[group.kind] ?? 0) + group.records;
    if (found.oldest === null || group.oldest < found.oldest) found.oldest = group.oldest;
    if (found.newest === null || group.newest > found.newest) found.newest = group.newest;
  }
  found.bytes = file
    .sql<number>("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    .pluck()
    .get() as number;
  return found;
}

export function writesSince(file: OwnerFile, actor: string, since: string): number {
  return file
    .sql<number>(
      "SELECT count(DISTINCT id) FROM audit WHERE at >= ? AND actor = ? AND action IN ('write', 'supersede')",
    )
    .pluck()
    .get(since, actor)!;
}

export function auditTrail(file: OwnerFile, limit: number): AuditEntry[] {
  return file
    .sql<AuditEntry>("SELECT at, actor, action, id, detail FROM audit ORDER BY seq DESC LIMIT ?")
    .all(Math.min(wholeLimit(limit), Number.MAX_SAFE_INTEGER));
}
