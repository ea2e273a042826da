import type { DateTime } from "luxon";
import type { FoundDate } from "./found-date.ts";
import type { Tense } from "./tense-en.ts";

/**
 * English times in running prose. A grammar of our own rather than a date parser: prose is full of words that only look
 * like dates ("I sat down", "may", "in a second", "the sun"), and here a wrong date is worse than none.
 */

export const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
export const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
export const MONTH = `(${MONTHS.join("|")}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)`;
export const DAY_NAME = `(${DAYS.join("|")})`;
export const PART = "(?:\\s+(early morning|morning|afternoon|evening|night))?";
export const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

export const day = (at: DateTime): string => at.setLocale("en").toFormat("cccc, d MMMM yyyy");
export const plainDay = (at: DateTime): string => at.setLocale("en").toFormat("d MMMM yyyy");
export const month = (at: DateTime): string => at.setLocale("en").toFormat("MMMM yyyy");

/** Words before a date that make "on" or "in" superfluous. */
export const GOVERNS =
  /\b(?:on|in|at|from|until|till|til|by|since|before|after|for|of|than|between|to|through|around|about|during)\s+$|[:(–-]\s*$/iu;
/** Words before a weekday that make it a habit or a name. */
export const NOT_A_DATE =
  /\b(?:every|each|any|most|all|some|alternate|other|black|good|ash|easter|casual|cyber|super|bloody|on a|second|first|third|last day of)\s+$/iu;
const DAY_IN_LIST = `(?:${DAYS.join("|")})(?:\\s+(?:early morning|morning|afternoon|evening|night))?`;
const AND = "\\s*(?:,\\s*(?:and\\s+|or\\s+)?|\\s(?:and|or|to|through|till|until)\\s+|[&/–-]\\s*)";
const REPEATS_BEFORE = new RegExp(
  `\\b(?:every|each|any|most|all|some|alternate|other)\\s+(?:${DAY_IN_LIST}${AND})+$`,
  "iu",
);
const REPEATS_AFTER = new RegExp(
  `^(?:${AND}${DAY_IN_LIST})*(?:s|\\s+(?:mornings|afternoons|evenings|nights))\\b`,
  "iu",
);
const AS_A_RULE =
  /\b(?:every (?:single |other |second )?(?:week|fortnight|month|year)|each (?:week|month|year)|(?:bi-?)?weekly|fortnightly|(?:once|twice|times) (?:a|per|each|every) (?:week|month)|usually|always|normally|typically|generally)\b|\bonly\s+(?!free\b|available\b)[\p{L}'’]+(?:\s+[\p{L}'’]+){0,3}?\s+on\s+(?:\p{L}+day|…)\s+(?:and|or)\s+(?:on\s+)?(?:\p{L}+day\b|…)/iu;
/** A weekday of "every Tuesday and Thursday", "Monday and Friday evenings", "usually on Monday". */
export function isHabitual(before: string, after: string): boolean {
  const clause = `${before.split(/[.;!?]|\bbut\b/iu).at(-1)} … ${after.split(/[.;!?]|\bbut\b/iu)[0]}`;
  return REPEATS_BEFORE.test(before) || REPEATS_AFTER.test(after) || AS_A_RULE.test(clause);
}
/** What someone may register for or hand in until its one last day. */
const CLOSES_ONCE =
  "(?:applications?|registrations?|enrol?lments?|sales?|offers?|exhibitions?|shows?|polls?|votes?|vot(?:e|ing)|tickets?|bookings?|windows?|calls?|deals?|auctions?|competitions?)";
/** What is paid or done again and again: on the 1st is on every 1st. */
export const PAID_REGULARLY = new RegExp(
  "\\b(?:rent|mortgage|salary|wages?|payday|get(?:s|ting)? paid|subscriptions?|bills?|instal(?:l?)ments?|direct debit|allowance|pension|council tax|insurance|premiums?|membership|statements?)\\b" +
    "|(?<!\\bto )\\b(?:(?:pays|(?:they|we) pay)(?! (?:off|for)\\b)|invoices|charges|collects|renews|resets|debits)\\b" +
    `|\\b(?<!\\b${CLOSES_ONCE} )(?:closes|opens|(?:is|are) closed)\\b`,
  "iu",
);
export const YEARLY = /\b(?:birthdays?|anniversary|born|every year|each year|annually|yearly|holiday season)\b/iu;

export interface Context {
  text: string;
  now: DateTime;
  /** Tense of the clause around a place; a clause without a verb goes with the whole. */
  tense: (index: number) => Tense;
}

/** "on Friday, 4 December 2026", without a second preposition and with a capital where the sentence begins. */
export function phrase(context: Context, index: number, words: string, preposition: string): string {
  const before = context.text.slice(0, index);
  if (before.trim() === "") {
    const after = context.text.slice(index);
    if (/^\S+(?:\s\S+)?\s+(?:is|was|will be|marks)\b/iu.test(after)) return words;
    return `${preposition[0]?.toUpperCase()}${preposition.slice(1)} ${words}`;
  }
  return GOVERNS.test(before) ? words : `${preposition} ${words}`;
}

export function partOf(part: string | undefined, date: string): string {
  return part === undefined ? date : `the ${part} of ${date}`;
}

export type Rule = (context: Context) => FoundDate[];

/** All matches of a pattern, through `make`, which says `null` for what is no date after all. */
export function rule(
  pattern: RegExp,
  make: (match: RegExpExecArray, context: Context) => Omit<FoundDate, "index" | "length"> | null,
): Rule {
  return (context) =>
    Array.from(context.text.matchAll(pattern)).flatMap((match) => {
      const made = make(match as RegExpExecArray, context);
      return made === null ? [] : [{ ...made, index: match.index, length: match[0].length }];
    });
}

export function oneDay(at: DateTime, text: string | null): Omit<FoundDate, "index" | "length"> {
  const from = at.startOf("day");
  return { phrase: text, from, until: from.plus({ days: 1 }), precision: "day" };
}
