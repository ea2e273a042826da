import {
  EVIDENCE_TERMS,
  FLOORS,
  FORMER_ROUTE,
  GIVEN,
  GRAPH_ROUTE,
  ROUTE_FACTOR,
  ROUTE_FLOOR,
  SEARCH_LIKENESS,
  SHARED_WEIGHT,
  STANDING_ROUTE,
  TIME_ROUTE,
  WINDOW,
} from "../domain/constants.ts";
import { HindsightError, messageOf } from "../domain/errors.ts";
import { weighKeywordHits, weighVectorHits } from "../domain/evidence.ts";
import { formerAsked } from "../domain/former.ts";
import {
  actsForUser,
  asksAboutUser,
  asOfNow,
  callsForMemory,
  isSearch,
  namesTopic,
  readQuestion,
} from "../domain/question.ts";
import type { Route } from "../domain/rank.ts";
import type { Fingerprint, Instant } from "../domain/record.ts";
import { PRIVATE } from "../domain/scope.ts";
import { mayLookAhead } from "../domain/tense.ts";
import { languageOf } from "../domain/text.ts";
import { isGrammatical, type TimeCue, timeCues } from "../domain/timerange.ts";
import { asksOfWorld } from "../domain/world.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Candidate, Filter, Hit, MemoryStore } from "../ports/store.ts";
import { formerly } from "./former-route.ts";
import { BEGINNING } from "./graph.ts";
import { walkFrom } from "./graph-route.ts";
import type { QuestionVectors } from "./question-vectors.ts";
import { inTime } from "./time-route.ts";

/** The ways in which a memory is found. */
export const ROUTES = ["keyword", "vector", "graph", "time", "standing", "earlier", "recent"] as const;
export type RouteName = (typeof ROUTES)[number];

export interface Search {
  query: string;
  k: number;
  filter: Filter;
  conversation: readonly { role: "user" | "assistant"; content: string }[];
  /** Milliseconds since 1970, and the user's zone. */
  now: number;
  timeZone: string;
  /** The routes to search by; all when absent. */
  routes?: readonly RouteName[];
  vectors: QuestionVectors;
  signal?: AbortSignal;
}

export interface Found {
  routes: Route<Candidate>[];
  /** The query as searched. */
  searched: string;
  /** What "first" or "last" orders: the ids of the topic's memories; `null` when the question says neither. */
  ordered: { order: "first" | "last"; ids: readonly string[] } | null;
  failures: { route: string; message: string }[];
  /** Milliseconds by route. */
  timings: Record<string, number>;
}

const asHits = (hits: readonly Hit[], evidence: (hit: Hit) => number) =>
  hits.map((hit) => ({ candidate: hit.candidate, score: hit.score, evidence: evidence(hit) }));

/** Vectors of two models have nothing to say about each other, be they of one length or not. */
const mismatch = (filled: Fingerprint, own: Fingerprint) =>
  new HindsightError(
    "EMBEDDING_MISMATCH",
    `this memory was filled with ${filled.model} ${filled.version}, the embedder is ${own.model} ${own.version}`,
    "Set HINDSIGHT_EMBEDDING_MODEL back to that model, or run `hindsight reembed` to change over.",
  );

/** Runs every route over one store side by side; a route that fails is reported and the others go on. */
export async function searchStore(
  store: MemoryStore,
  namespace: string,
  embedder: Pick<Embedder, "trust" | "graded" | "likeness">,
  search: Search,
): Promise<Found> {
  const { filter, timeZone } = search;
  const suffix = namespace === PRIVATE ? "" : `@${namespace}`;
  const share = namespace === PRIVATE ? 1 : SHARED_WEIGHT;
  const now: Instant = new Date(search.now).toISOString();
  // Routes that answer the question search from BEGINNING, as if nothing had run out: an event that is over can still be
  // asked about, and select() leaves out stale states (B9). What comes unasked (standing, recent) must hold `now`.
  const limit = Math.max(ROUTE_FLOOR, ROUTE_FACTOR * search.k);
  const overview = await store.overview();
  const cues = timeCues(search.query, search.now, timeZone);
  const ahead = cues.length > 0 && mayLookAhead(search.query);
  // Words that only say when, or which of several: no memory has to have them.
  const orders = cues.filter(({ order, text }) => order !== null || isGrammatical(text)).map(({ text }) => text);
  const question = readQuestion(search.query, overview.speakers, search.conversation, orders);
  const searching = isSearch(search.query);
  const remembering = callsForMemory(search.query, question.named, search.conversation) || searching;
  const worldly = question.named.length === 0 && asksOfWorld(search.query);
  const floors =
    FLOORS[
      worldly ? (languageOf(search.query) === "zh" ? "worldZh" : "world") : remembering ? "remembering" : "atLarge"
    ];
  const vectorFloor = floors.vector * (1 - embedder.trust);
  const blank = question.terms.length === 0; // nothing to search by: punctuation at most
  const timings: Record<string, number> = {};
  const failures: Found["failures"] = [];
  const routes: Route<Candidate>[] = [];
  const hitsOf = (name: string) => routes.find((route) => route.name === name + suffix)?.hits ?? [];

  async function run(
    name: RouteName,
    weight: number,
    work: () => Promise<Route<Candidate>["hits"]>,
    more: Pick<Route<Candidate>, "floor" | "graded"> = {},
  ): Promise<void> {
    if (search.routes?.includes(name) === false) return;
    const started = performance.now();
    try {
      routes.push({
        name: name + suffix,
        weight: weight * share,
        hits: await work(),
        ...more,
      });
    } catch (error) {
      if (search.signal?.aborted === true) throw error;
      failures.push({ route: name + suffix, message: messageOf(error) });
    } finally {
      timings[name + suffix] = performance.now() - started;
    }
  }

  /** The attribute the question asks the value of, as a term; and, asked for once, what gives it a value. */
  const asked = question.terms.filter(({ term }) => term.startsWith("="));
  let answered: ReturnType<MemoryStore["keyword"]> | undefined;
  const answers = () => (answered ??= store.keyword({ terms: asked, filter, limit, now: BEGINNING }));

  async function keyword(): Promise<Route<Candidate>["hits"]> {
    const terms = question.terms;
    if (terms.length === 0) return [];
    const query = { terms, filter, limit, now: BEGINNING };
    const [found, threads, answering] = await Promise.all([
      store.keyword(query),
      store.threads({ ...query, limit: 1000 }),
      asked.length === 0 ? null : answers(),
    ]);
    const hits = weighKeywordHits(found.hits, {
      threads: new Map(threads.map(({ thread, score }) => [thread, score])),
      named: new Set(question.named),
      ceiling: found.ceiling * Math.min(1, EVIDENCE_TERMS / terms.length),
    });
    // What gives the very attribute that was asked for answers, however few of the question's words it has.
    const direct = new Set(answering?.hits.map(({ candidate }) => candidate.id));
    return hits.map((hit) =>
      direct.has(hit.candidate.id) ? { ...hit, evidence: Math.max(hit.evidence, GIVEN) } : hit,
    );
  }

  /** What was true once, when that is what is asked for and the filter does not say otherwise. */
  async function earlier(asked: string): Promise<Route<Candidate>["hits"]> {
    const superseded: Filter = { ...filter, statuses: ["superseded"], kinds: filter.kinds ?? ["semantic"] };
    const { terms, named } = readQuestion(asked, overview.speakers, search.conversation);
    if (terms.length === 0) return [];
    const keys = terms.filter(({ term }) => term.startsWith("="));
    const found = await store.keyword({ terms: keys.length > 0 ? keys : terms, filter: superseded, limit, now });
    if (keys.length > 0) return asHits(found.hits, () => GIVEN);
    return weighKeywordHits(found.hits, {
      threads: new Map(),
      named: new Set(named),
      ceiling: found.ceiling * Math.min(1, EVIDENCE_TERMS / terms.length),
    });
  }

  /** Of the hits above the floor those that have something in common with a word or two. */
  async function notByChance(hits: Route<Candidate>["hits"]): Promise<Route<Candidate>["hits"]> {
    if (embedder.likeness === undefined) return hits;
    const near = hits.filter(({ evidence }) => evidence >= vectorFloor);
    const records = await store.get(near.map(({ candidate }) => candidate.id));
    const alike = new Set(
      records.filter(({ content }) => embedder.likeness!(search.query, content) >= SEARCH_LIKENESS).map(({ id }) => id),
    );
    return near.filter(({ candidate }) => alike.has(candidate.id));
  }

  async function vector(): Promise<Route<Candidate>["hits"]> {
    if (blank || embedder.trust <= 0 || overview.count === 0) return [];
    const { vector: embedded, unrelated, fingerprint: own } = await search.vectors.of(question.text);
    const filled = await store.embedding();
    if (filled !== null && (filled.model !== own.model || filled.version !== own.version)) throw mismatch(filled, own);
    const hits = await store.nearest({ vector: embedded, filter, limit, now: BEGINNING });
    const beside = await store.around(
      hits.map(({ candidate }) => candidate.id),
      WINDOW.length,
      "given",
    );
    const weighed = weighVectorHits(hits, beside, unrelated);
    return searching ? notByChance(weighed) : weighed;
  }

  async function standing(types?: Filter["types"]): Promise<Route<Candidate>["hits"]> {
    const standingOnly = { ...filter, kinds: filter.kinds ?? ["semantic"], ...(types === undefined ? {} : { types }) };
    return asHits(await store.structured({ filter: standingOnly, order: "important", limit, now }), () => GIVEN);
  }

  async function graph(): Promise<Route<Candidate>["hits"]> {
    const hits = await walkFrom(store, { ...search, limit, now: BEGINNING });
    return asHits(hits, ({ score }) => GIVEN * Math.min(1, score));
  }

  const work = [
    run("keyword", 1, keyword, { floor: floors.keyword }),
    run("vector", embedder.trust, vector, { floor: vectorFloor, graded: embedder.graded === true }),
    run("graph", GRAPH_ROUTE, graph, { floor: floors.graph }),
  ];
  const ofToday = filter.statuses === undefined && filter.asOf === undefined;
  const former = ofToday ? formerAsked(search.query) : null;
  const present = ofToday && former === null ? asOfNow(search.query) : null;
  if (former !== null) work.push(run("earlier", FORMER_ROUTE, () => formerly(store, former, { filter, limit })));
  if (present !== null) work.push(run("earlier", 1, () => earlier(present), { floor: floors.keyword }));
  if (asksAboutUser(search.query)) work.push(run("standing", 1, () => standing()));
  else if (actsForUser(search.query))
    work.push(run("standing", STANDING_ROUTE, () => standing(["constraint", "preference"])));
  else if (asked.length > 0)
    work.push(run("standing", STANDING_ROUTE, async () => asHits((await answers()).hits, () => GIVEN)));
  if (blank)
    work.push(
      run("recent", 1, async () =>
        asHits(await store.structured({ filter, order: "recent", limit, now }), () => GIVEN),
      ),
    );
  await Promise.all(work);
  let ordered: Found["ordered"] = null;
  if (cues.length > 0) {
    const words = cues.map(({ text }) => text);
    const rest = words.reduce((text, word) => text.replace(word, " "), search.query);
    const timed = {
      filter,
      limit,
      k: search.k,
      now,
      timeZone,
      span: overview,
      topic: readQuestion(rest, overview.speakers, search.conversation).terms,
      namesTopic: namesTopic(search.query, words),
      remembering,
      ahead,
      keyword: hitsOf("keyword"),
      vector: hitsOf("vector").filter(({ evidence }) => evidence >= vectorFloor),
    };
    const weightOf = ({ exact }: TimeCue) =>
      timed.namesTopic ? TIME_ROUTE[exact ? "exact" : "vague"] : TIME_ROUTE.alone;
    for (const cue of cues)
      await run("time", weightOf(cue), async () => {
        const hits = await inTime(store, cue, timed);
        if (cue.order !== null) ordered = { order: cue.order, ids: hits.map(({ candidate }) => candidate.id) };
        return hits;
      });
  }
  if (routes.every((route) => route.hits.length === 0) && failures.length > 0 && routes.length === 0)
    throw new HindsightError(
      "STORE_FAILED",
      `no route of recall works: ${failures.map(({ route, message }) => `${route}: ${message}`).join("; ")}`,
      "hindsight doctor shows which part is at fault.",
    );
  return {
    routes: routes.filter((route) => route.hits.length > 0),
    searched: question.text,
    ordered,
    failures,
    timings,
  };
}
