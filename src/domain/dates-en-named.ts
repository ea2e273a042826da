import { type Context, MONTH, MONTHS, month, oneDay, plainDay, type Rule, rule, YEARLY } from "./dates-en-words.ts";
import { FESTIVALS_EN, festival } from "./dates-festivals.ts";
import { seasonNear } from "./dates-seasons.ts";

/** Festivals, and the beginnings and ends of weeks, months and years. */

/** What comes back each time has no one date. */
const HABIT =
  /\b(?:every|each|always|usually|often|monthly|yearly|annually|traditionally|gets? paid|salary|rent|bills?|payday|subscription|favou?rite|loves?|likes?|enjoys?|hates?|prefers?)\b/iu;
const comesBack = (text: string): boolean => HABIT.test(text) || YEARLY.test(text);

const atStart = (context: Context, index: number, words: string): string =>
  context.text.slice(0, index).trim() === "" ? `${words[0]!.toUpperCase()}${words.slice(1)}` : words;

/** A festival is still told of as present for a week. */
const FESTIVE_DAYS = 7;

const festivals = rule(
  new RegExp(
    `(?<![\\p{L}'’])(?:(this|next|last|this past|this coming)\\s+)?(${FESTIVALS_EN})(?![\\p{L}'’]|,?\\s+(?:on\\s+)?\\d|\\s+(?:eve|day|sunday|monday)\\b)`,
    "giu",
  ),
  (match, context) => {
    const which = match[1]?.toLowerCase() ?? "";
    const name = match[2]!;
    const before = context.text.slice(0, match.index);
    if (
      comesBack(context.text) ||
      (which === "" &&
        !/\b(?:on|at|for|over|spen[dt]|spending|celebrat(?:e|ed|ing)|by|until|till|before|after|from|since|during|around)\s+$/iu.test(
          before,
        ))
    )
      return null;
    const past = /last|past/u.test(which) || (which === "" && context.tense(match.index) === "past");
    const underWay = which === "this" || (which === "" && /\b(?:am|is|are)\b|['’](?:m|re)\b/iu.test(context.text));
    const at = festival(name, context.now, past ? Number.POSITIVE_INFINITY : underWay ? FESTIVE_DAYS : 0);
    if (at === null) return null;
    // Christmas and Easter are several days; the name and the year say it.
    if (/^(?:christmas|easter|new year['’]s)$/iu.test(name)) {
      const lead = which === "" ? "" : "at ";
      const from = at.minus({ days: 1 });
      return {
        phrase: atStart(context, match.index, `${lead}${name} ${at.year}`),
        from,
        until: from.plus({ days: 4 }),
        precision: "week",
      };
    }
    const lead = which !== "" && !/\b(?:on|for|by|until|before|after|since)\s+$/iu.test(before) ? "on " : "";
    return oneDay(at, atStart(context, match.index, `${lead}${name}, ${plainDay(at)}`));
  },
);

/** A past of which a season without a year is not the last one. */
const LONG_AGO =
  /\b(?:when|as an? (?:child|kid|boy|girl|student)|childhood|used to|back (?:then|in)|once|years?|\d{4})\b/iu;

/** "In the summer I went to Greece": the last that began; of what is done as a rule no one summer is meant. */
const seasons = rule(
  /\b(in|over|during)\s+the\s+(spring|summer|autumn|fall|winter)\b(?!\s+(?:of|\d|months?|holidays?|time|house|job)|['’-])/giu,
  (match, context) => {
    if (context.tense(match.index) !== "past" || comesBack(context.text) || LONG_AGO.test(context.text)) return null;
    const name = match[2]!.toLowerCase();
    const span = seasonNear(name, "before", context.now, true);
    return { phrase: `${match[1]} the ${match[2]} of ${span.from.year}`, ...span, precision: "season" };
  },
);

const PART: Readonly<Record<string, string>> = {
  end: "end",
  beginning: "beginning",
  start: "beginning",
  middle: "middle",
};

const ends = rule(
  new RegExp(
    `\\b(?:the\\s+)?(?:(end|beginning|start|middle)\\s+of\\s+(?:(the|this|next|last)\\s+(week|month|year)|${MONTH}\\b(?!\\s+\\d))|(month|year)[\\s-]end)\\b(?!['’]|\\s+of\\b)`,
    "giu",
  ),
  (match, context) => {
    const { now } = context;
    if (comesBack(context.text)) return null;
    const part = PART[match[1]?.toLowerCase() ?? "end"]!;
    const unit = (match[3] ?? match[5] ?? "month").toLowerCase() as "week" | "month" | "year";
    const which = match[2]?.toLowerCase() ?? "this";
    const past = which === "last" || (which === "the" && context.tense(match.index) === "past");
    let span = now.startOf(unit);
    if (match[4] !== undefined) {
      span = now.startOf("year").set({
        month: MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === match[4]!.slice(0, 3).toLowerCase()) + 1,
      });
      if (context.tense(match.index) === "past" ? span > now : span.endOf("month") < now)
        span = span.plus({ years: span > now ? -1 : 1 });
    } else if (which === "next") span = span.plus({ [`${unit}s`]: 1 });
    else if (which === "last") span = span.minus({ [`${unit}s`]: 1 });
    // A beginning that is over lies in the next one, an end to come that was told as past in the one before.
    else if (
      which === "the" &&
      part === "beginning" &&
      !past &&
      now.diff(span, "days").days > (unit === "year" ? 45 : 10)
    )
      span = span.plus({ [`${unit}s`]: 1 });
    else if (
      which === "the" &&
      part === "end" &&
      past &&
      span.endOf(unit).diff(now, "days").days > (unit === "year" ? 45 : 7)
    )
      span = span.minus({ [`${unit}s`]: 1 });
    const over = span.plus({ [`${unit}s`]: 1 });
    const name = unit === "year" ? String(span.year) : unit === "month" ? month(span) : `the week of ${plainDay(span)}`;
    const third = unit === "year" ? { months: 1 } : unit === "month" ? { days: 10 } : { days: 2 };
    const from = part === "end" ? over.minus(third) : part === "middle" ? span.plus(third) : span;
    const until = part === "beginning" ? span.plus(third) : part === "middle" ? over.minus(third) : over;
    return {
      phrase: atStart(context, match.index, `the ${part} of ${name}`),
      from,
      until,
      precision: unit === "year" ? "month" : "week",
    };
  },
);

/** Times with a name of their own. */
export const NAMED_TIMES: readonly Rule[] = [festivals, seasons, ends];
