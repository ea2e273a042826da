import { englishThirdPerson } from "../../domain/person-en.ts";
import { chineseThirdPerson } from "../../domain/person-zh.ts";
import { languageOf } from "../../domain/text.ts";
import {
  isAdverb,
  isBaseVerb,
  isModal,
  isPastVerb,
  isThirdVerb,
  mayBeNoun,
  thirdPerson,
} from "../../domain/verbs-en.ts";

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const PREPOSITION =
  /^(?:to|for|with|from|of|by|about|at|on|in|and|than|as|tell|told|give|gave|call|called|help|helped)$/iu;
const FIXED: Readonly<Record<string, string>> = {
  is: "are",
  was: "were",
  has: "have",
  does: "do",
  isn: "aren",
  wasn: "weren",
};

/** The base of a third person form ("flies" → "fly"); `null` for a word that is none. */
function baseOf(word: string): string | null {
  const fixed = FIXED[word];
  if (fixed !== undefined) return fixed;
  const candidates = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`];
  return candidates.find((base) => isBaseVerb(base) && thirdPerson(base) === word) ?? null;
}

interface Piece {
  text: string;
  low: string;
  gap: string;
}

/** The verb of a subject as "you" takes it; `null` when it is none we know. Changes the piece. */
function agree(pieces: Piece[], from: number): number | null {
  let at = from;
  while (at < pieces.length && isAdverb(pieces[at]!.low)) at++;
  const verb = pieces[at];
  if (verb === undefined) return null;
  const base = isThirdVerb(verb.low) || Object.hasOwn(FIXED, verb.low) ? baseOf(verb.low) : null;
  if (base !== null) {
    verb.text = base;
    return at + 1;
  }
  return isModal(verb.low) || isPastVerb(verb.low) ? at + 1 : null;
}

/** Verbs after "and" that share the subject; false when one of them may be a noun. */
function agreeRest(pieces: Piece[], from: number): boolean {
  for (let i = from; i < pieces.length; i++) {
    if (pieces[i]!.low === "user") return true;
    if (!/^(?:and|or|but|then)$/u.test(pieces[i]!.low)) continue;
    let at = i + 1;
    while (at < pieces.length && isAdverb(pieces[at]!.low)) at++;
    const verb = pieces[at];
    if (verb === undefined || verb.low === "the") continue;
    const base = isThirdVerb(verb.low) || Object.hasOwn(FIXED, verb.low) ? baseOf(verb.low) : null;
    if (base === null) continue;
    if (mayBeNoun(base)) return false;
    verb.text = base;
  }
  return true;
}

const isVerb = (word: string): boolean =>
  Object.hasOwn(FIXED, word) || isThirdVerb(word) || isModal(word) || isPastVerb(word);

function english(text: string): string | null {
  const matches = Array.from(text.matchAll(WORD));
  const lead = text.slice(0, matches[0]?.index ?? text.length);
  const pieces: Piece[] = matches.map((match, i) => ({
    text: match[0],
    low: match[0].toLowerCase().replace(/’/gu, "'"),
    gap: text.slice(match.index + match[0].length, matches[i + 1]?.index ?? text.length),
  }));
  let found = false;
  for (let i = 0; i + 1 < pieces.length; i++) {
    const [article, noun] = [pieces[i]!, pieces[i + 1]!];
    if (article.low !== "the" || (noun.low !== "user" && noun.low !== "user's") || article.gap !== " ") continue;
    found = true;
    article.gap = "";
    noun.text = "";
    if (noun.low === "user's") {
      article.text = "your";
      continue;
    }
    article.text = "you";
    const next = agree(pieces, i + 2);
    const isObject = i > 0 && PREPOSITION.test(pieces[i - 1]!.low) && pieces[i - 1]!.low !== "and";
    if (isObject && next !== null) return null; // "the alarm for the user rings": whose verb is it?
    if (!isObject && next === null) {
      if (i === 0 || pieces[i - 1]!.low === "and") return null;
      continue;
    }
    if (next !== null && !agreeRest(pieces, next)) return null;
  }
  if (!found) return text;
  const made = lead + pieces.map((piece) => piece.text + piece.gap).join("");
  return made
    .replace(/\bthemselves\b/gu, "yourself")
    .replace(/^([Yy]our [\p{L}\s]{2,30}?) and you\b/u, (whole, other: string) =>
      other.split(" ").some(isVerb) ? whole : `you and ${other[0]!.toLowerCase()}${other.slice(1)}`,
    );
}

/** 用户 that is no person: 用户名, 用户体验. */
const USER_ZH = /用户(?!名|体验|数|量|端|群|界面|协议|组|画像)/gu;

/**
 * A stored statement about "the user" as it is said to them: "The user flies …" → "you fly …", 用户 → 你. `null` where the
 * rules are not certain of a form; the caller then quotes. A text that does not speak of the user comes back as it was.
 */
export function toSecondPerson(text: string): string | null {
  const chinese = languageOf(text) === "zh";
  return chinese ? text.replace(USER_ZH, "你") : english(text);
}

/** What the user said of themselves, said back: "I'm allergic" → "you are allergic", 我 → 你. `null` as above. */
export function saidBack(sentence: string): string | null {
  const third = languageOf(sentence) === "zh" ? chineseThirdPerson(sentence) : englishThirdPerson(sentence);
  return third === null ? null : toSecondPerson(third);
}
