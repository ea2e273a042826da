import { conceptsOf } from "../concepts.ts";
import { terms } from "../text.ts";
import { nameKey, normalName } from "./keys.ts";
import { isNoName, joinsNames } from "./no-names.ts";
import { nounNamed } from "./nouns.ts";
import type { EntityType, Mention } from "./types.ts";

const WORD = String.raw`\p{Lu}[\p{Script=Latin}\p{N}]*(?:[.'’&-](?=[\p{Script=Latin}\p{N}])[\p{Script=Latin}\p{N}]+)*`;
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}_#@/.-])${WORD}(?:[ \t]+(?:(?:of|de|van|von|da|del|bin|al|the)[ \t]+){0,2}${WORD})*`,
  "gu",
);
const PLACE_BEFORE =
  /\b(?:in|to|from|at|near|visit|visits|visiting|visited|via|around|outside|leave|leaves|leaving|leaving for|left for|of|explore|explored|exploring)\s+(?:the\s+)?$/u;
const PERSON_BEFORE =
  /\b(?:called|named|name is|(?:wife|husband|son|daughter|sister|brother|friend|boss|colleague|partner|mother|father|doctor|dentist|with|by|met|meet|meets|and))\s+$|\b(?:Mr|Mrs|Ms|Dr|Miss|Prof)\.?\s+$/iu;
const PERSON_AFTER =
  /^(?:['’]s\b)?\s+(?:says|said|told|thinks|likes|liked|loves|prefers|wants|wanted|asked|called|lives|works|and I\b|was born|is (?:my|a|our|his|her))/u;
const COMPANY =
  /\b(?:Inc|Ltd|AS|ASA|GmbH|LLC|Corp|University|Hospital|Bank|Airlines|Airways|College|School|Institute|Foundation|Museum)\b/u;
const WORKS_BEFORE = /\b(?:works? (?:at|for)|employed (?:at|by)|job at|fly with|flies with|offer from)\s+$/iu;
/** What people do; a word that begins a sentence is taken for a name before such a verb … */
const DOES =
  /^\s+(?:lives|lived|prefers|likes|liked|loves|loved|hates|wants|wanted|works|worked|said|says|told|asked|moved|went|got|needs|called|gave|came|and\s+(?:I\b|\p{Lu}))/u;
/** … and before one of these when it is no everyday word. */
const IS = /^(?:['’]s\s+\p{Ll}|\s+(?:is|has|was|had|will|would|can)\b)/u;
/** Endings of words that begin sentences, but of no names. */
const EVERYDAY = /(?:ing|ness|tion|ment|ities|(?:ful|al|ate|ent|ous|ive|ing|ed|ain|ar)ly)$/u;

/** An everyday word, as far as the lexicon of the built-in embedder knows; its places are names. */
function isEveryday(word: string): boolean {
  const plain = word.toLowerCase();
  const places = conceptsOf().topicNamed("places");
  return (
    EVERYDAY.test(plain) ||
    conceptsOf()
      .ofTerm(terms(plain)[0] ?? plain)
      .some(({ topic }) => topic !== places)
  );
}

function startsSentence(before: string): boolean {
  return /^\P{L}*$/u.test(before) || /[.!?:"“”\n]\s*$/u.test(before);
}

/** A city or country the lexicon knows. */
function isKnownPlace(name: string): boolean {
  const places = conceptsOf().topicNamed("places");
  const [term] = terms(name);
  return (
    term !== undefined &&
    !name.includes(" ") &&
    conceptsOf()
      .ofTerm(term)
      .some(({ topic }) => topic === places)
  );
}

function typeOf(name: string, before: string, after: string): EntityType {
  if (COMPANY.test(name) || WORKS_BEFORE.test(before)) return "organisation";
  if (PERSON_BEFORE.test(before) || PERSON_AFTER.test(after)) return "person";
  return PLACE_BEFORE.test(before) || isKnownPlace(name) ? "place" : "other";
}

interface Part {
  words: string[];
  /** Where it begins in the run. */
  at: number;
}

const LINKS = /^(?:of|de|van|von|da|del|bin|al|the)$/u;

/**
 * The names in a run of capitals: split after a possessive and at words that name nothing, which may be part of a
 * longer name but do not begin a sentence with it ("New York", but "Great York weather").
 */
function partsOf(run: string, initial: boolean): Part[] {
  const parts: Part[] = [];
  let open: Part | null = null;
  for (const match of run.matchAll(/\S+/gu)) {
    const possessive = /['’]s$/u.test(match[0]);
    const word = possessive ? match[0].slice(0, -2) : match[0];
    const joins: boolean =
      open === null ? joinsNames(word) && !(initial && match.index === 0) : LINKS.test(word) || joinsNames(word);
    if (!joins && (isNoName(word) || LINKS.test(word))) {
      open = null;
      continue;
    }
    if (open === null) {
      open = { words: [], at: match.index };
      parts.push(open);
    }
    open.words.push(word);
    if (possessive) open = null;
  }
  for (const { words } of parts) while (LINKS.test(words.at(-1) ?? "")) words.pop();
  return parts.filter(({ words }) => words.some((word) => !isNoName(word) && !LINKS.test(word)));
}

/**
 * Names of people, places, organisations and other things with a capital. A word that begins a sentence counts only when
 * it is `known` (by its normal form), stands elsewhere in the text in mid-sentence, or the words around it say so.
 */
export function englishNames(text: string, known: { has(name: string): boolean }): Mention[] {
  const found: { name: string; type: EntityType; certain: boolean }[] = [];
  for (const match of text.matchAll(NAME)) {
    const initial = startsSentence(text.slice(Math.max(0, match.index - 4), match.index));
    for (const { words, at } of partsOf(match[0], initial)) {
      const name = words.join(" ");
      if (
        name.length < 2 ||
        /^[A-Z]+(?:_[A-Z]+)+$/u.test(name) ||
        (words.length === 1 && (/\d/u.test(name) || nounNamed(name) !== undefined))
      )
        continue;
      const start = match.index + at;
      const before = text.slice(Math.max(0, start - 40), start);
      const after = text.slice(start + name.length, start + name.length + 24);
      const certain =
        !initial ||
        at > 0 ||
        words.length > 1 ||
        /^\p{Lu}{2,}$/u.test(name) ||
        known.has(normalName(name)) ||
        (DOES.test(after) && !isEveryday(name)) ||
        (IS.test(after) && !isEveryday(name));
      found.push({ name, type: typeOf(name, before, after), certain });
    }
  }
  const certain = new Set(found.filter((one) => one.certain).map(({ name }) => normalName(name)));
  return found
    .filter(({ name }) => certain.has(normalName(name)))
    .map(({ name, type }) => ({ key: nameKey(name), name, type, weight: 1, aliases: [] }));
}

/** Titles of works in quotation marks, each word of weight with a capital; and what stands between book title marks. */
export function titlesIn(text: string): Mention[] {
  const found: string[] = [];
  for (const [, title] of text.matchAll(/["“]([^"“”\n]{2,60})["”]/gu)) {
    const words = title!.trim().split(/\s+/u);
    const heavy = words.filter((word) => !isNoName(word) && /^\p{L}/u.test(word));
    if (words.length > 8 || !/^[\p{Lu}\p{N}]/u.test(title!.trim()) || /[.!?,]$/u.test(title!)) continue;
    if (heavy.length > 0 && heavy.every((word) => /^\p{Lu}/u.test(word))) found.push(title!.trim());
  }
  for (const [, title] of text.matchAll(/《([^》]{1,40})》/gu)) found.push(title!);
  return found.map((name) => ({ key: nameKey(name), name, type: "title", weight: 1, aliases: [] }));
}
