import { DateTime } from "luxon";
import { absoluteDates, type Moment } from "./dates.ts";
import { ENGLISH_NUMBERS, HAN_NUMBER, hanNumber } from "./time/numerals.ts";

/** The figures a text holds and those it stands for, so that a number nobody said can be told. */

const NUMBER = /\d+(?:[.,:/-]\d+)*/gu;
const WORDS = new RegExp(
  `\\b(?:(${[...ENGLISH_NUMBERS]
    .filter(([, n]) => n >= 20)
    .map(([word]) => word)
    .join("|")})(?:[ -](one|two|three|four|five|six|seven|eight|nine))?|(${[...ENGLISH_NUMBERS]
    .filter(([, n]) => n > 1 && n < 20)
    .map(([word]) => word)
    .join("|")}))\\b`,
  "giu",
);
const HAN = new RegExp(`${HAN_NUMBER.replace("0-9", "")}+(?=[个只条岁年月日号点块元次天周位辆台本杯瓶公斤斤米])`, "gu");
/** A code begins with a letter: B7, KL1204, ORD-2024-118. */
const CODE = /(?<![\p{L}\p{N}])[a-z]+(?:[-_]?[a-z]+)*[-_]?\d[\p{Script=Latin}\d_-]*/giu;
const MONTHS = "january february march april may june july august september october november december".split(" ");
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const NAMED_DAY = new RegExp(
  `\\b(?:${[...MONTHS, ...WEEKDAYS].filter((name) => name !== "may" && name !== "march").join("|")})\\b|\\b(?:March|May)\\b(?= \\d|,)|(?<=\\d )(?:March|May)\\b|(?:周|星期|礼拜)[一二三四五六日天]`,
  "gu",
);

const bare = (number: string): string => number.replace(/^0+(?=\d)/u, "");
/** 1,500 and 1500, 1.5k and 1500, 3万 and 30000. */
const whole = (number: string): string =>
  bare(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(number) ? number.replace(/,/gu, "") : number);

function numbersIn(text: string): string[] {
  const found = (text.match(NUMBER) ?? []).map(whole);
  for (const [, tens, ones, other] of text.toLowerCase().matchAll(WORDS))
    found.push(String((ENGLISH_NUMBERS.get(tens ?? other ?? "") ?? 0) + (ENGLISH_NUMBERS.get(ones ?? "") ?? 0)));
  for (const [han] of text.matchAll(HAN)) {
    const value = hanNumber(han);
    if (value !== null && value > 1) found.push(String(value));
  }
  return found;
}

const dayName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:星期|礼拜)/u, "周")
    .replace("周天", "周日");
const codesIn = (text: string): string[] =>
  (text.match(CODE) ?? []).map((code) => code.toLowerCase().replace(/[-_]/gu, ""));

/** Every form in which the text's figures, and the days it names, may be told again. */
export function figuresOf(text: string, moment: Moment): ReadonlySet<string> {
  const plain = text.normalize("NFKC");
  const { text: dated, dates } = absoluteDates(plain, moment);
  const known = new Set<string>(["0", ...codesIn(plain)]);
  const joined = `${plain}\n${dated}`;
  for (const number of numbersIn(joined))
    for (const part of [number, ...number.split(/[.:/-]/u)]) known.add(bare(part));
  for (const [, number = "", unit = ""] of plain.matchAll(/(\d+(?:\.\d+)?)\s?(k\b|千|万|亿)/giu))
    known.add(String(Number(number) * ({ k: 1e3, 千: 1e3, 万: 1e4, 亿: 1e8 }[unit.toLowerCase()] ?? 1)));
  const said = DateTime.fromMillis(moment.said, { zone: moment.timeZone });
  const after = /(?<![a-z])p\.?m\b|evening|afternoon|night|下午|晚上|傍晚/iu.test(plain);
  for (const number of [...known].map(Number).filter(Number.isInteger)) {
    if (after && number < 12) known.add(String(number + 12));
    if (after && number > 12 && number < 24) known.add(String(number - 12));
    if (number < 120 && /years?\b|[岁年]/u.test(plain)) known.add(String(said.year - number)); // since then, born then
  }
  const days = dates.flatMap(({ from, until }) => [from, new Date(Date.parse(until) - 1).toISOString()]);
  for (const day of [said, ...days.map((at) => DateTime.fromISO(at, { zone: moment.timeZone }))])
    for (const form of [
      day.year,
      day.month,
      day.day,
      MONTHS[day.month - 1],
      WEEKDAYS[day.weekday - 1],
      `周${"一二三四五六日"[day.weekday - 1]}`,
    ])
      known.add(String(form));
  for (const [name] of joined.matchAll(NAMED_DAY)) known.add(dayName(name));
  return known;
}

/** Figures, codes and names of days in a statement that are not among the known ones. */
export function inventedFigures(statement: string, known: ReadonlySet<string>): string[] {
  const plain = statement.normalize("NFKC");
  const codes = codesIn(plain);
  const numbers = numbersIn(plain.replace(CODE, " ")).filter(
    (one) => !known.has(one) && !one.split(/[.:/-]/u).every((part) => known.has(bare(part))),
  );
  const days = (plain.match(NAMED_DAY) ?? []).filter((name) => !known.has(dayName(name)));
  return [...codes.filter((code) => !known.has(code)), ...numbers, ...days];
}

/** The text without figures and names of days, which are told apart by themselves. */
export const withoutFigures = (text: string): string =>
  text.normalize("NFKC").replace(CODE, " ").replace(/\d+/gu, " ").replace(NAMED_DAY, " ");
