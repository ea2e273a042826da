import { DateTime } from "luxon";
import { englishDates } from "./dates-en.ts";
import { chineseDates } from "./dates-zh.ts";
import type { DateMention, FoundDate } from "./found-date.ts";
import type { Instant } from "./record.ts";
import { isMovedTo } from "./tense-en.ts";

export type { DateMention };

/** When something was said, and where: what "tomorrow" is read against. */
export interface Moment {
  /** Milliseconds since 1970. */
  said: number;
  /** IANA zone of the speaker. */
  timeZone: string;
}

/** A text whose times are absolute, and the times it names in order. */
export interface Dated {
  text: string;
  dates: DateMention[];
}

/** Earliest first; of two that overlap the longer. */
function withoutOverlap(found: FoundDate[]): FoundDate[] {
  const kept: FoundDate[] = [];
  const byLength = [...found].sort((a, b) => b.length - a.length || a.index - b.index);
  for (const one of byLength) {
    if (kept.every((other) => one.index + one.length <= other.index || other.index + other.length <= one.index))
      kept.push(one);
  }
  return kept.sort((a, b) => a.index - b.index);
}

function instant(time: DateTime): Instant {
  return time.toUTC().toJSDate().toISOString();
}

const TO = /^\s*(?:to|till|until|through|thru|[-–—~～]|到|至)\s*$/iu;
const WEEKDAY = /day\b|周|星期|礼拜/iu;

/** The day on which a range ends that would end before it begins: read by itself "Friday" was the one of this week. */
function endOf(first: FoundDate, last: FoundDate, text: string): FoundDate {
  const words = text.slice(last.index, last.index + last.length);
  if (first.precision !== "day" || last.precision !== "day" || last.from > first.from || last.phrase === null)
    return last;
  let from = last.from;
  if (WEEKDAY.test(words)) while (from <= first.from) from = from.plus({ weeks: 1 });
  else {
    from = first.from.startOf("month").set({ day: Math.min(last.from.day, first.from.daysInMonth ?? 28) });
    if (from <= first.from) from = from.plus({ months: 1 });
  }
  return { ...last, from, until: from.plus({ days: 1 }), phrase: dayIn(words, from) };
}

/** "in the week of 30 November", 11月30日那一周: a day that names a week or weekend by its first. */
function whole(one: FoundDate, text: string): FoundDate {
  if (one.precision !== "day") return one;
  const named = /\b(week|weekend) of\s*$/iu.exec(text.slice(0, one.index))?.[1]?.toLowerCase();
  if (named === undefined && !/^(?:（.{2,3}）)?那一?周/u.test(text.slice(one.index + one.length))) return one;
  return { ...one, until: one.from.plus({ days: named === "weekend" ? 2 : 7 }), precision: "week" };
}

/** The date in words, as the grammars write it. */
const dayIn = (words: string, at: DateTime): string =>
  /\p{Script=Han}/u.test(words)
    ? at.setLocale("zh").toFormat("yyyy年M月d日（ccc）")
    : at.setLocale("en").toFormat("cccc, d MMMM yyyy");

function find(text: string, moment: Moment): FoundDate[] {
  const now = DateTime.fromMillis(moment.said, { zone: moment.timeZone });
  const found = withoutOverlap([...englishDates(text, now), ...chineseDates(text, now)]).map((one) => whole(one, text));
  return found.map((one, i) => {
    const before = found[i - 1];
    return before !== undefined &&
      !isMovedTo(text, one.index) &&
      TO.test(text.slice(before.index + before.length, one.index))
      ? endOf(before, one, text)
      : one;
  });
}

/**
 * The text with every relative time made absolute in the speaker's zone: "on Friday" → "on Friday, 4 December 2026",
 * 周五 → 2026年12月4日（周五）. What repeats (every Friday, birthdays, 每周五) stays, and so does what the rules cannot
 * place with certainty ("recently", "soon").
 */
export function absoluteDates(text: string, moment: Moment): Dated {
  const found = find(text, moment);
  let made = "";
  let at = 0;
  for (const one of found) {
    made += text.slice(at, one.index) + (one.phrase ?? text.slice(one.index, one.index + one.length));
    at = one.index + one.length;
  }
  const dates = found.map((one) => ({
    words: text.slice(one.index, one.index + one.length),
    from: instant(one.from),
    until: instant(one.until),
    precision: one.precision,
  }));
  return { text: made + text.slice(at), dates };
}

/** The words of the text that still stand for a relative time; empty for a statement that can be read on any day. */
export function relativeDates(text: string, moment: Moment): string[] {
  return find(text, moment)
    .filter((one) => one.phrase !== null)
    .map((one) => text.slice(one.index, one.index + one.length).trim());
}
