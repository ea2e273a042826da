import { DateTime } from "luxon";
import type { Instant } from "./record.ts";
import { dayOn } from "./time/calendar.ts";
import type { Range, TimeCue } from "./timerange.ts";

/** How many years back a date without a year is looked for. */
const YEARS = 10;

/**
 * The ranges a cue can mean. A date, month or holiday whose year is not said ("on May 1st", "in mid-May") means that of
 * every year in which there are memories, latest first; anything else means its own range. Of a part of a day, the hours
 * before midnight come first, then the day as a whole (a bare date is kept as its midnight), then the hours after midnight.
 */
export function timeRanges(
  cue: TimeCue,
  span: { oldest: Instant | null; newest: Instant | null },
  timeZone: string,
): Range[] {
  return yearsOf(cue, span, timeZone).flatMap(withItsDay);
}

/** Most weeks or years a day without them is looked for ahead. */
const AHEAD = 2;

/**
 * What a cue means of what lies ahead: its own range where that is not over, else the next such weekday or date. Null for what
 * names a time that is over.
 */
export function rangeAhead({ range, ends, recurring, inYear }: TimeCue, now: Instant, timeZone: string): Range | null {
  const isAhead = (one: Range | null): one is Range => one !== null && (one.until === null || one.until > now);
  if (range !== null && ends !== null && ends > now) return { ...range, until: ends, near: null };
  if (isAhead(range)) return range;
  if (range !== null && recurring !== null && "weekday" in recurring)
    return Array.from({ length: AHEAD }, (_, n) => weeksLater(range, n + 1, timeZone)).find(isAhead) ?? null;
  const year = Number(dayOn(now, timeZone).slice(0, 4));
  return Array.from({ length: AHEAD }, (_, n) => inYear?.(year + n) ?? null).find(isAhead) ?? null;
}

function weeksLater(range: Range, weeks: number, zone: string): Range {
  const later = <T extends Instant | null>(at: T) =>
    at === null ? at : DateTime.fromISO(at, { zone }).plus({ weeks }).toUTC().toISO()!;
  const { since, until, day } = range;
  return {
    since: later(since),
    until: later(until),
    near: null,
    day: day === null ? null : { since: later(day.since) as Instant, until: later(day.until) as Instant },
  };
}

function yearsOf(
  { range, inYear }: TimeCue,
  { oldest, newest }: Parameters<typeof timeRanges>[1],
  timeZone: string,
): Range[] {
  if (inYear === null || oldest === null || newest === null) return range === null ? [] : [range];
  const yearOn = (at: Instant) => Number(dayOn(at, timeZone).slice(0, 4));
  const last = yearOn(newest) + 1; // New Year's begins in the year before
  const first = Math.max(yearOn(oldest) - 1, last - YEARS);
  const years = Array.from({ length: last - first + 1 }, (_, n) => inYear(last - n));
  return years.filter(
    (one): one is Range =>
      one !== null && (one.since === null || one.since <= newest) && (one.until === null || one.until > oldest),
  );
}

/** The hours of a part of a day with the midnight that began it: there stand memories that know no time of day. */
function withItsDay(range: Range): Range[] {
  const { since, until, day, near } = range;
  if (day === null || since === null || until === null) return [range];
  const all: Range = { since: day.since, until: justAfter(day.since), near, day: null };
  if (since === day.since) return [range];
  if (until <= day.until) return [range, all];
  // "On the 26th at night": before midnight, after it, or in the small hours of the day itself.
  const early: Range = { ...all, since: justAfter(day.since), until: hoursAfter(day.since, SMALL_HOURS) };
  return [{ ...range, until: day.until }, all, { ...range, since: justAfter(day.until) }, early];
}

const SMALL_HOURS = 6;
const hoursAfter = (instant: Instant, hours: number): Instant =>
  new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

const justAfter = (instant: Instant): Instant => new Date(Date.parse(instant) + 1).toISOString();
