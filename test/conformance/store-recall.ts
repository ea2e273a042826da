import { describe, expect, it } from "vitest";
import { idf, scoreThreads, scoreTurns } from "../../src/domain/bm25.ts";
import { BM25 } from "../../src/domain/constants.ts";
import type { RecordDraft } from "../../src/domain/record.ts";
import { asksOf } from "../../src/domain/text.ts";
import type { Filter, Hit, Indexed, MemoryStore } from "../../src/ports/store.ts";
import {
  asking,
  daysAgo,
  FINGERPRINT,
  memory,
  NOW_INSTANT,
  near,
  ordered,
  turn,
  vectorOf,
  weighted,
} from "./fixtures.ts";
import type { StoreSuite } from "./store.ts";

const idsOf = (hits: readonly Hit[]) => hits.map(({ candidate }) => candidate.id);
const ids = (items: readonly Indexed[]) => items.map(({ record }) => record.id);

const CONVERSATION = [
  "Where did you go last summer?",
  "We hiked in Lofoten with my sister.",
  "Lofoten sounds lovely, did it rain?",
  "It rained for two days and then the sun came.",
  "我妹妹对花生过敏。",
  "花生酱也不能吃吗?",
  "Peanut butter is out of the question, yes.",
];

/** A corpus computed the plain way from what was written, to hold the store's against. */
function reference(items: readonly Indexed[], query: string) {
  const threads = Array.from(new Set(items.flatMap(({ record }) => record.thread ?? [])));
  const inOrder = threads.map((thread) =>
    items
      .flatMap(({ record }, doc) => (record.thread === thread ? [doc] : []))
      .sort((a, b) => (items[a]!.record.happenedAt < items[b]!.record.happenedAt ? -1 : 1)),
  );
  const lengths = items.map(({ terms }) => terms.length);
  const threadLength = (thread: number) => inOrder[thread]!.reduce((sum, doc) => sum + lengths[doc]!, 0);
  const threaded = threads.map((_, thread) => threadLength(thread));
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const terms = weighted(query);
  const postings = terms.map(({ term }) => {
    const docs = items.flatMap((item, doc) => (item.terms.includes(term) ? [doc] : []));
    return { docs, counts: docs.map((doc) => items[doc]!.terms.filter((other) => other === term).length) };
  });
  const threadOf = items.map(({ record }) => (record.thread === null ? -1 : threads.indexOf(record.thread)));
  const corpus = {
    size: items.length,
    capacity: items.length,
    lengths,
    averageLength: sum(lengths) / items.length,
    asks: items.map(({ record }) => asksOf(record.content)),
    threadOf,
    placeOf: items.map((_, doc) => (threadOf[doc]! < 0 ? 0 : inOrder[threadOf[doc]!]!.indexOf(doc))),
    members: (thread: number) => inOrder[thread]!,
    threads: threads.length,
    averageThreadLength: sum(threaded) / threads.length,
    threadLength,
  };
  const turns = scoreTurns(terms, postings, corpus);
  return {
    hits: turns.matched
      .map((doc) => ({ id: items[doc]!.record.id, score: turns.score[doc]!, own: turns.own[doc]! }))
      .sort((a, b) => b.score - a.score),
    threads: Array.from(scoreThreads(terms, postings, corpus), ([thread, score]) => ({
      thread: threads[thread]!,
      score,
    })),
    ceiling: sum(postings.map(({ docs }) => idf(items.length, docs.length) * (BM25.k1 + 1))),
  };
}

/** Recall: the routes, their filters and what stands beside a hit. */
export function recallTests(suite: StoreSuite): void {
  async function filled(make: (mine: typeof memory, said: typeof turn) => Indexed[]) {
    const store = await suite.fresh();
    const mine = (content: string, draft: Partial<RecordDraft> = {}) =>
      memory(content, { user: store.owner.id, ...draft });
    const said = (content: string, thread: string, draft: Partial<RecordDraft> = {}) =>
      turn(content, thread, { user: store.owner.id, ...draft });
    const items = make(mine, said);
    const inserted = await store.insert(items, FINGERPRINT);
    expect(inserted.every(({ outcome }) => outcome === "stored")).toBe(true);
    return { store, items, mine, said };
  }

  describe("keyword", () => {
    it("C3: scores are those of domain/bm25, turns read with the turns beside them, English and Chinese", async () => {
      const { store, items } = await filled((mine, said) => [
        ...CONVERSATION.map((text, place) => said(text, "t1", { happenedAt: daysAgo(3, 60 - place) })),
        ...["It rained in Bergen too.", "Peanuts? Never."].map((text, place) =>
          said(text, "t2", { happenedAt: daysAgo(2, 60 - place) }),
        ),
        mine("A note about peanut butter, peanut oil and rain, in no thread."),
      ]);
      for (const query of [
        "did it rain in Lofoten?",
        "peanut butter",
        "妹妹花生过敏吗",
        "nothing of the kind",
        "rain 花生",
      ]) {
        const expected = reference(items, query);
        const found = await store.keyword(asking(query, {}, 50));
        expect(found.ceiling, query).toBeCloseTo(expected.ceiling, 10);
        expect(idsOf(found.hits), query).toEqual(expected.hits.map(({ id }) => id));
        found.hits.forEach((hit, place) => {
          expect(hit.score, query).toBeCloseTo(expected.hits[place]!.score, 10);
          expect(hit.own, query).toBeCloseTo(expected.hits[place]!.own, 10);
        });
        const threads = await store.threads(asking(query, {}, 50));
        expect(new Map(threads.map(({ thread, score }) => [thread, score.toFixed(9)])), query).toEqual(
          new Map(expected.threads.map(({ thread, score }) => [thread, score.toFixed(9)])),
        );
      }
    });

    it("C3: codes, numbers, mail addresses, emoji and two-character Chinese words are found as they are", async () => {
      const { store } = await filled((mine) => [
        mine("Order ORD-2024-118 was late."),
        mine("Write to ada_l+x@example.no about src/a.ts"),
        mine("研究生在北京大学学习"),
        mine("She sent 🥜 twice 🥜"),
        mine("the quick café"),
      ]);
      for (const [query, content] of [
        ["ord-2024-118", "Order ORD"],
        ["ada_l+x@example.no", "Write to"],
        ["SRC/A.TS", "Write to"],
        ["研究", "研究生"],
        ["🥜", "She sent"],
        ["cafe", "the quick"],
      ] as const) {
        const [hit] = (await store.keyword(asking(query))).hits;
        const [record] = hit === undefined ? [] : await store.get([hit.candidate.id]);
        expect(record?.content, query).toContain(content);
      }
    });

    it("hostile terms are terms: quotes, operators, wildcards, spaces, zero bytes, prototype names", async () => {
      const odd = [
        '"',
        "*",
        "a OR b",
        "x\0y",
        "%",
        "_5f",
        "_",
        "A",
        "a",
        "NEAR(",
        "__proto__",
        "constructor",
        "col:1",
        "ß",
      ];
      const { store, items } = await filled((mine) =>
        odd.map((term, index) => ({ ...mine(`odd ${index}`), terms: [term, "common"] })),
      );
      for (const [index, term] of odd.entries()) {
        const found = await store.keyword({ ...asking(""), terms: [{ term, weight: 1 }] });
        expect(idsOf(found.hits), JSON.stringify(term)).toEqual([items[index]!.record.id]);
      }
    });

    it("weights, limits and the empty query are respected", async () => {
      const { store, items } = await filled((mine) => [mine("apples pears"), mine("apples plums"), mine("figs plums")]);
      const weigh = async (apples: number, plums: number, limit = 10) => {
        const terms = [
          { term: weighted("apples")[0]!.term, weight: apples },
          { term: weighted("plums")[0]!.term, weight: plums },
        ];
        return idsOf((await store.keyword({ terms, filter: {}, limit, now: NOW_INSTANT })).hits);
      };
      const [pears, both, figs] = ids(items);
      expect(await weigh(1, 0.1)).toEqual([both, pears, figs]);
      expect(await weigh(0.1, 1)).toEqual([both, figs, pears]);
      expect(await weigh(1, 1, 1)).toEqual([both]);
      expect(await weigh(1, 1, 0)).toEqual([]);
      expect((await store.keyword(asking(""))).hits).toEqual([]);
      expect(await store.threads(asking(""))).toEqual([]);
    });

    it("a score does not depend on the filter, nor on what is not active", async () => {
      const { store, items } = await filled((mine) => [
        mine("cats and dogs", { tags: ["x"] }),
        mine("cats and birds"),
        mine("cats at night", { speaker: "Bo" }),
      ]);
      const before = (await store.keyword(asking("cats dogs"))).hits[0];
      const filtered = (await store.keyword(asking("cats dogs", { tags: ["x"] }))).hits;
      expect(filtered).toEqual([before]);
      const gone = memory("cats cats dogs dogs", { user: store.owner.id, status: "quarantined" });
      await store.insert([gone], FINGERPRINT);
      await store.patch(items[1]!.record.id, { importance: 1 });
      expect((await store.keyword(asking("cats dogs"))).hits[0]?.score).toBe(before?.score);
    });

    it("a thread is found only when one of its records passes the filter", async () => {
      const { store } = await filled((_, said) => [
        said("boats in spring", "a", { speaker: "Ada" }),
        said("boats in autumn", "b", { speaker: "Bo" }),
      ]);
      expect((await store.threads(asking("boats"))).length).toBe(2);
      expect((await store.threads(asking("boats", { speakers: ["Bo"] }))).map(({ thread }) => thread)).toEqual(["b"]);
      expect((await store.threads(asking("boats", {}, 1))).length).toBe(1);
    });
  });

  describe("nearest", () => {
    it("C3: by cosine, exact, best first", async () => {
      const { store, items } = await filled((mine) => Array.from({ length: 40 }, (_, i) => mine(`text ${i}`)));
      const query = vectorOf("text 7");
      const dot = (vector: Float32Array) => vector.reduce((sum, value, i) => sum + value * query[i]!, 0);
      const expected = items.toSorted((a, b) => dot(b.vector) - dot(a.vector)).slice(0, 10);
      const hits = await store.nearest(near("text 7"));
      expect(idsOf(hits)).toEqual(ids(expected));
      hits.forEach((hit, place) => {
        expect(hit.score).toBeCloseTo(dot(expected[place]!.vector), 3);
      });
      expect(hits[0]?.score).toBeCloseTo(1, 5);
    });

    it("finds nothing in an empty store and refuses a query of another dimension", async () => {
      const store = await suite.fresh();
      expect(await store.nearest(near("x"))).toEqual([]);
      await store.insert([memory("x", { user: store.owner.id })], FINGERPRINT);
      await expect(store.nearest({ ...near("x"), vector: new Float32Array(3) })).rejects.toMatchObject({
        code: "EMBEDDING_MISMATCH",
      });
    });
  });

  describe("filters, the same on every route", () => {
    const routes: [string, (store: MemoryStore, filter: Filter) => Promise<Hit[]>][] = [
      ["keyword", async (store, filter) => (await store.keyword(asking("shared", filter, 50))).hits],
      ["nearest", (store, filter) => store.nearest(near("shared", filter, 50))],
      ["structured", (store, filter) => store.structured(ordered("recent", filter, 50))],
    ];
    for (const [name, route] of routes)
      it(`${name}: kind, type, source, thread, speaker, tags (all), entities (any), time`, async () => {
        const { store, items } = await filled((mine) => [
          mine("shared one", { kind: "episodic", type: "event", source: "tool", thread: "t1", speaker: "Ada" }),
          mine("shared two", { tags: ["a", "b"], entities: ["Oslo"], happenedAt: daysAgo(20) }),
          mine("shared three", { tags: ["a"], entities: ["Bergen", "Rome"], happenedAt: daysAgo(30) }),
        ]);
        const found = async (filter: Filter) => new Set(idsOf(await route(store, filter)));
        const [one, two, three] = ids(items);
        const cases: [Filter, (string | undefined)[]][] = [
          [{}, [one, two, three]],
          [{ kinds: [], tags: [], entities: [], statuses: [] }, [one, two, three]],
          [{ kinds: ["episodic"] }, [one]],
          [{ types: ["fact"] }, [two, three]],
          [{ sources: ["tool", "agent"] }, [one]],
          [{ threads: ["t1"] }, [one]],
          [{ threads: ["t", "T1", "t1 "] }, []],
          [{ speakers: ["Ada"] }, [one]],
          [{ tags: ["a"] }, [two, three]],
          [{ tags: ["a", "b"] }, [two]],
          [{ tags: ["__proto__"] }, []],
          [{ entities: ["Oslo", "Rome"] }, [two, three]],
          [{ since: daysAgo(20) }, [one, two]],
          [{ until: daysAgo(20) }, [three]],
          [{ since: daysAgo(30), until: daysAgo(20) }, [three]],
          [{ tags: ["a"], entities: ["Oslo"] }, [two]],
        ];
        for (const [filter, expected] of cases)
          expect(await found(filter), JSON.stringify(filter)).toEqual(new Set(expected));
      });

    for (const [name, route] of routes)
      it(`C10, B9 ${name}: what is superseded, forgotten, archived or out of date stays away unless asked for`, async () => {
        const { store, items, mine } = await filled((mine) => [
          mine("shared old", { validFrom: daysAgo(50) }),
          mine("shared forgotten", { validFrom: daysAgo(50) }),
          mine("shared stale", { validFrom: daysAgo(50), validUntil: daysAgo(10) }),
          mine("shared archived", { validFrom: daysAgo(50) }),
          mine("shared fresh until tomorrow", { validFrom: daysAgo(50), validUntil: daysAgo(-1) }),
        ]);
        const [old, forgotten, stale, archived, fresh] = ids(items) as [string, string, string, string, string];
        const next = mine("shared new", { validFrom: daysAgo(20) });
        await store.supersede(old, next, FINGERPRINT);
        await store.patch(forgotten, { status: "forgotten" });
        await store.patch(archived, { status: "archived" });
        const found = async (filter: Filter) => new Set(idsOf(await route(store, filter)));
        expect(await found({})).toEqual(new Set([next.record.id, fresh]));
        expect(await found({ statuses: ["superseded", "forgotten"] })).toEqual(new Set([old, forgotten]));
        expect(await found({ asOf: daysAgo(30) })).toEqual(new Set([old, stale, archived, fresh]));
        expect(await found({ asOf: daysAgo(20) })).toEqual(new Set([next.record.id, stale, archived, fresh]));
        expect(await found({ asOf: daysAgo(60) })).toEqual(new Set());
        expect(await found({ asOf: daysAgo(30), statuses: ["forgotten"] })).toEqual(
          new Set([old, stale, archived, fresh]),
        );
      });

    it("the filter is applied before the limit", async () => {
      const { store, items } = await filled((mine) =>
        Array.from({ length: 60 }, (_, i) => mine(`shared ${i}`, i === 41 ? { tags: ["rare"] } : {})),
      );
      for (const [name, route] of routes)
        expect(idsOf(await route(store, { tags: ["rare"] })), name).toEqual([ids(items)[41]]);
    });
  });

  describe("structured, list and overview", () => {
    it("orders by time both ways and by importance, scores falling from 1", async () => {
      const { store, items } = await filled((mine) => [
        mine("a", { happenedAt: daysAgo(3), importance: 0.9 }),
        mine("b", { happenedAt: daysAgo(1), importance: 0.1 }),
        mine("c", { happenedAt: daysAgo(2), importance: 0.9 }),
      ]);
      const [a, b, c] = ids(items);
      expect(idsOf(await store.structured(ordered("recent")))).toEqual([b, c, a]);
      expect(idsOf(await store.structured(ordered("oldest")))).toEqual([a, c, b]);
      expect(idsOf(await store.structured(ordered("important")))).toEqual([c, a, b]);
      const scores = (await store.structured(ordered("recent"))).map(({ score }) => score);
      expect(scores[0]).toBe(1);
      expect(scores).toEqual(scores.toSorted((x, y) => y - x));
      expect(new Set(scores).size).toBe(3);
    });

    it("lists by id in pages, both ways, everything of the statuses asked, also what is out of date", async () => {
      const { store, items } = await filled((mine) => [
        ...Array.from({ length: 7 }, (_, i) => mine(`page ${i}`)),
        mine("stale", { validUntil: daysAgo(1) }),
      ]);
      const sorted = ids(items).sort();
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await store.list({}, { limit: 3, ...(after === undefined ? {} : { after }) });
        if (page.length === 0) break;
        seen.push(...page.map(({ id }) => id));
        after = seen.at(-1);
      }
      expect(seen).toEqual(sorted);
      const back = await store.list({}, { limit: 3, newestFirst: true, after: sorted[5]! });
      expect(back.map(({ id }) => id)).toEqual([sorted[4], sorted[3], sorted[2]]);
      expect(await store.list({ statuses: ["forgotten"] }, { limit: 3 })).toEqual([]);
    });

    it("overview and stats count what is there", async () => {
      const { store, items } = await filled((mine) => [
        mine("a", { happenedAt: daysAgo(9), speaker: "Bo", kind: "episodic", type: "event" }),
        mine("b", { happenedAt: daysAgo(5), speaker: "Ada" }),
        mine("c", { happenedAt: daysAgo(1), speaker: "Ada" }),
        mine("d", { happenedAt: daysAgo(0), speaker: "Cy" }),
      ]);
      await store.patch(ids(items)[3]!, { status: "archived" });
      await store.touch([ids(items)[0]!], NOW_INSTANT, 0);
      expect(await store.overview()).toEqual({
        count: 3,
        speakers: ["Ada", "Bo"],
        oldest: daysAgo(9),
        newest: daysAgo(1),
      });
      const stats = await store.stats();
      expect(stats).toMatchObject({
        total: 4,
        byStatus: { active: 3, archived: 1 },
        byKind: { episodic: 1, semantic: 2 },
        everRecalled: 1,
        oldest: daysAgo(9),
        newest: daysAgo(0),
      });
      expect(stats.bytes).toBeGreaterThan(0);
      expect(await (await suite.fresh()).overview()).toEqual({ count: 0, speakers: [], oldest: null, newest: null });
    });
  });

  describe("around", () => {
    it("active turns of the thread before and after, by time, whatever order they were written in", async () => {
      const { store, items } = await filled((_, said) =>
        [4, 2, 0, 3, 1].map((place) => said(`turn ${place}`, "t", { happenedAt: daysAgo(1, 10 - place) })),
      );
      const at = (place: number) => items.find(({ record }) => record.content === `turn ${place}`)!.record.id;
      const beside = async (place: number, reach: number) =>
        (await store.around([at(place)], reach)).map(({ candidate, distance }) => [distance, candidate.id]).sort();
      expect(await beside(2, 2)).toEqual(
        [
          [-1, at(1)],
          [-2, at(0)],
          [1, at(3)],
          [2, at(4)],
        ].sort(),
      );
      expect(await beside(0, 2)).toEqual(
        [
          [1, at(1)],
          [2, at(2)],
        ].sort(),
      );
      const given = await store.around([at(0), at(3), at(4)], 2, "given");
      expect(given.map(({ of, candidate, distance }) => [of, candidate.id, distance])).toEqual([
        [at(3), at(4), 1],
        [at(4), at(3), -1],
      ]);
      await store.patch(at(3), { status: "forgotten" });
      expect(await beside(2, 1)).toEqual(
        [
          [-1, at(1)],
          [1, at(4)],
        ].sort(),
      );
      expect(await beside(3, 1)).toEqual(
        [
          [-1, at(2)],
          [1, at(4)],
        ].sort(),
      );
      expect(await store.around([at(0)], 0)).toEqual([]);
      expect(await store.around(["00000000-0000-7000-8000-000000000000"], 2)).toEqual([]);
    });
  });
}
