import { idf, type Postings, scoreThreads, scoreTurns, type WeightedTerm } from "../domain/bm25.ts";
import { BM25 } from "../domain/constants.ts";
import type { Status } from "../domain/record.ts";
import type { Filter, Hit, KeywordHits, KeywordQuery, Neighbour, Overview, StructuredQuery } from "../ports/store.ts";
import type { CorpusOf } from "./corpus.ts";
import { type Entry, earlierFirst, type Image } from "./entry.ts";
import { matcher, statusesOf } from "./filter.ts";
import { selection, topScores, wholeLimit } from "./top.ts";

/** One owner's records, as of one moment, for the reads below. */
export interface Readable {
  image(): Image;
  /** The records with one of these statuses, as documents. */
  corpus(statuses: readonly Status[]): CorpusOf;
  /** Where each term occurs, in records of every status. */
  postings(terms: readonly WeightedTerm[]): Postings[];
}

const entryAt = (image: Image, seq: number) => image.entries[seq] as Entry;

/** Of records of equal score the newer one first, so that the order is the same in every store. */
function newerFirst(image: Image): (a: number, b: number) => boolean {
  return (a, b) => earlierFirst(entryAt(image, b), entryAt(image, a)) < 0;
}

/** The best of these records that pass. Most are told by their score alone that they are not among them. */
function bestOf(
  image: Image,
  scores: Float64Array,
  among: readonly number[],
  passes: (seq: number) => boolean,
  limit: number,
): number[] {
  const chosen = topScores(wholeLimit(limit), newerFirst(image));
  let floor = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < among.length; i++) {
    const seq = among[i] as number;
    const score = scores[seq] as number;
    if (score >= floor && passes(seq)) floor = chosen.offer(seq, score);
  }
  return chosen.best();
}

/** The same of all records: a loop of its own, which stays quick because it meets one kind of array. */
export function bestOfAll(
  image: Image,
  scores: Float32Array,
  passes: (seq: number) => boolean,
  limit: number,
): number[] {
  const chosen = topScores(wholeLimit(limit), newerFirst(image));
  const { last } = image;
  let floor = Number.NEGATIVE_INFINITY;
  for (let seq = 1; seq <= last; seq++) {
    const score = scores[seq] as number;
    if (score >= floor && passes(seq)) floor = chosen.offer(seq, score);
  }
  return chosen.best();
}

export function hits(image: Image, seqs: readonly number[], score: (seq: number, place: number) => number): Hit[] {
  return seqs.map((seq, place) => ({ candidate: entryAt(image, seq), score: score(seq, place) }));
}

/** Where the query's terms occur among the records its filter's statuses let through. */
function occurrences(of: Readable, query: KeywordQuery) {
  const image = of.image();
  const corpus = of.corpus(statusesOf(query.filter));
  return { image, corpus: corpus.view(), postings: of.postings(query.terms).map(corpus.only) };
}

export function keyword(of: Readable, query: KeywordQuery): KeywordHits {
  const { image, corpus, postings } = occurrences(of, query);
  const { score, own, matched } = scoreTurns(query.terms, postings, corpus);
  const passes = matcher(image, query.filter, query.now);
  let ceiling = 0;
  query.terms.forEach(({ weight }, index) => {
    ceiling += weight * idf(corpus.size, postings[index]?.docs.length ?? 0) * (BM25.k1 + 1);
  });
  const best = bestOf(image, score, matched, passes, query.limit).map((seq): Hit => {
    return { candidate: entryAt(image, seq), score: score[seq] as number, own: own[seq] as number };
  });
  return { hits: best, ceiling };
}

export function threads(of: Readable, query: KeywordQuery): { thread: string; score: number }[] {
  const { image, corpus, postings } = occurrences(of, query);
  const scores = scoreThreads(query.terms, postings, corpus);
  const passes = matcher(image, query.filter, query.now);
  const name = (thread: number) => image.threads[thread] as string;
  const score = (thread: number) => scores.get(thread) as number;
  const chosen = selection(wholeLimit(query.limit), (a, b) => score(b) - score(a) || (name(a) < name(b) ? -1 : 1));
  for (const thread of scores.keys())
    if (Array.prototype.some.call(corpus.members(thread), passes)) chosen.offer(thread);
  return chosen.best().map((thread) => ({ thread: name(thread), score: score(thread) }));
}

export function structured(of: Readable, query: StructuredQuery): Hit[] {
  const image = of.image();
  const passes = matcher(image, query.filter, query.now);
  const older = (a: number, b: number) => earlierFirst(entryAt(image, a), entryAt(image, b));
  const orders: Record<StructuredQuery["order"], (a: number, b: number) => number> = {
    oldest: older,
    recent: (a, b) => older(b, a),
    important: (a, b) => entryAt(image, b).importance - entryAt(image, a).importance || older(b, a),
  };
  const chosen = selection(wholeLimit(query.limit), orders[query.order]);
  // records are mostly written in the order of time: begin where the best are likely, so that few replace others
  const first = query.order === "oldest" ? 1 : image.last;
  const step = query.order === "oldest" ? 1 : -1;
  for (let seq = first; seq >= 1 && seq <= image.last; seq += step) if (passes(seq)) chosen.offer(seq);
  return hits(image, chosen.best(), (_, place) => 1 / (1 + place));
}

/** Where a record of any status stands among the members of its thread: the place of the first that is not earlier. */
function placeAmong(image: Image, members: readonly number[], own: Entry): number {
  let place = 0;
  for (let high = members.length; place < high; ) {
    const middle = (place + high) >> 1;
    if (earlierFirst(entryAt(image, members[middle] as number), own) < 0) place = middle + 1;
    else high = middle;
  }
  return place;
}

export function around(of: Readable, ids: readonly string[], reach: number, only?: "given"): Neighbour[] {
  const image = of.image();
  const active = of.corpus(["active"]);
  const { placeOf } = active.view();
  const given = new Set<number>();
  for (const id of ids) {
    const seq = image.byId.get(id);
    if (seq !== undefined) given.add(seq);
  }
  const found: Neighbour[] = [];
  const most = wholeLimit(reach);
  for (const seq of given) {
    const members = active.members(image.threadOf[seq] as number);
    const own = entryAt(image, seq);
    const place = active.has(seq) ? (placeOf[seq] as number) : placeAmong(image, members, own);
    const offer = (at: number, distance: number) => {
      const member = members[at];
      if (member !== undefined && (only === undefined || given.has(member)))
        found.push({ of: own.id, candidate: entryAt(image, member), distance });
    };
    const next = members[place] === seq ? place + 1 : place;
    for (let distance = 1; distance <= most && place >= distance; distance++) offer(place - distance, -distance);
    for (let distance = 1; distance <= most && next + distance <= members.length; distance++)
      offer(next + distance - 1, distance);
  }
  return found;
}

/** What is active, for reading a question. */
export function overview(of: Readable): Overview {
  of.image();
  const { count, speakers, oldest, newest } = of.corpus(["active"]).overview();
  return { count, speakers: speakers.slice(), oldest, newest };
}

/** The ids of one page of `MemoryStore.list`, in order. */
export function pageOf(
  image: Image,
  filter: Filter,
  page: { limit: number; after?: string; newestFirst?: boolean },
): string[] {
  const passes = matcher(image, filter, null);
  const way = page.newestFirst === true ? -1 : 1;
  const order = (a: string, b: string) => (a < b ? -way : a > b ? way : 0);
  const { after } = page;
  const chosen = selection(wholeLimit(page.limit), (a, b) => order(entryAt(image, a).id, entryAt(image, b).id));
  for (let seq = 1; seq <= image.last; seq++)
    if (passes(seq) && (after === undefined || order(after, entryAt(image, seq).id) < 0)) chosen.offer(seq);
  return chosen.best().map((seq) => entryAt(image, seq).id);
}
