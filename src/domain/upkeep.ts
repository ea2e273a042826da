import type { MemoryRecord } from "./record.ts";

/** What upkeep decides by (requirements E1–E3), with where each figure comes from. Times are milliseconds since 1970. */

const DAY = 86_400_000;

/** E1: unused for so long, and of lower importance than this. 0.5 is what a plain fact has by rules. */
export const ARCHIVE = { unusedDays: 90, below: 0.5 } as const;
/**
 * C11: the importance of an event that nothing asks for halves each year. Statements and summaries stay as important as
 * they were: an allergy is none the less true for not having come up.
 */
export const FADE_HALF_LIFE_DAYS = 365;
/** E2: most active episodes of a user: 500, more for who uses it much, fewer for who left. */
export const EPISODE_CAP = { usual: 500, active: 1_000, quiet: 200 } as const;
/** Who is active: so many episodes in the last 30 days; who is quiet: none in the last 90. */
export const ACTIVITY = { days: 30, episodes: 100, quietDays: 90 } as const;
/** Freshness halves in 35 days: λ 0.02 a day, which recall uses for recency. */
export const FRESHNESS_HALF_LIFE_DAYS = 35;
/** E3: events are summarised when they are older than a month and were not asked for since. */
export const COMPRESS = { olderThanDays: 30, least: 5, most: 10, looked: 2_000 } as const;

type Dated = Pick<MemoryRecord, "createdAt" | "happenedAt" | "lastAccessedAt">;

const since = (instant: string, now: number): number => Math.max(0, now - Date.parse(instant)) / DAY;

/** Days since it was written or last recalled, whichever is later. */
export function unusedDays({ createdAt, lastAccessedAt }: Dated, now: number): number {
  return Math.min(
    since(createdAt, now),
    lastAccessedAt === null ? Number.POSITIVE_INFINITY : since(lastAccessedAt, now),
  );
}

/** Importance as it counts today, 0 … 1. */
export function importanceToday(
  record: Dated & Pick<MemoryRecord, "importance" | "kind" | "type">,
  now: number,
): number {
  if (record.kind === "semantic" || record.type === "summary") return record.importance;
  return record.importance * 0.5 ** (unusedDays(record, now) / FADE_HALF_LIFE_DAYS);
}

/** Worth of an episode under the cap: importance × freshness, 0 … 1. Being recalled makes it fresh again. */
export function worthKeeping(record: Dated & Pick<MemoryRecord, "importance">, now: number): number {
  const days = Math.min(since(record.happenedAt, now), unusedDays(record, now));
  return record.importance * 0.5 ** (days / FRESHNESS_HALF_LIFE_DAYS);
}

/** The cap of a user whose episodes were written at these times. */
export function capOf(written: readonly string[], now: number): number {
  const newest = Math.min(Number.POSITIVE_INFINITY, ...written.map((at) => since(at, now)));
  if (newest > ACTIVITY.quietDays) return EPISODE_CAP.quiet;
  const lately = written.filter((at) => since(at, now) <= ACTIVITY.days).length;
  return lately >= ACTIVITY.episodes ? EPISODE_CAP.active : EPISODE_CAP.usual;
}

/** True for an event that is old enough to be told in short: a month old, not asked for in the last one. */
export function isOld(record: Dated, now: number): boolean {
  return since(record.happenedAt, now) > COMPRESS.olderThanDays && unusedDays(record, now) > COMPRESS.olderThanDays;
}
