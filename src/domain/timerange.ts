import { clockAt } from "./time/calendar.ts";
import { chineseCues } from "./time/chinese.ts";
import { type Found, finished, type Range, type TimeCue } from "./time/cue.ts";
import { englishCues } from "./time/english.ts";
import type { Hours, Recurring } from "./time/recurring.ts";

export type { Hours, Range, Recurring, TimeCue };

/** The part of a question that is read, in UTF-16 units: behind it stands a pasted text, whose dates are not the question's. */
const READ = 2_000;

/** A season behind it is what something is about: 一首关于春天的诗; a day is when it was: 关于昨天的会议. */
const ABOUT = /[关關][于於]?$/u;

/** A time that is said not to be meant: "the 15th, not the 14th", 不是上周三. */
const DENIED = /(?:(?<![a-z])(?:not|rather than|instead of)\s+(?:(?:on|in|at|from)\s+)?(?:the\s+)?|(?<!是)不是在?)$/iu;
const DENIED_LENGTH = 24;

const HAN = /\p{Script=Han}/u;
const EACH_HAN = /\p{Script=Han}/gu;
/** A Latin letter or a figure: without one there is nothing for the English grammar. */
const LATIN = /[a-z0-9]/iu;

/** `now` in years that a calendar of four figures can count from. */
const EARLIEST = Date.UTC(1000, 0);
const LATEST = Date.UTC(9000, 0);

/**
 * What a question says about when things happened, in the order of its words; empty when it says nothing. English and
 * Chinese (simplified and traditional), also mixed.
 *
 * Questions are about memories, so words lean to the past: a month, day or weekday without its year or week is the most
 * recent one, with `recurring` for the others, and a range that has begun ends with today at the latest. Beside an exact
 * range a vague one says nothing ("what did I recently see in May?") and is left out. Weeks begin on
 * Monday; seasons are the northern hemisphere's whole months (spring from March). `now` is in milliseconds since 1970,
 * `timeZone` an IANA name; a name that is none reads as UTC. Never throws; a `now` outside the years 1000 … 9000 gives
 * nothing.
 */
export function timeCues(question: string, now: number, timeZone: string): TimeCue[] {
  if (!(now >= EARLIEST && now <= LATEST)) return [];
  const read = question.slice(0, READ);
  const clock = clockAt(now, timeZone);
  const han: Found[] = HAN.test(read) ? chineseCues(read, clock) : [];
  let rest = read;
  for (const { start, end } of han) rest = rest.slice(0, start) + "?".repeat(end - start) + rest.slice(end);
  rest = rest.replace(EACH_HAN, (c) => "?".repeat(c.length)); // words on two sides of it are no neighbours
  const latin = LATIN.test(rest) ? englishCues(rest, clock) : [];
  const found = [...han, ...latin].sort((a, b) => a.start - b.start);
  const dated = found.some(({ pointed, exact }) => pointed && exact);
  return found
    .filter(({ pointed, exact }) => exact || !pointed || !dated)
    .filter(({ start, exact }) => exact || !ABOUT.test(read.slice(Math.max(0, start - 2), start)))
    .filter(({ start }) => !DENIED.test(read.slice(Math.max(0, start - DENIED_LENGTH), start)))
    .map((cue) => finished(cue, question.slice(cue.start, cue.end), clock))
    .filter((cue) => cue !== null);
}

/** Words of the calendar's grammar that a topic may have as well: "the day before yesterday" is about no "before". */
const GRAMMATICAL = /^(?:on |in )?(?:the )?(?:day before yesterday|day after tomorrow|night before last)\b/iu;

/** True for words that say when in words of another sense, which as words of a topic would mislead. */
export const isGrammatical = (words: string): boolean => GRAMMATICAL.test(words.trim());
