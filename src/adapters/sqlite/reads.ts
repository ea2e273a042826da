import { idf, scoreThreads, scoreTurns } from "../../domain/bm25.ts";
import { BM25 } from "../../domain/constants.ts";
import { HindsightError } from "../../domain/errors.ts";
import type { Kind, MemoryRecord, Status } from "../../domain/record.ts";
import {
  type AuditEntry,
  type Filter,
  type Hit,
  type KeywordHits,
  type KeywordQuery,
  type Neighbour,
  noStats,
  type Overview,
  type StoreStats,
  type StructuredQuery,
  type VectorQuery,
} from "../../ports/store.ts";
import { type Entry, earlierFirst, type Image } from "./entry.ts";
import type { OwnerFile } from "./file.ts";
import { matcher, statusesOf } from "./filter.ts";
import { RECORD_COLUMNS, type RecordRow, recordOf } from "./rows.ts";
import { selection, wholeLimit } from "./top.ts";

const entryAt = (image: Image, seq: number) => image.entries[seq] as Entry;

/** Higher score first; of equals the newer one, so that the order is the same in every store. */
function byScore(image: Image, scores: ArrayLike<number>): (a: number, b: number) => number {
  return (a, b) => (scores[b] as number) - (scores[a] as number) || earlierFirst(entryAt(image, b), entryAt(image, a));
}

/** The best of these records that pass. Most are told by their score alone that they are not among them. */
function bestOf(
  image: Image,
  scores: Float64Array,
  among: readonly number[],
  passes: (seq: number) => boolean,
  limit: number,
): number[] {
  const chosen = selection(wholeLimit(limit), byScore(image, scores));
  let floor = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < among.length; i++) {
    const seq = among[i] as number;
    if ((scores[seq] as number) < floor || !passes(seq) || !chosen.offer(seq)) continue;
    const worst = chosen.worst();
    if (worst !== undefined) floor = scores[worst] as number;
  }
  return chosen.best();
}

/** The same of all records: a loop of its own, which stays quick because it meets one kind of array. */
function bestOfAll(image: Image, scores: Float32Array, passes: (seq: number) => boolean, limit: number): number[] {
  const chosen = selection(wholeLimit(limit), byScore(image, scores));
  let floor = Number.NEGATIVE_INFINITY;
  for (let seq = 1; seq <= image.last; seq++) {
    if ((scores[seq] as number) < floor || !passes(seq) || !chosen.offer(seq)) continue;
    const worst = chosen.worst();
    if (worst !== undefined) floor = scores[worst] as number;
  }
  return chosen.best();
}

function hits(image: Image, seqs: readonly number[], score: (seq: number, place: number) => number): Hit[] {
  return seqs.map((seq, place) => ({ candidate: entryAt(image, seq), score: score(seq, place) }));
}

/** Where the query's terms occur among the records its filter's statuses let through. */
function occurrences(file: OwnerFile, query: KeywordQuery) {
  const image = file.image();
  const corpus = file.corpus(statusesOf(query.filter));
  return { image, corpus: corpus.view(), postings: file.postings(query.terms).map(corpus.only) };
}

export function keyword(file: OwnerFile, query: KeywordQuery): KeywordHits {
  const { image, corpus, postings } = occurrences(file, query);
  const { score, own, matched } = scoreTurns(query.terms, postings, corpus);
  const passes = matcher(image, query.filter, query.now);
  let ceiling = 0;
  query.terms.forEach(({ weight }, index) => {
    ceiling += weight * idf(corpus.size, postings[index]?.docs.length ?? 0) * (BM25.k1 + 1);
  });
  const best = bestOf(image, score, matched, passes, query.limit).map((seq): Hit => {
    return { candidate: entryAt(image, seq), score: score[seq] as number, own: own[seq] as number };
  });
  return { hits: best, ceiling };
}

export function threads(file: OwnerFile, query: KeywordQuery): { thread: string; score: number }[] {
  const { image, corpus, postings } = occurrences(file, query);
  const scores = scoreThreads(query.terms, postings, corpus);
  const passes = matcher(image, query.filter, query.now);
  const name = (thread: number) => image.threads[thread] as string;
  const score = (thread: number) => scores.get(thread) as number;
  const chosen = selection(wholeLimit(query.limit), (a, b) => score(b) - score(a) || (name(a) < name(b) ? -1 : 1));
  for (const thread of scores.keys())
    if (Array.prototype.some.call(corpus.members(thread), passes)) chosen.offer(thread);
  return chosen.best().map((thread) => ({ thread: name(thread), score: score(thread) }));
}

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

export function structured(file: OwnerFile, query: StructuredQuery): Hit[] {
  const image = file.image();
  const passes = matcher(image, query.filter, query.now);
  const older = (a: number, b: number) => earlierFirst(entryAt(image, a), entryAt(image, b));
  const orders: Record<StructuredQuery["order"], (a: number, b: number) => number> = {
    oldest: older,
    recent: (a, b) => older(b, a),
    important: (a, b) => entryAt(image, b).importance - entryAt(image, a).importance || older(b, a),
  };
  const chosen = selection(wholeLimit(query.limit), orders[query.order]);
  // records are mostly written in the order of time: begin where the best are likely, so that few replace others
  const first = query.order === "oldest" ? 1 : image.last;
  const step = query.order === "oldest" ? 1 : -1;
  for (let seq = first; seq >= 1 && seq <= image.last; seq += step) if (passes(seq)) chosen.offer(seq);
  return hits(image, chosen.best(), (_, place) => 1 / (1 + place));
}

/** Where a record of any status stands among the members of its thread: the place of the first that is not earlier. */
function placeAmong(image: Image, members: readonly number[], own: Entry): number {
  let place = 0;
  for (let high = members.length; place < high; ) {
    const middle = (place + high) >> 1;
    if (earlierFirst(entryAt(image, members[middle] as number), own) < 0) place = middle + 1;
    else high = middle;
  }
  return place;
}

export function around(file: OwnerFile, ids: readonly string[], reach: number, only?: "given"): Neighbour[] {
  const image = file.image();
  const active = file.corpus(["active"]);
  const { placeOf } = active.view();
  const given = new Set<number>();
  for (const id of ids) {
    const seq = image.byId.get(id);
    if (seq !== undefined) given.add(seq);
  }
  const found: Neighbour[] = [];
  const most = wholeLimit(reach);
  for (const seq of given) {
    const members = active.members(image.threadOf[seq] as number);
    const own = entryAt(image, seq);
    const place = active.has(seq) ? (placeOf[seq] as number) : placeAmong(image, members, own);
    const offer = (at: number, distance: number) => {
      const member = members[at];
      if (member !== undefined && (only === undefined || given.has(member)))
        found.push({ of: own.id, candidate: entryAt(image, member), distance });
    };
    const next = members[place] === seq ? place + 1 : place;
    for (let distance = 1; distance <= most && place >= distance; distance++) offer(place - distance, -distance);
    for (let distance = 1; distance <= most && next + distance <= members.length; distance++)
      offer(next + distance - 1, distance);
  }
  return found;
}

/** What is active, for reading a question. */
export function overview(file: OwnerFile): Overview {
  file.image();
  const { count, speakers, oldest, newest } = file.corpus(["active"]).overview();
  return { count, speakers: speakers.slice(), oldest, newest };
}

export function byOrigin(file: OwnerFile, keys: readonly string[]): (string | undefined)[] {
  const one = file.sql<string>("SELECT id FROM records WHERE origin_key = ?").pluck();
  return keys.map((key) => one.get(key));
}

const SELECT_RECORD = `SELECT ${RECORD_COLUMNS.join(", ")} FROM records`;

export function get(file: OwnerFile, ids: readonly string[]): MemoryRecord[] {
  const { byId } = file.image();
  const one = file.sql<RecordRow>(`${SELECT_RECORD} WHERE seq = ?`);
  return ids.flatMap((id) => {
    const seq = byId.get(id);
    const row = seq === undefined ? undefined : one.get(seq);
    return row === undefined ? [] : [recordOf(row)];
  });
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
  const image = file.image();
  const passes = matcher(image, filter, null);
  const way = page.newestFirst === true ? -1 : 1;
  const order = (a: string, b: string) => (a < b ? -way : a > b ? way : 0);
  const { after } = page;
  const chosen = selection(wholeLimit(page.limit), (a, b) => order(entryAt(image, a).id, entryAt(image, b).id));
  for (let seq = 1; seq <= image.last; seq++)
    if (passes(seq) && (after === undefined || order(after, entryAt(image, seq).id) < 0)) chosen.offer(seq);
  return get(
    file,
    chosen.best().map((seq) => entryAt(image, seq).id),
  );
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
