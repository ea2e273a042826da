import { DateTime } from "luxon";
import { HindsightError } from "../domain/errors.ts";
import type { MemoryDeps, Scope } from "./deps.ts";

/** Share of the day's cap at which the log says that it is being used up. */
const WARN_AT = 0.8;

type Counting = Pick<MemoryDeps, "ledger" | "clock" | "dailyWrites" | "log">;

/** The user's day: a date in their zone. */
const dayOf = (deps: Pick<MemoryDeps, "clock">, scope: Scope): DateTime =>
  DateTime.fromMillis(deps.clock.now(), { zone: scope.timeZone });

const keyOf = (day: DateTime): string => day.toFormat("yyyy-MM-dd");

/** When the user's next day begins, in milliseconds since 1970. */
export function nextDay(deps: Pick<MemoryDeps, "clock">, scope: Scope): number {
  return dayOf(deps, scope).plus({ days: 1 }).startOf("day").toMillis();
}

export interface WritesToday {
  count: number;
  /** Most writes of a day; `null` when there is no cap. */
  cap: number | null;
}

export async function writesToday(deps: Counting, scope: Scope): Promise<WritesToday> {
  const count = await deps.ledger.writes(scope.user, keyOf(dayOf(deps, scope)));
  return { count, cap: deps.dailyWrites === 0 ? null : deps.dailyWrites };
}

function capReached(deps: Counting, scope: Scope): HindsightError {
  const opens = DateTime.fromMillis(nextDay(deps, scope), { zone: scope.timeZone }).toFormat("yyyy-MM-dd HH:mm");
  return new HindsightError(
    "WRITE_CAP",
    `the daily cap of ${deps.dailyWrites} memories for this user is reached (HINDSIGHT_DAILY_WRITES)`,
    `Look for what writes so much (hindsight list shows the newest), raise HINDSIGHT_DAILY_WRITES, or wait until ${opens} (${scope.timeZone}).`,
  );
}

/** @throws HindsightError WRITE_CAP when the user's day is full: asked before a model is. */
export async function checkCap(deps: Counting, scope: Scope): Promise<void> {
  const { count, cap } = await writesToday(deps, scope);
  if (cap !== null && count >= cap) throw capReached(deps, scope);
}

/**
 * Counts `n` memories about to be written against the user's day (requirement B10), across processes. What begins below
 * the cap is written whole. The log warns when the cap comes near and when it is reached, once a day.
 * @throws HindsightError WRITE_CAP
 */
export async function countWrites(deps: Counting, scope: Scope, n: number): Promise<void> {
  const cap = deps.dailyWrites === 0 ? null : deps.dailyWrites;
  const after = await deps.ledger.countWrites(scope.user, keyOf(dayOf(deps, scope)), n, cap);
  if (after === null) throw capReached(deps, scope);
  if (cap === null) return;
  for (const [share, message] of [
    [WARN_AT, "a user has nearly used up the day's writes"],
    [1, "a user has used up the day's writes; further ones are refused or put off"],
  ] as const)
    if (after - n < share * cap && after >= share * cap) deps.log.warn({ writes: after, cap }, message);
}

/** Takes back what was counted and turned out to be known already. */
export async function uncountWrites(deps: Counting, scope: Scope, n: number): Promise<void> {
  if (n > 0) await deps.ledger.countWrites(scope.user, keyOf(dayOf(deps, scope)), -n, null);
}
