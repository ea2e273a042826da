import { stemmer } from "stemmer";
import { ENGLISH_STOP_WORDS, HAN_ASKING, HAN_STOP_WORDS } from "./stopwords.ts";
import { otherForms, tailsAsked, tailsOf, withoutSeparators } from "./word-forms.ts";

/**
 * Tokens for keyword search, the same for every store: Latin words lightly stemmed, Han (and kana, hangul) runs as
 * overlapping bigrams so that every two-character word is found, numbers and codes kept whole beside their parts
 * (E_QUOTA_507: quota, 507; TP1343: tp, 1343), 1,240 as 1240, emoji one token each. An index and a query hold other forms
 * of their words besides (`word-forms.ts`). Pure and deterministic; a change here needs a re-index (bump TEXT_VERSION).
 */
export const TEXT_VERSION = 3;

const HAN = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}々〇";
/** A run of Han, an emoji, or a word that may hold inner joiners (`o'clock`, `ORD-2024-118`, `src/a.ts`, `a@b.no`). */
const PIECE = new RegExp(
  `[${HAN}]+|\\p{Extended_Pictographic}|(?:(?![${HAN}])[\\p{L}\\p{M}\\p{N}_])+(?:['’./\\\\@:+#-](?:(?![${HAN}])[\\p{L}\\p{M}\\p{N}_])+)*`,
  "gu",
);
/** The same of a text of ASCII characters alone, which most English is: no classes of Unicode to look up. */
const ASCII_PIECE = /[a-z0-9_]+(?:['./\\@:+#-][a-z0-9_]+)*/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const IS_ASCII = /^[\x00-\x7f]*$/;
const IS_HAN = new RegExp(`^[${HAN}]`, "u");
const JOINER = /['’./\\@:+#_-]/u;
/** A code without a joiner: TP1343, JD8830. Two figures or one (iPhone15, A4) belong to the name. */
const LETTERS_AND_FIGURES = /^([a-z]+)(\d{3,})$/u;
const HAS_DIGIT = /\p{N}/u;
const LATIN_WORD = /^\p{Script=Latin}+$/u;
/** Longest token kept whole; anything longer is cut, so that a pasted blob cannot fill the index. */
const MAX_TOKEN = 64;

/** True for a text of ASCII characters alone, for which simpler patterns do. */
export const isAscii = (text: string): boolean => IS_ASCII.test(text);

/** Diacritics off: `café` and `cafe` meet. */
function plain(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .normalize("NFC");
}

/** Tokens of words of letters and digits alone: there are few, and they come again. */
const words = new Map<string, string>();
const MOST_WORDS = 50_000;
/** No code: those have parts (`addWord`). */
const WORD = /^(?![a-z]+\d{3})[a-z0-9]+$/;
/** Porter leaves `fly` and `flying` at `fly` and takes `flies` to `fli`. */
const SHORT_IES = /^([^aeiou]{2})(?:ies|ied)$/u;
/** Porter's stem of a Latin word; words of up to three letters and words with digits stay. */
function stem(word: string): string {
  return word.length <= 3 || !LATIN_WORD.test(word) ? word : stemmer(word.replace(SHORT_IES, "$1y"));
}

/** Half of a character that takes two units of UTF-16. */
const SURROGATE = /[\ud800-\udfff]/;

function addHanTokens(run: string, into: string[]): void {
  if (run.length > 1 && !SURROGATE.test(run)) {
    for (let i = 0; i + 1 < run.length; i++) into.push(run.slice(i, i + 2));
    return;
  }
  const characters = Array.from(run);
  if (characters.length === 1) into.push(run);
  for (let i = 0; i + 1 < characters.length; i++) into.push(`${characters[i]}${characters[i + 1]}`);
}

/** The token of one word; a lone combining mark folds to nothing. */
function addWord(word: string, into: string[]): void {
  const token = stem((IS_ASCII.test(word) ? word : plain(word)).slice(0, MAX_TOKEN));
  if (token !== "") into.push(token);
  const [, letters = "", figures] = LETTERS_AND_FIGURES.exec(token) ?? [];
  if (letters.length > 1) into.push(letters);
  if (figures !== undefined) into.push(figures);
}

function addWordTokens(piece: string, into: string[]): void {
  const known = words.get(piece);
  if (known !== undefined) {
    into.push(known);
    return;
  }
  if (WORD.test(piece)) {
    const token = stem(piece.slice(0, MAX_TOKEN));
    if (words.size >= MOST_WORDS) words.clear();
    words.set(piece, token);
    into.push(token);
    return;
  }
  const possessive = JOINER.test(piece) ? piece.replace(/['’]s$/u, "") : piece;
  if (!JOINER.test(possessive)) {
    addWord(possessive, into);
    return;
  }
  const whole = plain(possessive);
  if (/^[^'’]+['’][^'’]+$/u.test(possessive) && !HAS_DIGIT.test(possessive)) {
    into.push(whole.replace(/['’]/gu, "'").slice(0, MAX_TOKEN)); // don't, o'clock
    return;
  }
  into.push(whole.slice(0, MAX_TOKEN)); // the code as a whole …
  for (const part of possessive.split(JOINER)) addWord(part, into); // … and its parts
}

function tokens(text: string): string[] {
  const isAscii = IS_ASCII.test(text);
  const read = withoutSeparators(text);
  const folded = (isAscii ? read : read.normalize("NFKC")).toLowerCase();
  const found: string[] = [];
  for (const piece of folded.match(isAscii ? ASCII_PIECE : PIECE) ?? [])
    if (!isAscii && IS_HAN.test(piece)) addHanTokens(piece, found);
    else addWordTokens(piece, found);
  return found;
}

const STOP_WORDS: ReadonlySet<string> = new Set([...ENGLISH_STOP_WORDS, ...HAN_STOP_WORDS]);

/** Terms of a memory, in order, stop words left out; all tokens where nothing else is left. */
export function terms(text: string): string[] {
  const all = tokens(text);
  const kept = all.filter((token) => !STOP_WORDS.has(token));
  return kept.length > 0 ? kept : all;
}

/** Terms that an index holds a text by: its own, those of other forms of its words, and the ends of its long numbers. */
export function foundBy(text: string): string[] {
  return [...terms(text), ...tokens(otherForms(text).join(" ")), ...tailsOf(text)];
}

/**
 * Distinct terms of a query, at most `limit` of them; a very long query is cut, not refused. Without the words a Chinese
 * question asks with, unless there are no others.
 */
export function queryTerms(text: string, limit = 256): string[] {
  const read = text.slice(0, 20_000);
  const about = terms(read.replace(HAN_ASKING, " "));
  const own = about.length > 0 ? about : terms(read);
  return Array.from(new Set([...own, ...tokens(otherForms(read).join(" ")), ...tailsAsked(read)])).slice(0, limit);
}

/** `zh` when Han characters carry the text, `en` when Latin letters do, else `und`. */
export function languageOf(text: string): "en" | "zh" | "und" {
  let han = 0;
  let latin = 0;
  for (const [character] of text.matchAll(/\p{L}/gu)) {
    if (/\p{Script=Han}/u.test(character)) han++;
    else if (/\p{Script=Latin}/u.test(character)) latin++;
  }
  if (han === 0 && latin === 0) return "und";
  return han * 3 >= latin ? "zh" : "en"; // one Han character says about as much as three letters
}

/** Whether a text asks something: 0 no, 1 somewhere, 2 at its end. */
export type Asks = 0 | 1 | 2;

export function asksOf(text: string): Asks {
  if (!/[?？]/u.test(text)) return 0;
  return /[?？]["'”’)）\s\p{Extended_Pictographic}]*$/u.test(text) ? 2 : 1;
}
