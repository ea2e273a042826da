import { DateTime } from "luxon";
import { HindsightError } from "../domain/errors.ts";
import type { MemoryStore } from "../ports/store.ts";
import { readStore } from "./access.ts";
import type { MemoryDeps, Scope } from "./deps.ts";

/** Share of the day's cap at which the log says that it is being used up. */
const WARN_AT = 0.8;

type Counting = Pick<MemoryDeps, "clock" | "dailyWrites" | "log">;

/** The user's day, in their zone. */
const dayOf = (deps: Pick<MemoryDeps, "clock">, scope: Scope): DateTime =>
  DateTime.fromMillis(deps.clock.now(), { zone: scope.timeZone }).startOf("day");

/** When the user's next day begins, in milliseconds since 1970. */
export function nextDay(deps: Pick<MemoryDeps, "clock">, scope: Scope): number {
  return dayOf(deps, scope).plus({ days: 1 }).toMillis();
}

export interface WritesToday {
  count: number;
  /** Most writes of a day; `null` when there is no cap. */
  cap: number | null;
}

/** What the user wrote into that store today: read off its audit, so that it holds across processes and costs no write. */
const writtenTo = (deps: Counting, scope: Scope, store: MemoryStore): Promise<number> =>
  store.writesSince(scope.user, new Date(dayOf(deps, scope).toMillis()).toISOString());

const capOf = ({ dailyWrites }: Counting): number | null => (dailyWrites === 0 ? null : dailyWrites);

/** Of the user's private memory. */
export async function writesToday(deps: Counting & Pick<MemoryDeps, "stores">, scope: Scope): Promise<WritesToday> {
  return { count: await readStore(deps, scope, 0, (store) => writtenTo(deps, scope, store)), cap: capOf(deps) };
}

/** WRITE_CAP, which says until when. */
export function capReached(deps: Pick<MemoryDeps, "clock" | "dailyWrites">, scope: Scope): HindsightError {
  const opens = DateTime.fromMillis(nextDay(deps, scope), { zone: scope.timeZone }).toFormat("yyyy-MM-dd HH:mm");
  return new HindsightError(
    "WRITE_CAP",
    `the daily cap of ${deps.dailyWrites} memories for this user is reached (HINDSIGHT_DAILY_WRITES)`,
    `Look for what writes so much (hindsight list shows the newest), raise HINDSIGHT_DAILY_WRITES, or wait until ${opens} (${scope.timeZone}).`,
  );
}

/** @throws HindsightError WRITE_CAP when the user's day is full. */
export async function checkCap(deps: Counting, scope: Scope, store: MemoryStore): Promise<WritesToday> {
  const today = { count: await writtenTo(deps, scope, store), cap: capOf(deps) };
  if (today.cap === null || today.count < today.cap) return today;
  throw capReached(deps, scope);
}

/** How many memories may still be written today, 0 past the cap. Infinity without a cap. */
export async function roomToday(deps: Counting, scope: Scope, store: MemoryStore): Promise<number> {
  const cap = capOf(deps);
  return cap === null ? Number.POSITIVE_INFINITY : Math.max(0, cap - (await writtenTo(deps, scope, store)));
}

/**
 * Does the `write` of at most `n` memories when the user's day is not full (requirement B10). What begins below the cap
 * is written whole; who can write less asks `roomToday` before. The log warns when the cap comes near and when it is reached, once a day.
 * @throws HindsightError WRITE_CAP, and what `write` throws
 */
export async function underCap<T>(
  deps: Counting,
  scope: Scope,
  store: MemoryStore,
  n: number,
  write: () => Promise<T>,
): Promise<T> {
  const { count, cap } = await checkCap(deps, scope, store);
  const written = await write();
  if (cap === null || count + n < WARN_AT * cap) return written;
  const after = await writtenTo(deps, scope, store);
  for (const [share, message] of [
    [WARN_AT, "a user has nearly used up the day's writes"],
    [1, "a user has used up the day's writes; further ones are refused or put off"],
  ] as const)
    if (count < share * cap && after >= share * cap) deps.log.warn({ writes: after, cap }, message);
  return written;
}
