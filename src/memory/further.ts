import { anchoredRange, asksForTopic, type EventAnchor, eventAnchor, tellsOf } from "../domain/anchor.ts";
import { ANCHOR, BRIDGE, EVIDENCE_FLOOR, GIVEN, PART_ROUTE, REWRITE, TIME_ROUTE } from "../domain/constants.ts";
import { absoluteDates } from "../domain/dates.ts";
import { normalName } from "../domain/entities/keys.ts";
import { entitiesOf } from "../domain/entities.ts";
import { type Fused, fuse, type Route } from "../domain/rank.ts";
import type { MemoryRecord } from "../domain/record.ts";
import { planOf } from "../domain/subquestions.ts";
import type { Candidate, MemoryStore } from "../ports/store.ts";
import type { MemoryDeps } from "./deps.ts";
import type { Rewritten } from "./rewrite.ts";
import { type Found, type Search, searchStore } from "./routes.ts";
import type { Opened } from "./select.ts";

type Hits = Fused<Candidate>[];

/** What each store has for a question: its routes fused into one list, best first. */
const bestOf = ({ routes }: Found): Hits => fuse(routes).sort((a, b) => b.relevance - a.relevance);

const asRoute = (name: string, weight: number, hits: Hits, limit: number): Route<Candidate> => ({
  name,
  weight,
  hits: hits.slice(0, limit).map(({ candidate, relevance, evidence }) => ({ candidate, score: relevance, evidence })),
});

/** All routes over all stores for one question. */
export function searchAll(stores: readonly Opened[], deps: MemoryDeps, search: Search): Promise<Found[]> {
  return Promise.all(stores.map(({ namespace, store }) => searchStore(store, namespace, deps.embedder, search)));
}

/** The records of the best hits over all stores, with their evidence. */
async function read(stores: readonly Opened[], hits: readonly Hits[], limit: number) {
  const best = hits
    .flatMap((some, at) => some.map((hit) => ({ hit, at })))
    .sort((a, b) => b.hit.relevance - a.hit.relevance)
    .slice(0, limit);
  const found: { record: MemoryRecord; evidence: number }[] = [];
  for (const { hit, at } of best) {
    const [record] = await stores[at]!.store.get([hit.candidate.id]);
    if (record !== undefined) found.push({ record, evidence: hit.evidence });
  }
  return found;
}

/** Names in the best memories about `first` that the question does not have: what the second search is about. */
async function namesFor(stores: readonly Opened[], first: readonly Found[], search: Search): Promise<string[]> {
  const known = normalName(search.query);
  const records = await read(stores, first.map(bestOf), BRIDGE.memories);
  const names = records
    .filter(({ evidence }) => evidence >= BRIDGE.evidence)
    .flatMap(({ record }) => entitiesOf(record.content, search.timeZone, Date.parse(record.happenedAt)))
    .filter(({ name, type }) => type !== "date" && !known.includes(normalName(name)))
    .map(({ name }) => name);
  return Array.from(new Set(names)).slice(0, BRIDGE.names);
}

/** Of the hits those whose memory names one of `names`. */
async function naming({ store }: Opened, hits: Hits, names: readonly string[]): Promise<Hits> {
  const wanted = names.map(normalName);
  const records = await store.get(hits.map(({ candidate }) => candidate.id));
  const ids = new Set(
    records.filter(({ content }) => wanted.some((name) => normalName(content).includes(name))).map(({ id }) => id),
  );
  return hits.filter(({ candidate }) => ids.has(candidate.id));
}

/** When an event was: the date its memory names, else the day it happened; `null` when no memory surely tells of it. */
async function timeOf(anchor: EventAnchor, stores: readonly Opened[], deps: MemoryDeps, search: Search) {
  const found = await searchAll(stores, deps, { ...search, query: anchor.event, conversation: [] });
  const hits = await read(stores, found.map(bestOf), ANCHOR.memories);
  const told = ({ record, evidence }: (typeof hits)[number]) =>
    evidence >= ANCHOR.evidence || tellsOf(record.content, anchor.event);
  const best = hits.find(told);
  if (best === undefined) return null;
  const said = Date.parse(best.record.happenedAt);
  const [dated] = absoluteDates(best.record.content, { said, timeZone: search.timeZone }).dates;
  if (dated !== undefined) return { id: best.record.id, from: dated.from, until: dated.until };
  return { id: best.record.id, from: best.record.happenedAt, until: new Date(said + 1).toISOString() };
}

/** All memories of a time that an event tells, from the event on or back and without its own: for a question of nothing but that time. */
async function listed(
  store: MemoryStore,
  side: EventAnchor["side"],
  { since, until, but }: { since: string | null; until: string | null; but: string },
  { filter, now, k }: Search,
): Promise<Route<Candidate>> {
  const hits = await store.structured({
    filter: { ...filter, ...(since === null ? {} : { since }), ...(until === null ? {} : { until }) },
    order: side === "before" ? "recent" : "oldest",
    limit: PART_ROUTE.hits * k,
    now: new Date(now).toISOString(),
  });
  const others = hits.filter(({ candidate }) => candidate.id !== but);
  return { name: "event", weight: TIME_ROUTE.alone, hits: others.map((hit) => ({ ...hit, evidence: GIVEN })) };
}

/**
 * What the shape of the question asks for beside its whole (see `planOf`, `eventAnchor`), each as one more route that
 * weighs less than the whole, so that it adds and never pushes out:
 *
 * - `rewritten`: the question as a model rewrote it with the conversation;
 * - `part 1` …: each question within the question, and the sub-queries that were given;
 * - `bridge`: what is asked about the names in the memories that answer the first part (entity bridging), of memories
 *   that have one of these names;
 * - `event`: what lies before, after or since the event it names, of what the whole found and the question without the
 *   event, which is a part; or, when the question names nothing but that time, all that lies there.
 *
 * A question of no such shape costs nothing here.
 */
export async function searchFurther(
  stores: readonly Opened[],
  deps: MemoryDeps,
  search: Search,
  whole: readonly Found[],
  { standalone, parts: given }: Pick<Rewritten, "standalone" | "parts"> = { standalone: null, parts: [] },
): Promise<Found[]> {
  const plan = planOf(search.query);
  const anchor = eventAnchor(search.query, search.now, search.timeZone);
  const parts = Array.from(
    new Set([...given, ...plan.parts, ...(anchor !== null && asksForTopic(anchor) ? [anchor.rest] : [])]),
  ).slice(0, PART_ROUTE.most);
  if (standalone === null && parts.length === 0 && plan.bridge === null && anchor === null) return [...whole];
  const limit = PART_ROUTE.hits * search.k;
  const added: Route<Candidate>[][] = stores.map(() => []);
  const failures: Found["failures"][] = stores.map(() => []);
  const timings: Record<string, number> = {};
  const failuresOf = (name: string, one: Found) =>
    one.failures.map(({ route, message }) => ({ route: `${name}: ${route}`, message }));
  const add = (name: string, weight: number, found: readonly Found[]) =>
    found.forEach((one, at) => {
      added[at]!.push(asRoute(name, weight, bestOf(one), limit));
      failures[at]!.push(...failuresOf(name, one));
    });
  const timed = async (name: string, work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    timings[name] = performance.now() - started;
  };

  const searched = new Map<string, Promise<Found[]>>();
  const asked = (query: string) => {
    const running = searched.get(query) ?? searchAll(stores, deps, { ...search, query });
    searched.set(query, running);
    return running;
  };
  await Promise.all([
    standalone !== null && timed("rewritten", async () => add("rewritten", REWRITE.weight, await asked(standalone))),
    ...parts.map((part, at) =>
      timed(`part ${at + 1}`, async () => add(`part ${at + 1}`, PART_ROUTE.weight, await asked(part))),
    ),
    plan.bridge !== null &&
      timed("bridge", async () => {
        const names = await namesFor(stores, await asked(plan.bridge!.first), search);
        if (names.length === 0) return;
        const found = await asked(`${plan.bridge!.about} ${names.join(" ")}`);
        for (const [at, one] of found.entries()) {
          const about = await naming(stores[at]!, bestOf(one).slice(0, BRIDGE.looked * search.k), names);
          added[at]!.push(asRoute("bridge", BRIDGE.weight, about, limit));
          failures[at]!.push(...failuresOf("bridge", one));
        }
      }),
    anchor !== null &&
      timed("event", async () => {
        const event = await timeOf(anchor, stores, deps, search);
        if (event === null) return;
        const { since, until } = anchoredRange(anchor.side, event);
        if (!asksForTopic(anchor)) {
          await Promise.all(
            stores.map(
              async ({ store }, at) =>
                void added[at]!.push(await listed(store, anchor.side, { since, until, but: event.id }, search)),
            ),
          );
          return;
        }
        const within = ({ candidate: { happenedAt }, evidence }: Fused<Candidate>) =>
          evidence >= EVIDENCE_FLOOR &&
          (since === null || since <= happenedAt) &&
          (until === null || happenedAt < until);
        const rest = (await asked(anchor.rest)).map(bestOf);
        whole.forEach((one, at) => {
          const found = fuse([...one.routes, asRoute("rest", PART_ROUTE.weight, rest[at]!, limit)]);
          const inside = found.filter(within).sort((a, b) => b.relevance - a.relevance);
          added[at]!.push(asRoute("event", ANCHOR.weight, inside, limit));
        });
      }),
  ]);
  return whole.map((one, at) => ({
    ...one,
    routes: [...one.routes, ...added[at]!.filter(({ hits }) => hits.length > 0)],
    failures: [...one.failures, ...failures[at]!],
    timings: at === 0 ? { ...one.timings, ...timings } : one.timings,
  }));
}
