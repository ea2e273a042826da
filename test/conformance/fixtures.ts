import { createHash } from "node:crypto";
import type { WeightedTerm } from "../../src/domain/bm25.ts";
import { type Fingerprint, type Instant, makeRecord, type RecordDraft } from "../../src/domain/record.ts";
import { queryTerms, terms } from "../../src/domain/text.ts";
import type { Filter, Indexed, KeywordQuery, StructuredQuery, VectorQuery } from "../../src/ports/store.ts";

/** What the suites write with. */
export const FINGERPRINT: Fingerprint = { model: "test", version: "1", dimensions: 8 };

/** The moment the suites call now. */
export const NOW = Date.UTC(2026, 10, 30, 12);
export const NOW_INSTANT: Instant = new Date(NOW).toISOString();

/** An instant so many days (and minutes) before NOW. */
export function daysAgo(days: number, minutes = 0): Instant {
  return new Date(NOW - days * 86_400_000 - minutes * 60_000).toISOString();
}

/** A unit vector that depends on the text alone: equal texts have cosine 1. */
export function vectorOf(text: string, dimensions = FINGERPRINT.dimensions): Float32Array {
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++)
    vector[i] = createHash("sha256").update(`${i}\0${text}`).digest().readInt32LE() / 2 ** 31;
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

let minute = 0;

/** A memory ready to be written, each a minute later than the one before unless `happenedAt` is given. */
export function memory(content: string, draft: Partial<RecordDraft> = {}): Indexed {
  const happenedAt = draft.happenedAt ?? new Date(NOW - 864_000_000 + minute++ * 60_000).toISOString();
  const record = makeRecord(
    { user: "ada", kind: "semantic", type: "fact", source: "user", content, ...draft, happenedAt },
    NOW,
  );
  return { record, terms: terms(content), vector: vectorOf(content) };
}

/** The same memory as a turn of a conversation. */
export function turn(content: string, thread: string, draft: Partial<RecordDraft> = {}): Indexed {
  return memory(content, { kind: "episodic", type: "turn", thread, ...draft });
}

export function weighted(text: string): WeightedTerm[] {
  return queryTerms(text).map((term) => ({ term, weight: 1 }));
}

export function asking(text: string, filter: Filter = {}, limit = 10): KeywordQuery {
  return { terms: weighted(text), filter, limit, now: NOW_INSTANT };
}

export function near(text: string, filter: Filter = {}, limit = 10): VectorQuery {
  return { vector: vectorOf(text), filter, limit, now: NOW_INSTANT };
}

export function ordered(order: StructuredQuery["order"], filter: Filter = {}, limit = 10): StructuredQuery {
  return { filter, order, limit, now: NOW_INSTANT };
}
