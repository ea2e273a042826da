import type { WeightedTerm } from "../domain/bm25.ts";
import { GIVEN } from "../domain/constants.ts";
import { millisecondsOf } from "../domain/instant.ts";
import type { Route } from "../domain/rank.ts";
import type { Instant } from "../domain/record.ts";
import { rangeAhead, timeRanges } from "../domain/recurring.ts";
import type { Range, TimeCue } from "../domain/timerange.ts";
import type { Candidate, Filter, Hit, MemoryStore } from "../ports/store.ts";
import { BEGINNING } from "./graph.ts";

type Hits = Route<Candidate>["hits"];

/** What the time route needs to know of a question. */
export interface Timed {
  filter: Filter;
  /** Memories to find, and how many results the recall is for. */
  limit: number;
  k: number;
  now: Instant;
  timeZone: string;
  /** Earliest and latest memory. */
  span: { oldest: Instant | null; newest: Instant | null };
  /** The question's terms without its time words. */
  topic: readonly WeightedTerm[];
  /** Whether it says what about, its time words apart. */
  namesTopic: boolean;
  /** See `mayLookAhead`. */
  ahead: boolean;
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
const ON_TOPIC = { words: 0.5, meaning: 0.2 } as const;

const given = (hits: readonly Hit[], evidence: number): Hits =>
  hits.map(({ candidate, score }) => ({ candidate, score, evidence }));

/** Stretches into which a long time is cut, at most: each is one more query. */
const STRETCHES = 12;

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
  const add = (some: typeof byWords, least: number) => {
    for (const { candidate, strength } of some)
      if (strength > 0 && strength >= least) found.set(candidate.id, candidate);
  };
  const best = (some: typeof byWords) => Math.max(0, ...some.map(({ strength }) => strength));
  add(byWords, best(byWords) * ON_TOPIC.words);
  add(byMeaning, best(byMeaning) * ON_TOPIC.meaning);
  const sign = order === "first" ? 1 : -1;
  return Array.from(found.values())
    .sort((a, b) => sign * (a.happenedAt < b.happenedAt ? -1 : 1))
    .map((candidate, place) => ({ candidate, score: 1 / (place + 1), evidence: GIVEN }));
}

/**
 * Memories of the range: those that match the question's words first, then those that stand for it. The rest are no
 * evidence where a question about the world at large names a time that is still running ("how are the markets today?").
 */
async function inRange(store: MemoryStore, cue: TimeCue, timed: Timed): Promise<Hits> {
  const ranges = timeRanges(cue, timed.span, timed.timeZone);
  const isInside = ({ candidate: { happenedAt } }: { candidate: Candidate }) =>
    ranges.some(
      ({ since, until }) => (since === null || since <= happenedAt) && (until === null || happenedAt < until),
    );
  const running = ranges.some(({ until }) => until === null || until > timed.now);
  const evidence = timed.remembering || !timed.namesTopic || !running ? GIVEN : 0;
  const hits = (timed.namesTopic ? timed.keyword : [])
    .filter(isInside)
    .map((hit) => ({ ...hit, evidence: Math.max(hit.evidence, evidence) }));
  const next = timed.ahead ? rangeAhead(cue, timed.now, timed.timeZone) : null;
  if (next !== null) {
    const planned = given(await coming(store, next, timed), GIVEN);
    const ids = new Set(planned.map(({ candidate }) => candidate.id));
    hits.splice(0, hits.length, ...planned, ...hits.filter(({ candidate }) => !ids.has(candidate.id)));
  }
  const known = new Set(hits.map(({ candidate }) => candidate.id));
  for (const range of ranges) {
    const found = await (range.near === null ? representing : nearest)(store, range, timed);
    for (const hit of given(found, evidence)) {
      if (known.has(hit.candidate.id)) continue;
      known.add(hit.candidate.id);
      hits.push(hit);
    }
  }
  return hits;
}

/** Memories looked through for what they name ahead. */
const LOOKED_THROUGH = 2_000;

/** What was told earlier of a time ahead: a passing event is valid until the end of the day it names. The soonest first. */
async function coming(store: MemoryStore, { since, until, day }: Range, timed: Timed): Promise<Hit[]> {
  const from = since === null || since < timed.now ? timed.now : since;
  const to = day?.until ?? until;
  const latest = await store.structured({
    filter: timed.filter,
    order: "recent",
    limit: LOOKED_THROUGH,
    now: timed.now,
  });
  return latest
    .filter(
      ({ candidate: { validUntil } }) => validUntil !== null && validUntil > from && (to === null || validUntil <= to),
    )
    .sort((a, b) => (a.candidate.validUntil! < b.candidate.validUntil! ? -1 : 1))
    .slice(0, timed.limit)
    .map((hit, place) => ({ ...hit, score: 1 / (place + 1) }));
}

/** Memories of the range, those first that lie nearest to the point it means. */
async function nearest(store: MemoryStore, range: Range, { filter, limit }: Timed): Promise<Hit[]> {
  const near = range.near!;
  const [before, after] = await Promise.all([
    store.structured({ filter: within(filter, { ...range, until: near }), order: "recent", limit, now: BEGINNING }),
    store.structured({ filter: within(filter, { ...range, since: near }), order: "oldest", limit, now: BEGINNING }),
  ]);
  const point = millisecondsOf(near);
  const distance = ({ candidate }: Hit) => Math.abs(millisecondsOf(candidate.happenedAt) - point);
  const ordered = [...before, ...after].sort((a, b) => distance(a) - distance(b)).slice(0, limit);
  return ordered.map((hit, place) => ({ ...hit, score: 1 / (place + 1) }));
}

/**
 * Memories of the range so that the first k stand for all of it: in order of time where there are no more, else of each
 * of about k equal stretches the most important and then latest, which share a rank, then of each the next.
 */
async function representing(store: MemoryStore, range: Range, { filter, limit, k }: Timed): Promise<Hit[]> {
  const inside = within(filter, range);
  const oldest = await store.structured({
    filter: inside,
    order: "oldest",
    limit: Math.max(limit, k + 1),
    now: BEGINNING,
  });
  const first = oldest[0];
  if (first === undefined || oldest.length <= k) return oldest;
  const parts = Math.min(k, STRETCHES);
  const from = millisecondsOf(first.candidate.happenedAt);
  const [latest] = await store.structured({ filter: inside, order: "recent", limit: 1, now: BEGINNING });
  const until = millisecondsOf(latest!.candidate.happenedAt) + 1;
  const edge = (n: number): Instant => new Date(from + Math.round(((until - from) * n) / parts)).toISOString();
  const stretches = await Promise.all(
    Array.from({ length: parts }, (_, n) =>
      store.structured({
        filter: within(filter, { ...range, since: edge(n), until: edge(n + 1) }),
        order: "important",
        limit: Math.ceil(limit / parts),
        now: BEGINNING,
      }),
    ),
  );
  return Array.from({ length: Math.ceil(limit / parts) }, (_, round) =>
    stretches.flatMap((stretch) => stretch[round] ?? []).map((hit) => ({ ...hit, score: 1 / (round + 1) })),
  ).flat();
}

/** The filter, narrowed to a range. */
function within(filter: Filter, { since, until }: Pick<Range, "since" | "until">): Filter {
  return {
    ...filter,
    ...(since !== null && { since: laterOf(since, filter.since) }),
    ...(until !== null && { until: earlierOf(until, filter.until) }),
  };
}

const laterOf = (a: Instant, b: Instant | undefined): Instant => (b !== undefined && b > a ? b : a);
const earlierOf = (a: Instant, b: Instant | undefined): Instant => (b !== undefined && b < a ? b : a);
