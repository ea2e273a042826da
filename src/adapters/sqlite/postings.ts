import { LRUCache } from "lru-cache";
import type { Postings } from "../../domain/bm25.ts";
import type { Statements } from "./connection.ts";
import { createIndexReader, type IndexReader } from "./index-reader.ts";
import { appended, encodeTerm, NOWHERE, parsed } from "./posting-lists.ts";

/** Postings kept per file, six bytes each: the whole index of a store of 50,000 turns. */
const MOST_KEPT = 1_000_000;
/** What a term of the whole index takes beside its postings, in bytes. */
const TERM_BYTES = 100;

/** A record just written through this file: what is kept need not be read again because of it. */
export interface Added {
  seq: number;
  terms: readonly string[];
}

/** Most records remembered between two queries; after more of them reading anew is as quick. */
const MOST_ADDED = 200;
/** Most records kept beside the whole index, which is then read anew. */
const MOST_BESIDE = 2_000;
/**
 * Records of which reading the whole index takes ten times as long as asking for one term (8 µs each against 25): by then
 * the questions were many enough for the whole to pay soon, and who asks once never pays for it.
 */
const RECORDS_A_TERM = 32;

/** Reads postings through FTS5's vocabulary table and keeps them in step with what this file adds. */
export function createPostings(sql: Statements) {
  const kept = new LRUCache<string, Postings>({
    maxSize: MOST_KEPT,
    sizeCalculation: (postings) => postings.docs.length + 1,
  });
  /** What is kept is complete up to this record. */
  let upTo = 0;
  let recent: Added[] = [];
  /** Terms asked of the file since the whole index was last begun or dropped. */
  let asked = 0;
  let whole: IndexReader | null = null;
  /** What was added since `whole`, by term. */
  let beside = new Map<string, { seq: number; count: number }[]>();
  let recordsBeside = 0;
  let tooLarge = false;

  const dropWhole = () => {
    whole = null;
    beside = new Map();
    asked = recordsBeside = 0;
  };
  const add = ({ seq, terms }: Added) => {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const known = kept.peek(term);
      if (known !== undefined) kept.set(term, appended(known, seq, count));
      if (whole !== null) beside.set(term, [...(beside.get(term) ?? []), { seq, count }]);
    }
    if (whole !== null && ++recordsBeside > MOST_BESIDE) dropWhole();
  };
  /** Brings what is kept to `last`, or drops it when others wrote records in between. */
  const catchUp = (last: number) => {
    if (last === upTo) return;
    const missing = recent.filter(({ seq }) => seq > upTo && seq <= last);
    if (missing.length === last - upTo) for (const one of missing) add(one);
    else {
      kept.clear();
      dropWhole();
    }
    upTo = last;
    recent = recent.filter(({ seq }) => seq > last);
  };
  const read = (term: string): Postings => {
    if (whole?.complete === true)
      return (beside.get(term) ?? []).reduce((list, { seq, count }) => appended(list, seq, count), whole.of(term));
    asked++;
    const text = sql<string | null>("SELECT group_concat(doc) FROM postings WHERE term = ?")
      .pluck()
      .get(encodeTerm(term));
    return text === null || text === undefined ? NOWHERE : parsed(text);
  };

  return {
    bytes: (): number => kept.calculatedSize * 6 + (whole === null ? 0 : whole.postings * 6 + whole.terms * TERM_BYTES),
    /** After the commit. */
    added(records: readonly Added[]): void {
      if ((kept.size > 0 || whole !== null) && recent.length + records.length <= MOST_ADDED) recent.push(...records);
    },
    /** `last` is the highest record number of the snapshot. */
    of(term: string, last: number): Postings {
      catchUp(last);
      const known = kept.get(term);
      if (known !== undefined) return known;
      const found = read(term);
      kept.set(term, found);
      return found;
    },
    /** True when a slice of the whole index is to be read, between questions. */
    get wantsMore(): boolean {
      if (whole !== null) return !whole.complete;
      return !tooLarge && asked > 0 && asked * RECORDS_A_TERM >= upTo;
    },
    /** Reads a slice. `last` as above. */
    readMore(last: number): void {
      catchUp(last);
      whole ??= createIndexReader(sql, last);
      whole.next();
      if (whole.postings <= MOST_KEPT) return;
      tooLarge = true;
      dropWhole();
    },
  };
}
