/**
 * Every constant that shapes recall, with where it comes from. "Measured" means on the development half of LoCoMo
 * (997 questions) by `npm run bench:recall`, figures as recall@5 / recall@10, each on top of the ones before it.
 */

/** BM25 (Robertson & Zaragoza 2009). Conversation turns are short and even in length: measured 55.0 / 62.7 with it. */
export const BM25 = { k1: 0.9, b: 0.3 } as const;

/** BM25 of a whole thread as one document, where lengths differ: the textbook values. */
export const THREAD_BM25 = { k1: 1.2, b: 0.75 } as const;

/**
 * How much a turn's terms count for the turns 1 and 2 places away in its thread, before saturation (BM25F over a
 * window). An answer repeats little of what it answers. Measured with the thread and speaker weights: 70.2 / 79.3.
 */
export const WINDOW = [0.4, 0.2] as const;
/** A turn that asks lends this many times more to the next one, its answer. Measured: 73.7 / 82.1. */
export const QUESTION_LENDS = 2;
/** A turn that ends in a question seldom holds the answer. */
export const QUESTION_HOLDS = 0.8;
/** Share of the whole thread's score added to each of its turns. */
export const THREAD_SHARE = 0.4;
/** A turn spoken by the person the question names. */
export const SPEAKER_NAMED = 1.3;
/** Weight of that person's name as a search term: others' turns greet people by name. */
export const NAME_TERM = 0.5;

/** Weight of a verb that says little by itself ("did I go …", 去过): it is the rarest word of many a question. Measured: 75.8 / 83.2 -> 76.0 / 83.5. */
export const LIGHT_TERM = 0.5;

/**
 * Weight of the attribute a question asks for ("where do I live?") as a search term: it is whose attribute it is that counts,
 * and a brother's home has the words. Events have no attributes, so the recall sets are not touched by it.
 */
export const ASKED_TERM = 1.5;

/** Words taken over from the conversation when a question leans on it ("how long is its warranty?"), and their weight. */
export const CONTEXT_TERMS = 12;
export const CONTEXT_TERM = 0.3;

/**
 * Weight of the time route in fusion, for a date named exactly, a vague one, and any for a question of nothing but a time
 * ("what did I do last Tuesday?"), where it must outweigh all other routes together (reasoned). The words of a date stay in the keyword
 * search as well, since events are indexed with theirs. Measured: 74.7 / 82.4 without them and weight 1, 75.2 / 83.0 so.
 */
export const TIME_ROUTE = { exact: 0.6, vague: 0.3, alone: 4 } as const;
/**
 * Weight of the user's constraints and preferences when something is to be done or chosen for them: half, so that they
 * come after what the words find. Reasoned, not tuned.
 */
export const STANDING_ROUTE = 0.5;
/** Weight of the former values of the very attribute that is asked for, which must outweigh what still holds (reasoned). */
export const FORMER_ROUTE = 4;
/** Weight of a shared namespace's routes beside the private ones (C9). */
export const SHARED_WEIGHT = 0.8;

/**
 * Least evidence a result needs, 0 … 1: the share of the query's information (idf) that it holds with the turns beside
 * it, or how far its cosine stands above the embedder's "unrelated". Below it a memory matched by accident.
 */
export const EVIDENCE_FLOOR = 0.04;
/**
 * The floor by route, lower for a question that speaks of the user, of someone known or of the past ("what did I …"),
 * higher for one about the world at large, which most often has no answer in a memory. A vector's is the floor of an
 * embedder of no trust; one of trust t needs (1 - t) of it. `world` is for questions that an encyclopedia answers by their
 * form (domain/world): a memory must hold a good part of what is asked, or be about someone named outright. Measured by
 * bench/probes/offtopic.probes.jsonl with each question put to three people: 81 % found something at 0.04 throughout,
 * 25 % with two floors, 4 % with three, and LoCoMo and MemoryBank kept their recall. A guard against getting worse, no general rate.
 */
export const FLOORS = {
  remembering: { keyword: 0.05, vector: 0.09, graph: EVIDENCE_FLOOR },
  atLarge: { keyword: 0.07, vector: 0.3, graph: EVIDENCE_FLOOR },
  world: { keyword: 0.3, vector: 0.9, graph: 0.4 },
  /** In Chinese, where pairs of characters that straddle two words count as told nowhere. */
  worldZh: { keyword: 0.2, vector: 0.9, graph: 0.4 },
} as const;
/**
 * Likeness below which what a hashing embedder finds for a word or two is chance: two hashed words share dimensions and nothing else
 * (0), a shared scene gives 0.2, a word form or notion 0.26 and more ("allergy", "allergic to penicillin"). Of 90 unrelated searches
 * 26.7 % found something without it and 4.4 % with it, and no true one was lost (bench/probes/words.probes.jsonl).
 */
export const SEARCH_LIKENESS = 0.22;
/**
 * Terms of a query that a memory's evidence is held against at most: a memory of average length holds about so many, and
 * a pasted page with a question at its end must not drown it.
 */
export const EVIDENCE_TERMS = 16;
/** Evidence of a hit that a route found by other means than likeness: a date, a standing fact, an entity named outright. */
export const GIVEN = 0.5;
/**
 * When a question asks for several things, each further result of a thread counts this much of the one before, so that
 * other conversations come up. Measured: multi-hop recall@10 49.4 -> 50.6, the whole unchanged.
 */
export const SPREAD = 0.95;
/** How many times k candidates are looked at for it. */
export const SPREAD_DEPTH = 6;

/**
 * What is left of the score of an event that is over, when the question is about now or what is ahead: enough that the
 * next appointment passes one whose words fit better, and that the last is found where there is no other. Reasoned.
 */
export const OVER = 0.6;

/** Share of common terms from which two results say the same (Jaccard); the later one is left out. */
export const NEAR_IDENTICAL = 0.9;

/** How many of the best "first" and "last" put in order of time, at least: the whole list cost LoCoMo 0.2 points at 10. */
export const ORDER_DEPTH = 10;

/**
 * Maximal marginal relevance (see domain/diversify), where a question asks for one thing and no order. Measured at λ 1 and
 * 0.95: 75.5 / 83.3; at 0.9: 75.6 / 83.3; at 0.8 and below MemoryBank loses 0.9 at 5.
 */
export const MMR = { lambda: 0.9 } as const;

/**
 * The formula of requirement C5: `relevance · w + recency · w + importance · w + log(1 + uses) · w`, recency
 * `exp(-λ · days)`. `support` as the requirement gives it; the others shift from freshness to importance.
 */
export const PRESETS = {
  support: { relevance: 0.5, recency: 0.2, importance: 0.2, usage: 0.1, decayPerDay: 0.05 },
  assistant: { relevance: 0.65, recency: 0.12, importance: 0.18, usage: 0.05, decayPerDay: 0.02 },
  companion: { relevance: 0.55, recency: 0.1, importance: 0.25, usage: 0.1, decayPerDay: 0.01 },
} as const;
export type Preset = keyof typeof PRESETS;
/** Uses at which the usage term reaches its full weight: log(1 + uses) / log(1 + USES_FULL), at most 1. */
export const USES_FULL = 50;
/** Importance gained by each use (C11); unused importance fades in consolidation. */
export const USE_GAIN = 0.01;

/** Reciprocal rank fusion `w / (k + rank)` (Cormack et al. 2009); a small k keeps the first ranks apart, since the formula adds other terms. */
export const FUSION_K = 10;
/** Each route fetches this many times the results wanted (C3), and at least ROUTE_FLOOR. */
export const ROUTE_FACTOR = 3;
export const ROUTE_FLOOR = 100;

/** Rewriting by a model: turns of the conversation shown, characters of each and of what it may answer, parts at most; weight of the rewritten question beside the asked one. */
export const REWRITE = { turns: 6, characters: 1_000, parts: 3, weight: 1 } as const;
/** Questions within a question: how many, the weight of each in fusion beside the whole's 1, and how many × k hits each adds. */
export const PART_ROUTE = { most: 3, weight: 0.5, hits: 3 } as const;
/**
 * Bridging: names are taken from the best memories on the first part that hold this share of its information, and what is
 * asked of them is searched for at this weight, among the first `looked` × k that have one of the names.
 */
export const BRIDGE = { memories: 3, evidence: 0.3, names: 4, looked: 6, weight: 0.5 } as const;
/**
 * A time told by an event: how many memories of it are read for one that tells of it, which holds this share of its words or has
 * others for them; and the weight of what lies in that time, so that it passes the event itself, whose words the question has (reasoned).
 */
export const ANCHOR = { memories: 5, evidence: 0.4, weight: 1 } as const;

/**
 * Reranking (C6): the first `depth` × k are sent, as many as a route fetches (C3), each cut to `characters` (a
 * cross-encoder reads 512 tokens). Its word counts `weight` times the fused relevance: with 2 its favourite passes
 * whatever it scores under half of that, and fusion decides between near equals, since a cross-encoder together with the
 * first stage ranks better than alone (Askari et al. 2023). A best probability under `opinion` says that nothing fits,
 * and then its say shrinks with it. Not tuned: no cross-encoder's weights could be had where this was measured.
 */
export const RERANK = { depth: 3, characters: 2_000, weight: 2, opinion: 0.1 } as const;

/** Minutes for which the answer to a question may be given again while nothing is written (C12); a divisor of 15. */
export const CACHE_MINUTES = 5;

/** Results by default: 8, or 5 when they are longer than LONG_TOKENS on average (C8). */
export const RESULTS = { short: 8, long: 5 } as const;
export const LONG_TOKENS = 200;

/**
 * The walk over the entity graph (A5): at most three hops as the requirement has it, each at half the strength; how many
 * memories of an entity are read at the first hop and at the others, how many memories and entities lead on, how many of the best are completed by entities read in part, and from
 * how many memories (and which share of all) an entity is a hub that leads nowhere. The bounds keep a walk over 50,000
 * memories under 3 ms.
 */
export const GRAPH = {
  hops: 3,
  decay: 0.5,
  seeds: 32,
  sameSteps: 2,
  fanOut: 128,
  furtherFanOut: 32,
  breadth: 8,
  completed: 64,
  hubRecords: 100,
  hubShare: 0.05,
} as const;

/**
 * How surely a question means an entity: named outright 1; by a pronoun; by a noun alone ("the car"); by what has to do
 * with it ("the vet" for a cat); by its type ("which cities").
 */
export const GRAPH_SEEDS = { referred: 0.7, noun: 0.7, related: 0.5, type: 0.3 } as const;
/**
 * Weight of the graph route in fusion. Measured: without it 75.3 / 83.2 (multi-hop at 10 50.6, temporal 90.3), at 0.2
 * 75.7 / 83.3 (50.6, 91.0), 0.4 75.6 / 83.3 (52.0, 91.0), 0.6 75.7 / 83.5 (52.3, 91.6); MemoryBank the same at all of them.
 */
export const GRAPH_ROUTE = 0.4;
