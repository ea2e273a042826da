import { BM25, QUESTION_LENDS, THREAD_BM25, WINDOW } from "./constants.ts";
import type { Asks } from "./text.ts";

/** A query term; `weight` 1 counts fully. */
export interface WeightedTerm {
  term: string;
  weight: number;
}

/** Where a term occurs: documents in ascending order, and how often in each. */
export interface Postings {
  docs: ArrayLike<number>;
  counts: ArrayLike<number>;
}

/** What BM25 needs to know of the documents, which are numbered 0 … capacity − 1. */
export interface Corpus {
  /** Documents that count for the statistics, N. */
  size: number;
  /** One more than the highest document number. */
  capacity: number;
  /** Number of terms by document. */
  lengths: ArrayLike<number>;
  averageLength: number;
  asks: ArrayLike<Asks | number>;
  /** Thread number by document, −1 for none. */
  threadOf: ArrayLike<number>;
  /** Place within its thread by document. */
  placeOf: ArrayLike<number>;
  /** Documents of a thread, in order. */
  members: (thread: number) => ArrayLike<number>;
  /** Number of threads, and their mean length in terms. */
  threads: number;
  averageThreadLength: number;
  /** Length of a thread in terms. */
  threadLength: (thread: number) => number;
}

/** ln(1 + (N − df + 0.5) / (df + 0.5)): Lucene's form, never negative. */
export function idf(size: number, frequency: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}

function saturate(count: number, length: number, average: number, { k1, b }: { k1: number; b: number }): number {
  return (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / (average || 1)));
}

/**
 * Scores of documents: `score` read with the turns beside them, `own` of their words alone; 0 where nothing matches.
 * Valid until the next call.
 */
export interface TurnScores {
  score: Float64Array;
  own: Float64Array;
  /** Documents with a score above 0, in no order. */
  matched: number[];
}

/** Room for the scores, used again by every call and left clean, since making it anew took longer than the scoring. */
interface Room {
  score: Float64Array;
  own: Float64Array;
  counts: Float64Array;
  matched: number[];
}
let room: Room = emptyRoom(0);

function emptyRoom(capacity: number): Room {
  const [score, own, counts] = [new Float64Array(capacity), new Float64Array(capacity), new Float64Array(capacity)];
  return { score, own, counts, matched: [] };
}

function cleanRoom(capacity: number): Room {
  if (room.score.length < capacity) room = emptyRoom(2 * capacity);
  for (const doc of room.matched) room.score[doc] = room.own[doc] = 0;
  room.matched = [];
  return room;
}

/**
 * BM25 of turns in their context. The frequency of a term in a turn is its own count plus WINDOW[d − 1] times the count
 * in the turns d places away (times QUESTION_LENDS in the turn right after a question), saturated once, so that a
 * neighbour helps most with the words the turn itself lacks.
 */
export function scoreTurns(
  query: readonly WeightedTerm[],
  postings: readonly (Postings | undefined)[],
  corpus: Corpus,
): TurnScores {
  const { score, own, counts, matched } = cleanRoom(corpus.capacity);
  let touched: number[] = [];
  const add = (doc: number, count: number) => {
    if (counts[doc] === 0) touched.push(doc);
    counts[doc]! += count;
  };
  query.forEach(({ weight }, index) => {
    const list = postings[index];
    if (list === undefined || list.docs.length === 0) return;
    const importance = weight * idf(corpus.size, list.docs.length);
    touched = [];
    for (let i = 0; i < list.docs.length; i++) {
      const doc = list.docs[i]!;
      const count = list.counts[i]!;
      add(doc, count);
      own[doc]! += importance * saturate(count, corpus.lengths[doc]!, corpus.averageLength, BM25);
      const thread = corpus.threadOf[doc]!;
      if (thread < 0) continue;
      const members = corpus.members(thread);
      const place = corpus.placeOf[doc]!;
      for (let distance = 1; distance <= WINDOW.length; distance++) {
        const lent = WINDOW[distance - 1]! * count;
        if (place + distance < members.length)
          add(members[place + distance]!, distance === 1 && corpus.asks[doc]! > 0 ? lent * QUESTION_LENDS : lent);
        if (place - distance >= 0) add(members[place - distance]!, lent);
      }
    }
    for (const doc of touched) {
      if (score[doc] === 0) matched.push(doc);
      score[doc]! += importance * saturate(counts[doc]!, corpus.lengths[doc]!, corpus.averageLength, BM25);
      counts[doc] = 0;
    }
  });
  return { score, own, matched };
}

/** BM25 of threads as single documents: score by thread number, for threads that match. */
export function scoreThreads(
  query: readonly WeightedTerm[],
  postings: readonly (Postings | undefined)[],
  corpus: Corpus,
): Map<number, number> {
  const scores = new Map<number, number>();
  query.forEach(({ weight }, index) => {
    const list = postings[index];
    if (list === undefined) return;
    const counts = new Map<number, number>();
    for (let i = 0; i < list.docs.length; i++) {
      const thread = corpus.threadOf[list.docs[i]!]!;
      if (thread >= 0) counts.set(thread, (counts.get(thread) ?? 0) + list.counts[i]!);
    }
    const importance = weight * idf(corpus.threads, counts.size);
    for (const [thread, count] of counts) {
      const part = saturate(count, corpus.threadLength(thread), corpus.averageThreadLength, THREAD_BM25);
      scores.set(thread, (scores.get(thread) ?? 0) + importance * part);
    }
  });
  return scores;
}
