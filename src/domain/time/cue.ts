import type { Instant } from "../record.ts";
import { type Clock, DAY, instantOf } from "./calendar.ts";
import type { Named, Period } from "./period.ts";
import type { Recurring } from "./recurring.ts";

/** One thing a question says about when. */
export interface TimeCue {
  /** Half-open range of instants the question points at; null for an order alone, or for a pattern alone ("every Tuesday"). */
  range: { since: Instant | null; until: Instant | null } | null;
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
  readonly pointed: boolean;
  readonly order: TimeCue["order"];
  readonly exact: boolean;
  readonly recurring: Recurring | null;
}

type Place = { readonly start: number; readonly end: number };

/** "first", "last". */
export function orderCue(place: Place, order: "first" | "last"): Found {
  return { ...place, since: null, until: null, pointed: false, order, exact: true, recurring: null };
}

/** A pattern without any one range: "every Tuesday". */
export function patternCue(place: Place, recurring: Recurring): Found {
  return { ...place, since: null, until: null, pointed: false, order: null, exact: false, recurring };
}

/** A period, or what lies beyond one of its ends: `since` it, `after` it, `before` it, `until` it (included). */
export function periodCue(
  place: Place,
  what: Named,
  side: "in" | "since" | "after" | "before" | "until" = "in",
): Found {
  const { start, end } = what.period;
  const ends = {
    in: { since: start, until: end },
    since: { since: start, until: null },
    after: { since: end, until: null },
    before: { since: null, until: start },
    until: { since: null, until: end },
  }[side];
  return {
    ...place,
    ...ends,
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
  const instant = (wall: number | null): Instant | null =>
    wall === null || Math.abs(wall) > LAST ? null : new Date(instantOf(wall, clock.zone)).toISOString();
  const range = found.pointed ? { since: instant(since), until: instant(until) } : null;
  if (range !== null && range.since !== null && range.until !== null && range.since >= range.until) return null;
  const { start, end, order, exact, recurring } = found;
  return { range, order, text, start, end, exact, recurring };
}
