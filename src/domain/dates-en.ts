import type { DateTime } from "luxon";
import type { FoundDate } from "./dates.ts";
import { isParticiple, isPastVerb } from "./verbs-en.ts";

/**
 * English times in running prose. A grammar of our own rather than a date parser: prose is full of words that only look
 * like dates ("I sat down", "may", "in a second", "the sun"), and here a wrong date is worse than none.
 */

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const MONTH = `(${MONTHS.join("|")}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)`;
const DAY_NAME = `(${DAYS.join("|")})`;
const PART = "(?:\\s+(early morning|morning|afternoon|evening|night))?";
const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

export type Tense = "past" | "future";

/** Whether a sentence tells of what was or of what is to come; prose about oneself defaults to the latter. */
export function englishTense(text: string): Tense {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  if (/\b(?:will|shall|going to|plan(?:s|ning)? to|'ll|’ll|about to|has to|have to|need(?:s)? to|must)\b/iu.test(text))
    return "future";
  for (const [i, word] of words.entries()) {
    if (/^(?:was|were|did|didn['’]t|had|wasn['’]t|weren['’]t)$/u.test(word)) return "past";
    const before = words[i - 1] ?? "";
    // "moved" is a past unless it is a passive or an adjective: "is booked", "a used car".
    if (isPastVerb(word) && !/^(?:is|are|am|be|been|being|i'm|i’m|'s|a|an|the|to|get|getting)$/u.test(before))
      return "past";
    if (/^(?:have|has|i've|i’ve|we've|we’ve)$/u.test(before) && isParticiple(word)) return "past";
  }
  return "future";
}

const day = (at: DateTime): string => at.setLocale("en").toFormat("cccc, d MMMM yyyy");
const plainDay = (at: DateTime): string => at.setLocale("en").toFormat("d MMMM yyyy");
const month = (at: DateTime): string => at.setLocale("en").toFormat("MMMM yyyy");

/** Words before a date that make "on" or "in" superfluous. */
const GOVERNS =
  /\b(?:on|in|at|from|until|till|til|by|since|before|after|for|of|than|between|to|through|around|about|during)\s+$|[:(–-]\s*$/iu;
/** Words before a weekday that make it a habit or a name. */
const NOT_A_DATE =
  /\b(?:every|each|any|most|all|some|alternate|other|black|good|ash|easter|casual|cyber|super|bloody|on a|second|first|third|last day of)\s+$/iu;
const YEARLY = /\b(?:birthdays?|anniversary|born|every year|each year|annually|yearly|holiday season)\b/iu;

interface Context {
  text: string;
  now: DateTime;
  tense: Tense;
}

/** "on Friday, 4 December 2026", without a second preposition and with a capital where the sentence begins. */
function phrase(context: Context, index: number, words: string, preposition: string): string {
  const before = context.text.slice(0, index);
  if (before.trim() === "") {
    const after = context.text.slice(index);
    if (/^\S+(?:\s\S+)?\s+(?:is|was|will be|marks)\b/iu.test(after)) return words;
    return `${preposition[0]?.toUpperCase()}${preposition.slice(1)} ${words}`;
  }
  return GOVERNS.test(before) ? words : `${preposition} ${words}`;
}

function partOf(part: string | undefined, date: string): string {
  return part === undefined ? date : `the ${part} of ${date}`;
}

type Rule = (context: Context) => FoundDate[];

/** All matches of a pattern, through `make`, which says `null` for what is no date after all. */
function rule(
  pattern: RegExp,
  make: (match: RegExpExecArray, context: Context) => Omit<FoundDate, "index" | "length"> | null,
): Rule {
  return (context) =>
    Array.from(context.text.matchAll(pattern)).flatMap((match) => {
      const made = make(match as RegExpExecArray, context);
      return made === null ? [] : [{ ...made, index: match.index, length: match[0].length }];
    });
}

function oneDay(at: DateTime, text: string | null): Omit<FoundDate, "index" | "length"> {
  const from = at.startOf("day");
  return { phrase: text, from, until: from.plus({ days: 1 }), precision: "day" };
}

const NAMED: Readonly<Record<string, number>> = { today: 0, tonight: 0, tomorrow: 1, yesterday: -1 };

const namedDays = rule(
  new RegExp(
    `\\b(the day after tomorrow|the day before yesterday|day after tomorrow|day before yesterday|today|tomorrow|yesterday|tonight)(['’]s)?${PART}(?!\\p{L})`,
    "giu",
  ),
  (match, context) => {
    const word = match[1]!.toLowerCase();
    const shift = word.endsWith("after tomorrow") ? 2 : word.endsWith("before yesterday") ? -2 : NAMED[word]!;
    const at = context.now.plus({ days: shift });
    if (match[2] !== undefined) return oneDay(at, `the ${plainDay(at)}${match[3] === undefined ? "" : ` ${match[3]}`}`);
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

function weekdayDate(which: string | undefined, weekday: number, context: Context): DateTime {
  const { now } = context;
  const week = now.startOf("week").plus({ days: weekday - 1 });
  const ahead = (weekday - now.weekday + 7) % 7 || 7;
  const back = (now.weekday - weekday + 7) % 7 || 7;
  if (which === "next") return week.plus({ weeks: 1 });
  if (which === "last" || which === "past") return now.minus({ days: back });
  if (which === "this" && (context.tense === "past" || week >= now.startOf("day"))) return week;
  return context.tense === "past" ? now.minus({ days: back }) : now.plus({ days: ahead });
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
    const weekday = DAYS.findIndex((name) => name.toLowerCase() === match[3]!.toLowerCase()) + 1;
    const which = match[2]?.toLowerCase().replace("this coming", "coming");
    const at = weekdayDate(which, weekday, context);
    if (match[4] !== undefined) return oneDay(at, `the ${day(at)}${match[5] === undefined ? "" : ` ${match[5]}`}`);
    return oneDay(at, phrase(context, match.index, partOf(match[5]?.toLowerCase(), day(at)), "on"));
  },
);

const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

function season(name: string, which: string, now: DateTime): { from: DateTime; until: DateTime } {
  const start = now.startOf("year").set({ month: SEASONS[name]! });
  const end = start.plus({ months: 3 });
  const shift = which === "next" ? (start > now ? 0 : 1) : which === "this" ? 0 : end <= now ? 0 : -1;
  return { from: start.plus({ years: shift }), until: end.plus({ years: shift }) };
}

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
    const span = season(unit, which, now);
    return { phrase: put(`the ${unit} of ${span.from.year}`, "in"), ...span, precision: "season" };
  },
);

function amount(words: string): { count: number; exact: boolean } {
  const word = words.toLowerCase();
  if (/^\d+$/u.test(word)) return { count: Number(word), exact: true };
  if (word === "a" || word === "an") return { count: 1, exact: true };
  if (word.startsWith("a couple")) return { count: 2, exact: false };
  return { count: NUMBERS.indexOf(word) + 1, exact: true };
}

const UNIT = "(minute|hour|day|week|fortnight|month|year)s?";
const AMOUNT = `(\\d{1,4}|an?|${NUMBERS.join("|")}|a couple of)`;

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
  const from = by({ years: count }).startOf("year");
  return { phrase: put(String(from.year), "in"), from, until: from.plus({ years: 1 }), precision: "year" };
}

const ago = rule(
  new RegExp(`(?<!\\p{L})(?:about\\s+|around\\s+)?${AMOUNT}\\s+${UNIT}\\s+ago\\b`, "giu"),
  (match, context) => shifted(context, match.index, match[1]!, match[2]!, -1),
);

const ahead = rule(
  new RegExp(
    `\\b(?:in\\s+${AMOUNT}\\s+${UNIT}(?:['’]\\s*time)?|${AMOUNT}\\s+${UNIT}\\s+from\\s+(?:now|today))(?!\\p{L}|\\s+(?:of|or|and))`,
    "giu",
  ),
  (match, context) => {
    const duration =
      /\b(?:can|could|able|usually|often|times|once|twice|per|every|took|takes|within|learn(?:ed|t)?|finish(?:ed)?|first)\b/iu;
    if (match[1] !== undefined && (context.tense === "past" || duration.test(context.text))) return null;
    return shifted(context, match.index, match[1] ?? match[3]!, match[2] ?? match[4]!, 1);
  },
);

function monthNumber(name: string): number {
  return MONTHS.findIndex((full) => full.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

/** The year a date without one is in: the nearest on the side the tense points to. */
function withYear(context: Context, monthOf: number, dayOf: number, explicit?: string): DateTime | null {
  const { now } = context;
  if (explicit !== undefined) {
    const at = now.startOf("day").set({ year: Number(explicit), month: monthOf, day: dayOf });
    return at.month === monthOf && at.day === dayOf ? at : null;
  }
  for (const years of context.tense === "past" ? [0, -1, -2, -3, -4] : [0, 1, 2, 3, 4]) {
    const first = now.startOf("year").plus({ years }).set({ month: monthOf });
    if (dayOf > (first.daysInMonth ?? 31)) continue;
    const at = first.set({ day: dayOf });
    if (context.tense === "past" ? at <= now : at >= now.startOf("day")) return at;
  }
  return null;
}

const LEAD = `(?:(on)\\s+)?(?:(${DAYS.join("|")}|Mon|Tues?|Wed|Thu(?:rs)?|Fri|Sat|Sun),?\\s+)?(?:the\\s+)?`;

function calendar(
  match: RegExpExecArray,
  context: Context,
  dayText: string,
  monthText: string,
  year: string | undefined,
): Omit<FoundDate, "index" | "length"> | null {
  const number = Number(dayText);
  const at = number < 1 || number > 31 ? null : withYear(context, monthNumber(monthText), number, year);
  if (at === null) return null;
  if (year !== undefined) return oneDay(at, null);
  if (YEARLY.test(context.text) || NOT_A_DATE.test(context.text.slice(0, match.index))) return null;
  const words = match[2] === undefined ? plainDay(at) : day(at);
  return oneDay(at, phrase(context, match.index, words, "on"));
}

const dayMonth = rule(
  new RegExp(
    `(?<![\\p{L}\\p{N}/.-])${LEAD}(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}\\b\\.?(?:,?\\s+(\\d{4})\\b)?(?!\\p{L})`,
    "giu",
  ),
  (match, context) => calendar(match, context, match[3]!, match[4]!, match[5]),
);
const monthDay = rule(
  new RegExp(
    `(?<![\\p{L}\\p{N}/.-])${LEAD}${MONTH}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d|:)(?:,?\\s+(\\d{4})\\b)?`,
    "gu",
  ),
  (match, context) => calendar(match, context, match[4]!, match[3]!, match[5]),
);

const dayOfMonth = rule(
  new RegExp(
    `\\b(?:(on)\\s+|(?<=\\b(?:by|until|till|from|before|after)\\s))(?:${DAY_NAME},?\\s+)?the\\s+(\\d{1,2})(?:st|nd|rd|th)\\b(?!\\s+(?:of|floor|street|avenue|time|grade|edition|century|anniversary|birthday|row|place|day|try|attempt|${MONTHS.join("|")}))`,
    "giu",
  ),
  (match, context) => {
    const number = Number(match[3]);
    if (number < 1 || number > 31 || /\b(?:every|each) month|\bmonthly\b/iu.test(context.text)) return null;
    for (let months = 0; months < 4; months++) {
      const first = context.now.startOf("month").plus({ months: context.tense === "past" ? -months : months });
      if (number > (first.daysInMonth ?? 31)) continue;
      const at = first.set({ day: number });
      if (context.tense === "past" ? at <= context.now : at >= context.now.startOf("day"))
        return oneDay(at, phrase(context, match.index, match[2] === undefined ? plainDay(at) : day(at), "on"));
    }
    return null;
  },
);

const monthAlone = rule(
  new RegExp(
    `\\b(?:(in|since|until|till|by|from|during|before|after)\\s+)?(?:(this|next|last|early|late|mid)[\\s-]+)?(${MONTHS.join("|")})\\b(?!\\s*(?:\\d|,\\s*\\d{4}|['’]s))`,
    "gu",
  ),
  (match, context) => {
    if ((match[1] === undefined && match[2] === undefined) || YEARLY.test(context.text)) return null;
    const { now } = context;
    const number = monthNumber(match[3]!);
    const start = now.startOf("year").set({ month: number });
    const past = match[2] === "last" || match[1] === "since" || (context.tense === "past" && match[2] !== "next");
    const from = past
      ? start <= now
        ? start
        : start.minus({ years: 1 })
      : start.endOf("month") >= now && match[2] !== "next"
        ? start
        : start > now
          ? start
          : start.plus({ years: 1 });
    const tail = /^(?:early|late|mid)$/u.test(match[2] ?? "") ? `${match[2]} ${month(from)}` : month(from);
    const lead = match[1] ?? "in";
    return {
      phrase:
        context.text.slice(0, match.index).trim() === ""
          ? `${lead[0]!.toUpperCase()}${lead.slice(1)} ${tail}`
          : `${lead} ${tail}`,
      from,
      until: from.plus({ months: 1 }),
      precision: "month",
    };
  },
);

const isoDay = rule(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/gu, (match, context) => {
  const at = withYear(context, Number(match[2]), Number(match[3]), match[1]);
  return at === null || Number(match[2]) < 1 || Number(match[2]) > 12 ? null : oneDay(at, null);
});

const RULES: readonly Rule[] = [
  namedDays,
  thisMorning,
  weekdays,
  periods,
  ago,
  ahead,
  dayMonth,
  monthDay,
  dayOfMonth,
  monthAlone,
  isoDay,
];

/** Times named in English; `now` is the speaker's local time when it was said. */
export function englishDates(text: string, now: DateTime): FoundDate[] {
  const context: Context = { text, now, tense: englishTense(text) };
  return RULES.flatMap((apply) => apply(context));
}
