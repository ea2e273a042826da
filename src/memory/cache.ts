import { CACHE_MINUTES } from "../domain/constants.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import type { Opened } from "./select.ts";
import type { Recall, RecallOptions } from "./types.ts";

const PERIOD = CACHE_MINUTES * 60_000;

interface Asked {
  query: string;
  options: RecallOptions;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * All that an answer depends on beside what is stored: the question, its options, whose zone, and when. Periods begin at
 * full multiples of CACHE_MINUTES, so that none holds a midnight of any zone and "yesterday" means one day in each.
 */
function keyOf(scope: Scope, stores: readonly Opened[], { query, options, now }: Asked): string {
  const { signal: _, touch: __, askedAt: ___, requestId: ____, ...asked } = options;
  const namespaces = stores.map(({ namespace }) => namespace);
  return JSON.stringify([query, Object.entries(asked).sort(), scope.timeZone, namespaces, Math.floor(now / PERIOD)]);
}

/** False when a memory of the answer goes out of date before the period ends. */
function holdsForThePeriod({ results }: Recall, now: number): boolean {
  const end = (Math.floor(now / PERIOD) + 1) * PERIOD;
  return results.every(({ record: { validUntil } }) => {
    const until = validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(validUntil);
    return until <= now || until >= end;
  });
}

/**
 * The answer to a question that was asked a moment ago, or else what `work` finds (C12). Kept under the revisions of all
 * stores read, as they were before the search began: any write of any of them by any process makes it void. An answer
 * on which a route failed is not kept.
 */
export async function throughCache(
  deps: Pick<MemoryDeps, "cache" | "counts">,
  scope: Scope,
  stores: readonly Opened[],
  asked: Asked,
  work: () => Promise<Recall>,
): Promise<{ found: Recall; cached: boolean }> {
  const { cache, counts } = deps;
  if (cache === null) return { found: await work(), cached: false };
  const key = keyOf(scope, stores, asked);
  const revision = (await Promise.all(stores.map(({ store }) => store.revision()))).join();
  const kept = await cache.get(scope.user, key, revision);
  counts.add(kept === null ? "cache.miss" : "cache.hit");
  if (kept !== null) return { found: JSON.parse(kept) as Recall, cached: true };
  const found = await work();
  if (found.failures.length === 0 && holdsForThePeriod(found, asked.now))
    await cache.put(scope.user, key, revision, JSON.stringify(found));
  return { found, cached: false };
}
