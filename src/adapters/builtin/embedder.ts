import { HAN_ASKING } from "../../domain/stopwords.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { type Features, featuresOf, hash } from "./features.ts";

export interface BuiltinEmbedderOptions {
  /**
   * Length of the vectors; default 256. Cosine alone, recall@5 / @10 on locomo-dev and memorybank-zh-dev: 256: 41 / 51 and
   * 82 / 91; 384: 42 / 52 and 82 / 92; 512: 43 / 54 and 85 / 92; 1,024: 45 / 54 and 87 / 94.
   */
  dimensions?: number;
  /** See Embedder.trust; default 0.1: fused at 0 / 0.1 / 0.2 / 0.3 LoCoMo gave 75.2 / 75.3 / 75.1 / 75.2 at 5, multi-hop 48.2 / 49.6 / 48.6 / 48.6 at 10. */
  trust?: number;
}

/** Changes with the lexicon, the weights or the hashing: stored vectors of another version do not compare. */
const VERSION = "1";
/** Places of the vector a feature is written to. */
const SPREAD = 4;
/**
 * Below this norm a memory's vector is filled up with a direction of its own. Cosine alone favours short texts ("Thanks,
 * Ada!" is nearly all name); BM25 has `b` for it. Measured with the weights of that day: recall@10 on
 * locomo-dev 36.8 without it, 45.4 at 4, 43.8 at 5, 34 at 8; 5.3 with today's weights.
 */
const PIVOT = 5.3;
const PIVOT_PARTS = 8;
const PIVOT_SEED = 99;

function lengthOf(weights: Iterable<number>): number {
  let sum = 0;
  for (const weight of weights) sum += weight * weight;
  return Math.sqrt(sum);
}

/** Signed feature hashing; a text without a feature gets the direction of its own text. Length 1. */
function project(features: Features, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const [key, weight] of features) {
    let bits = key | 1;
    for (let part = 0; part < SPREAD; part++) {
      bits ^= bits << 13; // xorshift32
      bits ^= bits >>> 17;
      bits ^= bits << 5;
      const unsigned = bits >>> 0;
      vector[unsigned % dimensions]! += (unsigned & 0x40000000) === 0 ? -weight : weight;
    }
  }
  const norm = lengthOf(vector);
  if (norm > 0) for (let at = 0; at < dimensions; at++) vector[at]! /= norm;
  else vector[0] = 1; // every feature cancelled another
  return vector;
}

/** Adds `length` in a direction that belongs to this text alone. */
function addOwnDirection(features: Features, text: string, length: number): void {
  for (let part = 0; part < PIVOT_PARTS; part++)
    features.set(hash(`${part}${text}`, PIVOT_SEED), length / Math.sqrt(PIVOT_PARTS));
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** The vector of a question, or of any text that is held against memories. */
export function embedText(text: string, dimensions = 256): Float32Array {
  const features = featuresOf(text);
  if (features.size === 0) addOwnDirection(features, text, 1);
  return project(features, dimensions);
}

/** The vector of a memory. */
export function embedMemory(text: string, dimensions = 256): Float32Array {
  const features = featuresOf(text);
  const missing = PIVOT ** 2 - lengthOf(features.values()) ** 2;
  if (missing > 0) addOwnDirection(features, text, Math.sqrt(missing));
  return project(features, dimensions);
}

/** The cosine of question and memory as it is before hashing. */
function likeness(question: string, memory: string): number {
  const [asked, told] = [featuresOf(question), featuresOf(memory)];
  const norms = lengthOf(asked.values()) * Math.max(PIVOT, lengthOf(told.values()));
  let sum = 0;
  for (const [key, weight] of asked) sum += weight * (told.get(key) ?? 0);
  return norms === 0 ? 0 : sum / norms;
}

/**
 * An embedder with nothing behind it: hashed words, characters and concepts of a hand-written English and Chinese
 * lexicon. Deterministic, offline, some thousand texts a second. No language model: it knows what everyday words have
 * to do with each other and nothing of how a sentence means them. Numbers and negations move its vectors little, so it
 * never claims that two texts are the same statement (`nearDuplicate` is null).
 */
export function createBuiltinEmbedder(options: BuiltinEmbedderOptions = {}): Embedder {
  const { dimensions = 256, trust = 0.1 } = options;
  return {
    trust,
    likeness,
    nearDuplicate: null,
    unrelated: async () => 0.1,
    fingerprint: async () => ({ model: "hindsight-builtin", version: VERSION, dimensions }),
    embedDocuments: async (texts, signal) =>
      texts.map((text) => {
        signal?.throwIfAborted();
        return embedMemory(text, dimensions);
      }),
    embedQuery: async (text, signal) => {
      signal?.throwIfAborted();
      const about = text.replace(HAN_ASKING, " "); // 哪一年 is no reason to find 学了一年
      return embedText(HAS_WORD.test(about) ? about : text, dimensions);
    },
  };
}
