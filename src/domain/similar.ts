import { sameBelonging } from "./belonging.ts";
import { attitude, negations } from "./polarity.ts";
import { sentences } from "./sentences.ts";
import { ENGLISH_STOP_WORDS } from "./stopwords.ts";
import { terms } from "./text.ts";

/**
 * Whether two texts say the same, judged by their words. The rule throughout: what adds a number, a name, a date, a
 * denial or a word of weight is news, however near the vectors are.
 */

const NUMBER = /\d+(?:[.,:/-]\d+)*|[一二三四五六七八九十百千万两]+(?=个|只|条|岁|年|月|日|号|点|块|元|次|天|周)/gu;
/** The speaker, under whichever name. */
const SPEAKER = /\b(?:the user(?:['’]s)?|user|your?)\b|用户的?|[我你](?!们)的?|您的?/giu;

/** Degree words that change no claim. */
const HAN_FILLERS = /非常|特别|真的|十分|比较|[很挺太]/gu;

function numbers(text: string): string[] {
  return (text.normalize("NFKC").match(NUMBER) ?? []).sort();
}

/** Terms of weight, in order: no stop words, and the speaker left out whether "I", "the user" or 用户. */
function weight(text: string): string[] {
  return terms(text.replace(SPEAKER, " ").replace(HAN_FILLERS, "")).filter((term) => term !== "user");
}

/** Words that add nothing to a statement. */
const FILLERS: ReadonlySet<string> = new Set(
  "realli veri quit much alwai also just actual definit certainli absolut current now gener usual pleas".split(" "),
);
/** True for a term that adds nothing: "really", "always". */
export const isFiller = (term: string): boolean => FILLERS.has(term);
/** Different words for one thing, by stem. */
const SAME: ReadonlyMap<string, string> = new Map(
  [
    "like love enjoi ador",
    "hate dislik detest loath",
    "favourit favorit",
    "colour color",
    "organis organiz",
    "reside live",
  ].flatMap((group) => {
    const [first, ...rest] = group.split(" ");
    return rest.map((word): [string, string] => [word, first!]);
  }),
);

function core(text: string): string[] {
  return weight(text)
    .filter((term) => !FILLERS.has(term))
    .map((term) => SAME.get(term) ?? term);
}

/** allergic / allergy: the same word in another form. */
function meets(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  return (
    shorter >= 5 &&
    /^[a-z]+$/u.test(a + b) &&
    a.slice(0, shorter - 1) === b.slice(0, shorter - 1) &&
    Math.abs(a.length - b.length) <= 2
  );
}

function lacking(of: readonly string[], within: readonly string[]): string[] {
  const set = new Set(within);
  return of.filter((term) => !set.has(term) && !within.some((other) => meets(term, other)));
}

/** Capitalised names in order; who did what to whom hangs on it. */
function names(text: string): string {
  const found = text.match(/\p{Lu}[\p{L}\p{N}]+/gu) ?? [];
  return found
    .filter((name) =>
      terms(name.toLowerCase()).some((term) => weight(`x ${term}`).includes(term) && !/^the$/iu.test(name)),
    )
    .join(" ");
}

function sameSide(a: string, b: string): boolean {
  return negations(a) % 2 === negations(b) % 2 && attitude(a) === attitude(b);
}

/**
 * The guard on every merge: true when `next` says nothing that `known` does not say already, in number, name, date,
 * denial and word, and speaks of little less. Whatever the cosine, only such a pair is one memory.
 */
export function addsNothing(next: string, known: string): boolean {
  if (numbers(next).join(" ") !== numbers(known).join(" ") || names(next) !== names(known) || !sameSide(next, known))
    return false;
  const [a, b] = [core(next), core(known)];
  if (a.length === 0 || lacking(a, b).length > 0) return false;
  return lacking(b, a).length <= Math.floor(b.length / 3);
}

/** Marks and spaces, but not within a number, 的, and 了 at the end of a clause: Chinese puts them as it likes. */
const LOOSE = /(?<!\d)[\p{P}\p{Z}]+|[\p{P}\p{Z}]+(?!\d)|的|了(?=[\p{P}\p{Z}]|$)/gu;

/**
 * A Chinese text without what may be put one way or another (用户喜欢在周末，爬山 and 用户喜欢在周末爬山。); another one as it is.
 * Texts that are the same so say the same.
 */
export function squeezed(text: string): string {
  const plain = text.normalize("NFKC");
  return /\p{Script=Han}/u.test(plain) ? plain.replace(LOOSE, "").toLowerCase() : text;
}

/**
 * True when both are the same words in the same order but for fillers and inflection: the near duplicate of embedders
 * whose cosine cannot tell.
 */
export function sameWords(a: string, b: string): boolean {
  if (squeezed(a) === squeezed(b) || sameBelonging(a, b)) return true;
  if (numbers(a).join(" ") !== numbers(b).join(" ") || !sameSide(a, b)) return false;
  const [left, right] = [core(a), core(b)];
  return left.length > 0 && left.length === right.length && left.every((term, i) => meets(term, right[i]!));
}

/**
 * True when `next` only repeats `known`, told by words alone: it adds nothing, and its words stand in the same order, since
 * "tea rather than coffee" and "coffee rather than tea" hold the same.
 */
export function repeats(next: string, known: string): boolean {
  if (sameWords(next, known)) return true;
  if (!addsNothing(next, known)) return false;
  let at = 0;
  const whole = core(known);
  return core(next).every((term) => {
    const found = whole.findIndex((other, i) => i >= at && meets(term, other));
    at = found + 1;
    return found >= 0;
  });
}

function pairs(list: readonly string[]): string[] {
  return list.slice(1).map((term, i) => `${list[i]} ${term}`);
}

function share(of: readonly string[], within: ReadonlySet<string>): number {
  return of.length === 0 ? 1 : of.filter((one) => within.has(one)).length / of.length;
}

interface Source {
  terms: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  text: string;
}

function source(text: string): Source {
  const list = weight(text);
  return { terms: new Set(list), pairs: new Set(pairs(list)), numbers: new Set(numbers(text)), text };
}

/** Those of the sources that share a word with the text, as one: a sentence may be put together from several. */
function union(text: string, sources: readonly Source[]): Source {
  const list = weight(text);
  return source(
    sources
      .filter((from) => list.some((term) => from.terms.has(term)))
      .map((from) => from.text)
      .join(" "),
  );
}

/** Share of a text's terms that must come from the recalled one: a short text has no room for words of its own. */
const CONTAINED = { short: 1, long: 0.8, shortTerms: 5 } as const;
/** Share of neighbouring pairs of terms: the order, which chance does not give. */
const ORDERED = 0.6;

/** Words of retelling: "as you said", "I recall". */
const RETELLING: ReadonlySet<string> = new Set(
  "sai said sais tell told mention note recal rememb know known earlier alreadi 之前 前说 说过 你说 提到".split(" "),
);

/** What an answer puts around a memory: a bullet or number before it, its date or notes in brackets behind it. */
const SHOWN =
  /^\s*(?:[-*•]|\[\d+\])\s+|\((?:[^()]*\b\d{4}\b|[^()]*this conversation)[^()]*\)|（(?:[^（）]*\d{4}年|[^（）]*本次对话)[^（）]*）/gmu;

function isFrom(text: string, from: Source): boolean {
  const list = weight(text).filter((term) => !RETELLING.has(term) || from.terms.has(term));
  if (list.length < 2) return sameWords(text, from.text); // too little to tell a part from a chance
  const named = (text.match(/(?<=\S\s)\p{Lu}[\p{L}\p{N}]+/gu) ?? []).filter(
    (name) => !ENGLISH_STOP_WORDS.has(name.toLowerCase()),
  );
  if (named.flatMap((name) => terms(name)).some((term) => !from.terms.has(term) && term !== "user")) return false;
  if (numbers(text).some((number) => !from.numbers.has(number)) || !sameSide(text, from.text)) return false;
  const needed = list.length <= CONTAINED.shortTerms ? CONTAINED.short : CONTAINED.long;
  return share(list, from.terms) >= needed && share(pairs(list), from.pairs) >= ORDERED;
}

/**
 * True when the text, or every sentence of it, is recalled text coming back: quoted, in part, or from "I" to "the
 * user" and back. A denial, another number or another name is no return but news.
 */
export function isRecalled(shown: string, recalled: readonly string[]): boolean {
  if (recalled.length === 0) return false;
  const text = shown.replace(SHOWN, " ").trim();
  const parts = sentences(text);
  const sources = recalled.flatMap((one) => {
    const inner = sentences(one);
    return inner.length > 1 ? [source(one), ...inner.map(source)] : [source(one)];
  });
  const comesBack = (part: string) => sources.some((from) => isFrom(part, from)) || isFrom(part, union(part, sources));
  if (comesBack(text)) return true;
  const telling = parts.filter((part) => weight(part).length >= 2);
  return telling.length > 0 && telling.every(comesBack);
}

/** True when a longer text holds all that a statement says, in its numbers and every word of weight. */
export function holds(text: string, statement: string): boolean {
  const [whole, part] = [core(text), core(statement)];
  const known = new Set(numbers(text));
  return (
    part.length > 0 && lacking(part, whole).length === 0 && numbers(statement).every((number) => known.has(number))
  );
}

/** The text without the sentences that came from recall. */
export function withoutRecalled(text: string, recalled: readonly string[]): string {
  if (recalled.length === 0) return text;
  return text
    .split("\n")
    .map((line) =>
      sentences(line)
        .filter((part) => !isRecalled(part, recalled))
        .join(/\p{Script=Han}/u.test(line) ? "" : " "),
    )
    .filter((line) => line !== "")
    .join("\n");
}
