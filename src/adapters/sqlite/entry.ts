import {
  KINDS,
  type Kind,
  type MemoryType,
  SOURCES,
  type Source,
  STATUSES,
  type Status,
  TYPES,
} from "../../domain/record.ts";
import type { Asks } from "../../domain/text.ts";
import type { Entry } from "../../owner-image/entry.ts";

/** A row of COLUMNS. */
export type Row = [
  seq: number,
  id: string,
  kind: string,
  type: string,
  status: string,
  source: string,
  thread: string | null,
  speaker: string | null,
  happenedAt: string,
  validFrom: string,
  validUntil: string | null,
  lastAccessedAt: string | null,
  importance: number,
  confidence: number,
  accessCount: number,
  length: number,
  asks: number,
  contentHash: string,
  tags: string,
  entities: string,
];

/** What the image holds of a record, in the order of Row. */
export const COLUMNS = `seq, id, kind, type, status, source, thread, speaker, happened_at, valid_from, valid_until,
  last_accessed_at, importance, confidence, access_count, length, asks, content_hash, tags, entities`;

const NONE: readonly string[] = [];
const list = (json: string): readonly string[] => (json === "[]" ? NONE : (JSON.parse(json) as string[]));

/** One shared string for each word of a vocabulary: SQLite returns a new string for every row. */
const vocabulary = <T extends string>(words: readonly T[]): ((word: string) => T) => {
  const shared = new Map<string, T>(words.map((word) => [word, word]));
  return (word) => shared.get(word) ?? (word as T);
};
const kindOf: (word: string) => Kind = vocabulary(KINDS);
const typeOf: (word: string) => MemoryType = vocabulary(TYPES);
const statusOf: (word: string) => Status = vocabulary(STATUSES);
const sourceOf: (word: string) => Source = vocabulary(SOURCES);

export function entryOf(row: Row, thread: string | null): Entry {
  return {
    seq: row[0],
    id: row[1],
    kind: kindOf(row[2]),
    type: typeOf(row[3]),
    status: statusOf(row[4]),
    source: sourceOf(row[5]),
    thread,
    speaker: row[7],
    happenedAt: row[8],
    validFrom: row[9],
    validUntil: row[10],
    lastAccessedAt: row[11],
    importance: row[12],
    confidence: row[13],
    accessCount: row[14],
    length: row[15],
    asks: row[16] as Asks,
    contentHash: row[17],
    tags: list(row[18]),
    entities: list(row[19]),
  };
}
