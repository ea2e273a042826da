import { LRUCache } from "lru-cache";
import type { CacheCounts, RecallCache } from "../../ports/recall-cache.ts";

/** Users whose answers are kept; the one who asked longest ago goes first. */
const USERS = 256;
/** UTF-16 units kept for a user, keys included. */
const UNITS = 1_000_000;

interface Kept {
  revision: string;
  answer: string;
}

/** Answers in this process's memory, at most `entries` a user: nothing lies on disk, whether files are encrypted or not. */
export function createRecallCache(entries: number): RecallCache {
  const users = new LRUCache<string, LRUCache<string, Kept>>({ max: USERS });
  const counted = new LRUCache<string, CacheCounts>({ max: 16 * USERS });
  const countsOf = (user: string): CacheCounts => {
    const known = counted.get(user) ?? { hits: 0, misses: 0, invalidations: 0 };
    counted.set(user, known);
    return known;
  };
  return {
    async get(user, key, revision) {
      const counts = countsOf(user);
      const kept = users.get(user)?.get(key);
      if (kept?.revision === revision) {
        counts.hits++;
        return kept.answer;
      }
      counts.misses++;
      if (kept !== undefined) {
        counts.invalidations++;
        users.get(user)?.delete(key);
      }
      return null;
    },
    async put(user, key, revision, answer) {
      const own =
        users.get(user) ??
        new LRUCache<string, Kept>({
          max: entries,
          maxSize: UNITS,
          sizeCalculation: (one, of) => one.answer.length + of.length + 1,
        });
      own.set(key, { revision, answer });
      users.set(user, own);
    },
    counts: (user) => ({ ...countsOf(user) }),
    async erase(user) {
      const size = users.get(user)?.size ?? 0;
      users.clear(); // what others read in a shared namespace may be this user's
      counted.delete(user);
      return size;
    },
  };
}
