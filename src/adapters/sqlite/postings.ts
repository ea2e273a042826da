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

/** Reads postings through FTS5's vocabulary table and keeps them until a record is added. */
export function createPostings(sql: Statements) {
  const kept = new LRUCache<string, Postings>({
    maxSize: MOST_KEPT,
    sizeCalculation: (postings) => postings.docs.length + 1,
  });
  let upTo = 0;
  return {
    /** `last` is the highest record number of the snapshot; when it moved, what is kept is out of date. */
    of(term: string, last: number): Postings {
      if (last !== upTo) {
        kept.clear();
        upTo = last;
      }
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

export type PostingsOf = ReturnType<typeof createPostings>;
