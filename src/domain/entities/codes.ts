import { codeKey, dateKey } from "./keys.ts";
import type { Mention } from "./types.ts";

/** Things written the same way every time: codes, numbers, addresses, paths, hashtags, and days written out. */

/** Letters and digits together, as order numbers and part numbers are: ORD-2024-118, KL1204, A4-77. */
const CODE =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}_/-]*\d)(?=[\p{L}\p{N}_/-]*\p{Lu})[\p{Lu}\p{N}][\p{Script=Latin}\p{N}]*(?:[-_/][\p{Script=Latin}\p{N}]+)*(?![\p{Script=Latin}\p{N}])/gu;
/** Error codes in words: ECONNRESET, ERR_BAD_REQUEST. */
const ERROR_NAME = /(?<![\p{L}\p{N}_])(?:E[A-Z]{5,}|[A-Z]+(?:_[A-Z]+)+)(?![\p{L}\p{N}_])/gu;
const LONG_NUMBER = /(?<![\p{L}\p{N}.-])\d{5,}(?![\p{L}\p{N}.-])/gu;
export const CONTACT = /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}|https?:\/\/[^\s，。）)]+/gu;
/** At least one folder and a name: src/a.ts, ./x/y, /etc/hosts, C:\x\y. */
const PATH =
  /(?<![\p{L}\p{N}@:/\\.])(?:[A-Za-z]:\\|\.{0,2}\/|~\/)?(?:[A-Za-z0-9_.-]+[/\\])+[A-Za-z0-9_-]+\.[A-Za-z0-9]{1,8}(?![A-Za-z0-9])/gu;
/** Each with what a text must hold for it to be looked for. */
const CODES: readonly [RegExp, RegExp][] = [
  [CONTACT, /@|:\/\//],
  [PATH, /[/\\]/],
  [CODE, /\d/],
  [ERROR_NAME, /[A-Z]{2}|_/],
  [LONG_NUMBER, /\d{5}/],
];
const HASHTAG = /(?<![\p{L}\p{N}&#/])#(?=[\p{L}\p{N}_]*\p{L})([\p{L}\p{N}_]{2,40})/gu;

const ISO_DAY = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
const CHINESE_DAY = /(\d{4})年(\d{1,2})月(\d{1,2})[日号]/gu;
const MONTHS = "january february march april may june july august september october november december".split(" ");
const ENGLISH_DAY = new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)? (${MONTHS.join("|")}),? (\\d{4})(?!\\d)`, "giu");

const code = (name: string): Mention => ({ key: codeKey(name), name, type: "code", weight: 1, aliases: [] });

/** What the text holds of them, in the order of the kinds. */
export function codesIn(text: string): Mention[] {
  const found = CODES.flatMap(([pattern, sign]) => (sign.test(text) ? (text.match(pattern) ?? []) : []));
  const tags = text.includes("#") ? Array.from(text.matchAll(HASHTAG), ([, tag]) => `#${tag!}`) : [];
  return [...found.map((name) => name.replace(/[.,;]+$/u, "")), ...tags].map(code);
}

/** Days the text writes out in full; relative ones are made absolute before a statement is stored. */
export function daysIn(text: string): Mention[] {
  if (!/\d{4}/u.test(text)) return [];
  const found: [string, string, string][] = [];
  for (const [, year, month, day] of text.matchAll(ISO_DAY)) found.push([year!, month!, day!]);
  for (const [, year, month, day] of text.matchAll(CHINESE_DAY)) found.push([year!, month!, day!]);
  for (const [, day, month, year] of text.matchAll(ENGLISH_DAY))
    found.push([year!, String(MONTHS.indexOf(month!.toLowerCase()) + 1), day!]);
  return found.map(([year, month, day]) => {
    const name = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return { key: dateKey(name), name, type: "date", weight: 1, aliases: [] };
  });
}
