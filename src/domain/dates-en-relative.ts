import type { DateTime } from "luxon";
import {
  type Context,
  DAY_NAME,
  DAYS,
  day,
  GOVERNS,
  isHabitual,
  MONTH,
  month,
  NOT_A_DATE,
  NUMBERS,
  oneDay,
  PART,
  partOf,
  phrase,
  plainDay,
  type Rule,
  rule,
} from "./dates-en-words.ts";
import { seasonNear, type WhichSeason } from "./dates-seasons.ts";
import type { FoundDate } from "./found-date.ts";
import { isEnglishSeries } from "./series.ts";
import { liesAhead } from "./tense-en.ts";

const NAMED: Readonly<Record<string, number>> = { today: 0, tonight: 0, tomorrow: 1, yesterday: -1 };

const namedDays = rule(
  new RegExp(
    `\\b(the day after tomorrow|the day before yesterday|day after tomorrow|day before yesterday|today|tomorrow|yesterday|tonight)(['’]s|(?:,\\s+|\\s+\\(|\\s+)${DAY_NAME.replace("(", "(?:")}[),]?)?${PART}(?!\\p{L})`,
    "giu",
  ),
  (match, context) => {
    const word = match[1]!.toLowerCase();
    const shift = word.endsWith("after tomorrow") ? 2 : word.endsWith("before yesterday") ? -2 : NAMED[word]!;
    const at = context.now.plus({ days: shift });
    if (/^['’]/u.test(match[2] ?? ""))
      return oneDay(at, `the ${plainDay(at)}${match[3] === undefined ? "" : ` ${match[3]}`}`);
    const part = word === "tonight" ? "evening" : match[3]?.toLowerCase();
    return oneDay(at, phrase(context, match.index, partOf(part, day(at)), "on"));
  },
);

const thisMorning = rule(/\b(this (morning|afternoon|evening)|last night)\b/giu, (match, context) => {
  const last = /^last/iu.test(match[1]!);
  const at = context.now.minus({ days: last ? 1 : 0 });
  return oneDay(
    at,
    phrase(context, match.index, `the ${last ? "night" : match[2]!.toLowerCase()} of ${day(at)}`, "on"),
  );
});

function weekdayDate(which: string | undefined, weekday: number, now: DateTime, past: boolean): DateTime {
  const week = now.startOf("week").plus({ days: weekday - 1 });
  const ahead = (weekday - now.weekday + 7) % 7 || 7;
  const back = (now.weekday - weekday + 7) % 7 || 7;
  if (which === "next") return week.plus({ weeks: 1 });
  if (which === "last" || which === "past") return now.minus({ days: back });
  if (which === "this" && (past || week >= now.startOf("day"))) return week;
  return past ? now.minus({ days: back }) : now.plus({ days: ahead });
}

/** A calendar date beside a weekday: "Friday 4 December", "Friday, December 4th", "Friday the 4th". */
const DATE_FOLLOWS = new RegExp(
  `^,?\\s*(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)?\\b(?!\\s*(?:am|pm|a\\.m|p\\.m|:|h\\b|o['’]clock))|${MONTH}\\s+\\d)`,
  "iu",
);

const weekdays = rule(
  new RegExp(
    `(?<!\\p{L})(?:(on)\\s+)?(?:(this coming|this|next|last|past|coming)\\s+)?${DAY_NAME}(['’]s)?${PART}(?![\\p{L}])`,
    "giu",
  ),
  (match, context) => {
    const after = context.text.slice(match.index + match[0].length);
    const before = context.text.slice(0, match.index);
    if (DATE_FOLLOWS.test(after) || NOT_A_DATE.test(before)) return null;
    if (match[2] === undefined && isHabitual(match[1] === undefined ? before : `${before}on `, after)) return null;
    if (
      /^\s*(?:through|to|till|until|-|–|and|or)\s*(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b/iu.test(after) &&
      /\b(?:work|open|closed|available|always|usually)\b/iu.test(context.text)
    )
      return null;
    if (
      /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\s*(?:through|to|till|until|-|–)\s*$/iu.test(before) &&
      /\b(?:work|open|closed|available|always|usually)\b/iu.test(context.text)
    )
      return null;
    if (
      match[3]![0] !== match[3]![0]!.toUpperCase() &&
      match[1] === undefined &&
      match[2] === undefined &&
      !GOVERNS.test(before) &&
      before.trim() !== "" &&
      !/\s$/u.test(before)
    )
      return null;
    if (match[2] === undefined && match[4] === undefined && isEnglishSeries(context.text, match.index)) return null;
    const weekday = DAYS.findIndex((name) => name.toLowerCase() === match[3]!.toLowerCase()) + 1;
    const which = match[2]?.toLowerCase().replace("this coming", "coming");
    const since = /\bsince\s+$/iu.test(before); // it has begun, whatever the tense around it
    const past =
      since || (!liesAhead(context.text, match.index) && context.tense(match.index + match[0].length) === "past");
    const at = weekdayDate(which, weekday, context.now, past);
    if (match[4] !== undefined) return oneDay(at, `the ${day(at)}${match[5] === undefined ? "" : ` ${match[5]}`}`);
    return oneDay(at, phrase(context, match.index, partOf(match[5]?.toLowerCase(), day(at)), "on"));
  },
);

const periods = rule(
  /(?<!\bthe\s)(?<!\bof\s)\b(?:(?:in|on|during|over|later|earlier)\s+)?(this|next|last|this past|this coming|coming)\s+(week|weekend|month|year|spring|summer|autumn|fall|winter)(['’]s)?\b/giu,
  (match, context) => {
    const { now } = context;
    const which = match[1]!
      .toLowerCase()
      .replace("this past", "last")
      .replace("this coming", "next")
      .replace("coming", "next");
    const shift = which === "next" ? 1 : which === "last" ? -1 : 0;
    const unit = match[2]!.toLowerCase();
    if (match[3] !== undefined && unit !== "year") return null;
    const put = (words: string, preposition: string) => phrase(context, match.index, words, preposition);
    if (unit === "week") {
      const from = now.startOf("week").plus({ weeks: shift });
      return {
        phrase: put(`the week of ${plainDay(from)}`, "in"),
        from,
        until: from.plus({ weeks: 1 }),
        precision: "week",
      };
    }
    if (unit === "weekend") {
      const from = now.startOf("week").plus({ weeks: which === "last" && now.weekday === 7 ? -1 : shift, days: 5 });
      return {
        phrase: put(`the weekend of ${plainDay(from)}`, "on"),
        from,
        until: from.plus({ days: 2 }),
        precision: "week",
      };
    }
    if (unit === "month") {
      const from = now.startOf("month").plus({ months: shift });
      return { phrase: put(month(from), "in"), from, until: from.plus({ months: 1 }), precision: "month" };
    }
    if (unit === "year") {
      const from = now.startOf("year").plus({ years: shift });
      const until = from.plus({ years: 1 });
      if (match[3] !== undefined) return { phrase: `the ${from.year}`, from, until, precision: "year" };
      return { phrase: put(String(from.year), "in"), from, until, precision: "year" };
    }
    const span = seasonNear(unit, which as WhichSeason, now, context.tense(match.index) === "past");
    return { phrase: put(`the ${unit} of ${span.from.year}`, "in"), ...span, precision: "season" };
  },
);

function amount(words: string): { count: number; exact: boolean } {
  const word = words.toLowerCase();
  if (/^\d+$/u.test(word)) return { count: Number(word), exact: true };
  if (word.startsWith("half")) return { count: 0.5, exact: false };
  if (word === "a" || word === "an") return { count: 1, exact: true };
  if (word.startsWith("a couple")) return { count: 2, exact: false };
  return { count: NUMBERS.indexOf(word) + 1, exact: true };
}

const UNIT = "(minute|hour|day|week|fortnight|month|year)s?";
const AMOUNT = `(\\d{1,4}|half an?|an?|${NUMBERS.join("|")}|a couple of)`;

function shifted(
  context: Context,
  index: number,
  words: string,
  unitWord: string,
  sign: 1 | -1,
): Omit<FoundDate, "index" | "length"> | null {
  const { count, exact } = amount(words);
  const unit = unitWord.toLowerCase();
  const put = (text: string, preposition: string) => phrase(context, index, text, exact ? preposition : "around");
  const by = (span: Record<string, number>) => (sign === 1 ? context.now.plus(span) : context.now.minus(span));
  if (unit === "minute" || unit === "hour") {
    const at = by({ [`${unit}s`]: count });
    return oneDay(at, put(`${at.toFormat("HH:mm")} on ${day(at)}`, "at"));
  }
  if (unit === "day") return oneDay(by({ days: count }), put(day(by({ days: count })), "on"));
  if (unit === "week" || unit === "fortnight") {
    const at = by({ weeks: unit === "week" ? count : 2 * count });
    const from = at.startOf("day").minus({ days: 3 });
    return {
      phrase: GOVERNS.test(context.text.slice(0, index)) ? plainDay(at) : `around ${plainDay(at)}`,
      from,
      until: from.plus({ days: 7 }),
      precision: "week",
    };
  }
  if (unit === "month") {
    const from = by({ months: count }).startOf("month");
    return { phrase: put(month(from), "in"), from, until: from.plus({ months: 1 }), precision: "month" };
  }
  if (count <= 1) {
    const from = by({ months: 12 * count }).startOf("month");
    return {
      phrase: GOVERNS.test(context.text.slice(0, index)) ? month(from) : `around ${month(from)}`,
      from,
      until: from.plus({ months: 1 }),
      precision: "month",
    };
  }
  const from = by({ years: count }).startOf("year");
  return { phrase: put(String(from.year), "in"), from, until: from.plus({ years: 1 }), precision: "year" };
}

const ago = rule(
  new RegExp(`(?<!\\p{L})(?:about\\s+|around\\s+)?${AMOUNT}\\s+${UNIT}\\s+ago\\b`, "giu"),
  (match, context) => shifted(context, match.index, match[1]!, match[2]!, -1),
);

/** "two weeks ago on Tuesday", "on Tuesday two weeks ago". */
const weekdayAgo = rule(
  new RegExp(
    `(?<!\\p{L})(?:${AMOUNT}\\s+(week|fortnight)s?\\s+ago,?\\s+(?:on\\s+)?${DAY_NAME}|(?:on\\s+)?${DAY_NAME},?\\s+${AMOUNT}\\s+(week|fortnight)s?\\s+ago)\\b`,
    "giu",
  ),
  (match, context) => {
    const { count, exact } = amount(match[1] ?? match[5]!);
    if (!exact) return null;
    const weeks = (match[2] ?? match[6])!.toLowerCase() === "week" ? count : 2 * count;
    const weekday = DAYS.findIndex((name) => name.toLowerCase() === (match[3] ?? match[4])!.toLowerCase());
    const at = context.now.startOf("week").minus({ weeks }).plus({ days: weekday });
    return oneDay(at, phrase(context, match.index, day(at), "on"));
  },
);

/** "The job runs in 12 minutes", "I run 10 km in an hour": how long it takes as a rule, no moment. */
const TAKES =
  /(?<!\b(?:will|to|must|should|shall|may|might|['’]ll)\s+(?:\p{L}+ly\s+)?)\b(?:runs?(?! out\b)|delivers?|ships?|loads?|boots?|reboots?|cooks?|bakes?|boils?|charges?|recharges?|dries|dry|builds?|compiles?|deploys?|responds?|repl(?:y|ies)|answers?|heals?|processes|prints?|syncs?|converts?|renders?|sets|hardens|downloads?|uploads?|scans?|swims?|cycles?|rows?|walks?|types?|solves?|completes?|restarts?)(?!\s+(?:an?|another)\s)(?:\s+[\p{L}\d.,'’%-]+){0,6}?\s+$/iu;

const ahead = rule(
  new RegExp(
    `\\b(?:in\\s+${AMOUNT}\\s+${UNIT}(?:['’]\\s*time)?|${AMOUNT}\\s+${UNIT}\\s+from\\s+(?:now|today))(?!\\p{L}|\\s+(?:of|or|and))`,
    "giu",
  ),
  (match, context) => {
    if (match[1] !== undefined && TAKES.test(context.text.slice(0, match.index))) return null;
    const duration =
      /\b(?:can|could|able|usually|often|times|once|twice|per|every|took|takes|within|learn(?:ed|t)?|finish(?:ed)?|first)\b/iu;
    if (match[1] !== undefined && (context.tense(match.index) === "past" || duration.test(context.text))) return null;
    return shifted(context, match.index, match[1] ?? match[3]!, match[2] ?? match[4]!, 1);
  },
);

/** Times told from the day of speaking. */
export const RELATIVE: readonly Rule[] = [namedDays, thisMorning, weekdays, periods, weekdayAgo, ago, ahead];
