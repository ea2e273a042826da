import type { Clock } from "./calendar.ts";
import type { Measure } from "./english-words.ts";
import { HAN_NUMBER } from "./numerals.ts";
import { type Amount, HOURS } from "./parts.ts";
import type { Named, Season } from "./period.ts";
import type { Hours } from "./recurring.ts";

/** A Chinese text, folded, at a moment. */
export interface Reading {
  readonly text: string;
  readonly clock: Clock;
}

/** A time that was read, and the place behind it (UTF-16 units). */
export interface ReadHan {
  readonly what: Named;
  readonly next: number;
}

const TRADITIONAL = "週禮號後個間點兩幾從來這過時剛開頭鐘淩裡裏為與數約學";
const SIMPLIFIED = "周礼号后个间点两几从来这过时刚开头钟凌里里为与数约学";
const FOLD: ReadonlyMap<string, string> = new Map(
  Array.from(TRADITIONAL, (c, n): [string, string] => [c, Array.from(SIMPLIFIED)[n] ?? c]),
);
const FOLDED = new RegExp(`[${TRADITIONAL}０-９]`, "gu");

/** Traditional characters of time words as simplified ones and wide figures as narrow ones; every offset stays. */
export function folded(text: string): string {
  return text.replace(FOLDED, (c) => FOLD.get(c) ?? String.fromCharCode(c.charCodeAt(0) - 0xfee0));
}

/** The match of a sticky pattern at `i`. */
export function at(pattern: RegExp, text: string, i: number): RegExpExecArray | null {
  pattern.lastIndex = i;
  return pattern.exec(text);
}

/** A Chinese or Arabic number, as a pattern. */
export const NUMBER = `(?:\\d{1,3}(?!\\d)|(?!\\d)${HAN_NUMBER}{1,6})`;
/** A count, exact or rough: 三, 几, 好几, 十几, 两三, 半. */
export const AMOUNT = `(?:好?几|数|十几|几十|若干|半|一两|两三|三四|四五|三五|${NUMBER})`;

/** A rough count of units as their least and most; a number as itself. */
export function amountOf(words: string, parse: (text: string) => number | null): Amount | null {
  if (words === "半") return 0.5;
  if (words === "一两" || words === "两三") return "couple";
  if (/^(?:好?几|数|若干|三四|四五|三五)$/u.test(words)) return "few";
  if (words === "十几") return 15;
  if (words === "几十") return 50;
  return parse(words);
}

/** Units of time with what stands before them: 个 is needed with 月, for 三月 is March. */
export const UNIT = "(?:个?(?:半)?(?:星期|礼拜|小时|钟头|季度)|天|日|周|年|个半?月|分钟|世纪)";

const HAN_UNITS: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ["天", { unit: "day", times: 1 }],
  ["日", { unit: "day", times: 1 }],
  ["周", { unit: "week", times: 1 }],
  ["星期", { unit: "week", times: 1 }],
  ["礼拜", { unit: "week", times: 1 }],
  ["月", { unit: "month", times: 1 }],
  ["季度", { unit: "quarter", times: 1 }],
  ["年", { unit: "year", times: 1 }],
  ["世纪", { unit: "decade", times: 10 }],
  ["小时", { unit: "hour", times: 1 }],
  ["钟头", { unit: "hour", times: 1 }],
  ["分钟", { unit: "hour", times: 1 / 60 }],
]);

/** The unit of a match of UNIT. */
export function hanUnit(words: string): Measure | null {
  return HAN_UNITS.get(words.replace(/[个半]/gu, "")) ?? null;
}

export const HAN_SEASONS: Readonly<Record<string, Season>> = { 春: "spring", 夏: "summer", 秋: "autumn", 冬: "winter" };

/** 1 Monday … 7 Sunday */
export function hanWeekday(character: string): number | null {
  const n = "一二三四五六日天".indexOf(character);
  if (character === "" || n < 0) return /^[1-7]$/u.test(character) ? Number(character) : null;
  return n >= 6 ? 7 : n + 1;
}

/** 早上, 下午 … and whether a clock time behind it is past noon. */
export const DAY_PART =
  "凌晨|清晨|清早|大清早|一大早|早晨|早上|上午|中午|午间|下午|午后|傍晚|晚上|晚间|夜里|夜间|夜晚|半夜|深夜|早|晚";

export function hanHours(part: string): { hours: Hours; late: boolean } {
  if (/^(?:凌晨)$/u.test(part)) return { hours: HOURS.dawn, late: false };
  if (/早|清晨|上午/u.test(part)) return { hours: HOURS.morning, late: false };
  if (/^(?:中午|午间)$/u.test(part)) return { hours: HOURS.noon, late: true };
  if (/^(?:下午|午后)$/u.test(part)) return { hours: HOURS.afternoon, late: true };
  if (part === "傍晚") return { hours: HOURS.evening, late: true };
  return { hours: HOURS.night, late: true };
}
