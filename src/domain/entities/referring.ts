import { nounOf } from "./keys.ts";
import { CHINESE_NOUNS, ENGLISH_NOUNS, type Gender, mayHoldNoun, nounCalled, nounForms } from "./nouns.ts";
import type { EntityType, Mention } from "./types.ts";

/** Pronouns and bare definite nouns ("she", "the cat", 它, 那只猫), and the entity each stands for. */

/** What a turn before this one mentioned. */
export interface Earlier {
  mentions: readonly Mention[];
  /** Key of who spoke, if they have one: nobody speaks of themself as "she". */
  speaker: string | null;
}

interface Reference {
  /** Whom it can stand for, as a score: 0 for what it cannot. */
  fits: (mention: Mention, gender: Gender | null) => number;
  /** The same for what was mentioned in another talk; absent for a word that says too little to reach so far. */
  beyond?: Reference["fits"];
  /** Weight of the mention it makes. */
  weight: number;
}

/** A pronoun tells who is meant less surely than a name; "it" and "they" stand for many other things. */
const SURE = 0.5;
const UNSURE = 0.3;

const isLiving = (type: EntityType) => type === "person" || type === "animal";
const isThing = (type: EntityType) => type === "product" || type === "title";

const she = (gender: "f" | "m") => (mention: Mention, known: Gender | null) => {
  if (mention.type === "animal") return 2;
  if (mention.type !== "person") return 0;
  if (known === gender) return 3;
  return known === null || known === "x" ? 2 : 0;
};
/** Across talks a sister and someone by a name alone are equally likely; both before an animal. */
const anyone =
  (fits: Reference["fits"]): Reference["fits"] =>
  (mention, gender) =>
    fits(mention, gender) === 0 ? 0 : mention.type === "animal" ? 1 : 2;
const animalOrThing: Reference["fits"] = ({ type }) => (type === "animal" ? 2 : isThing(type) ? 1 : 0);
const either =
  (fits: Reference["fits"]): Reference["fits"] =>
  (mention, gender) =>
    Math.min(1, fits(mention, gender));

const REFERENCES: [RegExp, Reference][] = [
  [/\b(?:she|her|hers|herself)\b|她(?!们)/iu, { fits: she("f"), beyond: anyone(she("f")), weight: SURE }],
  [
    /\b(?:he|him|his|himself)\b|(?<!其)他(?![们人的]人|们|人)/iu,
    { fits: she("m"), beyond: anyone(she("m")), weight: SURE },
  ],
  [
    /\b(?:its|itself)\b|\bit\b(?!['’]?s? (?:is |was |will be |has been )?(?:raining|snowing|time|important|hard|easy|great|good|nice|been|takes|seems))/iu,
    { fits: animalOrThing, weight: UNSURE },
  ],
  [/它(?!们)/u, { fits: animalOrThing, beyond: either(animalOrThing), weight: UNSURE }],
  [/\b(?:they|them|their|theirs)\b|[他她它]们/iu, { fits: ({ type }) => (isLiving(type) ? 1 : 0), weight: UNSURE }],
];

const THE_NOUN = new RegExp(
  String.raw`\b(?:the|this|that) (?:\p{Ll}+ )?(${ENGLISH_NOUNS})\b(?!['’-])|[这那](?:[只条个匹辆台部]|孩子)?(${CHINESE_NOUNS})`,
  "giu",
);
const FORMS = nounForms();

function genderOf(mention: Mention): Gender | null {
  const noun = nounOf(mention.key) ?? mention.aliases.find((alias) => nounCalled(alias) !== undefined);
  const known = noun === undefined ? undefined : nounCalled(noun);
  if (known !== undefined) return known.gender;
  if (/^(?:Mr|Sir)\b|(?:先生|叔叔)$/u.test(mention.name)) return "m";
  return /^(?:Mrs|Ms|Miss)\b|(?:女士|阿姨|太太)$/u.test(mention.name) ? "f" : null;
}

const genderIn = (group: readonly Mention[]): Gender | null =>
  group.map(genderOf).find((known) => known !== null && known !== "x") ?? null;

/** The best of one turn: who fits best, of equals the one named outright, of those the last. */
function bestOf(mentions: readonly Mention[], speakers: ReadonlySet<string>, fits: Reference["fits"]): Mention | null {
  let best: Mention | null = null;
  let most = 0;
  for (const mention of mentions) {
    if (speakers.has(mention.key)) continue;
    const score = fits(mention, genderOf(mention)) * (mention.weight >= 1 ? 2 : 1);
    if (score < most || score === 0) continue;
    best = mention;
    most = score;
  }
  return best;
}

/** What was mentioned surely enough, put together where one memory names it in several ways: "a cat called Miso". */
export function entitiesIn(turns: readonly Earlier[]): Mention[][] {
  const groups = new Map<string, Mention[]>();
  for (const { mentions } of turns) {
    const sure = mentions.filter(({ weight }) => weight >= SURE);
    for (const mention of sure) {
      const noun = nounOf(mention.key);
      const same = sure.filter(({ key, aliases }) => key === mention.key || (noun !== null && aliases.includes(noun)));
      const joined = new Set([[mention], ...same.flatMap(({ key }) => [groups.get(key) ?? []])].flat());
      const group = Array.from(new Set([...joined, ...same]));
      for (const { key } of group) groups.set(key, group);
    }
  }
  return Array.from(new Set(groups.values()));
}

/**
 * The one that a word can mean of all that was mentioned in other talks, or null: where several fit equally well nobody
 * could tell which; `beyondDoubt` where another fits at all, or is a name of which nothing more is known. A belonging is named as such ("my cat"), however it is called besides.
 */
function onlyOne(
  turns: readonly Earlier[],
  speaker: string | null,
  fits: Reference["fits"],
  beyondDoubt: boolean,
): Mention | null {
  const fitting = entitiesIn(turns)
    .filter((group) => group.every(({ key }) => key !== speaker))
    .map((group) => {
      const gender = genderIn(group);
      return { group, score: Math.max(...group.map((mention) => fits(mention, gender))) };
    });
  const most = Math.max(0, ...fitting.map(({ score }) => score));
  const best = fitting.filter(({ group, score }) =>
    beyondDoubt ? score > 0 || group.every(({ type }) => type === "other") : score === most,
  );
  if (most === 0 || best.length > 1) return null;
  const { group } = best[0]!;
  return group.find(({ key }) => nounOf(key) !== null) ?? group[0]!;
}

/** How well "she" or "he" fits what was mentioned in other talks, 0 for not at all, and whether by what is known of them. */
export function fitsPronoun(group: readonly Mention[], gender: "f" | "m"): { score: number; known: boolean } {
  const found = genderIn(group);
  const fits = anyone(she(gender));
  return { score: Math.max(...group.map((mention) => fits(mention, found))), known: found === gender };
}

function* referencesIn(text: string): Generator<Reference> {
  for (const [pattern, reference] of REFERENCES) if (pattern.test(text)) yield reference;
  if (!mayHoldNoun(text)) return;
  for (const match of text.matchAll(THE_NOUN)) {
    const word = (match[1] ?? match[2])!;
    const noun = FORMS.get(word.toLowerCase()) ?? FORMS.get(word);
    if (noun === undefined) continue;
    const fits: Reference["fits"] = ({ key, aliases }) =>
      nounOf(key) === noun.noun || aliases.includes(noun.noun) ? 1 : 0;
    yield { fits, beyond: fits, weight: SURE };
  }
}

/** What a text may refer to. */
export interface Heard {
  /** What the text itself names. */
  own: readonly Mention[];
  /** The turns before it in its talk, newest first. */
  earlier: readonly Earlier[];
  /** Key of who speaks. */
  speaker: string | null;
  /** What other talks mentioned lately, newest first; for what nothing here can be meant by. */
  elsewhere?: readonly Earlier[];
  /** True where a guess is worse than none: of what other talks mentioned nobody else may fit, however badly. */
  beyondDoubt?: boolean;
}

/**
 * The entities that the pronouns and definite nouns of a text stand for, each with the weight of a guess: the most recent
 * compatible one in the text itself or the turns before it, else the only compatible one of other talks.
 * `open` tells that nothing was found for one of them which another talk might tell.
 */
export function resolved(
  text: string,
  { own, earlier, speaker, elsewhere = [], beyondDoubt = false }: Heard,
): { found: Mention[]; open: boolean } {
  const turns = [own, ...earlier.map(({ mentions }) => mentions)];
  const speakers = new Set([speaker, ...earlier.map((turn) => turn.speaker)].filter((key) => key !== null));
  // "An apprentice, Leon. He …": whom the text itself may mean is meant before anyone of another talk
  const mayBeOwn = own.some(({ type, weight }) => type === "other" && weight >= 1);
  const found = new Map<string, Mention>();
  let open = false;
  const add = (mention: Mention, weight: number) => {
    if ((found.get(mention.key)?.weight ?? 0) < weight) found.set(mention.key, { ...mention, weight });
  };
  for (const { fits, beyond, weight } of referencesIn(text)) {
    const near = turns.map((mentions) => bestOf(mentions, speakers, fits)).find((best) => best !== null);
    if (near !== undefined) {
      add(near, weight);
      continue;
    }
    const far = beyond === undefined || mayBeOwn ? null : onlyOne(elsewhere, speaker, beyond, beyondDoubt);
    if (far !== null) add(far, UNSURE);
    else open ||= beyond !== undefined;
  }
  return { found: Array.from(found.values()), open };
}

/** The entities alone, see `resolved`. */
export function referents(text: string, heard: Heard): Mention[] {
  return resolved(text, heard).found;
}
