import type { DateTime } from "luxon";
import {
  type Context,
  DAY_NAME,
  DAYS,
  day,
  MONTH,
  MONTHS,
  month,
  NOT_A_DATE,
  oneDay,
  PAID_REGULARLY,
  phrase,
  plainDay,
  type Rule,
  rule,
  YEARLY,
} from "./dates-en-words.ts";
import type { FoundDate } from "./found-date.ts";

function monthNumber(name: string): number {
  return MONTHS.findIndex((full) => full.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
}

/** The year a date without one is in: the nearest on the side the tense points to. */
function withYear(context: Context, index: number, monthOf: number, dayOf: number, explicit?: string): DateTime | null {
  const { now } = context;
  const past = context.tense(index) === "past";
  if (explicit !== undefined) {
    const at = now.startOf("day").set({ year: Number(explicit), month: monthOf, day: dayOf });
    return at.month === monthOf && at.day === dayOf ? at : null;
  }
  for (const years of past ? [0, -1, -2, -3, -4] : [0, 1, 2, 3, 4]) {
    const first = now.startOf("year").plus({ years }).set({ month: monthOf });
    if (dayOf > (first.daysInMonth ?? 31)) continue;
    const at = first.set({ day: dayOf });
    if (past ? at <= now : at >= now.startOf("day")) return at;
  }
  return null;
}

const LEAD = `(?:(on)\\s+)?(?:(${DAYS.join("|")}|Mon|Tues?|Wed|Thu(?:rs)?|Fri|Sat|Sun),?\\s+)?(?:the\\s+)?`;

/** "3 March – 21 April 2026", "March 3 to April 21, 2026": the year is said once for both ends. */
const YEAR_OF_END = new RegExp(
  `^\\s*(?:to|until|till|through|[-–—])\\s*(?:\\d{1,2}\\s+${MONTH.replace("(", "(?:")}\\s+(\\d{4})|${MONTH.replace("(", "(?:")}\\s+\\d{1,2},?\\s+(\\d{4}))\\b`,
  "iu",
);

function calendar(
  match: RegExpExecArray,
  context: Context,
  dayText: string,
  monthText: string,
  ownYear: string | undefined,
): Omit<FoundDate, "index" | "length"> | null {
  const year =
    ownYear ??
    YEAR_OF_END.exec(context.text.slice(match.index + match[0].length))
      ?.slice(1)
      .find(Boolean);
  const number = Number(dayText);
  const at = number < 1 || number > 31 ? null : withYear(context, match.index, monthNumber(monthText), number, year);
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

/** A payment told of or still to be made is one. */
const ONCE =
  /\b(?:need|needs|have|has|had) to\b|\b(?:must|will|going to|paid (?!on\b)|was|were|did|got|received|sent|ended|cancel\w*|this month|next month)\b|['’]ll\b/iu;

const dayOfMonth = rule(
  new RegExp(
    `\\b(?:(on)\\s+|(?<=\\b(?:for|by|until|till|from|before|after)\\s))(?:${DAY_NAME},?\\s+)?the\\s+(\\d{1,2})(?:st|nd|rd|th)\\b(?!\\s+(?:of|floor|street|avenue|time|grade|edition|century|anniversary|birthday|row|place|day|try|attempt|${MONTHS.join("|")}))`,
    "giu",
  ),
  (match, context) => {
    const number = Number(match[3]);
    if (number < 1 || number > 31 || /\b(?:every|each) month|\bmonthly\b/iu.test(context.text)) return null;
    if (PAID_REGULARLY.test(context.text) && !ONCE.test(context.text)) return null;
    for (let months = 0; months < 4; months++) {
      const first = context.now
        .startOf("month")
        .plus({ months: context.tense(match.index) === "past" ? -months : months });
      if (number > (first.daysInMonth ?? 31)) continue;
      const at = first.set({ day: number });
      if (context.tense(match.index) === "past" ? at <= context.now : at >= context.now.startOf("day"))
        return oneDay(at, phrase(context, match.index, match[2] === undefined ? plainDay(at) : day(at), "on"));
    }
    return null;
  },
);

/** First and last day of the thirds a month is told in; absent for the whole. */
const PARTS_OF_MONTH: Readonly<Record<string, readonly [number, number]>> = {
  early: [1, 10],
  mid: [11, 20],
  late: [21, 31],
};

function partOf(from: DateTime, part: readonly [number, number] | undefined): Pick<FoundDate, "from" | "until"> {
  const [first, last] = part ?? [1, 31];
  return { from: from.set({ day: first }), until: from.plus({ days: Math.min(last, from.daysInMonth ?? last) }) };
}

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
    const past =
      match[2] === "last" || match[1] === "since" || (context.tense(match.index) === "past" && match[2] !== "next");
    const from = past
      ? start <= now
        ? start
        : start.minus({ years: 1 })
      : start.endOf("month") >= now && match[2] !== "next"
        ? start
        : start > now
          ? start
          : start.plus({ years: 1 });
    const part = PARTS_OF_MONTH[match[2]?.toLowerCase() ?? ""];
    const tail = part === undefined ? month(from) : `${match[2]} ${month(from)}`;
    const lead = match[1] ?? "in";
    return {
      phrase:
        context.text.slice(0, match.index).trim() === ""
          ? `${lead[0]!.toUpperCase()}${lead.slice(1)} ${tail}`
          : `${lead} ${tail}`,
      ...partOf(from, part),
      precision: "month",
    };
  },
);

/** A month with its year is absolute already. */
const monthOfYear = rule(
  new RegExp(`(?<!\\d(?:st|nd|rd|th)?\\s(?:of\\s)?)\\b(${MONTHS.join("|")}),?\\s+((?:19|20)\\d{2})\\b`, "gu"),
  (match, context) => {
    const from = context.now.startOf("year").set({ year: Number(match[2]), month: monthNumber(match[1]!) });
    return { phrase: null, from, until: from.plus({ months: 1 }), precision: "month" };
  },
);

const isoDay = rule(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/gu, (match, context) => {
  const at = withYear(context, match.index, Number(match[2]), Number(match[3]), match[1]);
  return at === null || Number(match[2]) < 1 || Number(match[2]) > 12 ? null : oneDay(at, null);
});

/** Calendar dates whose year, or more, is left out. */
export const CALENDAR: readonly Rule[] = [dayMonth, monthDay, dayOfMonth, monthAlone, monthOfYear, isoDay];
