import { randomUUID } from "node:crypto";
import { memoryBlock } from "../domain/block.ts";
import { ORDER_DEPTH, RESULTS, SPREAD, SPREAD_DEPTH, USE_GAIN } from "../domain/constants.ts";
import { HindsightError } from "../domain/errors.ts";
import { asksForSeveral } from "../domain/question.ts";
import { fuse, inTimeOrder, type Scored, score, spread } from "../domain/rank.ts";
import type { MemoryType } from "../domain/record.ts";
import { PRIVATE } from "../domain/scope.ts";
import { asksAhead } from "../domain/tense.ts";
import { languageOf } from "../domain/text.ts";
import { timeCues } from "../domain/timerange.ts";
import { workOf } from "../domain/work.ts";
import type { Candidate, Filter } from "../ports/store.ts";
import { ownerOf, withStore } from "./access.ts";
import { throughCache } from "./cache.ts";
import type { MemoryDeps, Scope } from "./deps.ts";
import { searchAll, searchFurther } from "./further.ts";
import { asMeant } from "./meant.ts";
import { moved } from "./moved.ts";
import { checkRecall } from "./options.ts";
import { questionVectors } from "./question-vectors.ts";
import { prepared, rerank } from "./rerank.ts";
import { rewrite } from "./rewrite.ts";
import type { Found } from "./routes.ts";
import { explanationOf, type Kept, leftOutOf, type Opened, type Ranked, select } from "./select.ts";
import type { LeftOut, Recall, Recalled, RecallOptions } from "./types.ts";

/**
 * Finds what answers the query: all routes side by side over the user's own store and the granted namespaces, fused,
 * scored, cut at the relevance floor, without near-identical results.
 * @throws HindsightError INVALID_INPUT naming the option that is unknown or wrong and what it takes, NOT_GRANTED for a namespace that was not granted, STORE_FAILED when every route failed.
 */
export async function recall(
  deps: MemoryDeps,
  scope: Scope,
  query: string,
  given: RecallOptions = {},
): Promise<Recall> {
  if (typeof query !== "string")
    throw new HindsightError("INVALID_INPUT", "a query must be a string", "Pass the question as text.");
  const options = checkRecall(given, scope);
  const now = options.askedAt === undefined ? deps.clock.now() : Date.parse(options.askedAt);
  const timings: Record<string, number> = {};
  const clock = stopwatch(timings);
  const k = options.k ?? RESULTS.short;
  const request = options.requestId ?? randomUUID();
  const stores = await openStores(deps, scope, options.namespaces);
  clock("open");
  try {
    const { found, cached } = await throughCache(deps, scope, stores, { query, options, now }, () => {
      clock("cache");
      return recallFrom(stores, deps, scope, query, options, { request, now, k, timings, clock });
    });
    if (cached) {
      clock("cache");
      deps.log.debug({ request, cached, results: found.results.map(({ record }) => record.id), timings }, "recall");
    }
    if (options.touch !== false) countUse(deps, scope, found.results, now);
    return { ...found, request, timings };
  } finally {
    await Promise.all(stores.map(({ store }) => store.close()));
  }
}

/** Types of memory that say how something is to be done. */
const WISHES: readonly MemoryType[] = ["preference", "constraint", "procedure"];

interface Run {
  request: string;
  now: number;
  k: number;
  timings: Record<string, number>;
  clock: (step: string) => void;
}

async function recallFrom(
  stores: readonly Opened[],
  deps: MemoryDeps,
  scope: Scope,
  query: string,
  options: RecallOptions,
  { request, now, k, timings, clock }: Run,
): Promise<Recall> {
  const filter = options.filter ?? {};
  const work = workOf(query);
  const conversation = work === null ? (options.conversation ?? []) : [];
  const asked = work === null ? await asMeant(stores, { query, conversation, now }) : null;
  const vectors = questionVectors(deps, options.signal);
  const search = {
    query: work ?? asked?.query ?? query,
    k,
    filter: work === null ? filter : ofWork(filter),
    conversation,
    now,
    timeZone: scope.timeZone,
    vectors,
    ...(options.routes === undefined ? {} : { routes: options.routes }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
  const [whole, rewritten] = await Promise.all([
    searchAll(stores, deps, search),
    work === null
      ? rewrite(deps, { query: search.query, conversation, signal: options.signal })
      : { standalone: null, parts: [], failures: [] },
    prepared(deps.reranker),
  ]);
  clock("routes");
  const found = await searchFurther(stores, deps, search, whole, rewritten);
  clock("further");
  const preset = options.preset ?? deps.preset;
  const scored = score(fuse(found.flatMap(({ routes }) => routes)), preset, now);
  clock("rank");
  const reranked = await rerank(deps, atHome(scored, found, stores), { query, k, preset, now, signal: options.signal });
  clock("rerank");
  const ranked = arranged(query, reranked.ranked, found, k);
  const selected = await select(ranked, {
    k,
    options,
    now: new Date(now).toISOString(),
    unrelated: deps.embedder.nearDuplicate === null ? null : vectors.unrelated(),
    ahead: asksAhead(query, timeCues(query, now, scope.timeZone), new Date(now).toISOString()),
    arranged: asksForSeveral(query) || found.some(({ ordered }) => ordered !== null),
  });
  clock("select");
  const block = memoryBlock(selected.kept, {
    tokenBudget: options.tokenBudget ?? deps.recallTokens,
    timeZone: scope.timeZone,
    language: languageOf(query) === "zh" ? "zh" : "en",
    now: new Date(now).toISOString(),
  });
  clock("block");
  const kept = selected.kept;
  const explain = options.explain === true;
  for (const one of found) for (const [route, ms] of Object.entries(one.timings)) timings[`route:${route}`] = ms;
  if (deps.log.isLevelEnabled?.("debug") !== false)
    deps.log.debug(traceOf(request, query, k, ranked, kept, timings), "recall");
  return {
    request,
    query,
    searched: rewritten.standalone ?? found[0]?.searched ?? query,
    results: kept.map((one) => recalled(one, explain)),
    block: block.text,
    blockIds: block.ids,
    ...(explain && asked !== null && { meant: asked.meant }),
    leftOut: explain ? [...withoutRoom(kept, block.ids), ...selected.leftOut].sort((a, b) => b.score - a.score) : [],
    timings,
    failures: [...found.flatMap(({ failures }) => failures), ...rewritten.failures, ...reranked.failures],
  };
}

/** How the user wants such work done: all that an order with its own material has to do with a memory. */
function ofWork(filter: Filter): Filter {
  const types = WISHES.filter((type) => filter.types?.includes(type) !== false);
  return { ...filter, types };
}

/**
 * The private store, and those of the namespaces asked for (default: all granted): all of them, or none stays open.
 * Where nothing is stored yet there is no store, and none is made.
 */
async function openStores(
  deps: MemoryDeps,
  scope: Scope,
  namespaces: readonly string[] = [PRIVATE, ...scope.namespaces],
): Promise<Opened[]> {
  const owners = Array.from(new Set(namespaces), (namespace) => ({ namespace, owner: ownerOf(scope, namespace) }));
  const opening = owners.map(async ({ namespace, owner }): Promise<Opened[]> => {
    return (await deps.stores.exists(owner)) ? [{ namespace, store: await deps.stores.open(owner) }] : [];
  });
  try {
    return (await Promise.all(opening)).flat();
  } catch (error) {
    for (const one of await Promise.allSettled(opening))
      if (one.status === "fulfilled") for (const { store } of one.value) await store.close();
    throw error;
  }
}

/** What the log shows of a recall, at DEBUG only: ids, routes and scores, the length of the question and none of its words. */
function traceOf(
  request: string,
  query: string,
  k: number,
  ranked: readonly Ranked[],
  kept: readonly Kept[],
  timings: Record<string, number>,
) {
  const results = kept.map(({ ranked: { score: total, evidence, routes }, record: { id } }) => {
    const found = routes.map(({ route, rank }) => `${route}#${rank}`);
    return { id, score: Number(total.toFixed(4)), evidence: Number(evidence.toFixed(4)), routes: found };
  });
  return { request, characters: query.length, k, found: ranked.length, results, timings };
}

/** Results that the block has no room for. */
function withoutRoom(kept: readonly Kept[], inBlock: readonly string[]): LeftOut[] {
  const shown = new Set(inBlock);
  return kept
    .filter(({ record }) => !shown.has(record.id))
    .map(({ ranked, record }) => leftOutOf(ranked, record.content, "token_budget"));
}

function recalled({ ranked, record, context, evidence, collapsed, moved }: Kept, explain: boolean): Recalled {
  return {
    record,
    score: ranked.score,
    ...(context.length > 0 && { context }),
    ...(evidence.length > 0 && { evidence }),
    ...(explain && {
      explain: {
        ...explanationOf(ranked),
        ...(collapsed > 0 && { collapsed }),
        ...(moved !== undefined && { place: moved }),
      },
    }),
  };
}

/** In the order the question asks for: spread over threads for several things, by time for the first or last of one. */
function arranged(query: string, ranked: readonly Ranked[], found: readonly Found[], k: number): readonly Ranked[] {
  const wide = asksForSeveral(query) ? moved(ranked, spread(ranked, SPREAD, SPREAD_DEPTH * k), "spread") : ranked;
  const ordered = found.flatMap((one) => one.ordered ?? []);
  if (ordered[0] === undefined) return wide;
  const { order } = ordered[0];
  const ids = new Set(ordered.flatMap((one) => one.ids));
  return moved(wide, inTimeOrder(wide, ids, order, Math.max(k, ORDER_DEPTH)), order);
}

/** Each candidate, before a reranker sees it, with the store it came from. */
function atHome(scored: readonly Scored<Candidate>[], found: readonly Found[], stores: readonly Opened[]): Ranked[] {
  const home = new Map<string, Opened>();
  if (stores.length > 1)
    found.forEach(({ routes }, index) => {
      for (const { hits } of routes) for (const { candidate } of hits) home.set(candidate.id, stores[index]!);
    });
  return scored.map(({ candidate, relevance, evidence, relevant, routes, score: total, terms }) => {
    const { namespace, store } = home.get(candidate.id) ?? stores[0]!;
    return { candidate, relevance, evidence, relevant, routes, score: total, terms, namespace, store };
  });
}

/** Being used counts (C11). Written after the answer; a failure is logged and costs only the count. */
function countUse(deps: MemoryDeps, scope: Scope, results: readonly Recalled[], now: number): void {
  const at = new Date(now).toISOString();
  for (const [namespace, some] of Map.groupBy(results, ({ record }) => record.namespace)) {
    const ids = some.map(({ record }) => record.id);
    deps.later("count the use of memories", () =>
      withStore(deps, scope, namespace, (store) => store.touch(ids, at, USE_GAIN)),
    );
  }
}

/** Notes the milliseconds since the last call under each name. */
function stopwatch(timings: Record<string, number>): (name: string) => void {
  let last = performance.now();
  return (name) => {
    const now = performance.now();
    timings[name] = now - last;
    last = now;
  };
}
