import { normalName, nounOf, USER } from "./keys.ts";
import { ENGLISH_NOUNS, mayHoldNoun, nounNamed } from "./nouns.ts";
import { type Earlier, entitiesIn, fitsPronoun } from "./referring.ts";
import { spoken } from "./subject.ts";
import type { EntityType, Mention } from "./types.ts";

/** Whom "she" in a question means that names nobody and follows on nothing: the one person of the memory whom it fits. */

const PRONOUN =
  /\b(?:(?<she>she|her|hers|herself)|(?<he>he|him|his|himself))\b|(?<ta>她(?!们))|(?<taa>(?<![其吉排])他(?!们|人|乡))/iu;
const PERSON = new RegExp(String.raw`\b(?:${ENGLISH_NOUNS})\b`, "giu");
/** Letters of a question at most, a Han character for three: what is longer says whom it means, or is about something else. */
const LETTERS = 90;
const lengthOf = (question: string): number => question.length + 2 * (question.match(/\p{Script=Han}/gu)?.length ?? 0);

/** A question's pronoun of a person, and whom it may mean. */
export interface AskedPronoun {
  /** As written. */
  word: string;
  gender: "f" | "m";
}

/**
 * The pronoun of a person in a question that itself names nobody it could stand for; null when there is none.
 * `own` tells what the question names.
 */
export function pronounAsked(question: string, own: () => readonly Mention[]): AskedPronoun | null {
  const match = question.length > LETTERS ? null : PRONOUN.exec(question);
  if (match === null || lengthOf(question) > LETTERS) return null;
  if (own().some(({ type }) => isSomeone(type))) return null;
  const nouns = mayHoldNoun(question) ? (question.match(PERSON) ?? []) : [];
  const before = question.slice(0, match.index);
  if (nouns.some((word) => before.includes(word) && isLiving(nounNamed(word)?.type))) return null;
  const { she, ta } = match.groups as Record<string, string | undefined>;
  return { word: match[0], gender: she !== undefined || ta !== undefined ? "f" : "m" };
}

/** A person or an animal, or a name that may be one's. */
export const isSomeone = (type: EntityType): boolean => type === "other" || isLiving(type);
const isLiving = (type: string | undefined): boolean => type === "person" || type === "animal";

/** A turn of any talk, and whether it is of late. */
export interface Told extends Earlier {
  lately: boolean;
}

/** What the memory knows about whom a pronoun may mean. */
export interface Known {
  /** What the memories mention, newest first. */
  turns: readonly Told[];
  /** Keys of all people the memory knows of, those beyond `turns` included. */
  people: readonly { key: string; name: string }[];
  /** Names of the user, who is never "she". */
  user: readonly string[];
}

interface Person {
  group: readonly Mention[];
  /** Place of the latest memory that mentions them. */
  latest: number;
  lately: boolean;
  /** Known to be such a one, by what they are to someone: a sister, 女儿. */
  known: boolean;
  score: number;
}

function peopleIn({ turns, people, user }: Known, gender: "f" | "m"): Person[] {
  const own = new Set(user.map(normalName));
  const groups = entitiesIn(turns).filter((group) => !group.some(({ name }) => own.has(normalName(name))));
  const found = groups.map((group): Person => {
    const keys = new Set(group.map(({ key }) => key));
    const latest = turns.findIndex(({ mentions }) => mentions.some(({ key }) => keys.has(key)));
    const { score, known } = fitsPronoun(group, gender);
    return { group, latest, lately: turns[latest]!.lately, known, score };
  });
  const seen = new Set(turns.flatMap(({ mentions }) => mentions.map(({ key }) => key)));
  const others = people.filter(({ key, name }) => !seen.has(key) && !own.has(normalName(name)));
  const far = others.map(({ key, name }): Person => {
    const group: Mention[] = [{ key, name, type: "person", weight: 1, aliases: [] }];
    return { group, latest: turns.length, lately: false, ...fitsPronoun(group, gender) };
  });
  return [...found, ...far];
}

const namesOf = (group: readonly Mention[]): Mention[] => group.filter(({ key }) => key.startsWith("n:"));
/** Two sisters are two, although both are "my sister". */
const isSeveral = ({ group }: Person): boolean => {
  const names = namesOf(group).map(({ name }) => normalName(name));
  return names.some((a) => names.some((b) => !a.includes(b) && !b.includes(a)));
};

/**
 * The one whom the pronoun means, or null where nobody could tell. It is the only one whom it fits by what is known of
 * them (of people alone whom it fits at all, where nothing is known), unless a person of whom no more than the name is
 * known was mentioned since; else the only one of the last two weeks. An animal where no person fits.
 */
export function meantBy({ gender }: AskedPronoun, known: Known): { meant: Person | null; others: readonly Person[] } {
  const all = peopleIn(known, gender);
  const fitting = all.filter(({ score }) => score > 0);
  const most = Math.max(0, ...fitting.map(({ score }) => score));
  const best = fitting.filter(({ score }) => score === most);
  const sure = best.filter((one) => one.known);
  const first = sure.length === 1 ? sure[0]! : sure.length === 0 && best.length === 1 ? best[0]! : null;
  const isDoubt = (one: Person) => one !== first && one.lately && one.latest < first!.latest;
  if (first !== null && !isSeveral(first) && !best.some(isDoubt)) return { meant: first, others: [] };
  const lately = fitting.filter((one) => one.lately);
  const unknown = all.some(({ lately: late, group }) => late && group.every(({ type }) => type === "other"));
  if (lately.length === 1 && !unknown && !isSeveral(lately[0]!)) return { meant: lately[0]!, others: [] };
  return { meant: null, others: best };
}

const nameIn = (group: readonly Mention[]): string | null =>
  namesOf(group).toSorted((a, b) => b.name.length - a.name.length)[0]?.name ?? null;

/** True when the question names someone the memory knows, in whatever writing: "does anna like her job?" */
export function namesKnown(question: string, { turns, people }: Pick<Known, "turns" | "people">): boolean {
  const text = ` ${normalName(question).replace(/['’]s\b|[^\p{L}\p{N}]+/gu, " ")} `;
  const told = turns.flatMap(({ mentions }) => namesOf(mentions).filter(({ type }) => isSomeone(type)));
  const names = [...told, ...people];
  return names.some(({ name }) => {
    const normal = normalName(name);
    return /^\p{Script=Han}{2,}$/u.test(normal) ? text.includes(normal) : text.includes(` ${normal} `);
  });
}

/** How someone is called in a question: "my sister Anna", 我女儿小雨. */
export function calledIn(language: "en" | "zh", group: readonly Mention[]): string {
  const owned = group.find(({ key }) => nounOf(key) !== null && key.startsWith(`o:${USER}:`));
  const relation = owned === undefined ? null : spoken(owned, language);
  const name = nameIn(group);
  if (relation === null) return name ?? group[0]!.name;
  return name === null ? relation : `${relation}${language === "en" ? " " : ""}${name}`;
}

/** The question with who is meant in the place of the pronoun: by name alone if there is one, since what they are besides leads the graph there. */
export function withMeant(
  question: string,
  { gender }: AskedPronoun,
  group: readonly Mention[],
  language: "en" | "zh",
): string {
  const name = nameIn(group) ?? calledIn(language, group);
  if (gender === "f")
    return question
      .replace(
        /\b(?:her(?=\s+\p{L})(?! (?:at|in|on|to|for|from|with|about|and|or|when|last|again)\b)|hers)\b/giu,
        `${name}'s`,
      )
      .replace(/\b(?:she|her|herself)\b/giu, name)
      .replace(/她(?!们)/gu, name);
  return question
    .replace(/\bhis\b/giu, `${name}'s`)
    .replace(/\b(?:he|him|himself)\b/giu, name)
    .replace(/(?<![其吉排])他(?!们|人|乡)/gu, name);
}
