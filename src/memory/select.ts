import { attributeOf } from "../domain/attribute.ts";
import { isPassing } from "../domain/classify.ts";
import { LONG_TOKENS, MMR, NEAR_IDENTICAL, OVER, RESULTS } from "../domain/constants.ts";
import { diversify } from "../domain/diversify.ts";
import { overlap, overlaps } from "../domain/evidence.ts";
import type { Scored } from "../domain/rank.ts";
import type { Instant, MemoryRecord } from "../domain/record.ts";
import { squeezed } from "../domain/similar.ts";
import { terms } from "../domain/text.ts";
import { countTokens } from "../domain/tokens.ts";
import type { Candidate, MemoryStore } from "../ports/store.ts";
import { bearsOut } from "./bearing.ts";
import { turnsBeside, withNeighbours } from "./beside.ts";
import { placesOf } from "./moved.ts";
import type { Explanation, LeftOut, Place, RecallOptions } from "./types.ts";

/** How many of the best that were left out an explanation shows. */
export const LEFT_OUT = 5;
/** Candidates beyond k from which diversity may choose, at most. */
const POOL = 10;

/** A store of this recall and the namespace it holds. */
export type Opened = { namespace: string; store: MemoryStore };
/** A scored candidate with the store it came from. */
export type Ranked = Scored<Candidate> &
  Opened & {
    /** What moved it from where its score put it. */
    moved?: Place;
  };

/** One result: a memory with what comes along. */
export interface Kept {
  ranked: Ranked;
  record: MemoryRecord;
  /** Turns that complete its meaning, in order. */
  context: MemoryRecord[];
  /** Events that bear it out, best first. */
  evidence: MemoryRecord[];
  /** How many near-identical ones it stands for. */
  collapsed: number;
  /** What moved it from where its score put it; once all are in place, absent unless it stands past another's score. */
  moved: Place | undefined;
}

export interface Selected {
  kept: Kept[];
  leftOut: LeftOut[];
}

/** A result in the making. */
interface Item extends Kept {
  score: number;
  words: ReadonlySet<string>;
  /** See `squeezed`. */
  bare: string;
}

/** What selection works with. */
export interface Selecting {
  k: number;
  options: RecallOptions;
  now: Instant;
  /** The cosine of strangers, where the embedder's cosines tell how alike two memories are and it could be asked; else `null`. */
  unrelated: number | null;
  /** The order is the answer ("the first time") or spread already: it is kept as it came. */
  arranged: boolean;
  /** The question is about now or what is ahead: events that are over count less, states that ran out not at all. */
  ahead: boolean;
}

/**
 * The best k of what is relevant: near-identical ones as one, events with the statement they bear out, spread by maximal
 * marginal relevance, with the turns that complete each. Reads records in small batches, best first.
 */
export async function select(
  ranked: readonly Ranked[],
  { k, options, now, unrelated, arranged, ahead }: Selecting,
): Promise<Selected> {
  const found = await withNeighbours(ranked);
  const relevant = found.filter((one) => one.relevant);
  const wanted = k + Math.max(Math.min(k, POOL), options.explain === true ? LEFT_OUT : 0);
  const items: Item[] = [];
  const leftOut: LeftOut[] = [];
  for (let start = 0; start < relevant.length && items.length < wanted; start += wanted) {
    const batch = relevant.slice(start, start + wanted);
    const records = await recordsOf(batch);
    for (const one of batch) {
      const record = records.get(one.candidate.id);
      if (record === undefined) continue; // erased in the meantime
      if (isStale({ record, ahead, options, now })) {
        leftOut.push(leftOutOf(one, record.content, "out_of_date"));
        continue;
      }
      const words = new Set(terms(record.content));
      const bare = squeezed(record.content);
      const item: Item = {
        ...{ ranked: one, record, score: one.score, words, bare, moved: one.moved },
        ...{ context: [], evidence: [], collapsed: 0 },
      };
      const same = items.find((other) => overlaps(other.words, item.words, NEAR_IDENTICAL) || other.bare === bare);
      if (same === undefined) items.push(item);
      else {
        same.collapsed++;
        leftOut.push(leftOutOf(one, record.content, "near_identical"));
      }
    }
  }
  const weighed = ahead ? overLess(items, options, now) : items;
  const timely = arranged ? weighed : newestFirst(weighed);
  const led = falling(statementsFirst(timely, leftOut));
  const lambda = arranged ? 1 : MMR.lambda;
  const alike = lambda === 1 ? () => 0 : await similarityOf(led, unrelated);
  const picked = diversify(led, alike, { lambda, limit: k });
  const limit =
    options.k === undefined && picked.length > RESULTS.long && areLong(picked.slice(0, RESULTS.long))
      ? RESULTS.long
      : k;
  for (const [at, item] of picked.entries()) if (item !== led[at]) item.moved ??= "diversity";
  const kept = picked.slice(0, limit);
  for (const [at, place] of placesOf(kept).entries()) kept[at]!.moved = place;
  const beside = await turnsBeside(kept);
  for (const one of kept) one.context = beside.get(one.record.id) ?? [];
  if (options.explain === true) leftOut.push(...(await others(found, led, kept)));
  return { kept, leftOut: leftOut.sort((a, b) => b.score - a.score).slice(0, LEFT_OUT) };
}

/**
 * A state that is out of date (B9), where the question is about now: it would be told as so. Asked for by name or as past it
 * comes back, as past, like an event that is over.
 */
function isStale({
  record,
  ahead,
  options,
  now,
}: { record: MemoryRecord; ahead: boolean } & Pick<Selecting, "options" | "now">): boolean {
  const { status, validUntil, content } = record;
  if (options.filter?.asOf !== undefined || status !== "active" || validUntil === null) return false;
  return ahead && validUntil <= now && !isPassing(content);
}

/** An event that is over ("dentist on Friday", last month), unless a time or what was believed then is asked for. */
function isOver({ status, validUntil, content }: MemoryRecord, { filter }: RecallOptions, now: Instant): boolean {
  if (filter?.asOf !== undefined || filter?.since !== undefined || filter?.until !== undefined) return false;
  return status === "active" && validUntil !== null && validUntil <= now && isPassing(content);
}

/** In the order of their scores once what is over counts OVER times its own. */
function overLess(items: Item[], options: RecallOptions, now: Instant): Item[] {
  for (const item of falling(items)) {
    if (!isOver(item.record, options, now)) continue;
    const { score, terms: given } = item.ranked;
    const lost = score * (1 - OVER);
    item.ranked = { ...item.ranked, score: score - lost, terms: { ...given, over: -lost } };
    item.score *= OVER;
  }
  return items.sort((a, b) => b.score - a.score);
}

/** A statement that holds; one that was superseded is there because how it was is asked for. */
const isStanding = ({ kind, status }: MemoryRecord): boolean => kind === "semantic" && status === "active";

/** Of statements that give one attribute a value the newest stands where the best of them stood, and so on. */
function newestFirst(items: readonly Item[]): Item[] {
  const made = [...items];
  const keyed = items.map((item, place) => ({
    item,
    place,
    key: isStanding(item.record) ? (attributeOf(item.record.content)?.key ?? null) : null,
  }));
  for (const [key, some] of Map.groupBy(keyed, (one) => one.key)) {
    if (key === null || some.length < 2) continue;
    const byAge = some.toSorted((a, b) => (a.item.record.happenedAt < b.item.record.happenedAt ? 1 : -1));
    for (const [at, { item, place }] of byAge.entries()) {
      const slot = some[at]!.place;
      if (slot < place) item.moved ??= "newer";
      made[slot] = item;
    }
  }
  return made;
}

/** Statements take in the events that bear them out, and the better place of both (C7). */
function statementsFirst(items: readonly Item[], leftOut: LeftOut[]): Item[] {
  const events = new Set<Item>();
  const places = new Map(items.map((item, place) => [item, place]));
  for (const [place, item] of items.entries()) {
    if (item.record.kind !== "semantic" || item.record.thread === null) continue;
    for (const [at, other] of items.entries()) {
      if (events.has(other) || !bearsOut(other.record, item.record)) continue;
      events.add(other);
      item.evidence.push(other.record);
      const led = Math.min(at, places.get(item) ?? place);
      if (led < place) item.moved = "evidence";
      places.set(item, led);
      leftOut.push(leftOutOf(other.ranked, other.record.content, "evidence"));
    }
  }
  const placeOf = (item: Item) => places.get(item) ?? 0;
  return items.filter((item) => !events.has(item)).sort((a, b) => placeOf(a) - placeOf(b));
}

/** Scores made to fall with the order, which spreading over threads and orders of time may have turned against them. */
function falling(items: Item[]): Item[] {
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    least = Math.min(least, item.score);
    item.score = least;
  }
  return items;
}

/** How alike two results are, 0 … 1: by their vectors where cosines can tell, else by their words. */
async function similarityOf(items: readonly Item[], unrelated: number | null): Promise<(a: Item, b: Item) => number> {
  if (unrelated === null) return (a, b) => overlap(a.words, b.words);
  const vectors = new Map<string, Float32Array>();
  for (const [store, some] of Map.groupBy(items, ({ ranked }) => ranked.store)) {
    const ids = some.map(({ record }) => record.id);
    for (const [at, vector] of (await store.vectors(ids)).entries())
      if (vector !== undefined) vectors.set(ids[at]!, vector);
  }
  return (a, b) => {
    const [left, right] = [vectors.get(a.record.id), vectors.get(b.record.id)];
    if (left === undefined || right === undefined) return overlap(a.words, b.words);
    const cosine = left.reduce((sum, value, at) => sum + value * right[at]!, 0);
    return Math.max(0, Math.min(1, (cosine - unrelated) / (1 - unrelated)));
  };
}

/** For the explanation: the best of those that were too many, and of those that were not relevant. */
async function others(found: readonly Ranked[], led: readonly Item[], kept: readonly Item[]): Promise<LeftOut[]> {
  const chosen = new Set(kept);
  const known = new Set(led.map(({ ranked }) => ranked.candidate.id));
  const beyond = led.filter((item) => !chosen.has(item)).slice(0, LEFT_OUT);
  const irrelevant = found.filter((one) => !one.relevant && !known.has(one.candidate.id)).slice(0, LEFT_OUT);
  const records = await recordsOf(irrelevant);
  return [
    ...beyond.map(({ ranked, record }) => leftOutOf(ranked, record.content, "beyond_k")),
    ...irrelevant.flatMap((one) => {
      const record = records.get(one.candidate.id);
      return record === undefined ? [] : [leftOutOf(one, record.content, "below_floor")];
    }),
  ];
}

const areLong = (kept: readonly Kept[]): boolean =>
  kept.reduce((sum, { record }) => sum + countTokens(record.content), 0) / kept.length > LONG_TOKENS;

/** The records of candidates by id; those erased in the meantime are missing. */
export async function recordsOf(batch: readonly Ranked[]): Promise<Map<string, MemoryRecord>> {
  const byStore = new Map<MemoryStore, string[]>();
  for (const { store, candidate } of batch) {
    const ids = byStore.get(store);
    if (ids === undefined) byStore.set(store, [candidate.id]);
    else ids.push(candidate.id);
  }
  const records = await Promise.all(Array.from(byStore, ([store, ids]) => store.get(ids)));
  return new Map(records.flat().map((record) => [record.id, record]));
}

export function explanationOf(one: Ranked): Explanation {
  const { routes, evidence, terms, judged } = one;
  return { routes, evidence, terms, ...(judged !== undefined && { reranked: judged }) };
}

export function leftOutOf(one: Ranked, content: string, reason: LeftOut["reason"]): LeftOut {
  return { id: one.candidate.id, content, score: one.score, reason, explain: explanationOf(one) };
}
