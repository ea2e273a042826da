import { conceptsOf } from "../concepts.ts";
import { isAscii, terms } from "../text.ts";
import { normalName, USER } from "./keys.ts";
import { namedIn } from "./mentions.ts";
import { isNoName } from "./no-names.ts";
import { CHINESE_NOUNS, ENGLISH_NOUNS, mayHoldNoun, nounForms } from "./nouns.ts";
import { TURNS_BACK } from "./record.ts";
import { type Earlier, referents } from "./referring.ts";
import type { EntityType } from "./types.ts";

/** What a question is about, as names and keys to look up in the graph, by how surely it means them. */
export interface AskedEntities {
  /** Keys it names outright: names, codes, "my cat", "Anna's brother". */
  keys: string[];
  /** Keys of what its pronouns stand for, given the conversation. */
  referred: string[];
  /** Strings that may be names or aliases as they stand: users write names in lower case, Chinese has none. */
  names: string[];
  /** Nouns of what someone has, in any language: "cat" for 猫. */
  nouns: string[];
  /** Nouns of what has to do with a word of the question: "cat" for "vet". */
  related: string[];
  /** Types of thing it asks for: places for "which cities". */
  types: EntityType[];
}

/** Most strings that are looked up as names. */
const MOST_NAMES = 96;
const LOOKED_AT = 500;
const LONGEST_NAME = 3;
const LONGEST_HAN_NAME = 4;

const WORD = /(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:[.'’_-](?:(?!\p{Script=Han})[\p{L}\p{N}])+)*/gu;
/** The same of a text of ASCII characters alone. */
const ASCII_WORD = /[a-z0-9]+(?:[.'_-][a-z0-9]+)*/gi;
const HAS_HAN = /\p{Script=Han}/u;

function* candidates(text: string): Generator<string> {
  const words = text.match(isAscii(text) ? ASCII_WORD : WORD) ?? [];
  const names = words.map((word) => !isNoName(word));
  for (let length = 1; length <= LONGEST_NAME; length++)
    for (let at = 0; at + length <= words.length; at++)
      if (names.indexOf(true, at) < at + length && names.indexOf(true, at) >= 0)
        yield normalName(words.slice(at, at + length).join(" "));
  if (!HAS_HAN.test(text)) return;
  for (const [run] of text.matchAll(/[\p{Script=Han}·]{2,}/gu))
    for (let length = 2; length <= LONGEST_HAN_NAME; length++)
      for (let at = 0; at + length <= run.length; at++) yield run.slice(at, at + length);
}

const NOUN = new RegExp(String.raw`\b(?:${ENGLISH_NOUNS})\b|${CHINESE_NOUNS}`, "giu");
const FORMS = nounForms();

/** Animals and things by the scene of the lexicon they belong to: the vet's are pets, the mechanic's is the car. */
function readScenes(): Map<number, Set<string>> {
  const scenes = new Map<number, Set<string>>();
  for (const [form, { noun, type }] of FORMS) {
    if (type === "person") continue;
    const concepts = /^\p{Script=Han}/u.test(form)
      ? conceptsOf().ofRun(form)[0]
      : conceptsOf().ofTerm(terms(form)[0] ?? "");
    for (const { id, topic } of concepts ?? [])
      if (topic === null) scenes.set(id, (scenes.get(id) ?? new Set()).add(noun));
  }
  return scenes;
}
let scenes: Map<number, Set<string>> | undefined;

/** Nouns that share their only scene with a word of the text; a word of several scenes says too little. */
function relatedNouns(text: string): string[] {
  scenes ??= readScenes();
  const found = new Set<string>();
  const add = (concepts: readonly { id: number; topic: number | null }[]) => {
    const own = concepts.filter(({ topic }) => topic === null);
    if (own.length === 1) for (const noun of scenes?.get(own[0]!.id) ?? []) found.add(noun);
  };
  const lexicon = conceptsOf();
  for (const term of terms(text)) add(lexicon.ofTerm(term)); // no Han word is a term of the lexicon
  if (!HAS_HAN.test(text)) return Array.from(found);
  for (const [run] of text.matchAll(/\p{Script=Han}+/gu)) for (const concepts of lexicon.ofRun(run)) add(concepts);
  return Array.from(found);
}

const ASKS_FOR: [RegExp, EntityType][] = [
  [
    /\b(?:which|what|how many) (?:\w+ ){0,2}(?:cit(?:y|ies)|countr(?:y|ies)|places?|locations?|towns?|areas?|states)\b|哪(?:些|几个|个)?(?:城市|国家|地方)/iu,
    "place",
  ],
  [
    /\b(?:which|what|how many) (?:\w+ ){0,2}(?:books?|novels?|movies?|films?|series|shows?|songs?|albums?|games?)\b|哪(?:些|几|本|部|首)*(?:书|小说|电影|剧|歌|游戏)|什么(?:书|小说|电影|歌|游戏)/iu,
    "title",
  ],
  [
    /\b(?:which|what|how many) (?:\w+ ){0,2}(?:people|persons|authors?|artists?|musicians?|actors?)\b|哪(?:些|几个|位)?(?:人|作家|作者|演员|歌手)/iu,
    "person",
  ],
];

/** Reads a question for the graph. `conversation` is the latest turns, newest last. */
export function entitiesAsked(
  question: string,
  conversation: readonly { role: "user" | "assistant"; content: string }[] = [],
): AskedEntities {
  const text = question.slice(0, LOOKED_AT);
  const earlier: Earlier[] = conversation
    .slice(-TURNS_BACK)
    .reverse()
    .map(({ role, content }) => ({
      mentions: namedIn(content, role === "user" ? USER : null).mentions,
      speaker: null,
    }));
  const { mentions } = namedIn(text, USER);
  const keys = mentions.map(({ key }) => key);
  const named = mayHoldNoun(text) ? (text.match(NOUN) ?? []) : [];
  const nouns = new Set(named.map((word) => FORMS.get(word.toLowerCase())!.noun));
  return {
    keys,
    referred: referents(text, { own: mentions, earlier, speaker: null }).map(({ key }) => key),
    names: Array.from(new Set(candidates(text))).slice(0, MOST_NAMES),
    nouns: Array.from(nouns),
    related: relatedNouns(text).filter((noun) => !nouns.has(noun)),
    types: ASKS_FOR.flatMap(([pattern, type]) => (pattern.test(text) ? [type] : [])),
  };
}
