import type { Corpus, Postings } from "../domain/bm25.ts";
import type { Overview } from "../ports/store.ts";
import { type Entry, earlierFirst, grown, type Image } from "./entry.ts";

/** Most speakers an overview names. */
const MOST_SPEAKERS = 100;

interface Thread {
  /** Records of the thread, by happenedAt then id once `ordered` says so. */
  members: number[];
  ordered: boolean;
  /** Sum of their lengths. */
  length: number;
}

/**
 * Some of an image's records as the documents of BM25, with their places in their threads; kept in step record by
 * record. Which records these are depends on the statuses a query may see and on nothing else, so that a score does
 * not change with the filter.
 */
export interface CorpusOf {
  add(seq: number): void;
  remove(seq: number): void;
  has(seq: number): boolean;
  /** What the rules in domain/bm25 ask; valid until the image changes. */
  view(): Corpus;
  /** Records of a thread in order. */
  members(thread: number): readonly number[];
  overview(): Overview;
  /** The postings without the records that are not in this corpus. */
  only(postings: Postings): Postings;
}

const NOBODY: readonly number[] = [];

export function createCorpus(image: Image): CorpusOf {
  const threads: (Thread | undefined)[] = [];
  let contained = new Uint8Array(0);
  let placeOf = new Int32Array(0);
  let size = 0;
  let length = 0;
  let filledThreads = 0;
  let threadedLength = 0;
  const speakers = new Map<string, number>();
  let known: Overview | null = null;

  const entry = (seq: number) => image.entries[seq] as Entry;
  const count = (seq: number, sign: 1 | -1) => {
    contained[seq] = sign === 1 ? 1 : 0;
    size += sign;
    length += sign * (image.lengths[seq] as number);
    known = null;
    const { speaker } = entry(seq);
    if (speaker === null) return;
    const turns = (speakers.get(speaker) ?? 0) + sign;
    if (turns === 0) speakers.delete(speaker);
    else speakers.set(speaker, turns);
  };

  const corpus: CorpusOf = {
    add(seq) {
      if (seq >= contained.length) {
        contained = grown(new Uint8Array(image.lengths.length), contained);
        placeOf = grown(new Int32Array(image.lengths.length), placeOf);
      }
      count(seq, 1);
      const number = image.threadOf[seq] as number;
      if (number < 0) return;
      const thread = threads[number] ?? { members: [], ordered: true, length: 0 };
      threads[number] = thread;
      const before = thread.members.at(-1);
      if (before === undefined) filledThreads++;
      else if (earlierFirst(entry(before), entry(seq)) > 0) thread.ordered = false;
      placeOf[seq] = thread.members.push(seq) - 1;
      thread.length += image.lengths[seq] as number;
      threadedLength += image.lengths[seq] as number;
    },
    remove(seq) {
      count(seq, -1);
      const thread = threads[image.threadOf[seq] as number];
      if (thread === undefined) return;
      thread.members = thread.members.filter((member) => member !== seq);
      thread.ordered = false;
      thread.length -= image.lengths[seq] as number;
      threadedLength -= image.lengths[seq] as number;
      if (thread.members.length === 0) filledThreads--;
    },
    has: (seq) => contained[seq] === 1,
    members(number) {
      const thread = threads[number];
      if (thread === undefined) return NOBODY;
      if (!thread.ordered) {
        thread.members.sort((a, b) => earlierFirst(entry(a), entry(b)));
        for (let place = 0; place < thread.members.length; place++) placeOf[thread.members[place] as number] = place;
        thread.ordered = true;
      }
      return thread.members;
    },
    view: () => ({
      size,
      capacity: image.last + 1,
      lengths: image.lengths,
      averageLength: size === 0 ? 0 : length / size,
      asks: image.asks,
      threadOf: image.threadOf,
      placeOf,
      members: corpus.members,
      threads: filledThreads,
      averageThreadLength: filledThreads === 0 ? 0 : threadedLength / filledThreads,
      threadLength: (number) => threads[number]?.length ?? 0,
    }),
    overview() {
      known ??= summarised(image, contained, size, speakers);
      return known;
    },
    only(postings) {
      if (size === image.records) return postings;
      const { docs, counts } = postings;
      let kept = 0;
      for (let i = 0; i < docs.length; i++) kept += contained[docs[i] as number] ?? 0;
      if (kept === docs.length) return postings;
      const only = { docs: new Uint32Array(kept), counts: new Uint32Array(kept) };
      for (let i = 0, at = 0; i < docs.length; i++) {
        if (contained[docs[i] as number] !== 1) continue;
        only.docs[at] = docs[i] as number;
        only.counts[at++] = counts[i] as number;
      }
      return only;
    },
  };
  return corpus;
}

function summarised(image: Image, contained: Uint8Array, size: number, speakers: Map<string, number>): Overview {
  let oldest: string | null = null;
  let newest: string | null = null;
  for (let seq = 1; seq <= image.last; seq++) {
    if (contained[seq] !== 1) continue;
    const { happenedAt } = image.entries[seq] as Entry;
    if (oldest === null || happenedAt < oldest) oldest = happenedAt;
    if (newest === null || happenedAt > newest) newest = happenedAt;
  }
  const named = Array.from(speakers).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return { count: size, speakers: named.slice(0, MOST_SPEAKERS).map(([speaker]) => speaker), oldest, newest };
}
