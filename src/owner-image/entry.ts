import { type Instant, STATUSES, type Status } from "../domain/record.ts";
import type { Candidate } from "../ports/store.ts";

/** A candidate with the rest of what filters ask. Never changed in place: a newer state is a new object. */
export interface Entry extends Candidate {
  readonly seq: number;
  readonly validFrom: Instant;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
}

/** Number of each status in `statusCodes`; 0 is no record. */
export const STATUS_CODE: Readonly<Record<Status, number>> = Object.fromEntries(
  STATUSES.map((status, index) => [status, index + 1]),
) as Record<Status, number>;

/**
 * All records of one owner as ranking sees them, in memory, by their number `seq` (1, 2, 3 …, nearly dense; the adapter
 * gives it, in the order of writing). Filters and ranks are computed here; the store is asked only for what changed
 * since `rev`.
 */
export interface Image {
  rev: number;
  /** Highest `seq`; the arrays below are valid for 1 … last. */
  last: number;
  /** Number of records. */
  records: number;
  entries: (Entry | undefined)[];
  statusCodes: Uint8Array;
  /** 1 where the record has a `validUntil`. */
  expiring: Uint8Array;
  lengths: Uint32Array;
  asks: Uint8Array;
  /** Index into `threads`, −1 for none. */
  threadOf: Int32Array;
  /** Names of the threads. */
  threads: string[];
  byId: Map<string, number>;
}

/** By happenedAt, then id, so that the order never depends on the file. */
export function earlierFirst(a: Pick<Candidate, "happenedAt" | "id">, b: Pick<Candidate, "happenedAt" | "id">): number {
  if (a.happenedAt !== b.happenedAt) return a.happenedAt < b.happenedAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export function emptyImage(): Image {
  return {
    rev: 0,
    last: 0,
    records: 0,
    entries: [],
    statusCodes: new Uint8Array(0),
    expiring: new Uint8Array(0),
    lengths: new Uint32Array(0),
    asks: new Uint8Array(0),
    threadOf: new Int32Array(0),
    threads: [],
    byId: new Map(),
  };
}

/** `old` with room for `size`. */
export function grown<A extends Uint8Array | Uint32Array | Int32Array>(made: A, old: A): A {
  made.set(old);
  return made;
}

/** Room for a record of that number. */
export function reserve(image: Image, seq: number): void {
  if (seq < image.lengths.length) return;
  const capacity = Math.max(64, seq + 1, image.lengths.length * 2);
  image.statusCodes = grown(new Uint8Array(capacity), image.statusCodes);
  image.expiring = grown(new Uint8Array(capacity), image.expiring);
  image.asks = grown(new Uint8Array(capacity), image.asks);
  image.lengths = grown(new Uint32Array(capacity), image.lengths);
  image.threadOf = grown(new Int32Array(capacity), image.threadOf);
}
