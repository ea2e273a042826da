import { HOUR } from "./calendar.ts";
import { dayOfMonthAt, figureAt, monthDayAt, monthNameAt, type Read, seasonAt, weekdayAt } from "./english-dates.ts";
import { agoAt, partAt, quarterAt, relativeDayAt, unitPhraseAt, vagueAt, weekendAt } from "./english-relative.ts";
import { DAY_PARTS, type Scan, says, unitOf, wordAt } from "./english-words.ts";
import { aroundHour, hoursOf, RECENT_DAYS } from "./parts.ts";
import { mapNamed, named, type Period } from "./period.ts";

/** Every way to name one time, at `i`; the longer forms first. `lead` is the preposition before it. */
function dateAt(s: Scan, i: number, lead: string): Read | null {
  return (
    relativeDayAt(s, i) ??
    agoAt(s, i) ??
    partAt(s, i) ??
    besideAt(s, i) ??
    unitPhraseAt(s, i, lead) ??
    monthDayAt(s, i) ??
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

/** "the day before May 1st", "the week after March 3rd": the unit that touches a date. */
function besideAt(s: Scan, i: number): Read | null {
  if (wordAt(s, i) !== "the") return null;
  const unit = unitOf(wordAt(s, i + 1));
  const side = wordAt(s, i + 2);
  if (unit === null || unit.plural || !/^(?:day|week|month)$/u.test(unit.unit) || !/^(?:before|after)$/u.test(side))
    return null;
  if (wordAt(s, i + 3) === "last") return null; // "the week before last"
  const date = whenAt(s, i + 3, side);
  if (date === null) return null;
  const length = { day: 1, week: 7, month: 30 }[unit.unit as "day" | "week" | "month"] * 24 * HOUR;
  const from = side === "before" ? date.what.period.start - length : date.what.period.end;
  const beside: Period = { start: from, end: from + length, grain: unit.unit === "day" ? "day" : "span" };
  return { what: named(beside, date.what.exact), next: date.next };
}

/** A time with its part of the day: "yesterday morning", "the evening of May 1st", "Tuesday at 3pm". */
export function whenAt(s: Scan, i: number, lead: string): Read | null {
  const the = wordAt(s, i) === "the" ? 1 : 0;
  const first = DAY_PARTS.get(wordAt(s, i + the));
  if (first !== undefined && /^(?:of|on)$/u.test(wordAt(s, i + the + 1))) {
    const day = dateAt(s, i + the + 2, "on");
    const what = day?.what.period.grain === "day" ? mapNamed(day.what, (period) => hoursOf(period, first)) : null;
    if (day !== null && what !== null) return { what, next: day.next };
  }
  const read = dateAt(s, i, lead);
  if (read === null || read.what.period.grain !== "day") return read;
  const j = read.next;
  const skip =
    says(s, j, "in the") || says(s, j, "during the") ? 2 : /^(?:at|around|about)$/u.test(wordAt(s, j)) ? 1 : 0;
  const clock = s.tokens[j + skip];
  const hours = DAY_PARTS.get(wordAt(s, j + skip)) ?? (clock?.kind === "clock" ? aroundHour(clock.value) : undefined);
  if (hours === undefined) return read;
  const what = mapNamed(read.what, (period) => hoursOf(period, hours));
  return what === null ? read : { what, next: j + skip + 1 };
}
