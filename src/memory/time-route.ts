import type { WeightedTerm } from "../domain/bm25.ts";
import { GIVEN } from "../domain/constants.ts";
import type { Route } from "../domain/rank.ts";
import type { Instant } from "../domain/record.ts";
import { timeRanges } from "../domain/recurring.ts";
import type { TimeCue } from "../domain/timerange.ts";
import type { Candidate, Filter, Hit, MemoryStore } from "../ports/store.ts";
import { BEGINNING } from "./graph.ts";

type Hits = Route<Candidate>["hits"];

/** What the time route needs to know of a question. */
export interface Timed {
  filter: Filter;
  limit: number;
  now: Instant;
  timeZone: string;
  /** Earliest and latest memory. */
  span: { oldest: Instant | null; newest: Instant | null };
  /** The question's terms without its time words. */
  topic: readonly WeightedTerm[];
  /** Whether it says what about, its time words apart. */
  namesTopic: boolean;
  /** See `callsForMemory`. */
  remembering: boolean;
  /** Hits of the keyword route for the whole question, and of the vector route that are above its floor. */
  keyword: Hits;
  vector: Hits;
}

/**
 * Share of the best hit's strength from which a hit is about the topic that "first" and "last" order, by words and by
 * meaning: a cosine, unlike a word, is never whole.
 */
const ON_TOPIC = { words: 0.5, meaning: 0.3 } as const;

const given = (hits: readonly Hit[], evidence: number): Hits =>
  hits.map(({ candidate, score }) => ({ candidate, score, evidence }));

/** The memories of the time a question names, or its topic's in order for "first" and "last". */
export function inTime(store: MemoryStore, cue: TimeCue, timed: Timed): Promise<Hits> {
  return cue.order === null ? inRange(store, cue, timed) : inOrder(store, cue.order, timed);
}

/**
 * The topic's memories, earliest or latest first: those that hold its words or come near its meaning. All memories
 * where the question has no topic ("what was the last thing we talked about?"), none where no memory is about it.
 */
async function inOrder(store: MemoryStore, order: "first" | "last", timed: Timed): Promise<Hits> {
  const { filter, limit } = timed;
  if (!timed.namesTopic) {
    const by = order === "first" ? "oldest" : "recent";
    return given(await store.structured({ filter, order: by, limit, now: BEGINNING }), GIVEN);
  }
  const { hits } =
    timed.topic.length === 0
      ? { hits: [] }
      : await store.keyword({ terms: timed.topic, filter, limit, now: BEGINNING });
  const byWords = hits.map(({ candidate, own = 0 }) => ({ candidate, strength: own }));
  const byMeaning = timed.vector.map(({ candidate, evidence }) => ({ candidate, strength: evidence }));
  const found = new Map<string, Candidate>();
  for (const [some, share] of [
    [byWords, ON_TOPIC.words],
    [byMeaning, ON_TOPIC.meaning],
  ] as const) {
    const best = Math.max(0, ...some.map(({ strength }) => strength));
    for (const { candidate, strength } of some)
      if (strength > 0 && strength >= best * share) found.set(candidate.id, candidate);
  }
  const sign = order === "first" ? 1 : -1;
  return Array.from(found.values())
    .sort((a, b) => sign * (a.happenedAt < b.happenedAt ? -1 : 1))
    .map((candidate, place) => ({ candidate, score: 1 / (place + 1), evidence: GIVEN }));
}

/**
 * Memories of the range: those that match the question's words first, the rest in order of time. The rest are no
 * evidence where a question about the world at large names a time that is still running ("how are the markets today?").
 */
async function inRange(store: MemoryStore, cue: TimeCue, timed: Timed): Promise<Hits> {
  const ranges = timeRanges(cue, timed.span, timed.timeZone);
  const within = ({ candidate: { happenedAt } }: { candidate: Candidate }) =>
    ranges.some(
      ({ since, until }) => (since === null || since <= happenedAt) && (until === null || happenedAt < until),
    );
  const running = ranges.some(({ until }) => until === null || until > timed.now);
  const evidence = timed.remembering || !timed.namesTopic || !running ? GIVEN : 0;
  const hits = (timed.namesTopic ? timed.keyword : [])
    .filter(within)
    .map((hit) => ({ ...hit, evidence: Math.max(hit.evidence, evidence) }));
  const known = new Set(hits.map(({ candidate }) => candidate.id));
  for (const range of ranges) {
    const filter: Filter = { ...timed.filter };
    if (range.since !== null) filter.since = laterOf(range.since, timed.filter.since);
    if (range.until !== null) filter.until = earlierOf(range.until, timed.filter.until);
    const { limit } = timed;
    const order = range.since === null ? "recent" : "oldest"; // "before March" begins at its near end
    for (const hit of given(await store.structured({ filter, order, limit, now: BEGINNING }), evidence)) {
      if (known.has(hit.candidate.id)) continue;
      known.add(hit.candidate.id);
      hits.push(hit);
    }
  }
  return hits;
}

const laterOf = (a: Instant, b: Instant | undefined): Instant => (b !== undefined && b > a ? b : a);
const earlierOf = (a: Instant, b: Instant | undefined): Instant => (b !== undefined && b < a ? b : a);
