import { DateTime } from "luxon";
import { attributeOf } from "./attribute.ts";
import { absoluteDates, type Moment } from "./dates.ts";
import type { DateMention } from "./found-date.ts";
import { HAN_NUMBER, hanNumber } from "./time/numerals.ts";

/** What a correction makes of what was said before it. */

/** A sentence put right, what stood in it and what stands in its place; dates are written out in both. */
export interface Amended {
  text: string;
  was: string;
  now: string;
}

/** The new value, and the old one where it was named ("not Friday"). */
export interface Meant {
  now: string;
  was: string | null;
}

/** True when what was meant is a sentence of its own ("I meant I live in Bergen"), not a value. */
export function isSentence(meant: string): boolean {
  return /^(?:that )?(?:I|I['’]\p{L}+|my|we|our)\s|^我/iu.test(meant.trim());
}

const WEEKDAYS: readonly RegExp[] = [
  /\bmon(?:day)?\b|[周期拜]一/iu,
  /\btue(?:s(?:day)?)?\b|[周期拜]二/iu,
  /\bwed(?:nesday)?\b|[周期拜]三/iu,
  /\bthu(?:rs(?:day)?)?\b|[周期拜]四/iu,
  /\bfri(?:day)?\b|[周期拜]五/iu,
  /\bsat(?:urday)?\b|[周期拜]六/iu,
  /\bsun(?:day)?\b|[周期拜][日天]/iu,
];
/** Nothing but a weekday: which one, what it stands in place of tells. */
const LONE_WEEKDAY =
  /^(?:on |for |a )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun))$|^(?:在)?(?:周|星期|礼拜)[一二三四五六日天]$/iu;
/** Nothing but a day of the month. */
const LONE_DAY = /^(?:on )?the (\d{1,2})(?:st|nd|rd|th)$|^(\d{1,2})[号日]$/iu;
const weekdayIn = (text: string): number => WEEKDAYS.findIndex((day) => day.test(text)) + 1;

/** The day that is meant in place of another: of its week or month where only a weekday or a number is said. */
function dayFor(value: string, own: DateMention, moment: Moment): DateTime | null {
  const old = DateTime.fromISO(own.from, { zone: moment.timeZone });
  if (LONE_WEEKDAY.test(value)) {
    const day = old.startOf("week").plus({ days: weekdayIn(value) - 1 });
    const said = DateTime.fromMillis(moment.said, { zone: moment.timeZone }).startOf("day");
    return day < said && old >= said ? day.plus({ weeks: 1 }) : day;
  }
  const number = LONE_DAY.exec(value)?.slice(1).find(Boolean);
  if (number !== undefined) return Number(number) <= (old.daysInMonth ?? 28) ? old.set({ day: Number(number) }) : null;
  const [date] = absoluteDates(/^(?:on|in|at)\b/iu.test(value) ? value : `on ${value}`, moment).dates;
  return date?.precision === "day" ? DateTime.fromISO(date.from, { zone: moment.timeZone }) : null;
}

/** The day as dates are written out, with its weekday where the one it replaces has one. */
function written(day: DateTime, own: string): string {
  if (/\p{Script=Han}/u.test(own)) return day.setLocale("zh").toFormat("yyyy年M月d日（ccc）");
  return day.setLocale("en").toFormat(weekdayIn(own) > 0 ? "cccc, d MMMM yyyy" : "d MMMM yyyy");
}

/** True when the words name that day: by its weekday, by its number, or by the date. */
function names(words: string, own: DateMention, moment: Moment): boolean {
  const day = DateTime.fromISO(own.from, { zone: moment.timeZone });
  if (LONE_WEEKDAY.test(words)) return weekdayIn(words) === day.weekday;
  const number = LONE_DAY.exec(words)?.slice(1).find(Boolean);
  if (number !== undefined) return Number(number) === day.day;
  return absoluteDates(words, moment).dates.some(({ from }) => from === own.from);
}

/** A date in place of the date: the one that was named, else the only one. */
function redated(dated: Dated, { now, was }: Meant, moment: Moment): Amended | null {
  const fitting = dated.days.filter((own) => was === null || names(was, own, moment));
  const own = fitting[0];
  if (own === undefined || (was === null && fitting.length > 1)) return null;
  const day = dayFor(now, own, moment);
  if (day === null) return null;
  const next = written(day, weekdayIn(now) > 0 ? `${own.words} ${now}` : own.words);
  const lead = /^on /iu.exec(own.words)?.[0] ?? "";
  return { text: dated.text.replace(own.words, () => lead + next), was: own.words.slice(lead.length), now: next };
}

interface Dated {
  text: string;
  days: DateMention[];
}

/** The text with its dates written out, and its days. */
function datedOf(sentence: string, moment: Moment): Dated {
  const { text } = absoluteDates(sentence, moment);
  return { text, days: absoluteDates(text, moment).dates.filter(({ precision }) => precision === "day") };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** 十二号 as 12号. */
const withDigits = (value: string): string =>
  value.replace(new RegExp(`^${HAN_NUMBER}+(?=[号日]$)`, "u"), (number) => String(hanNumber(number) ?? number));

/** The named value replaced where it stands, as often as it stands there. */
function inNamedPlace(text: string, was: string, now: string): Amended | null {
  const bare = (value: string) => value.replace(/^(?:on|at|in|for|with|the|an?)\s+/iu, "");
  const asDay = (value: string) => value.replace(/(?<=\d)号$/u, "日");
  for (const [old, next] of [
    [was, now],
    [bare(was), bare(now)],
    [asDay(was), asDay(now)],
  ] as const) {
    const found = new RegExp(
      /\p{Script=Han}/u.test(old) ? `(?<!\\d)${escaped(old)}` : `(?<![\\p{L}\\d])${escaped(old)}(?![\\p{L}\\d])`,
      "giu",
    );
    const [first] = text.match(found) ?? [];
    if (first !== undefined) return { text: text.replace(found, () => next), was: first, now: next };
  }
  return null;
}

const TIME =
  /(?<![\p{L}\d.:])\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o['’]clock)|(?<![\p{L}\d.:])\d{1,2}:\d\d(?![\d:])|\b(?:noon|midnight)\b|[\d一二两三四五六七八九十]+点(?:半|[\d一二三四五六七八九十]+分?)?/giu;
const NUMBER = /(?<![\p{L}\d])[$€£¥]?\d[\d.,:]*(?!\p{Script=Latin})/gu;
const NAME = /(?<=\S\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/gu;
const NAME_ZH = /[小老阿]\p{Script=Han}/gu;
/** Stands for a date whose numbers are not looked at; private to this file, and no letter, digit or sign. */
const A_DATE = "\u{F0000}";
/** "at 7" for a time may leave out what the time it replaces has. */
const HOUR = /^(?:at )?(\d{1,2}(?::\d\d)?)$/iu;

/** Puts the value in place of the only thing of its form in the text: a number for the number, a name for the name. */
function inPlaceOf(text: string, value: string, form: RegExp): Amended | null {
  const only = Array.from(`x ${value}`.matchAll(form)).map((match) => match[0]);
  const hour = form === TIME ? HOUR.exec(value)?.[1] : undefined;
  if (hour === undefined && (only.length !== 1 || only[0] !== value)) return null;
  const found = Array.from(text.matchAll(form));
  if (found.length !== 1) return null;
  const was = found[0]![0];
  const now = hour === undefined ? value : hour + (/\s?[ap]\.?m\.?$|\s?o['’]clock$/iu.exec(was)?.[0] ?? "");
  return { text: text.replace(was, () => now), was, now };
}

/** "The capital of Australia is Sydney", 澳大利亚的首都是悉尼: the value that ends a claim, for one of its form. */
const CLAIM =
  /^(?!(?:it|this|that|he|she|they|there|here|what)\b)(?<head>.+\s(?:is|are|was|were)\s(?:(?:called|in|at|on|by)\s)?)(?<value>(?:the )?(?:\p{Lu}|\d)[^,;:()]*?)(?<end>[.!]*)$|^(?![它这那他她])(?<zhHead>[^，,；：]+?(?:是|在|叫|为|到)了?)(?<zhValue>[^，,；：是在叫]{1,12}?)(?<zhEnd>[。！]*)$/u;
const claimed = /^(?:the )?[\p{Lu}\d]/u;

function inClaim(text: string, value: string): Amended | null {
  const groups = CLAIM.exec(text)?.groups;
  if (groups === undefined) return null;
  const { head, value: en, end, zhHead, zhValue, zhEnd } = groups;
  if (en !== undefined) return claimed.test(value) ? { text: head! + value + end!, was: en, now: value } : null;
  return /^[\p{Script=Han}\p{L}\d]+$/u.test(value)
    ? { text: zhHead! + value + zhEnd!, was: zhValue!, now: value }
    : null;
}

/** The value of the attribute that the statement gives, replaced. */
function inAttribute(statement: string, value: string): Amended | null {
  const attribute = attributeOf(statement);
  const old = attribute?.key.includes("opinion:") ? attribute.probe : attribute?.value;
  if (old === undefined || old.startsWith("not ") || !statement.includes(old)) return null;
  const lead = /^(?:at|in|on) /iu.exec(old)?.[0] ?? "";
  const now = lead !== "" && !value.startsWith(lead) ? lead + value : value;
  return { text: statement.replace(old, () => now), was: old, now };
}

/**
 * The sentence put right: its value, date, number or name is the new one ("no, I meant blue"); its dates are written
 * out. Null where the rules cannot tell what of it was meant, and where a value that was named is not in it.
 */
export function amended(sentence: string, given: Meant, moment: Moment): Amended | null {
  const meant = { now: withDigits(given.now), was: given.was === null ? null : withDigits(given.was) };
  const now = meant.now.replace(/[\s.!。！]+$/u, "").replace(/^(?:that |was |是)/iu, "");
  if (now === "" || isSentence(now) || now.split(/\s+/u).length > 6) return null;
  const dated = datedOf(sentence, moment);
  const redone = redated(dated, { now, was: meant.was }, moment);
  if (redone !== null) return redone;
  if (meant.was !== null) return inNamedPlace(dated.text, meant.was, now);
  const undated = dated.days.reduce((rest, { words }) => rest.replace(words, A_DATE), dated.text);
  const value = now.replace(/^(?:on|at|in|for|to) (?=\S)/iu, "");
  const made =
    inAttribute(dated.text, now) ??
    inPlaceOf(undated, value, TIME) ??
    inPlaceOf(undated, value, NUMBER) ??
    inPlaceOf(undated, value, NAME) ??
    inPlaceOf(undated, value, NAME_ZH) ??
    inClaim(dated.text, value);
  if (made === null) return null;
  const text = dated.days.reduce((rest, { words }) => rest.replace(A_DATE, () => words), made.text);
  return { ...made, text };
}
