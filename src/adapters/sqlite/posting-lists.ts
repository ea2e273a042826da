import type { Postings } from "../../domain/bm25.ts";

export const NOWHERE: Postings = { docs: new Uint32Array(0), counts: new Uint16Array(0) };
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

/** Room for postings, one list behind the other. */
export interface Columns {
  docs: Uint32Array;
  counts: Uint16Array;
}

const COMMA = 44;

/**
 * Writes `3,3,3,8,…` (one number an occurrence, equal ones together) as postings from `start` on and returns where they
 * end. There must be room for as many as the text has numbers.
 */
export function parseInto({ docs, counts }: Columns, start: number, text: string): number {
  let size = start;
  let number = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : COMMA;
    if (code !== COMMA) {
      number = number * 10 + code - 48;
      continue;
    }
    if (size > start && docs[size - 1] === number) {
      const count = counts[size - 1] ?? 0;
      if (count < MOST_COUNT) counts[size - 1] = count + 1;
    } else {
      docs[size] = number;
      counts[size++] = 1;
    }
    number = 0;
  }
  return size;
}

/** The most postings such a text may hold. */
export function roomFor(text: string): number {
  let commas = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === COMMA) commas++;
  return commas + 1;
}

export function parsed(text: string): Postings {
  const room = roomFor(text);
  const columns = { docs: new Uint32Array(room), counts: new Uint16Array(room) };
  const size = parseInto(columns, 0, text);
  return { docs: columns.docs.slice(0, size), counts: columns.counts.slice(0, size) };
}

/** With one more record at the end. */
export function appended({ docs, counts }: Postings, seq: number, count: number): Postings {
  const longer = { docs: new Uint32Array(docs.length + 1), counts: new Uint16Array(docs.length + 1) };
  longer.docs.set(docs);
  longer.counts.set(counts);
  longer.docs[docs.length] = seq;
  longer.counts[docs.length] = Math.min(count, MOST_COUNT);
  return longer;
}
