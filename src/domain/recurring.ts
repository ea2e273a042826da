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
  return [{ ...range, until: day.until }, all, { ...range, since: justAfter(day.until) }];
}

const justAfter = (instant: Instant): Instant => new Date(Date.parse(instant) + 1).toISOString();
