import type { MemoryRecord } from "../record.ts";
import { aliasesIn } from "./aliases.ts";
import { CONTACT, codesIn, daysIn } from "./codes.ts";
import { codeKey, dateKey, nameKey, normalName, ownerOfTurn, speakerKey } from "./keys.ts";
import { englishNames, titlesIn } from "./names-en.ts";
import { chineseNames } from "./names-zh.ts";
import { ownedByPronoun, ownedIn } from "./owned.ts";
import { type Earlier, referents, resolved } from "./referring.ts";
import type { EntityType, Graph, Mention, Relation } from "./types.ts";

/** The part of a text that is looked at, in UTF-16 units: what a long document is about stands in its beginning. */
const LOOKED_AT = 4_000;
/** Most entities of one memory. */
const MOST = 24;
/** Who speaks is mentioned by it, a little: it is their talk. */
const SPEAKS = 0.3;

/** How sure a type is, for when two rules find the same name. */
const SURER: readonly EntityType[] = ["animal", "title", "organisation", "person", "product", "place", "code", "date"];

/** Mentions by key: the strongest weight, the surest type, all aliases. */
function merged(mentions: readonly Mention[]): Mention[] {
  const byKey = new Map<string, Mention>();
  for (const mention of mentions) {
    const known = byKey.get(mention.key);
    if (known === undefined) {
      byKey.set(mention.key, mention);
      continue;
    }
    const rank = (type: EntityType) => (SURER.indexOf(type) + SURER.length + 1) % (SURER.length + 1);
    byKey.set(mention.key, {
      ...known,
      type: rank(mention.type) < rank(known.type) ? mention.type : known.type,
      weight: Math.max(known.weight, mention.weight),
      aliases: Array.from(new Set([...known.aliases, ...mention.aliases])),
    });
  }
  return Array.from(byKey.values());
}

const withoutCodes = (text: string, codes: readonly Mention[]): string =>
  codes.reduce((rest, { name }) => rest.replaceAll(name, ";"), text);

/** Names that are known already, by their normal form: they count where the text alone would leave a doubt. */
export type KnownNames = ReadonlyMap<string, Pick<Mention, "key" | "name" | "type">>;
const NOBODY: KnownNames = new Map();

/** Short names that only knowing them tells from words: k8s, i18n. */
const AS_WRITTEN = /^[a-z]{1,4}\d[a-z\d]{0,6}$/;
const WORDS = /[A-Za-z\d]+/g;

/** Known names in a text that are not told by capitals; nothing but knowing them tells where they begin and end. */
function knownAsWritten(text: string, known: KnownNames): Mention[] {
  const found: Mention[] = [];
  for (const { key, name, type } of known.values())
    if (key.startsWith("n:") && /^\p{Script=Han}{2,}$/u.test(name) && text.includes(name))
      found.push({ key, name, type, weight: 1, aliases: [] });
    else if (AS_WRITTEN.test(name) && text.match(WORDS)?.includes(name) === true)
      found.push({ key, name, type, weight: 1, aliases: [] });
  return found;
}

/** The names, codes, days and belongings in a text, each once. `speaker` is whom "my" refers to, null for a program. */
export function namedIn(text: string, speaker: string | null, known: KnownNames = NOBODY): Graph {
  const looked = text.slice(0, LOOKED_AT);
  const plain = looked.replace(CONTACT, " ; ");
  const owned = ownedIn(plain, speaker);
  const titles = /["“《]/u.test(plain) ? titlesIn(plain) : [];
  // the words of a title are no names of their own
  const untitled = titles.reduce((rest, { name }) => rest.replaceAll(name, " ; "), plain);
  const codes = codesIn(looked);
  const names = /\p{Lu}/u.test(untitled) ? englishNames(withoutCodes(untitled, codes), known) : [];
  const chinese = /\p{Script=Han}/u.test(untitled) ? chineseNames(untitled) : [];
  const written = known.size > 0 ? knownAsWritten(untitled, known) : [];
  const mentions = merged([
    ...owned.mentions,
    ...titles,
    ...codes,
    ...names,
    ...chinese,
    ...written,
    ...daysIn(looked),
  ]);
  return { mentions, relations: owned.relations };
}

/** What is known of a record beside its words: entities and relations a model found, on an episode. */
export interface Told {
  entities?: readonly { name: string; type: EntityType; aliases: readonly string[] }[];
  relations?: readonly { from: string; relation: string; to: string }[];
}

function labelled(name: string): Mention {
  if (/^\d{4}-\d{2}-\d{2}$/u.test(name)) return { key: dateKey(name), name, type: "date", weight: 1, aliases: [] };
  const [code] = codesIn(name);
  if (code !== undefined && code.key === codeKey(name)) return { ...code, name };
  return { key: nameKey(name), name, type: "other", weight: 1, aliases: [] };
}

/** What an entity of that name is called in this graph: itself, or the one that has it as alias. */
function keyed(name: string, speaker: string | null): Mention {
  const owned = ownedIn(name, speaker).mentions[0];
  return owned ?? labelled(name);
}

function toldBy(told: Told, speaker: string | null): Graph {
  const mentions: Mention[] = [];
  const relations: Relation[] = [];
  for (const { name, type, aliases } of told.entities ?? []) {
    const mention = keyed(name, speaker);
    const others = aliases.map((alias) => keyed(alias, speaker)).filter(({ key }) => key !== mention.key);
    mentions.push({ ...mention, type, aliases: [...mention.aliases, ...aliases.map(normalName).filter(Boolean)] });
    for (const other of others) {
      mentions.push({ ...other, type });
      relations.push({ from: mention.key, to: other.key, relation: "is", weight: 1 });
    }
  }
  const isUser = (name: string) => /^(?:(?:the )?user|用户)$/iu.test(name.trim());
  for (const { from, relation, to } of told.relations ?? []) {
    if (isUser(from) || isUser(to)) continue; // everything here is about the user: such a link would join all to all
    const [a, b] = [keyed(from, speaker), keyed(to, speaker)];
    if (a.key === b.key) continue;
    mentions.push(a, b);
    relations.push({ from: a.key, to: b.key, relation, weight: 1 });
  }
  return { mentions, relations };
}

/** What else its graph is read with. */
export interface GraphContext {
  told?: Told;
  names?: KnownNames;
  /** What other talks mentioned lately. */
  elsewhere?: readonly Earlier[];
}

/** What of a record its graph is made from. */
export type Described = Pick<MemoryRecord, "content" | "speaker" | "entities">;

/**
 * Everything a memory says about entities: what it names, belongings and their names, what its pronouns stand for given
 * the turns before it and what other talks mentioned (newest first), its labels, who speaks, and what a model told of it.
 * `open` when another talk might tell what one of its pronouns stands for. Pure; some 30,000 turns a second.
 */
export function graphOf(
  record: Described,
  earlier: readonly Earlier[] = [],
  { told = {}, names = NOBODY, elsewhere = [] }: GraphContext = {},
): Graph & { open: boolean } {
  const owner = ownerOfTurn(record.speaker);
  const speaker = speakerKey(record.speaker);
  const known = new Map(names);
  for (const turn of earlier) for (const mention of turn.mentions) known.set(normalName(mention.name), mention);
  const named = namedIn(record.content, owner, known);
  // "Thanks, Ada!" is said to Ada, not about her
  const present = new Set(earlier.flatMap((turn) => (turn.speaker === null ? [] : [turn.speaker])));
  const about = named.mentions.map((mention) => (present.has(mention.key) ? { ...mention, weight: SPEAKS } : mention));
  const model = toldBy(told, owner);
  const labels = record.entities.filter((name) => name.trim() !== "").map(labelled);
  const text = record.content.slice(0, LOOKED_AT);
  const refer = resolved(text, { own: named.mentions, earlier, speaker, elsewhere });
  const meant = (pronoun: string, own: readonly Mention[]) =>
    referents(pronoun, { own, earlier, speaker, elsewhere })[0] ?? null;
  const belongs = ownedByPronoun(text, (pronoun, at) => {
    const before = named.mentions.filter(({ name }) => text.slice(0, at).includes(name));
    const owner = meant(pronoun, before);
    return owner?.key.startsWith("n:") === true ? owner.name : null;
  });
  const aliases = aliasesIn(text, named.mentions, (pronoun) => meant(pronoun, []));
  const speaks: Mention[] =
    speaker === null ? [] : [{ key: speaker, name: record.speaker!, type: "person", weight: SPEAKS, aliases: [] }];
  const outright = [...about, ...belongs.mentions, ...aliases.mentions, ...model.mentions, ...labels];
  const mentions = merged([...outright, ...refer.found, ...speaks]);
  const kept = new Set(mentions.slice(0, MOST).map(({ key }) => key));
  return {
    mentions: mentions.filter(({ key }) => kept.has(key)),
    relations: [...named.relations, ...belongs.relations, ...aliases.relations, ...model.relations].filter(
      ({ from, to }) => kept.has(from) && kept.has(to),
    ),
    open: refer.open,
  };
}
