import type { Kind, MemoryRecord, MemoryType, Source, Status } from "../../domain/record.ts";
import type { Entry } from "../../owner-image/entry.ts";

/** A record as a row of `records`, apart from `seq` and `rev`. */
export interface RecordRow {
  id: string;
  kind: string;
  type: string;
  status: string;
  source: string;
  thread: string | null;
  speaker: string | null;
  happened_at: string;
  valid_from: string;
  valid_until: string | null;
  last_accessed_at: string | null;
  importance: number;
  confidence: number;
  access_count: number;
  content_hash: string;
  tags: string;
  entities: string;
  namespace: string;
  origin_key: string | null;
  version: number;
  supersedes: string | null;
  superseded_by: string | null;
  body: string;
}

/** The columns in the order of `valuesOf`. */
export const RECORD_COLUMNS = [
  "id",
  "kind",
  "type",
  "status",
  "source",
  "thread",
  "speaker",
  "happened_at",
  "valid_from",
  "valid_until",
  "last_accessed_at",
  "importance",
  "confidence",
  "access_count",
  "content_hash",
  "tags",
  "entities",
  "namespace",
  "origin_key",
  "version",
  "supersedes",
  "superseded_by",
  "body",
] as const satisfies readonly (keyof RecordRow)[];

/** What no filter asks, as JSON. */
type Body = Pick<
  MemoryRecord,
  | "user"
  | "content"
  | "context"
  | "summary"
  | "language"
  | "timeZone"
  | "createdAt"
  | "promptVersion"
  | "episode"
  | "metadata"
>;

function bodyOf(record: MemoryRecord): string {
  const { user, content, context, summary, language, timeZone, createdAt, promptVersion, episode, metadata } = record;
  const body: Body = {
    user,
    content,
    context,
    summary,
    language,
    timeZone,
    createdAt,
    promptVersion,
    episode,
    metadata,
  };
  return JSON.stringify(body);
}

/** The record's values in the order of RECORD_COLUMNS. */
export function valuesOf(record: MemoryRecord): (string | number | null)[] {
  const row: RecordRow = {
    id: record.id,
    kind: record.kind,
    type: record.type,
    status: record.status,
    source: record.source,
    thread: record.thread,
    speaker: record.speaker,
    happened_at: record.happenedAt,
    valid_from: record.validFrom,
    valid_until: record.validUntil,
    last_accessed_at: record.lastAccessedAt,
    importance: record.importance,
    confidence: record.confidence,
    access_count: record.accessCount,
    content_hash: record.contentHash,
    tags: JSON.stringify(record.tags),
    entities: JSON.stringify(record.entities),
    namespace: record.namespace,
    origin_key: record.originKey,
    version: record.version,
    supersedes: record.supersedes,
    superseded_by: record.supersededBy,
    body: bodyOf(record),
  };
  return RECORD_COLUMNS.map((column) => row[column]);
}

const list = (json: string): string[] => (json === "[]" ? [] : (JSON.parse(json) as string[]));

/** What of a record's columns the image does not hold, in the order of Rest. */
export const REST_COLUMNS = [
  "namespace",
  "origin_key",
  "version",
  "supersedes",
  "superseded_by",
  "body",
] as const satisfies readonly (keyof RecordRow)[];
export type Rest = [
  namespace: string,
  originKey: string | null,
  version: number,
  supersedes: string | null,
  supersededBy: string | null,
  body: string,
];

/** The record of an entry of the image and the columns it lacks. To read them all takes three times as long. */
export function recordWith(
  entry: Entry,
  [namespace, originKey, version, supersedes, supersededBy, json]: Rest,
): MemoryRecord {
  const body = JSON.parse(json) as Body;
  return {
    id: entry.id,
    user: body.user,
    namespace,
    thread: entry.thread,
    kind: entry.kind,
    type: entry.type,
    content: body.content,
    context: body.context,
    summary: body.summary,
    speaker: entry.speaker,
    tags: entry.tags.slice(),
    entities: entry.entities.slice(),
    importance: entry.importance,
    confidence: entry.confidence,
    source: entry.source,
    language: body.language,
    timeZone: body.timeZone,
    createdAt: body.createdAt,
    happenedAt: entry.happenedAt,
    validFrom: entry.validFrom,
    validUntil: entry.validUntil,
    lastAccessedAt: entry.lastAccessedAt,
    accessCount: entry.accessCount,
    status: entry.status,
    version,
    supersedes,
    supersededBy,
    contentHash: entry.contentHash,
    originKey,
    promptVersion: body.promptVersion,
    episode: body.episode,
    metadata: body.metadata,
  };
}

/** The record of a row that `valuesOf` wrote. */
export function recordOf(row: RecordRow): MemoryRecord {
  const body = JSON.parse(row.body) as Body;
  return {
    id: row.id,
    user: body.user,
    namespace: row.namespace,
    thread: row.thread,
    kind: row.kind as Kind,
    type: row.type as MemoryType,
    content: body.content,
    context: body.context,
    summary: body.summary,
    speaker: row.speaker,
    tags: list(row.tags),
    entities: list(row.entities),
    importance: row.importance,
    confidence: row.confidence,
    source: row.source as Source,
    language: body.language,
    timeZone: body.timeZone,
    createdAt: body.createdAt,
    happenedAt: row.happened_at,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    lastAccessedAt: row.last_accessed_at,
    accessCount: row.access_count,
    status: row.status as Status,
    version: row.version,
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
    contentHash: row.content_hash,
    originKey: row.origin_key,
    promptVersion: body.promptVersion,
    episode: body.episode,
    metadata: body.metadata,
  };
}
