import { LRUCache } from "lru-cache";
import type { Postings } from "../../domain/bm25.ts";
import type { Statements } from "./connection.ts";

const NOWHERE: Postings = { docs: new Uint32Array(0), counts: new Uint16Array(0) };
/** Postings kept per file, six bytes each: the whole index of a store of 50,000 turns. */
const MOST_KEPT = 1_000_000;
const MOST_COUNT = 65_535;

/**
 * A term as the index holds it: lower-case ASCII letters, digits and everything beyond ASCII stay, any other character
 * becomes `_` and two hex digits. Reversible, and FTS5's `ascii` tokenizer leaves it whole (it splits at no other
 * character and folds none of these).
 */
export function encodeTerm(term: string): string {
  return term.replace(/[^a-z0-9\u0080-\u{10ffff}]/gu, (c) => `_${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** The term that `encodeTerm` made this of. */
export function decodeTerm(encoded: string): string {
  return encoded.replace(/_([0-9a-f]{2})/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `3,3,3,8,…` (one number an occurrence, equal ones together) as postings. */
function parsed(text: string): Postings {
  let commas = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 44) commas++;
  const docs = new Uint32Array(commas + 1);
  const counts = new Uint16Array(commas + 1);
  let size = 0;
  let number = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 44;
    if (code !== 44) {
      number = number * 10 + code - 48;
      continue;
    }
    if (size > 0 && docs[size - 1] === number) {
      const count = counts[size - 1] ?? 0;
      if (count < MOST_COUNT) counts[size - 1] = count + 1;
    } else {
      docs[size] = number;
      counts[size++] = 1;
    }
    number = 0;
  }
  return { docs: docs.slice(0, size), counts: counts.slice(0, size) };
}

/** A record just written through this file: what is kept need not be read again because of it. */
export interface Added {
  seq: number;
  terms: readonly string[];
}

/** Most records remembered between two queries; after more of them reading anew is as quick. */
const MOST_ADDED = 200;

function appended({ docs, counts }: Postings, seq: number, count: number): Postings {
  const longer = { docs: new Uint32Array(docs.length + 1), counts: new Uint16Array(docs.length + 1) };
  longer.docs.set(docs);
  longer.counts.set(counts);
  longer.docs[docs.length] = seq;
  longer.counts[docs.length] = Math.min(count, MOST_COUNT);
  return longer;
}

/** Reads postings through FTS5's vocabulary table and keeps them in step with what this file adds. */
export function createPostings(sql: Statements) {
  const kept = new LRUCache<string, Postings>({
    maxSize: MOST_KEPT,
    sizeCalculation: (postings) => postings.docs.length + 1,
  });
  /** What is kept is complete up to this record. */
  let upTo = 0;
  let recent: Added[] = [];

  const add = ({ seq, terms }: Added) => {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const known = kept.peek(term);
      if (known !== undefined) kept.set(term, appended(known, seq, count));
    }
  };
  /** Brings what is kept to `last`, or drops it when others wrote records in between. */
  const catchUp = (last: number) => {
    if (last === upTo) return;
    const missing = recent.filter(({ seq }) => seq > upTo && seq <= last);
    if (missing.length === last - upTo) for (const one of missing) add(one);
    else kept.clear();
    upTo = last;
    recent = recent.filter(({ seq }) => seq > last);
  };

  return {
    bytes: (): number => kept.calculatedSize * 6,
    /** After the commit. */
    added(records: readonly Added[]): void {
      if (kept.size > 0 && recent.length + records.length <= MOST_ADDED) recent.push(...records);
    },
    /** `last` is the highest record number of the snapshot. */
    of(term: string, last: number): Postings {
      catchUp(last);
      const known = kept.get(term);
      if (known !== undefined) return known;
      const text = sql<string | null>("SELECT group_concat(doc) FROM postings WHERE term = ?")
        .pluck()
        .get(encodeTerm(term));
      const found = text === null || text === undefined ? NOWHERE : parsed(text);
      kept.set(term, found);
      return found;
    },
  };
}
