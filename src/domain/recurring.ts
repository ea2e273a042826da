import { DateTime } from "luxon";
import type { Instant } from "./record.ts";
import type { TimeCue } from "./timerange.ts";

/** Half-open; an absent end is open. */
export interface Range {
  since: Instant | null;
  until: Instant | null;
}

/** How many years back a date without a year is looked for. */
const YEARS = 10;

/**
 * The ranges a cue can mean. A date or month whose year is not said ("on May 1st") means that day of every year in
 * which there are memories, latest first; anything else means its own range.
 */
export function timeRanges(
  cue: TimeCue,
  span: { oldest: Instant | null; newest: Instant | null },
  timeZone: string,
): Range[] {
  const pattern = cue.recurring;
  if (pattern === null || !("month" in pattern) || span.oldest === null || span.newest === null)
    return cue.range === null ? [] : [cue.range];
  const first = DateTime.fromISO(span.oldest, { zone: timeZone }).year;
  const last = DateTime.fromISO(span.newest, { zone: timeZone }).year;
  const ranges: Range[] = [];
  for (let year = last; year >= Math.max(first, last - YEARS + 1); year--) {
    const start = DateTime.fromObject({ year, month: pattern.month, day: pattern.day ?? 1 }, { zone: timeZone });
    if (!start.isValid) continue; // 29 February of a common year
    const end = start.plus(pattern.day === undefined ? { months: 1 } : { days: 1 });
    ranges.push({ since: start.toUTC().toISO(), until: end.toUTC().toISO() });
  }
  return ranges;
}
