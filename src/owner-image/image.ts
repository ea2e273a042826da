import type { Status } from "../domain/record.ts";
import { type CorpusOf, createCorpus } from "./corpus.ts";
import { type Entry, emptyImage, type Image, reserve, STATUS_CODE } from "./entry.ts";

export interface ImageOf {
  readonly image: Image;
  /** The number of a thread's name in `image.threads`, −1 for none; a name not seen before gets the next one. */
  threadNumber(name: string | null): number;
  /** A record that is new or has changed; `thread` is the number of its thread, which never changes. */
  put(entry: Entry, thread: number): void;
  /** To be told that the image is as of this revision now. */
  arrived(rev: number): void;
  /** The records with one of these statuses, as documents. */
  corpus(statuses: readonly Status[]): CorpusOf;
}

/** An image of nothing. */
export function createImage(): ImageOf {
  const image = emptyImage();
  const threadNumbers = new Map<string, number>();
  const active = createCorpus(image);
  /** Corpora of other statuses, made when asked for; any change drops them. */
  const others = new Map<string, CorpusOf>();

  return {
    image,
    threadNumber(name) {
      if (name === null) return -1;
      const known = threadNumbers.get(name);
      if (known !== undefined) return known;
      const made = image.threads.push(name) - 1;
      threadNumbers.set(name, made);
      return made;
    },
    put(entry, thread) {
      const { seq } = entry;
      reserve(image, seq);
      const known = image.entries[seq];
      image.entries[seq] = entry;
      image.statusCodes[seq] = STATUS_CODE[entry.status];
      image.expiring[seq] = entry.validUntil === null ? 0 : 1;
      if (known === undefined) {
        image.records++;
        image.byId.set(entry.id, seq);
        image.lengths[seq] = entry.length;
        image.asks[seq] = entry.asks;
        image.threadOf[seq] = thread;
        image.last = Math.max(image.last, seq);
      }
      const was = known?.status === "active";
      const is = entry.status === "active";
      if (is && !was) active.add(seq);
      if (was && !is) active.remove(seq);
    },
    arrived(rev) {
      image.rev = rev;
      others.clear();
    },
    corpus(statuses) {
      if (statuses.length === 1 && statuses[0] === "active") return active;
      const key = Array.from(new Set(statuses)).sort().join();
      const known = others.get(key);
      if (known !== undefined) return known;
      const made = createCorpus(image);
      const wanted = new Set(statuses.map((status) => STATUS_CODE[status]));
      for (let seq = 1; seq <= image.last; seq++) if (wanted.has(image.statusCodes[seq] ?? 0)) made.add(seq);
      others.set(key, made);
      return made;
    },
  };
}
