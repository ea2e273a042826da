import { addMonths, type Clock, DAY, HOUR, instantOf, midnight, type Wall, WEEK, wallAt, yearOf } from "./calendar.ts";
import { dayAt, type Period, type Unit } from "./period.ts";
import type { Hours } from "./recurring.ts";

/** Parts of a day, wide enough that no one would call a time outside them by that name; neighbours overlap. */
export const HOURS = {
  dawn: { from: 0, to: 6 },
  morning: { from: 5, to: 12 },
  noon: { from: 11, to: 14 },
  afternoon: { from: 12, to: 18 },
  evening: { from: 17, to: 24 },
  night: { from: 18, to: 30 },
} as const satisfies Record<string, Hours>;

/** Those hours of a day; of a longer period, the period itself. */
export function hoursOf(period: Period, hours: Hours): Period {
  if (period.grain !== "day") return period;
  const { start } = period;
  return { start: start + hours.from * HOUR, end: start + hours.to * HOUR, grain: "span", day: start };
}

/** A clock time, give or take an hour: few remember a time of day to the minute. */
export function aroundHour(hour: number): Hours {
  return { from: Math.max(0, hour - 1), to: Math.min(24, hour + 2) };
}

/** `early` and `late` are a third of it, `start` and `end` its edge. */
export type Part = "start" | "early" | "middle" | "late" | "end";

/** Length of a part, in months of the longer periods; the end of a year (年底) is its December. */
const MONTHS: Partial<Record<Period["grain"], { start: number; end: number; third: number }>> = {
  decade: { start: 36, end: 36, third: 40 },
  year: { start: 3, end: 1, third: 4 },
  half: { start: 2, end: 2, third: 2 },
  season: { start: 1, end: 1, third: 1 },
  quarter: { start: 1, end: 1, third: 1 },
};

/** Part of a period: of a month its days 1–10, 11–20 or 21 to the end (上旬 中旬 下旬), of a week two or three days, of a year one to four months. */
export function partOf(period: Period, part: Part): Period {
  const { start, end, grain } = period;
  const months = MONTHS[grain];
  const edge = part === "start" || part === "end";
  const cut = (from: Wall, to: Wall): Period => ({ start: from, end: to, grain: "span" });
  const head = (length: number): Wall => (months === undefined ? start + length * DAY : addMonths(start, length));
  const tail = (length: number): Wall => (months === undefined ? end - length * DAY : addMonths(end, -length));
  if (grain === "month") {
    if (part === "middle") return cut(start + 10 * DAY, start + 20 * DAY);
    return part === "start" || part === "early" ? cut(start, start + 10 * DAY) : cut(start + 20 * DAY, end);
  }
  if (grain === "day") {
    const middle = { from: 10, to: 16 };
    return hoursOf(
      period,
      part === "middle" ? middle : part === "start" || part === "early" ? { from: 0, to: 12 } : { from: 15, to: 24 },
    );
  }
  const whole = months === undefined ? Math.round((end - start) / DAY) : 0;
  const length =
    months === undefined
      ? Math.ceil(whole / (edge ? 3.5 : 3))
      : part === "start" || part === "end"
        ? months[part]
        : months.third;
  if (part === "middle") return cut(head(length), tail(length));
  return part === "start" || part === "early" ? cut(start, head(length)) : cut(tail(length), end);
}

/** How many, as people say it: a number, or roughly two or three, or a handful. */
export type Amount = number | "couple" | "few";

/** `couple` and `few` as units at least and at most. A handful is no more than about eight (几 is below ten). */
const ROUGHLY = { couple: [2, 3], few: [2, 8] } as const;

/** The day so many units before today; parts of a month count as thirty-day ones. */
function unitsBack(clock: Clock, count: number, unit: Unit): Wall {
  const months = { month: 1, quarter: 3, year: 12, decade: 120 } as const;
  if (unit === "day" || unit === "week") return clock.today - Math.round(count * (unit === "day" ? 1 : 7)) * DAY;
  if (unit === "hour") return wallAt(instantOf(clock.now, clock.zone) - count * HOUR, clock.zone);
  const total = count * months[unit];
  return addMonths(clock.today, -Math.floor(total)) - Math.round((total - Math.floor(total)) * 30) * DAY;
}

/**
 * Days to each side that "N units ago" may mean: half a unit, or a tenth of the way when that is more; of a single year or
 * half a year a third, since who says "a year ago" does not mean last month's half.
 */
function slack(count: number, unit: Unit): number {
  if (unit === "year" && count <= 1) return Math.floor((count * 365) / 3);
  const days = { hour: 0, day: 1, week: 7, month: 30, quarter: 91, year: 365, decade: 3652 }[unit];
  const half = unit === "day" ? (count < 7 ? 0 : 1) : Math.floor((days * Math.min(count, 1)) / 2);
  return Math.max(half, Math.floor((count * days) / 10));
}

/** The longest time back that is read as a date: beyond it a count is not about memories. */
const FURTHEST_YEARS = 150;

/** "N units ago": a day for days, about a week for weeks, about a month for months. Null when absurdly long ago. */
export function ago(clock: Clock, amount: Amount, unit: Unit): Period | null {
  const [least, most] = typeof amount === "number" ? [amount, amount] : ROUGHLY[amount];
  if (
    most * { hour: 1 / 8766, day: 1 / 365, week: 1 / 52, month: 1 / 12, quarter: 1 / 4, year: 1, decade: 10 }[unit] >
    FURTHEST_YEARS
  )
    return null;
  const from = unitsBack(clock, most, unit);
  const to = unitsBack(clock, least, unit);
  if (unit === "hour") {
    const half = Math.max(0.5, least / 4) * HOUR;
    return { start: from - half, end: to + half, grain: "span", near: (from + to) / 2 };
  }
  const near = (from + to + DAY) / 2;
  if (typeof amount !== "number") {
    const half = amount === "couple" && unit !== "day" ? slack(1, unit) : 0;
    return { start: from - half * DAY, end: to + (half + 1) * DAY, grain: "span", near };
  }
  const days = slack(amount, unit);
  if (days === 0) return dayAt(to);
  return { start: from - days * DAY, end: to + (days + 1) * DAY, grain: "span", near };
}

/** "two weeks before May 1st", 5月1号后三天: as `ago` counts, from the first day of a date, either way. */
export function counted(clock: Clock, from: Wall, amount: Amount, unit: Unit, side: "before" | "after"): Period | null {
  const back = unit === "hour" ? null : ago({ ...clock, today: from }, amount, unit);
  if (back === null || side === "before") return back;
  const start = 2 * from + DAY - back.end;
  const end = 2 * from + DAY - back.start;
  return { start, end, grain: back.grain, ...(back.near !== undefined && { near: 2 * from + DAY - back.near }) };
}

/** "the last N units": from so long ago to the end of today. Null when absurdly long. */
export function lately(clock: Clock, amount: Amount, unit: Unit): Period | null {
  const count = typeof amount === "number" ? amount : ROUGHLY[amount][1];
  if (ago(clock, count, unit) === null) return null;
  return { start: unitsBack(clock, count, unit), end: clock.today + DAY, grain: "span" };
}

/** A stretch of a rough length that ends with the latest: what is nearest to now is meant first. */
export function uptoNow(period: Period): Period {
  return { ...period, near: period.end };
}

/** "recently", 最近: a month. Vague on purpose; the ranker decays it. */
export const RECENT_DAYS = 30;

/** About the same day, `years` back: "this time last year". */
export function thisTime(clock: Clock, back: number, unit: "week" | "month" | "year"): Period {
  const centre =
    unit === "week" ? clock.today - back * WEEK : addMonths(clock.today, -back * (unit === "year" ? 12 : 1));
  const days = { week: 1, month: 3, year: 15 }[unit];
  return { start: centre - days * DAY, end: centre + (days + 1) * DAY, grain: "span", near: centre + DAY / 2 };
}

/** 2010 for "the 2010s", "the 10s" and "the nineties" alike: the latest such decade that has begun. */
export function decadeOf(tens: number, clock: Clock): Period {
  const first = tens >= 100 ? tens : Math.floor((yearOf(clock.today) - tens) / 100) * 100 + tens;
  return { start: midnight(first, 1), end: midnight(first + 10, 1), grain: "decade" };
}
