import { type Concept, conceptsOf } from "../../domain/concepts.ts";
import { isAscii, terms } from "../../domain/text.ts";

/**
 * Weights of the feature families, chosen by coordinate search at 256 dimensions on locomo-dev and memorybank-zh-dev taken
 * as wholes (recall@5 and @10 by cosine alone) and on how far 25 pairs that belong together stand apart from 25 that do
 * not; the average of three hash seeds, so that no luck of the hashing is fitted.
 */
export const WEIGHTS = {
  word: 1,
  /** A token with a digit: order numbers, times, versions. */
  code: 1.2,
  /** Han bigrams and single characters: at this few dimensions characters tell more than the far more numerous bigrams. */
  bigram: 0.15,
  character: 0.75,
  /** Letter trigrams of Latin words: misspellings and word forms the stemmer misses. */
  trigram: 0.1,
  concept: 1.6,
  /** Things that come up together without meaning the same. */
  scene: 2.1,
  /** What neighbouring concepts share: "dog" and "cat" are no synonyms, but nearer than "dog" and "tax". */
  topic: 0.6,
  /** What very common words keep of their weight. */
  common: 0.45,
  /** A feature that occurs n times counts 1 + this · ln n. */
  repeat: 0.7,
} as const;

/** Words too common in talk to tell memories apart, though no stop words: by general knowledge, not from a corpus. */
const COMMON: ReadonlySet<string> = new Set(
  terms(
    `go went going get got know think say said tell thing good great really make made want come came look see way lot much
    feel nice take took let sure yeah hey hi hello thank thanks oh wow well keep find time day back new awesome cool amazing
    definitely never always still even year bit actually pretty right try love like start talk use give put end sound need
    mean happen kind type many long name recently people share everything something anything best big little last next
    first help work`,
  ),
);
/** Characters of grammar; a bigram that holds one says little. */
const GRAMMAR = new Set(
  "的了是我你他她它们在和与也就都吗呢吧啊呀哦这那有个很一不上下来去到说要会能可以对没好么什怎样为得着过还又",
);
/** What a bigram with none, one or two characters of grammar keeps of its weight. */
const BIGRAM_SHARE = [1, 0.35, 0.1] as const;

const HAN_RUN = /\p{Script=Han}+/gu;
const IS_HAN = /^\p{Script=Han}/u;
const LATIN = /^\p{Script=Latin}+$/u;
const DIGIT = /\p{N}/u;
const SHORTEST_WITH_TRIGRAMS = 4;
/** The part of a text that is looked at, in UTF-16 units; a pasted book has no one meaning. */
const LOOKED_AT = 20_000;

/** Families do not collide by spelling: each hashes under a seed of its own. */
const SEED = { concept: 1, topic: 2, bigram: 3, word: 4, trigram: 5, character: 6 } as const;

/** 32 well-mixed bits of a text: FNV-1a over UTF-16 units, finished as in MurmurHash3. */
export function hash(text: string, seed: number): number {
  let bits = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Weighted features by their hash. */
export type Features = Map<number, number>;

/** The features of a text in English, Chinese or both. Pure but for loading the lexicon at the first call. */
export function featuresOf(text: string, weights: Record<keyof typeof WEIGHTS, number> = WEIGHTS): Features {
  const lexicon = conceptsOf();
  const looked = text.slice(0, LOOKED_AT);
  const found: Features = new Map();
  const counts = new Map<number, number>();
  const add = (key: number, weight: number): void => {
    found.set(key, weight);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const addConcepts = (concepts: readonly Concept[], share: number): void => {
    const each = share / Math.sqrt(concepts.length); // a word of many concepts says no more than a word of one
    for (const { id, topic } of concepts) {
      add(hash(String(id), SEED.concept), (topic === null ? weights.scene : weights.concept) * each);
      if (topic !== null) add(hash(String(topic), SEED.topic), weights.topic * each);
    }
  };
  for (const term of terms(looked)) {
    if (IS_HAN.test(term)) {
      if (term.length < 2) continue;
      const grammar = Number(GRAMMAR.has(term[0]!)) + Number(GRAMMAR.has(term[1]!));
      add(hash(term, SEED.bigram), weights.bigram * BIGRAM_SHARE[grammar as 0 | 1 | 2]);
      continue;
    }
    const share = COMMON.has(term) ? weights.common : 1;
    add(hash(term, SEED.word), (DIGIT.test(term) ? weights.code : weights.word) * share);
    if (!LATIN.test(term)) continue;
    addConcepts(lexicon.ofTerm(term), share);
    if (term.length < SHORTEST_WITH_TRIGRAMS) continue;
    const padded = `^${term}$`;
    const weight = (weights.trigram * share) / Math.sqrt(padded.length - 2);
    for (let at = 0; at + 3 <= padded.length; at++) add(hash(padded.slice(at, at + 3), SEED.trigram), weight);
  }
  for (const [run] of isAscii(looked) ? [] : looked.normalize("NFKC").matchAll(HAN_RUN)) {
    for (const character of run) if (!GRAMMAR.has(character)) add(hash(character, SEED.character), weights.character);
    for (const concepts of lexicon.ofRun(run)) addConcepts(concepts, 1);
  }
  for (const [key, count] of counts)
    if (count > 1) found.set(key, found.get(key)! * (1 + weights.repeat * Math.log(count)));
  return found;
}
