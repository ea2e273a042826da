import { type WalkAccess, walkGraph } from "../domain/walk.ts";
import type { Hit, WalkQuery } from "../ports/store.ts";
import { type Entry, earlierFirst, type Image } from "./entry.ts";
import { selection, wholeLimit } from "./top.ts";

/** `MemoryStore.walk` over an image; `access` gives the records by their number in it. */
export function walk<E>(image: Image, access: WalkAccess<E, number>, query: WalkQuery): Hit[] {
  const scores = walkGraph(access, query.entities, query);
  const entry = (seq: number) => image.entries[seq] as Entry;
  const chosen = selection(
    wholeLimit(query.limit),
    (a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || earlierFirst(entry(b), entry(a)),
  );
  for (const seq of scores.keys()) chosen.offer(seq);
  return chosen.best().map((seq) => ({ candidate: entry(seq), score: scores.get(seq) ?? 0 }));
}

/** The latest active records of a thread (absent: of any or none) that happened in `since` … `until`, both inclusive, newest first. */
export function latestActive(
  image: Image,
  { thread, since, until, limit }: { thread?: string | null; since: string; until: string; limit: number },
): number[] {
  const entry = (seq: number) => image.entries[seq] as Entry;
  const chosen = selection(wholeLimit(limit), (a, b) => earlierFirst(entry(b), entry(a)));
  for (let seq = image.last; seq >= 1; seq--) {
    const one = image.entries[seq];
    if (one?.status !== "active" || one.happenedAt < since || one.happenedAt > until) continue;
    if (thread === undefined || one.thread === thread) chosen.offer(seq);
  }
  return chosen.best();
}
