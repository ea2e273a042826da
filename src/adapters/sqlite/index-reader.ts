import type { Postings } from "../../domain/bm25.ts";
import type { Statements } from "./connection.ts";
import { type Columns, encodeTerm, NOWHERE, parseInto, roomFor } from "./posting-lists.ts";

/** Occurrences read at a time: some two milliseconds. */
const SLICE = 5_000;

const SELECT = `SELECT term, group_concat(doc) FROM (SELECT term, doc FROM postings WHERE term > ? LIMIT ${SLICE}) GROUP BY term`;
const SELECT_ONE = "SELECT group_concat(doc) FROM postings WHERE term = ?";

/**
 * The whole index of a file, read slice by slice: to read it so takes a tenth of what asking for each of its
 * terms takes (1.4 µs a term at 5,000 memories, 3 at 50,000, against 25). All lists stand in two columns, not in an array each. It holds the records up to `upTo`,
 * whatever is written meanwhile.
 */
export function createIndexReader(sql: Statements, upTo: number) {
  const places = new Map<string, number>();
  const starts: number[] = [0];
  let columns: Columns = { docs: new Uint32Array(SLICE), counts: new Uint16Array(SLICE) };
  let size = 0;
  let cursor = "";
  let complete = false;

  const add = (term: string, text: string) => {
    const room = size + roomFor(text);
    if (room > columns.docs.length) {
      const grown = { docs: new Uint32Array(room * 2), counts: new Uint16Array(room * 2) };
      grown.docs.set(columns.docs);
      grown.counts.set(columns.counts);
      columns = grown;
    }
    const start = size;
    size = parseInto(columns, start, text);
    while (size > start && (columns.docs[size - 1] as number) > upTo) size--; // written since
    places.set(term, starts.length - 1);
    starts.push(size);
  };

  return {
    /** Reads on, on the snapshot at hand. Returns whether all is read. */
    next(): boolean {
      const rows = sql<[string, string]>(SELECT).raw().all(cursor);
      const read = rows.reduce((sum, [, text]) => sum + roomFor(text), 0);
      if (read < SLICE) {
        for (const [term, text] of rows) add(term, text);
        complete = true;
        columns = { docs: columns.docs.slice(0, size), counts: columns.counts.slice(0, size) };
        return true;
      }
      const [last, cut] = rows.pop() as [string, string]; // the slice may have cut it
      for (const [term, text] of rows) add(term, text);
      if (rows.length === 0) add(last, sql<string>(SELECT_ONE).pluck().get(last) ?? cut);
      cursor = rows.at(-1)?.[0] ?? last;
      return false;
    },
    get complete() {
      return complete;
    },
    /** Only once it is complete. */
    of(term: string): Postings {
      const place = places.get(encodeTerm(term));
      if (place === undefined) return NOWHERE;
      const [start, end] = [starts[place], starts[place + 1]];
      return { docs: columns.docs.subarray(start, end), counts: columns.counts.subarray(start, end) };
    },
    get postings(): number {
      return size;
    },
    get terms(): number {
      return places.size;
    },
  };
}
export type IndexReader = ReturnType<typeof createIndexReader>;
