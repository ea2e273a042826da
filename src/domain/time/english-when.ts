import { DAY, startOfDay, weekdayOf } from "./calendar.ts";
import { dayOfMonthAt, figureAt, monthDayAt, monthNameAt, type Read, weekdayAt } from "./english-dates.ts";
import { agoAt, partAt, quarterAt, relativeDayAt, unitPhraseAt, vagueAt, weekendAt } from "./english-relative.ts";
import { holidayAt, seasonAt } from "./english-seasons.ts";
import {
  amountAt,
  DAY_PARTS,
  MONTHS,
  type Scan,
  SEASON_WORDS,
  says,
  unitOf,
  WEEKDAYS,
  wordAt,
} from "./english-words.ts";
import { ENGLISH_HOLIDAYS } from "./holidays.ts";
import { ENGLISH_NUMBERS } from "./numerals.ts";
import { aroundHour, counted, hoursOf, RECENT_DAYS } from "./parts.ts";
import { dayAt, mapNamed, named, type Period } from "./period.ts";

/** Words other than names, numbers and units with which a time begins. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  (
    "the a an half few couple several some today yesterday tomorrow tonight this these last past previous next current coming upcoming " +
    "earlier later early late mid middle beginning start end recently lately of just day night weekend"
  ).split(" "),
);

const HOLIDAY_WORDS: ReadonlySet<string> = new Set(ENGLISH_HOLIDAYS.map(([name]) => name.split(" ")[0] ?? name));

/** False for most words of a question, so that the grammar is asked about few. */
export function mayBegin(s: Scan, i: number): boolean {
  const at = s.tokens[i];
  if (at === undefined || at.kind === "mark") return false;
  if (at.kind !== "word") return true;
  const { text } = at;
  return (
    BEGINNINGS.has(text) ||
    MONTHS.has(text) ||
    WEEKDAYS.has(text) ||
    SEASON_WORDS.has(text) ||
    ENGLISH_NUMBERS.has(text) ||
    unitOf(text) !== null ||
    HOLIDAY_WORDS.has(text) ||
    /^moments?$/u.test(text)
  );
}

/** Every way to name one time, at `i`; the longer forms first. `lead` is the preposition before it. */
function dateAt(s: Scan, i: number, lead: string): Read | null {
  if (!mayBegin(s, i)) return null;
  return (
    relativeDayAt(s, i) ??
    holidayAt(s, i, lead) ??
    agoAt(s, i) ??
    partAt(s, i) ??
    besideAt(s, i) ??
    unitPhraseAt(s, i, lead) ??
    monthDayAt(s, i, lead) ??
    monthNameAt(s, i, lead) ??
    seasonAt(s, i, lead) ??
    weekdayAt(s, i, lead) ??
    weekendAt(s, i, lead) ??
    quarterAt(s, i) ??
    dayOfMonthAt(s, i, lead) ??
    figureAt(s, i, lead) ??
    vagueAt(s, i, RECENT_DAYS)
  );
}

/** "the week before May 1st", "two days after March 3rd", "the Sunday before October 25": what is counted from a date. */
function besideAt(s: Scan, i: number): Read | null {
  const the = wordAt(s, i) === "the" ? 1 : 0;
  const amount = the === 1 ? null : amountAt(s, i);
  const at = amount?.next ?? i + the;
  const side = wordAt(s, at + 1);
  if (side !== "before" && side !== "after") return null;
  const weekday = WEEKDAYS.get(wordAt(s, at));
  const unit = unitOf(wordAt(s, at));
  if (weekday === undefined && unit === null) return null;
  if (/^(?:before|after)$/u.test(wordAt(s, at + 4))) return null; // one step is enough: "the day before the day before …"
  const date = whenAt(s, at + 2, side);
  if (date === null) return null;
  const { start, end } = date.what.period;
  const read = (period: Period | null): Read | null =>
    period === null ? null : { what: named(period, date.what.exact && period.grain !== "span"), next: date.next };
  if (weekday !== undefined) {
    const toWeekday =
      side === "before" ? -(((weekdayOf(start) - weekday + 6) % 7) + 1) : (weekday - weekdayOf(end) + 7) % 7;
    return read(dayAt((side === "before" ? start : end) + toWeekday * DAY));
  }
  if (unit === null || unit.unit === "hour") return null;
  if (amount !== null) {
    const count = typeof amount.amount === "number" ? amount.amount * unit.times : amount.amount;
    return read(counted(s.clock, startOfDay(start), count, unit.unit, side));
  }
  if (unit.plural) return null;
  const length = { day: 1, week: 7, month: 30, quarter: 91, year: 365, decade: 3652 }[unit.unit] * unit.times * DAY;
  const from = side === "before" ? start - length : end;
  return read({ start: from, end: from + length, grain: unit.unit === "month" ? "span" : unit.unit });
}

/** A time with its part of the day: "yesterday morning", "the evening of May 1st", "Tuesday at 3pm". */
export function whenAt(s: Scan, i: number, lead: string): Read | null {
  const the = wordAt(s, i) === "the" ? 1 : 0;
  const first = DAY_PARTS.get(wordAt(s, i + the));
  if (first !== undefined && /^(?:of|on)$/u.test(wordAt(s, i + the + 1))) {
    const day = dateAt(s, i + the + 2, "on");
    const what =
      day?.what.period.grain === "day" ? mapNamed(day.what, (period) => hoursOf(period, first), s.clock) : null;
    if (day !== null && what !== null) return { what, next: day.next };
  }
  const time = s.tokens[i];
  if (time?.kind === "clock") {
    const day = dateAt(s, wordAt(s, i + 1) === "on" ? i + 2 : i + 1, "on"); // "at 3pm yesterday"
    const what =
      day?.what.period.grain === "day"
        ? mapNamed(day.what, (period) => hoursOf(period, aroundHour(time.value)), s.clock)
        : null;
    return day === null || what === null ? null : { what, next: day.next };
  }
  const read = dateAt(s, i, lead);
  if (read === null || read.what.period.grain !== "day") return read;
  const j = read.next;
  const skip =
    says(s, j, "in the") || says(s, j, "during the") ? 2 : /^(?:at|around|about)$/u.test(wordAt(s, j)) ? 1 : 0;
  const clock = s.tokens[j + skip];
  const hours = DAY_PARTS.get(wordAt(s, j + skip)) ?? (clock?.kind === "clock" ? aroundHour(clock.value) : undefined);
  if (hours === undefined) return read;
  const what = mapNamed(read.what, (period) => hoursOf(period, hours), s.clock);
  return what === null ? read : { what, next: j + skip + 1 };
}
