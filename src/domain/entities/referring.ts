import { nounOf } from "./keys.ts";
import { CHINESE_NOUNS, ENGLISH_NOUNS, type Gender, nounCalled, nounForms } from "./nouns.ts";
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

const REFERENCES: [RegExp, Reference][] = [
  [/\b(?:she|her|hers|herself)\b|她(?!们)/iu, { fits: she("f"), weight: SURE }],
  [/\b(?:he|him|his|himself)\b|(?<!其)他(?![们人的]人|们|人)/iu, { fits: she("m"), weight: SURE }],
  [
    /\b(?:its|itself)\b|\bit\b(?!['’]?s? (?:is |was |will be |has been )?(?:raining|snowing|time|important|hard|easy|great|good|nice|been|takes|seems))|它(?!们)/iu,
    { fits: ({ type }) => (type === "animal" ? 2 : isThing(type) ? 1 : 0), weight: UNSURE },
  ],
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

/**
 * The entities that the pronouns and definite nouns of a text stand for: the most recent compatible one, in the text
 * itself (`own`) or the turns before it (`earlier`, newest first). Each with the weight of a guess.
 */
export function referents(
  text: string,
  own: readonly Mention[],
  earlier: readonly Earlier[],
  speaker: string | null,
): Mention[] {
  const turns = [own, ...earlier.map(({ mentions }) => mentions)];
  const speakers = new Set([speaker, ...earlier.map((turn) => turn.speaker)].filter((key) => key !== null));
  const found = new Map<string, Mention>();
  const resolve = ({ fits, weight }: Reference): boolean => {
    for (const mentions of turns) {
      const best = bestOf(mentions, speakers, fits);
      if (best === null) continue;
      if ((found.get(best.key)?.weight ?? 0) < weight) found.set(best.key, { ...best, weight });
      return true;
    }
    return false;
  };
  for (const [pattern, reference] of REFERENCES) if (pattern.test(text)) resolve(reference);
  for (const match of text.matchAll(THE_NOUN)) {
    const word = (match[1] ?? match[2])!;
    const noun = FORMS.get(word.toLowerCase()) ?? FORMS.get(word);
    if (noun === undefined) continue;
    resolve({
      fits: ({ key, aliases }) => (nounOf(key) === noun.noun || aliases.includes(noun.noun) ? 1 : 0),
      weight: SURE,
    });
  }
  return Array.from(found.values());
}
