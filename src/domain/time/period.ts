import {
  addMonths,
  type Clock,
  DAY,
  HOUR,
  midnight,
  monthOf,
  realDate,
  startOfDay,
  startOfMonth,
  startOfWeek,
  type Wall,
  WEEK,
  weekdayOf,
  yearOf,
} from "./calendar.ts";
import type { Recurring } from "./recurring.ts";

/** What a span is a whole one of; `span` is any other. */
export type Grain = "decade" | "year" | "half" | "season" | "quarter" | "month" | "week" | "weekend" | "day" | "span";

/** Half-open on the wall clock. */
export interface Period {
  readonly start: Wall;
  readonly end: Wall;
  readonly grain: Grain;
  /** The point that a rough time means ("ten days ago"); the period is how far off it may be. */
  readonly near?: Wall;
  /** Of a part of a day, the midnight that began the day. */
  readonly day?: Wall;
}

/** What words name: a period, and how firmly. */
export interface Named {
  readonly period: Period;
  readonly exact: boolean;
  readonly recurring: Recurring | null;
  /** The same words in another year, where no year was said; null for a day that year has not. */
  readonly inYear: ((year: number) => Period | null) | null;
}

export const UNITS = ["hour", "day", "week", "month", "quarter", "year", "decade"] as const;
export type Unit = (typeof UNITS)[number];

/** A period that is exactly named. */
export function named(period: Period, exact = true): Named {
  return { period, exact, recurring: null, inYear: null };
}

export function dayAt(wall: Wall): Period {
  const start = startOfDay(wall);
  return { start, end: start + DAY, grain: "day" };
}

export function weekAt(wall: Wall): Period {
  const start = startOfWeek(wall);
  return { start, end: start + WEEK, grain: "week" };
}

/** Saturday and Sunday of the week. */
export function weekendAt(wall: Wall): Period {
  const monday = startOfWeek(wall);
  return { start: monday + 5 * DAY, end: monday + WEEK, grain: "weekend" };
}

export function monthAt(wall: Wall): Period {
  const start = startOfMonth(wall);
  return { start, end: addMonths(start, 1), grain: "month" };
}

export function monthIn(year: number, month: number): Period {
  return { start: midnight(year, month), end: midnight(year, month + 1), grain: "month" };
}

export function dateIn(year: number, month: number, day: number): Period | null {
  const start = realDate(year, month, day);
  return start === null ? null : { start, end: start + DAY, grain: "day" };
}

/** Quarter 1 … 4 */
export function quarterIn(year: number, quarter: number): Period {
  return { start: midnight(year, quarter * 3 - 2), end: midnight(year, quarter * 3 + 1), grain: "quarter" };
}

export function halfIn(year: number, half: 1 | 2): Period {
  return { start: midnight(year, half * 6 - 5), end: midnight(year, half * 6 + 1), grain: "half" };
}

export function yearIn(year: number): Period {
  return { start: midnight(year, 1), end: midnight(year + 1, 1), grain: "year" };
}

/** First month of each season, northern hemisphere, whole months as meteorologists count them. */
export const SEASONS = { spring: 3, summer: 6, autumn: 9, winter: 12 } as const;
export type Season = keyof typeof SEASONS;

/** The season that begins in that year: the winter of 2023 ends in February 2024. */
export function seasonIn(year: number, season: Season): Period {
  const month = SEASONS[season];
  return { start: midnight(year, month), end: midnight(year, month + 3), grain: "season" };
}

/** The whole unit `offset` before (negative) or after the one that holds today. */
export function unitAt(clock: Clock, unit: Unit | "weekend", offset: number): Period {
  const year = yearOf(clock.today);
  switch (unit) {
    case "hour":
      return { start: clock.now + offset * HOUR, end: clock.now + (offset + 1) * HOUR, grain: "span" };
    case "day":
      return dayAt(clock.today + offset * DAY);
    case "week":
      return weekAt(clock.today + offset * WEEK);
    case "weekend":
      return weekendAt(clock.today + offset * WEEK);
    case "month":
      return monthAt(addMonths(startOfMonth(clock.today), offset));
    case "quarter":
      return quarterIn(year, Math.floor((monthOf(clock.today) - 1) / 3) + 1 + offset);
    case "year":
      return yearIn(year + offset);
    case "decade": {
      const first = Math.floor(year / 10) * 10 + offset * 10;
      return { start: midnight(first, 1), end: midnight(first + 10, 1), grain: "decade" };
    }
  }
}

/** How far back a date that not every year has (29 February) is looked for. */
const LEAP_SPAN = 9;

/** The most recent year's period that has begun by the end of today, or with `over`, that has ended before today. */
export function latest(inYear: (year: number) => Period | null, clock: Clock, over = false): Period | null {
  const next = yearOf(clock.today) + 1; // a New Year's that begins on the 31st is next year's
  for (let year = next; year >= next - LEAP_SPAN; year--) {
    const period = inYear(year);
    if (period !== null && (over ? period.end <= clock.today : period.start < clock.today + DAY)) return period;
  }
  return null;
}

/** Behind "this": the one under way (in January "this winter" began last year), else the one that begins this year. */
export function thisOne(inYear: (year: number) => Period | null, clock: Clock): Period | null {
  const year = yearOf(clock.today);
  const before = inYear(year - 1);
  return before !== null && before.end > clock.today ? before : inYear(year);
}

/** Words that name no year: the most recent one, and the pattern by which any year's may match. */
export function yearless(
  inYear: (year: number) => Period | null,
  recurring: Recurring | null,
  clock: Clock,
  options: { exact?: boolean; over?: boolean } = {},
): Named | null {
  const period = latest(inYear, clock, options.over);
  return period === null ? null : { period, exact: options.exact ?? true, recurring, inYear };
}

/** The most recent such weekday (1 Monday … 7 Sunday) before today: for today's one says "today". */
export function weekdayBefore(clock: Clock, weekday: number, weeks = 0): Period {
  const back = ((weekdayOf(clock.today) - weekday + 6) % 7) + 1;
  return dayAt(clock.today - back * DAY - weeks * WEEK);
}

/** That weekday (1 … 7) of a period of a week. */
export function weekdayIn(week: Period, weekday: number): Period {
  return dayAt(startOfWeek(week.start) + (weekday - 1) * DAY);
}

/** A part of a named thing, or what lies beside it; where the year was not said, the most recent such part. */
export function mapNamed(
  from: Named,
  change: (period: Period) => Period | null,
  clock: Clock,
  recurring = from.recurring,
): Named | null {
  const { inYear, exact } = from;
  if (inYear === null) {
    const period = change(from.period);
    return period === null ? null : { period, exact, recurring, inYear };
  }
  const changed = (year: number): Period | null => {
    const other = inYear(year);
    return other === null ? null : change(other);
  };
  return yearless(changed, recurring, clock, { exact });
}
