import { DAY, weekdayOf, yearOf } from "./calendar.ts";
import { monthDayAt, monthNameAt, nthOf, type Read, yearAt } from "./english-dates.ts";
import { seasonAt } from "./english-seasons.ts";
import {
  amountAt,
  DAY_PARTS,
  type Scan,
  SEASON_WORDS,
  says,
  unitOf,
  WEEKDAYS,
  WEEKDAYS_PLURAL,
  wordAt,
} from "./english-words.ts";
import { ago, HOURS, hoursOf, lately, type Part, partOf, thisTime, uptoNow } from "./parts.ts";
import {
  dayAt,
  halfIn,
  latest,
  mapNamed,
  type Named,
  named,
  type Period,
  quarterIn,
  seasonIn,
  unitAt,
  weekAt,
  weekdayBefore,
  weekdayIn,
  weekendAt as weekendOf,
} from "./period.ts";

/** "today", "the day before yesterday", "last night", "this morning", "the other day", "this time last year". */
export function relativeDayAt(s: Scan, i: number): Read | null {
  const day = (offset: number): Period => unitAt(s.clock, "day", offset);
  const the = wordAt(s, i) === "the" ? i + 1 : i;
  if (says(s, the, "day before yesterday")) return { what: named(day(-2)), next: the + 3 };
  if (says(s, the, "day after tomorrow")) return { what: named(day(1 + 1)), next: the + 3 };
  if (says(s, the, "night before last")) return { what: named(hoursOf(day(-2), HOURS.night)), next: the + 3 };
  if (says(s, i, "the other day"))
    return { what: named(uptoNow({ start: day(-14).start, end: day(-1).end, grain: "span" }), false), next: i + 3 };
  if (says(s, i, "the other night"))
    return { what: named(uptoNow({ start: day(-14).start, end: day(0).start, grain: "span" }), false), next: i + 3 };
  const early =
    wordAt(s, i) === "earlier" || wordAt(s, i) === "later" || wordAt(s, i) === "early" || wordAt(s, i) === "late"
      ? 1
      : 0;
  switch (wordAt(s, i + early)) {
    case "today":
      return { what: named(day(0)), next: i + early + 1 };
    case "yesterday":
      return { what: named(day(-1)), next: i + early + 1 };
    case "tomorrow":
      return { what: named(day(1)), next: i + early + 1 };
    case "tonight":
      return { what: named(hoursOf(day(0), HOURS.night)), next: i + early + 1 };
    case "this": {
      const hours = DAY_PARTS.get(wordAt(s, i + early + 1));
      if (hours !== undefined) return { what: named(hoursOf(day(0), hours)), next: i + early + 2 };
      break;
    }
    case "last":
      if (wordAt(s, i + early + 1) === "night")
        return { what: named(hoursOf(day(-1), HOURS.night)), next: i + early + 2 };
      if (wordAt(s, i + early + 1) === "evening")
        return { what: named(hoursOf(day(-1), HOURS.evening)), next: i + early + 2 };
      break;
  }
  const time = says(s, i, "this time") ? i + 2 : says(s, i, "the same time") ? i + 3 : null;
  const unit = time === null || wordAt(s, time) !== "last" ? null : unitOf(wordAt(s, time + 1));
  if (time !== null && (unit?.unit === "year" || unit?.unit === "month" || unit?.unit === "week"))
    return { what: named(thisTime(s.clock, 1, unit.unit), false), next: time + 2 };
  return null;
}

/** "two weeks ago on Tuesday", "Tuesday two weeks ago": that day of the calendar week so many weeks back. */
function weekdayAgoAt(s: Scan, i: number): Read | null {
  const before = WEEKDAYS.get(wordAt(s, i));
  const counted = amountAt(s, before === undefined ? i : i + 1);
  if (counted === null || typeof counted.amount !== "number") return null;
  const unit = unitOf(wordAt(s, counted.next));
  const weeks = counted.amount * (unit?.times ?? 0);
  if (unit?.unit !== "week" || !Number.isInteger(weeks) || weeks < 1 || weeks > 520) return null;
  if (!/^(?:ago|back)$/u.test(wordAt(s, counted.next + 1))) return null;
  const behind = counted.next + 2;
  const at = before === undefined && wordAt(s, behind) === "on" ? behind + 1 : behind;
  const weekday = before ?? WEEKDAYS.get(wordAt(s, at));
  if (weekday === undefined) return null;
  return {
    what: named(weekdayIn(unitAt(s.clock, "week", -weeks), weekday)),
    next: before === undefined ? at + 1 : behind,
  };
}

/** "three days ago", "a couple of weeks ago", "a year and a half back", "two Tuesdays ago", "years ago". */
export function agoAt(s: Scan, i: number): Read | null {
  const weekdayOfWeek = weekdayAgoAt(s, i);
  if (weekdayOfWeek !== null) return weekdayOfWeek;
  const counted = amountAt(s, i);
  const { amount, next } = counted ?? { amount: "few" as const, next: i };
  const word = wordAt(s, next);
  const isAgo = (j: number): boolean => /^(?:ago|back)$/u.test(wordAt(s, j));
  if (isAgo(next + 1)) {
    const weekday = WEEKDAYS_PLURAL.get(word) ?? WEEKDAYS.get(word);
    if (weekday !== undefined && typeof amount === "number" && Number.isInteger(amount) && amount > 0 && amount < 100)
      return { what: named(weekdayBefore(s.clock, weekday, amount - 1)), next: next + 2 };
    if (/^weekends?$/u.test(word) && typeof amount === "number" && Number.isInteger(amount) && amount < 100)
      return { what: named(unitAt(s.clock, "weekend", -amount)), next: next + 2 };
    const season = SEASON_WORDS.get(word.replace(/s$/u, ""));
    const over = season === undefined ? null : latest((year) => seasonIn(year, season), s.clock, true);
    if (season !== undefined && over !== null && typeof amount === "number" && Number.isInteger(amount) && amount < 100)
      return { what: named(seasonIn(yearOf(over.start) - amount + 1, season)), next: next + 2 };
  }
  if (/^moments?$/u.test(word) && isAgo(next + 1)) return { what: justNow(s), next: next + 2 };
  const unit = unitOf(word);
  if (unit === null || (counted === null && !unit.plural)) return null;
  const half = says(s, next + 1, "and a half") ? 0.5 : 0;
  const end = next + 1 + (half > 0 ? 3 : 0);
  if (!isAgo(end)) return null;
  if (unit.times < 1) return { what: justNow(s), next: end + 1 };
  const today = wordAt(s, end + 1) === "today" && typeof amount === "number" && unit.unit !== "hour";
  if (typeof amount === "number") {
    const period = ago(s.clock, (amount + half) * unit.times, unit.unit);
    if (period === null) return null;
    if (today) return { what: named(dayAt((period.start + period.end - DAY) / 2)), next: end + 2 };
    return { what: named(period, period.grain === "day"), next: end + 1 };
  }
  const period = ago(s.clock, amount, unit.unit);
  return period === null ? null : { what: named(period, false), next: end + 1 };
}

/** "just now", 刚才: the last two hours, the conversation that is going on. */
export const JUST_NOW_HOURS = 2;

function justNow(s: Scan): Named {
  const period = lately(s.clock, JUST_NOW_HOURS, "hour");
  return named(uptoNow(period ?? dayAt(s.clock.today)), false);
}

const OFFSETS: ReadonlyMap<string, number> = new Map([
  ["last", -1],
  ["previous", -1],
  ["this", 0],
  ["current", 0],
  ["next", 1],
  ["coming", 1],
]);

/**
 * "last week", "this month", "the week before last", "the past two weeks", "the week of May 1st". Calendar units, save
 * behind "past" or with a count or "in the last …", which run to the end of today.
 */
export function unitPhraseAt(s: Scan, i: number, lead: string): Read | null {
  const determined =
    /^(?:the|these)$/u.test(wordAt(s, i)) || (wordAt(s, i) === "this" && /^(?:past|coming)$/u.test(wordAt(s, i + 1)));
  const the = determined ? 1 : 0;
  const which = wordAt(s, i + the);
  const ofWeek = the === 1 && says(s, i + 1, "week of") ? (monthDayAt(s, i + 3) ?? monthDayAt(s, i + 4)) : null;
  if (ofWeek !== null)
    return { what: mapNamed(ofWeek.what, (day) => weekAt(day.start), s.clock) ?? ofWeek.what, next: ofWeek.next };
  if (/^(?:last|past|previous)$/u.test(which)) {
    const counted = amountAt(s, i + the + 1);
    const unit = counted === null ? null : unitOf(wordAt(s, counted.next));
    if (counted !== null && unit !== null) {
      const times = typeof counted.amount === "number" ? counted.amount * unit.times : counted.amount;
      const period = unit.times < 1 ? justNow(s).period : lately(s.clock, times, unit.unit);
      return period === null ? null : { what: named(period, false), next: counted.next + 1 };
    }
  }
  if (says(s, i + the + 1, "before last")) {
    const unit = which === "weekend" ? "weekend" : unitOf(which)?.unit;
    if (unit !== undefined && unit !== "hour" && unit !== "day")
      return { what: named(unitAt(s.clock, unit, -2)), next: i + the + 3 };
  }
  const later = /^(?:earlier|later)$/u.test(which) ? 1 : 0;
  const inThe = later === 1 && says(s, i + the + 1, "in the") ? 1 : 0; // "earlier in the year"
  const at = i + the + later + inThe;
  const offset = inThe === 1 ? 0 : OFFSETS.get(wordAt(s, at));
  const word = wordAt(s, at + 1);
  const past = wordAt(s, at) === "past";
  if (word === "weekend" && (offset !== undefined || past))
    return { what: named(unitAt(s.clock, "weekend", offset ?? -1)), next: at + 2 };
  const unit = unitOf(word);
  if (unit === null || unit.plural || unit.unit === "hour" || (offset === undefined && !past)) return null;
  if (unit.unit === "day" && !past) return null; // "last day", "this day" are not today's calendar
  const running =
    past || (the === 1 && wordAt(s, at) === "last" && /^(?:in|over|during|within|throughout|for)$/u.test(lead));
  if (running) {
    const period = lately(s.clock, unit.times, unit.unit);
    return period === null ? null : { what: named(period, false), next: at + 2 };
  }
  const period = unitAt(s.clock, unit.unit, offset ?? 0);
  const whole: Read = { what: named(period), next: at + 2 };
  if (later === 1 && offset === 0) {
    const { today } = s.clock;
    const part = which === "earlier" ? { start: period.start, end: today + DAY } : { start: today, end: period.end };
    return { what: named({ ...part, grain: "span" }), next: whole.next };
  }
  return within(s, whole);
}

/** "last year in March", "last week on Tuesday", "last month on the 15th": what a unit is narrowed to behind it. */
function within(s: Scan, whole: Read): Read {
  const { period } = whole.what;
  const behind = whole.next + (/^(?:in|on|at)$/u.test(wordAt(s, whole.next)) ? 1 : 0);
  if (period.grain === "week") {
    const weekday = WEEKDAYS.get(wordAt(s, behind));
    if (weekday !== undefined) return { what: named(weekdayIn(period, weekday)), next: behind + 1 };
  }
  if (period.grain !== "year") return whole;
  const inside = monthDayAt(s, behind) ?? monthNameAt(s, behind, "in") ?? seasonAt(s, behind, "in");
  const narrowed = inside?.what.inYear?.(new Date(period.start).getUTCFullYear()) ?? null;
  return inside === null || narrowed === null ? whole : { what: named(narrowed), next: inside.next };
}

/** "the weekend", "weekend": the latest that has begun; `weekend` alone only behind "at", "on" and the like. */
export function weekendAt(s: Scan, i: number, lead: string): Read | null {
  const the = wordAt(s, i) === "the" ? 1 : 0;
  const date = says(s, i + the, "weekend of") ? (monthDayAt(s, i + the + 2) ?? monthDayAt(s, i + the + 3)) : null;
  const what = date === null ? null : mapNamed(date.what, (day) => weekendOf(day.start), s.clock);
  if (date !== null && what !== null) return { what, next: date.next };
  if (wordAt(s, i + the) !== "weekend" || !/^(?:on|at|over|during|since|before|after|around|part)$/u.test(lead))
    return null;
  const begun = weekdayOf(s.clock.today) >= 6 ? 0 : -1;
  return { what: { ...named(unitAt(s.clock, "weekend", begun)), recurring: { weekdays: [6, 7] } }, next: i + the + 1 };
}

/** "Q3 2023", "the third quarter of 2023", "the first half of last year", "last quarter" (in units). */
export function quarterAt(s: Scan, i: number): Read | null {
  const the = wordAt(s, i) === "the" ? 1 : 0;
  const q = /^q([1-4])$/u.exec(wordAt(s, i))?.[1];
  const nth = s.tokens[i + the]?.kind === "ordinal" ? (s.tokens[i + the]?.value ?? 0) : 0;
  const word = wordAt(s, i + the + 1);
  const year = (from: number): { year: number; next: number } | null =>
    /^(?:of|in)$/u.test(wordAt(s, from)) ? yearAt(s, from + 1) : yearAt(s, from);
  if (q !== undefined || (word === "quarter" && nth >= 1 && nth <= 4)) {
    const next = q === undefined ? i + the + 2 : i + 1;
    const said = year(next);
    const inYear = (y: number): Period => quarterIn(y, q === undefined ? nth : Number(q));
    if (said !== null) return { what: named(inYear(said.year)), next: said.next };
    if (q === undefined) return null; // "the first quarter" of a game
    const begun = [0, -1]
      .map((n) => inYear(new Date(s.clock.today).getUTCFullYear() + n))
      .find((p) => p.start <= s.clock.today);
    return begun === undefined ? null : { what: { ...named(begun), inYear }, next };
  }
  const half = nth === 1 || nth === 2 ? nth : wordAt(s, i + the) === "second" ? 2 : 0;
  if (half === 0 || word !== "half") return null;
  const said = year(i + the + 2);
  return said === null ? null : { what: named(halfIn(said.year, half)), next: said.next };
}

const PARTS: ReadonlyMap<string, Part> = new Map([
  ["early", "early"],
  ["mid", "middle"],
  ["middle", "middle"],
  ["late", "late"],
  ["beginning", "start"],
  ["start", "start"],
  ["end", "end"],
  ["back", "end"],
]);

/** "early March", "mid-May", "the end of last month", "the first week of May", "the last Tuesday of March". */
export function partAt(s: Scan, i: number): Read | null {
  const the = wordAt(s, i) === "the" ? 1 : 0;
  const word = wordAt(s, i + the);
  const part = PARTS.get(word);
  if (part !== undefined) {
    const bare = word === "early" || word === "late" || word === "mid";
    let j = i + the + 1;
    if (s.tokens[j]?.text === "-") j++;
    if (!bare && wordAt(s, j) !== "of") return null;
    if (wordAt(s, j) === "of") j++;
    const inside = wholeAt(s, j, bare ? word : "part");
    const what = inside === null ? null : mapNamed(inside.what, (period) => partOf(period, part), s.clock);
    return inside === null || what === null ? null : { what, next: inside.next };
  }
  const nth = word === "last" ? -1 : s.tokens[i + the]?.kind === "ordinal" ? (s.tokens[i + the]?.value ?? 0) : 0;
  if (nth === 0 || nth > 5) return null;
  const noun = wordAt(s, i + the + 1);
  const weekday = WEEKDAYS.get(noun);
  const unit = noun === "week" ? "week" : weekday === undefined ? null : { weekday };
  if (unit === null || !/^(?:of|in)$/u.test(wordAt(s, i + the + 2))) return null;
  const month = monthNameAt(s, i + the + 3, "part") ?? unitPhraseAt(s, i + the + 3, "of");
  if (month === null || month.what.period.grain !== "month") return null;
  const what = mapNamed(month.what, (period) => nthOf(period, nth, unit), s.clock);
  return what === null ? null : { what, next: month.next };
}

/** A month, season, year, week or quarter that can be cut into parts. */
function wholeAt(s: Scan, i: number, lead: string): Read | null {
  const thisOne = /^the (week|month|year|quarter)$/u.exec(`${wordAt(s, i)} ${wordAt(s, i + 1)}`)?.[1];
  const unit = thisOne === undefined ? null : unitOf(thisOne);
  if (unit !== null && !says(s, i + 2, "before last")) {
    const current = unitAt(s.clock, unit.unit, 0);
    return lead === "part" ? { what: named(current), next: i + 2 } : null;
  }
  const year = yearAt(s, i);
  const wholeYear: Read | null =
    year === null
      ? null
      : {
          what: named({ start: Date.UTC(year.year, 0), end: Date.UTC(year.year + 1, 0), grain: "year" }),
          next: year.next,
        };
  return monthNameAt(s, i, lead) ?? seasonAt(s, i, lead) ?? wholeYear ?? quarterAt(s, i) ?? unitPhraseAt(s, i, "of");
}

/** "recently", "lately", "these days", "just now", "in the last days". */
export function vagueAt(s: Scan, i: number, days: number): Read | null {
  const word = wordAt(s, i);
  const month = (): Named => named(uptoNow(lately(s.clock, days, "day") ?? dayAt(s.clock.today)), false);
  if (/^(?:recently|lately)$/u.test(word)) return { what: month(), next: i + 1 };
  if (says(s, i, "these days") || says(s, i, "of late")) return { what: month(), next: i + 2 };
  if (says(s, i, "just now")) return { what: justNow(s), next: i + 2 };
  if (says(s, i, "these past few days"))
    return { what: named(uptoNow(lately(s.clock, "few", "day") ?? dayAt(s.clock.today)), false), next: i + 4 };
  return null;
}
