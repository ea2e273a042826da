import type { Instant } from "../record.ts";
import { type Clock, DAY, instantOf } from "./calendar.ts";
import type { Named, Period } from "./period.ts";
import type { Recurring } from "./recurring.ts";

/** A stretch of time; an end that is null is open. */
export interface Range {
  since: Instant | null;
  until: Instant | null;
  /** What lies nearest to this is meant first ("ten days ago", "before March"); null where no part of it is meant more. */
  near: Instant | null;
  /** Of a part of a day, the midnights that began and ended the day. */
  day: { since: Instant; until: Instant } | null;
}

/** One thing a question says about when. */
export interface TimeCue {
  /** Half-open range of instants the question points at; null for an order alone, or for a pattern alone ("every Tuesday"). */
  range: Range | null;
  /** Where the range would end had it not been cut at today; null for an open end, or without a range. */
  ends: Instant | null;
  /** The same words in another year, where they say none ("in mid-May"); null for what they mean in one year alone. */
  inYear: ((year: number) => Range | null) | null;
  /** `first`: the earliest matching memory is meant; `last`: the latest ("last time", 上次, 最近一次). */
  order: "first" | "last" | null;
  /** The words, as they stand in the question. */
  text: string;
  /** Where they stand, in UTF-16 units, half-open. */
  start: number;
  end: number;
  /** True when the words name a calendar point or range (a date, "last Tuesday"), false when vague ("recently", 最近). */
  exact: boolean;
  /** What else may be meant where the year, month or week was not said; `range` is then the most recent one. */
  recurring: Recurring | null;
}

/** A cue before its ends are instants; offsets are into the text that was read. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly since: number | null;
  readonly until: number | null;
  readonly near: number | null;
  readonly day: number | null;
  readonly inYear: ((year: number) => Period | null) | null;
  readonly pointed: boolean;
  readonly order: TimeCue["order"];
  readonly exact: boolean;
  readonly recurring: Recurring | null;
}

const TIMELESS = { since: null, until: null, near: null, day: null, inYear: null, pointed: false } as const;

type Place = { readonly start: number; readonly end: number };

/** "first", "last". */
export function orderCue(place: Place, order: "first" | "last"): Found {
  return { ...place, ...TIMELESS, order, exact: true, recurring: null };
}

/** A pattern without any one range: "every Tuesday". */
export function patternCue(place: Place, recurring: Recurring): Found {
  return { ...place, ...TIMELESS, order: null, exact: false, recurring };
}

/** A period, or what lies beyond one of its ends: `since` it, `after` it, `before` it, `until` it (included). */
export function periodCue(
  place: Place,
  what: Named,
  side: "in" | "since" | "after" | "before" | "until" = "in",
): Found {
  const { start, end, near = null, day = null } = what.period;
  const ends = {
    in: { since: start, until: end, near },
    since: { since: start, until: null, near: null },
    after: { since: end, until: null, near: end },
    before: { since: null, until: start, near: start },
    until: { since: null, until: end, near: end },
  }[side];
  return {
    ...place,
    ...ends,
    day: side === "in" ? day : null,
    inYear: side === "in" && what.exact ? what.inYear : null,
    pointed: true,
    order: null,
    exact: what.exact,
    recurring: side === "in" ? what.recurring : null,
  };
}

/** From the beginning of one to the end of the other, whichever is first. Years left open are chosen so that they meet. */
export function between(place: Place, first: Named, second: Named): Found {
  let a: Period = first.period;
  let b: Period = second.period;
  if (first.inYear !== null) {
    const year = new Date(b.start).getUTCFullYear();
    for (const y of [year, year - 1]) {
      const moved = first.inYear(y);
      if (moved === null || moved.start > b.start) continue;
      a = moved;
      break;
    }
  } else if (second.inYear !== null) {
    const year = new Date(a.start).getUTCFullYear();
    for (const y of [year, year + 1]) {
      const moved = second.inYear(y);
      if (moved === null || moved.end < a.end) continue;
      b = moved;
      break;
    }
  } else if (first.recurring !== null && "weekday" in first.recurring && a.start > b.start) {
    a = { ...a, start: a.start - 7 * DAY, end: a.end - 7 * DAY };
  }
  return {
    ...place,
    since: Math.min(a.start, b.start),
    until: Math.max(a.end, b.end),
    near: null,
    day: null,
    inYear: null,
    pointed: true,
    order: null,
    exact: first.exact && second.exact,
    recurring: null,
  };
}

/** Largest time a Date holds; anything beyond is left open. */
const LAST = 8.64e15 - 2 * DAY;

/**
 * The cue with its ends as instants. A range that has begun ends with today at the latest: the question is about what
 * is remembered. Null where nothing is left (a day that the zone skipped).
 */
export function finished(found: Found, text: string, clock: Clock): TimeCue | null {
  const tomorrow = clock.today + DAY;
  const { since } = found;
  let { until } = found;
  if (until !== null && until > tomorrow && since !== null && since < tomorrow) until = tomorrow;
  const range = found.pointed ? rangeOf({ ...found, until }, clock) : null;
  if (found.pointed && range === null) return null;
  const ends = found.pointed ? (rangeOf(found, clock)?.until ?? null) : null;
  const { start, end, order, exact, recurring, inYear: periodIn } = found;
  const inYear =
    periodIn === null
      ? null
      : (year: number): Range | null => {
          const period = periodIn(year);
          if (period === null) return null;
          return rangeOf({ near: null, day: null, ...period, since: period.start, until: period.end }, clock);
        };
  return { range, ends, inYear, order, text, start, end, exact, recurring };
}

/** Ends on the wall clock as instants; null where nothing is between them. */
function rangeOf(wall: Pick<Found, "since" | "until" | "near" | "day">, { zone }: Clock): Range | null {
  const instant = (at: number | null): Instant | null =>
    at === null || Math.abs(at) > LAST ? null : new Date(instantOf(at, zone)).toISOString();
  const [since, until] = [instant(wall.since), instant(wall.until)];
  if (since !== null && until !== null && since >= until) return null;
  const [from, to] = [instant(wall.day), instant(wall.day === null ? null : wall.day + DAY)];
  return {
    since,
    until,
    near: instant(wall.near),
    day: from === null || to === null ? null : { since: from, until: to },
  };
}
