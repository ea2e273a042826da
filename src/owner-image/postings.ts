import type { Postings } from "../domain/bm25.ts";

const NOWHERE: Postings = { docs: new Uint32Array(0), counts: new Uint16Array(0) };
const MOST_COUNT = 65_535;
const FIRST_ROOM = 2;

interface List {
  docs: Uint32Array;
  counts: Uint16Array;
  size: number;
}

function roomier({ docs, counts, size }: List): List {
  const room = docs.length * 2;
  const made = { docs: new Uint32Array(room), counts: new Uint16Array(room), size };
  made.docs.set(docs);
  made.counts.set(counts);
  return made;
}

/** Where each term occurs, wholly in memory, for stores that keep no index of their own. */
export function createTermIndex() {
  const lists = new Map<string, List>();
  let cells = 0;
  return {
    /** Adds a record; records come in ascending order of their numbers. */
    add(seq: number, terms: readonly string[]): void {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const [term, count] of counts) {
        let list = lists.get(term);
        if (list === undefined)
          list = { docs: new Uint32Array(FIRST_ROOM), counts: new Uint16Array(FIRST_ROOM), size: 0 };
        if (list.size === list.docs.length) list = roomier(list);
        list.docs[list.size] = seq;
        list.counts[list.size++] = Math.min(count, MOST_COUNT);
        lists.set(term, list);
      }
      cells += counts.size;
    },
    of(term: string): Postings {
      const list = lists.get(term);
      if (list === undefined) return NOWHERE;
      return { docs: list.docs.subarray(0, list.size), counts: list.counts.subarray(0, list.size) };
    },
    /** About what it takes in memory. */
    bytes: (): number => cells * 9 + lists.size * 150,
  };
}
