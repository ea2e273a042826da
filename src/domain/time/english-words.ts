import type { Clock } from "./calendar.ts";
import { ENGLISH_NUMBERS, ENGLISH_ORDINALS } from "./numerals.ts";
import { type Amount, HOURS } from "./parts.ts";
import type { Season, Unit } from "./period.ts";
import type { Hours } from "./recurring.ts";

/** A word, number or mark of an English text. */
export interface Token {
  /** Lower case, without a possessive `'s`. */
  readonly text: string;
  readonly kind: "word" | "number" | "ordinal" | "date" | "clock" | "mark" | "other";
  /** Of a number or ordinal; of a clock time the hour, 0 … 23. */
  readonly value: number;
  readonly possessive: boolean;
  /** True when it begins with a capital letter. */
  readonly capital: boolean;
  readonly start: number;
  readonly end: number;
}

/** What the grammar reads: the tokens of a text, at a moment. */
export interface Scan {
  readonly tokens: readonly Token[];
  readonly clock: Clock;
}

const RUN = /[\p{L}\p{M}\p{N}_#$€£¥%@/.:\\'’+]+|[-–—,;?!()"“”]/gu;
const HAS_FIGURE = /\d/;
const MARK = /^[-–—,;?!()"“”]$/u;
/** A date in figures: 2023-05-01, 2023/5/1, 2023-05, 5/1/2023, 5/1/23, 1.5.2023, 5/1; with or without a time after `T`. */
export const FIGURES =
  /(?<![\p{Script=Latin}\p{N}_/.:#$€£¥@+-])(?:(?:1\d|2[01])\d\d([-/.])\d{1,2}(?:\1\d{1,2}(?:T\d{1,2}:\d{2}[\d:.]*Z?)?)?|\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d{2}))?|\d{1,2}\.\d{1,2}\.(?:19|20)\d\d)(?![\p{Script=Latin}\p{N}_/@%]|[.:+-]\p{N})/giu;

/** Most words: nothing to trim or to read as a figure. */
const LETTERS = /^[A-Za-z]+$/;

function word(raw: string, start: number): Token {
  const text = raw.toLowerCase();
  const ordinal = ENGLISH_ORDINALS.get(text);
  return {
    text,
    kind: ordinal === undefined ? "word" : "ordinal",
    value: ordinal ?? 0,
    possessive: false,
    capital: (raw[0] as string) <= "Z",
    start,
    end: start + raw.length,
  };
}

function token(raw: string, start: number): Token | null {
  if (LETTERS.test(raw)) return word(raw, start);
  const trimmed = raw.replace(/^['’.:]+|['’.:]+$/gu, "");
  if (trimmed === "") return null;
  const from = start + raw.indexOf(trimmed);
  const possessive = /['’]s$/iu.test(trimmed);
  const text = trimmed
    .replace(/['’]s$/iu, "")
    .replace(/’/gu, "'")
    .toLowerCase();
  const capital = /^\p{Lu}/u.test(trimmed);
  const place = { text, possessive, capital, start: from, end: from + trimmed.length };
  const short = /^['’](\d\d)$/u.exec(raw);
  if (short !== null) {
    const year = Number(short[1]) + (Number(short[1]) < 50 ? 2000 : 1900); // '22, '99
    return { ...place, kind: "number", text: String(year), value: year };
  }
  if (/^\d{1,4}$/u.test(text)) return { ...place, kind: "number", value: Number(text) };
  const nth = /^(\d{1,3})(?:st|nd|rd|th)$/u.exec(text);
  if (nth !== null) return { ...place, kind: "ordinal", value: Number(nth[1]) };
  const clock = /^(\d{1,2})(?::\d{2})?([ap])\.?m$|^(\d{1,2}):\d{2}$/u.exec(text);
  if (clock !== null) {
    const hour = Number(clock[1] ?? clock[3]);
    const value = clock[2] === undefined ? hour : (hour % 12) + (clock[2] === "p" ? 12 : 0);
    return { ...place, kind: value < 24 ? "clock" : "other", value };
  }
  if (/^[\p{L}\p{M}']+$/u.test(text)) {
    const ordinal = ENGLISH_ORDINALS.get(text);
    if (ordinal !== undefined) return { ...place, kind: "ordinal", value: ordinal };
    return { ...place, kind: "word", value: 0 };
  }
  return { ...place, kind: "other", value: 0 };
}

/** The tokens of a text; offsets are UTF-16 units into it. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let after = 0;
  const run = (from: number, to: number): void => {
    for (const match of text.slice(from, to).matchAll(RUN)) {
      const start = from + match.index;
      if (MARK.test(match[0]))
        tokens.push({
          text: match[0],
          kind: "mark",
          value: 0,
          possessive: false,
          capital: false,
          start,
          end: start + match[0].length,
        });
      else {
        const made = token(match[0], start);
        if (made !== null) tokens.push(made);
      }
    }
  };
  for (const match of HAS_FIGURE.test(text) ? text.matchAll(FIGURES) : []) {
    run(after, match.index);
    after = match.index + match[0].length;
    tokens.push({
      text: match[0],
      kind: "date",
      value: 0,
      possessive: false,
      capital: false,
      start: match.index,
      end: after,
    });
  }
  run(after, text.length);
  return tokens;
}

const numbered = (words: string): Map<string, number> =>
  new Map(words.split(" ").flatMap((names, n) => names.split("|").map((name): [string, number] => [name, n + 1])));

/** Month names and their abbreviations, 1 … 12. */
export const MONTHS = numbered(
  "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec",
);
/** Months that are also something else ("may I", "march on", April the person), and all abbreviations. */
export const UNSURE_MONTHS: ReadonlySet<string> = new Set(
  "march april may june august jan feb mar apr jun jul aug sep sept oct nov dec".split(" "),
);
/** Weekdays and their abbreviations, 1 Monday … 7 Sunday. */
export const WEEKDAYS = numbered(
  "monday|mon tuesday|tue|tues wednesday|wed thursday|thu|thur|thurs friday|fri saturday|sat sunday|sun",
);
export const WEEKDAYS_PLURAL = numbered("mondays tuesdays wednesdays thursdays fridays saturdays sundays");
export const SEASON_WORDS: ReadonlyMap<string, Season> = new Map([
  ["spring", "spring"],
  ["springtime", "spring"],
  ["summer", "summer"],
  ["summertime", "summer"],
  ["autumn", "autumn"],
  ["fall", "autumn"],
  ["winter", "winter"],
  ["wintertime", "winter"],
]);
export const DAY_PARTS: ReadonlyMap<string, Hours> = new Map<string, Hours>([
  ["morning", HOURS.morning],
  ["noon", HOURS.noon],
  ["lunchtime", HOURS.noon],
  ["midday", HOURS.noon],
  ["afternoon", HOURS.afternoon],
  ["evening", HOURS.evening],
  ["night", HOURS.night],
]);

/** A unit, and how many of it the word stands for. */
export interface Measure {
  readonly unit: Unit;
  readonly times: number;
}

const UNIT_WORDS: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ["minute", { unit: "hour", times: 1 / 60 }],
  ["min", { unit: "hour", times: 1 / 60 }],
  ["hour", { unit: "hour", times: 1 }],
  ["hr", { unit: "hour", times: 1 }],
  ["day", { unit: "day", times: 1 }],
  ["night", { unit: "day", times: 1 }],
  ["week", { unit: "week", times: 1 }],
  ["wk", { unit: "week", times: 1 }],
  ["fortnight", { unit: "week", times: 2 }],
  ["month", { unit: "month", times: 1 }],
  ["quarter", { unit: "quarter", times: 1 }],
  ["year", { unit: "year", times: 1 }],
  ["yr", { unit: "year", times: 1 }],
  ["decade", { unit: "decade", times: 1 }],
]);

/** A unit of time, singular or plural. */
export function unitOf(word: string): (Measure & { plural: boolean }) | null {
  const one = UNIT_WORDS.get(word);
  if (one !== undefined) return { ...one, plural: false };
  const many = word.endsWith("s") ? UNIT_WORDS.get(word.slice(0, -1)) : undefined;
  return many === undefined ? null : { ...many, plural: true };
}

/** The word at `i`, or the empty string past the end, at a number or a mark. */
export function wordAt(s: Scan, i: number): string {
  const at = s.tokens[i];
  return at === undefined || at.kind === "mark" ? "" : at.text;
}

const phrases = new Map<string, readonly string[]>();

/** True when these words follow one another from `i` on; `words` is separated by spaces, and one of a few that the grammar knows. */
export function says(s: Scan, i: number, words: string): boolean {
  let phrase = phrases.get(words);
  if (phrase === undefined) {
    phrase = words.split(" ");
    phrases.set(words, phrase);
  }
  for (let n = 0; n < phrase.length; n++) if (wordAt(s, i + n) !== phrase[n]) return false;
  return true;
}

/** How many, from `i` on, and where it ends: `3`, `twenty-one`, `a`, `a couple of`, `several`, `one and a half`. */
export function amountAt(s: Scan, i: number): { amount: Amount; next: number } | null {
  const at = s.tokens[i];
  if (at === undefined) return null;
  if (at.kind === "number") return andHalf(s, at.value, i + 1);
  if (at.kind !== "word") return null;
  if (at.text === "a" || at.text === "an" || at.text === "the") {
    const next = wordAt(s, i + 1);
    if (next === "couple") return { amount: "couple", next: i + (wordAt(s, i + 2) === "of" ? 3 : 2) };
    if (next === "few") return { amount: "few", next: i + 2 };
    return at.text === "a" || at.text === "an" ? { amount: 1, next: i + 1 } : null;
  }
  if (at.text === "couple") return { amount: "couple", next: i + (wordAt(s, i + 1) === "of" ? 2 : 1) };
  if (at.text === "few" || at.text === "several" || at.text === "some") return { amount: "few", next: i + 1 };
  if (at.text === "half" && /^(?:a|an)$/u.test(wordAt(s, i + 1))) return { amount: 0.5, next: i + 2 };
  const value = ENGLISH_NUMBERS.get(at.text);
  if (value === undefined) return null;
  const dash = s.tokens[i + 1]?.text === "-" ? 1 : 0;
  const ones = ENGLISH_NUMBERS.get(wordAt(s, i + 1 + dash)) ?? 0;
  if (value >= 20 && ones > 0 && ones < 10) return { amount: value + ones, next: i + 2 + dash };
  return andHalf(s, value, i + 1);
}

function andHalf(s: Scan, value: number, next: number): { amount: number; next: number } {
  return says(s, next, "and a half") ? { amount: value + 0.5, next: next + 3 } : { amount: value, next };
}
