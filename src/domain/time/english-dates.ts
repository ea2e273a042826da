import { addMonths, DAY, dayOf, monthOf, realDate, startOfMonth, weekdayOf, yearOf } from "./calendar.ts";
import { MONTHS, type Scan, says, UNSURE_MONTHS, WEEKDAYS, wordAt } from "./english-words.ts";
import { dateInFigures } from "./figures.ts";
import { decadeOf } from "./parts.ts";
import {
  dateIn,
  dayAt,
  latest,
  mapNamed,
  monthIn,
  type Named,
  named,
  type Period,
  thisOne,
  unitAt,
  weekdayBefore,
  weekdayIn,
  yearIn,
  yearless,
} from "./period.ts";

/** A date that was read, and the token after it. */
export interface Read {
  readonly what: Named;
  readonly next: number;
}

/** The word before a date: some words are dates only behind one ("in March", not "march on"). Empty for none. */
export type Lead = string;

/** Words that only a time follows, as far as months with a second meaning go. */
const FIRM_LEADS: ReadonlySet<string> = new Set(
  "in since until till during before after throughout between early late mid part last this next past every around".split(
    " ",
  ),
);
/** Words behind which a bare four-digit number is a year. */
const YEAR_LEADS: ReadonlySet<string> = new Set([...FIRM_LEADS, "of", "from", "to", "by", "and", "pair"]);
/** What a number behind "in" counts when it is no year. */
const COUNTED =
  /^(?:words?|people|persons?|users?|members?|dollars?|euros?|pounds?|yuan|bucks|steps?|met(?:er|re)s?|miles?|km|kilomet(?:er|re)s?|feet|calories|points?|pieces?|items?|copies|lines?|times|other|more|different|places?|cities|countries)$/u;

/** A year, `2023`, `last year`, `the year before last`, from `i` on. */
export function yearAt(s: Scan, i: number): { year: number; next: number } | null {
  const at = s.tokens[i];
  if (at?.kind === "number" && at.value >= 1900 && at.value <= 2100 && at.text.length === 4) {
    return COUNTED.test(wordAt(s, i + 1)) ? null : { year: at.value, next: i + 1 };
  }
  const now = yearOf(s.clock.today);
  if (says(s, i, "last year") || says(s, i, "previous year")) return { year: now - 1, next: i + 2 };
  if (says(s, i, "this year")) return { year: now, next: i + 2 };
  if (says(s, i, "next year")) return { year: now + 1, next: i + 2 };
  if (says(s, i, "the year before last")) return { year: now - 2, next: i + 4 };
  return null;
}

/** The year said behind a month, season or day: "May 2023", "May of last year", "May 1st, 2023". */
export function yearBehind(s: Scan, i: number): { year: number; next: number } | null {
  for (const j of [i, i + 1, i + 2]) {
    const year = yearAt(s, j);
    if (year !== null) return year;
    if (s.tokens[j]?.text !== "," && !/^(?:of|in|the)$/u.test(wordAt(s, j))) return null;
  }
  return null;
}

/** Adds the year said behind it to a thing that names none. */
export function withYear(s: Scan, read: Read | null): Read | null {
  if (read === null || read.what.inYear === null) return read;
  const year = yearBehind(s, read.next);
  if (year === null) return read;
  const period = read.what.inYear(year.year);
  return period === null ? null : { what: named(period, true), next: year.next };
}

/** Words before a name that say which one. */
export const WHICH = /^(?:last|past|this|next|coming|upcoming)$/u;

/** A month's number when the word at `i` is one in this place. */
function monthAtWord(s: Scan, i: number, lead: Lead): number | null {
  const at = s.tokens[i];
  const month = MONTHS.get(wordAt(s, i));
  if (month === undefined || at === undefined) return null;
  if (!UNSURE_MONTHS.has(at.text)) return month;
  const owned = /^(?:the|my|our|your|his|her|their)$/u.test(wordAt(s, i - 1)); // "the March meeting"
  if (owned && at.capital && !at.possessive && wordAt(s, i + 1) !== "") return month;
  if (/^(?:[-–—]|to|through)$/u.test(s.tokens[i + 1]?.text ?? "") && MONTHS.has(wordAt(s, i + 2))) return month; // "May–June"
  return FIRM_LEADS.has(lead) && (!at.possessive || WHICH.test(lead)) ? month : null;
}

function dayNumber(s: Scan, i: number): number | null {
  const at = s.tokens[i];
  const whole = at?.kind === "number" || at?.kind === "ordinal";
  return at !== undefined && whole && at.value >= 1 && at.value <= 31 && at.end - at.start < 12 ? at.value : null;
}

/** "May 1", "May the 1st", "1 May", "the 1st of May", with a year or without. */
export function monthDayAt(s: Scan, i: number, lead: Lead = "on"): Read | null {
  let month: number | undefined;
  let day: number | null = null;
  let next = i;
  if (MONTHS.has(wordAt(s, i))) {
    month = MONTHS.get(wordAt(s, i));
    next = wordAt(s, i + 1) === "the" ? i + 2 : i + 1;
    day = dayNumber(s, next);
    const behind = wordAt(s, next + 1);
    if (s.tokens[next]?.kind === "number") {
      if (/^(?:o'clock|am|pm|percent)$/u.test(behind) || COUNTED.test(behind)) return null;
      if (behind === "of" && yearAt(s, next + 2) === null) return null; // "in March 3 of us"
      const verb = UNSURE_MONTHS.has(wordAt(s, i)) && s.tokens[i]?.capital === false && lead === "";
      if (verb && behind !== "" && yearAt(s, next + 1) === null) return null; // "may 5 friends come"
    }
    next++;
  } else {
    const j = wordAt(s, i) === "the" ? i + 1 : i;
    day = dayNumber(s, j);
    next = wordAt(s, j + 1) === "of" ? j + 2 : j + 1;
    month = MONTHS.get(wordAt(s, next));
    if (
      s.tokens[j]?.kind === "number" &&
      UNSURE_MONTHS.has(wordAt(s, next)) &&
      /^(?:i|we|you|he|she|they|it|on)$/u.test(wordAt(s, next + 1))
    )
      return null; // "of the 5 may I …"
    next++;
  }
  if (month === undefined || day === null) return null;
  const [m, d] = [month, day];
  const what = yearless((year) => dateIn(year, m, d), { month: m, day: d }, s.clock);
  return what === null ? null : withYear(s, { what, next });
}

/** Last, this or next of what comes back every year. */
export function modified(s: Scan, which: string, inYear: (year: number) => Period | null, next: number): Read | null {
  const year = yearOf(s.clock.today);
  if (which === "last" || which === "past") {
    const period = latest(inYear, s.clock, true);
    return period === null ? null : { what: named(period), next };
  }
  const coming = [year, year + 1].map(inYear).find((period) => period !== null && period.start > s.clock.today);
  const period = which === "this" ? thisOne(inYear, s.clock) : coming;
  return period == null ? null : { what: named(period), next };
}

/** "March", "last March", "March 2023", "the month of March". */
export function monthNameAt(s: Scan, i: number, lead: Lead): Read | null {
  if (says(s, i, "the month of") && MONTHS.has(wordAt(s, i + 3))) return monthNameAt(s, i + 3, "in");
  const which = wordAt(s, i);
  if (WHICH.test(which)) {
    const month = monthAtWord(s, i + 1, which);
    return month === null ? null : modified(s, which, (year) => monthIn(year, month), i + 2);
  }
  const year = MONTHS.has(which) ? yearBehind(s, i + 1) : null;
  const month = year === null ? monthAtWord(s, i, lead) : (MONTHS.get(which) ?? null);
  if (month === null) return null;
  const what = yearless((y) => monthIn(y, month), { month }, s.clock);
  return what === null ? null : withYear(s, { what, next: i + 1 });
}

/** Weekday names that are also words, or whose abbreviation is. */
const UNSURE_DAYS = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)$/u;

/** "last Tuesday", "this past Tuesday", "this Tuesday", "Tuesday last week", "Tuesday, May 1st", bare "Tuesday". */
export function weekdayAt(s: Scan, i: number, lead: Lead): Read | null {
  if (says(s, i, "this past") || says(s, i, "this coming")) return weekdayAt(s, i + 1, lead);
  const which = wordAt(s, i);
  const j = WHICH.test(which) || which === "the" ? i + 1 : i;
  const weekday = WEEKDAYS.get(wordAt(s, j));
  if (weekday === undefined) return null;
  if (j === i && UNSURE_DAYS.test(which) && lead !== "on" && !FIRM_LEADS.has(lead)) return null;
  const { clock } = s;
  const thisWeek = unitAt(clock, "week", 0);
  if (which === "the" && UNSURE_DAYS.test(wordAt(s, j))) return null; // "the sun"
  if ((which === "the" || j === i) && says(s, j + 1, "before last"))
    return { what: named(weekdayBefore(clock, weekday, 1)), next: j + 3 };
  if (which === "the") return weekdayAt(s, j, "on");
  if (which === "next") return { what: named(weekdayIn(unitAt(clock, "week", 1), weekday)), next: j + 1 };
  if (which === "this") return { what: named(weekdayIn(thisWeek, weekday)), next: j + 1 };
  if (which === "coming" || which === "upcoming")
    return {
      what: named(dayAt(weekdayBefore(clock, weekday, -1).start + (weekdayOf(clock.today) === weekday ? 7 * DAY : 0))),
      next: j + 1,
    };
  const recent: Named = { ...named(weekdayBefore(clock, weekday)), recurring: { weekday } };
  if (which === "past") return { what: named(recent.period), next: j + 1 };
  if (which === "last") return { what: recent, next: j + 1 };
  const comma = s.tokens[j + 1]?.text === "," ? 1 : 0;
  const the = wordAt(s, j + 1 + comma) === "the" ? 1 : 0;
  const date = monthDayAt(s, j + 1 + comma + the);
  if (date !== null) return date;
  const of = /^(?:of|in)$/u.test(wordAt(s, j + 1)) ? 1 : 0;
  const behind = j + 1 + of;
  if (says(s, behind, "last week"))
    return { what: named(weekdayIn(unitAt(clock, "week", -1), weekday)), next: behind + 2 };
  if (says(s, behind, "this week")) return { what: named(weekdayIn(thisWeek, weekday)), next: behind + 2 };
  if (says(s, behind, "next week"))
    return { what: named(weekdayIn(unitAt(clock, "week", 1), weekday)), next: behind + 2 };
  if (says(s, behind, "the week before last"))
    return { what: named(weekdayIn(unitAt(clock, "week", -2), weekday)), next: behind + 4 };
  return { what: recent, next: j + 1 };
}

/** What may follow "on the 15th" for it to be a day: not "on the 5th floor". */
const AFTER_DAY =
  /^(?:|of|at|in|on|and|to|or|did|do|does|was|were|had|have|i|we|you|he|she|they|it|what|when|where|who|which|with|about|that|for|until|till|from|morning|noon|afternoon|evening|night)$/u;

/** "on the 15th", "the 15th of last month". */
export function dayOfMonthAt(s: Scan, i: number, lead: Lead): Read | null {
  if (wordAt(s, i) !== "the") return null;
  const at = s.tokens[i + 1];
  const day = at?.kind === "ordinal" ? dayNumber(s, i + 1) : null;
  if (day === null) return null;
  const month = startOfMonth(s.clock.today);
  const of = wordAt(s, i + 2) === "of" ? 3 : 2;
  const back = says(s, i + of, "last month") ? -1 : says(s, i + of, "this month") ? 0 : null;
  if (back !== null) {
    const first = addMonths(month, back);
    const start = realDate(yearOf(first), monthOf(first), day);
    return start === null ? null : { what: named(dayAt(start)), next: i + of + 2 };
  }
  if (!/^(?:on|since|until|till|before|after|between|from|to|pair)$/u.test(lead)) return null;
  if (!AFTER_DAY.test(wordAt(s, i + 2)) || of === 3) return null;
  for (let n = 0; n > -3; n--) {
    const first = addMonths(month, n);
    const start = realDate(yearOf(first), monthOf(first), day);
    if (start !== null && start <= s.clock.today)
      return { what: { ...named(dayAt(start)), recurring: { day } }, next: i + 2 };
  }
  return null;
}

const DECADES: ReadonlyMap<string, number> = new Map([
  ["twenties", 20],
  ["thirties", 30],
  ["forties", 40],
  ["fifties", 50],
  ["sixties", 60],
  ["seventies", 70],
  ["eighties", 80],
  ["nineties", 90],
]);

/** "in 2023", "the 1990s", "the 90s", a date in figures. */
export function figureAt(s: Scan, i: number, lead: Lead): Read | null {
  const at = s.tokens[i];
  if (at?.kind === "date") {
    if (
      /^\d{1,2}\/\d{1,2}$/u.test(at.text) &&
      !/^(?:on|since|until|till|before|after|between|from|by|pair)$/u.test(lead)
    )
      return null;
    const what = dateInFigures(at.text, s.clock);
    return what === null ? null : { what, next: i + 1 };
  }
  if (says(s, i, "the year")) {
    const year = yearAt(s, i + 2);
    return year === null ? null : { what: named(yearIn(year.year)), next: year.next };
  }
  if (wordAt(s, i) === "the") {
    const word = wordAt(s, i + 1);
    const tens = DECADES.get(word) ?? Number(/^((?:19|20)?\d0)'?s$/u.exec(word)?.[1] ?? Number.NaN);
    return Number.isNaN(tens) ? null : { what: named(decadeOf(tens, s.clock)), next: i + 2 };
  }
  if (at?.kind !== "number" || !YEAR_LEADS.has(lead)) return null;
  const year = yearAt(s, i);
  return year === null ? null : { what: named(yearIn(year.year)), next: year.next };
}

/** "the first Tuesday of May", "the second week of March", "the last week of last month": of a month that was read. */
export function nthOf(month: Period, nth: number, what: { weekday: number } | "week"): Period | null {
  if (what === "week") {
    if (nth === -1) return { start: month.end - 7 * DAY, end: month.end, grain: "week" };
    const start = month.start + (nth - 1) * 7 * DAY;
    return nth > 5 || start >= month.end ? null : { start, end: Math.min(start + 7 * DAY, month.end), grain: "week" };
  }
  const firstDay = weekdayOf(month.start);
  const first = month.start + ((what.weekday - firstDay + 7) % 7) * DAY;
  const last = first + Math.floor((month.end - 1 - first) / (7 * DAY)) * 7 * DAY;
  const start = nth === -1 ? last : first + (nth - 1) * 7 * DAY;
  return start >= month.end ? null : dayAt(start);
}

/** "1 and 15 October", "3-5 July", "the 3rd to the 5th of July": a bare day whose month stands behind the second; `joint` tells what may join them. */
export function bareDayPairAt(
  s: Scan,
  i: number,
  joint: (i: number) => boolean,
): { first: Named; second: Named; next: number } | null {
  const j = wordAt(s, i) === "the" ? i + 1 : i;
  const day = dayNumber(s, j);
  if (day === null || !joint(j + 1)) return null;
  const second = MONTHS.has(wordAt(s, j + 2)) ? null : monthDayAt(s, j + 2);
  if (second === null || second.what.period.grain !== "day" || day >= dayOf(second.what.period.start)) return null;
  const first = mapNamed(second.what, ({ start }) => dateIn(yearOf(start), monthOf(start), day), s.clock, null);
  return first === null ? null : { first, second: second.what, next: second.next };
}

/** "May 1st to 5th": the bare day at `i`, in the month of a day that was read. */
export function sameMonthDay(s: Scan, i: number, of: Named): Read | null {
  const j = wordAt(s, i) === "the" ? i + 1 : i;
  const day = dayNumber(s, j);
  const { start, grain } = of.period;
  const behind = wordAt(s, j + 1);
  if (day === null || grain !== "day" || day <= dayOf(start) || MONTHS.has(behind) || COUNTED.test(behind)) return null;
  const inYear = (year: number): Period | null => dateIn(year, monthOf(start), day);
  const period = inYear(yearOf(start));
  if (period === null) return null;
  return withYear(s, { what: { ...named(period), inYear: of.inYear === null ? null : inYear }, next: j + 1 });
}
