import { describe, expect, it } from "vitest";
import { nameKey, ownedKey } from "../../src/domain/entities/keys.ts";
import type { Mention, Relation } from "../../src/domain/entities/types.ts";
import type { RecordDraft } from "../../src/domain/record.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { type Seed, type WalkAccess, walkGraph } from "../../src/domain/walk.ts";
import type { Filter, Indexed, MemoryStore, WalkQuery } from "../../src/ports/store.ts";
import { asking, daysAgo, FINGERPRINT, memory, NOW_INSTANT } from "./fixtures.ts";
import type { StoreSuite } from "./store.ts";

const CAT = ownedKey("user", "cat");
const ANNA = nameKey("Anna");
const OSLO = nameKey("Oslo");

function mention(key: string, more: Partial<Mention> = {}): Mention {
  return { key, name: key.slice(2), type: "other", weight: 1, aliases: [], ...more };
}

const same = (from: string, to: string, relation = "is"): Relation => ({ from, to, relation, weight: 1 });

function walking(entities: readonly Seed[], more: Partial<WalkQuery> = {}): WalkQuery {
  return { entities, hops: 1, decay: 0.5, filter: {}, limit: 20, now: NOW_INSTANT, ...more };
}

const from = (...keys: string[]): Seed[] => keys.map((key) => ({ key, weight: 1 }));

/** The graph of what was written, held the plain way, to compare the store's walk with. */
function plainAccess(items: readonly Indexed[]): WalkAccess<string, number> {
  const withKey = (key: string) => items.flatMap((item, i) => (weightIn(item, key) === undefined ? [] : [i]));
  const weightIn = (item: Indexed, key: string) => item.mentions?.find((one) => one.key === key)?.weight;
  return {
    size: items.length,
    entity: (key) => (withKey(key).length === 0 ? undefined : key),
    mentioned: (key) => withKey(key).length,
    records: (key, limit) =>
      withKey(key)
        .reverse()
        .slice(0, limit)
        .map((record) => ({ record, weight: weightIn(items[record]!, key)! })),
    entities: (record) => (items[record]!.mentions ?? []).map(({ key, weight }) => ({ entity: key, weight })),
    related: (key) =>
      items.flatMap(({ relations = [] }) =>
        relations.flatMap(({ from, to, relation, weight }) =>
          from === key || to === key ? [{ entity: from === key ? to : from, same: relation === "is", weight }] : [],
        ),
      ),
  };
}

/** The entity graph: written with the record, walked within the filter, gone with the record. */
export function graphTests(suite: StoreSuite): void {
  async function setUp() {
    const store = await suite.fresh();
    const say = (
      content: string,
      mentions: readonly Mention[],
      relations: readonly Relation[] = [],
      draft: Partial<RecordDraft> = {},
    ): Indexed => ({ ...memory(content, { user: store.owner.id, ...draft }), mentions, relations });
    return { store, say };
  }
  const reached = async (store: MemoryStore, query: WalkQuery) =>
    (await store.walk(query)).map(({ candidate }) => candidate.id);
  const named = async (store: MemoryStore, names: readonly string[], filter: Filter = {}) =>
    (await store.entitiesNamed({ names, filter, limit: 50, now: NOW_INSTANT })).map(({ key }) => key);

  describe("entity graph", () => {
    it("A5: what mentions an entity is found from it, what is named outright before what a pronoun meant", async () => {
      const { store, say } = await setUp();
      const guess = say("she has been sneezing", [mention(CAT, { weight: 0.5 })]);
      const sure = say("I have a cat", [mention(CAT)]);
      await store.insert(
        [guess, say("I like tea", []), sure, memory("no graph", { user: store.owner.id })],
        FINGERPRINT,
      );
      const hits = await store.walk(walking(from(CAT)));
      expect(hits.map(({ candidate }) => candidate.id)).toEqual([sure.record.id, guess.record.id]);
      expect(hits[0]!.score).toBeCloseTo(1, 10);
      expect(hits[1]!.score).toBeCloseTo(0.5, 10);
      expect(await reached(store, walking(from(CAT), { limit: 1 }))).toEqual([sure.record.id]);
      expect(await reached(store, walking(from("o:user:dog", "__proto__", "")))).toEqual([]);
      expect(await reached(store, walking([]))).toEqual([]);
    });

    it("A5: at most three hops, each at the decay; scores are those of domain/walk", async () => {
      const { store, say } = await setUp();
      const chain = ["a", "b", "c", "d", "e"].map((name, i, all) =>
        say(`from ${name}`, [mention(nameKey(name)), ...(i + 1 < all.length ? [mention(nameKey(all[i + 1]!))] : [])]),
      );
      const items = [
        ...chain,
        ...Array.from({ length: 12 }, (_, i) => say(`filler ${i}`, [mention(nameKey(`f${i % 5}`))])),
      ];
      await store.insert(items, FINGERPRINT);
      const ids = chain.map(({ record }) => record.id);
      for (const [hops, count] of [
        [1, 1],
        [2, 2],
        [3, 3],
        [9, 3],
      ] as const)
        expect(await reached(store, walking(from("n:a"), { hops }))).toEqual(ids.slice(0, count));
      for (const seeds of [from("n:a"), from("n:c", "n:f1"), [{ key: "n:b", weight: 0.3 }]]) {
        const expected = walkGraph(plainAccess(items), seeds, { hops: 3, decay: 0.4 });
        const hits = await store.walk(walking(seeds, { hops: 3, decay: 0.4, limit: 50 }));
        expect(new Map(hits.map(({ candidate, score }) => [candidate.id, score.toFixed(9)]))).toEqual(
          new Map(Array.from(expected, ([i, score]) => [items[i]!.record.id, score.toFixed(9)])),
        );
      }
    });

    it("A5: what is the same counts as the same without a hop; other relations lead on", async () => {
      const { store, say } = await setUp();
      const kin = ownedKey("user", "sister");
      const told = say("My sister Anna", [mention(ANNA), mention(kin)], [same(ANNA, kin)]);
      const works = say("Anna works at Equinor", [mention(ANNA), mention("n:equinor")]);
      const link = say(
        "Equinor sits in Oslo",
        [mention("n:equinor"), mention(OSLO)],
        [same("n:equinor", OSLO, "sits in")],
      );
      const rain = say("It rains in Oslo", [mention(OSLO)]);
      await store.insert([told, works, link, rain], FINGERPRINT);
      const ids = [told, works, link, rain].map(({ record }) => record.id);
      expect(new Set(await reached(store, walking(from(kin))))).toEqual(new Set(ids.slice(0, 2)));
      expect(new Set(await reached(store, walking(from(ANNA))))).toEqual(new Set(ids.slice(0, 2)));
      expect(new Set(await reached(store, walking(from("n:equinor"), { hops: 2 })))).toContain(ids[3]);
    });

    it("C10: only what the filter admits is reached, walked through or believed", async () => {
      const { store, say } = await setUp();
      const kin = ownedKey("user", "sister");
      const told = say("My sister Anna", [mention(ANNA, { aliases: ["annie"] }), mention(kin)], [same(ANNA, kin)]);
      const works = say("Anna is at work in Oslo", [mention(ANNA), mention(OSLO)], [], { tags: ["work"] });
      const rain = say("It rains in Oslo", [mention(OSLO)], [], { happenedAt: daysAgo(1) });
      await store.insert([told, works, rain], FINGERPRINT);
      const ids = [told, works, rain].map(({ record }) => record.id);
      expect(new Set(await reached(store, walking(from(kin), { hops: 3 })))).toEqual(new Set(ids));
      expect(await reached(store, walking(from(OSLO), { filter: { tags: ["work"] } }))).toEqual([ids[1]]);
      await store.patch(ids[1]!, { status: "forgotten" });
      expect(await reached(store, walking(from(kin), { hops: 3 }))).toEqual([ids[0]]);
      expect(await named(store, ["annie"])).toEqual([ANNA]);
      await store.patch(ids[0]!, { status: "forgotten" });
      expect(await reached(store, walking(from(kin, ANNA), { hops: 3 }))).toEqual([]);
      expect(await named(store, ["annie"])).toEqual([]);
      expect(await named(store, ["annie"], { statuses: ["forgotten"] })).toEqual([ANNA]);
      const chess = say("Anna plays chess", [mention(ANNA)]);
      await store.insert([chess], FINGERPRINT);
      expect(await reached(store, walking(from(kin), { hops: 3 }))).toEqual([]); // who said so was forgotten
      expect(await reached(store, walking(from(ANNA), { hops: 3 }))).toEqual([chess.record.id]);
      await store.patch(ids[0]!, { status: "active" });
      expect(new Set(await reached(store, walking(from(kin))))).toEqual(new Set([ids[0], chess.record.id]));
      expect(await named(store, ["annie"])).toEqual([ANNA]);
    });

    it("B5: after a supersede the new version's entities count, the old one's no more", async () => {
      const { store, say } = await setUp();
      const old = say("Anna lives in Oslo", [mention(ANNA), mention(OSLO)]);
      const next = say("Anna lives in Bergen", [mention(ANNA), mention("n:bergen")]);
      await store.insert([old], FINGERPRINT);
      await store.supersede(old.record.id, next, FINGERPRINT);
      expect(await reached(store, walking(from(OSLO)))).toEqual([]);
      expect(await reached(store, walking(from(ANNA)))).toEqual([next.record.id]);
      expect(await reached(store, walking(from(OSLO), { filter: { statuses: ["superseded"] } }))).toEqual([
        old.record.id,
      ]);
    });

    it("entities are found by name, alias and key, each once, the most mentioned first, and by type", async () => {
      const { store, say } = await setUp();
      const cat = mention(CAT, { type: "animal", aliases: ["cat", "pet"] });
      await store.insert(
        [
          say("one", [cat, mention("n:miso", { type: "animal", aliases: ["cat"] })]),
          say("two", [cat, mention(OSLO, { type: "place" })]),
          say("three", [mention("n:北京", { type: "place" }), mention("n:o'hara", { name: "O'Hara" })]),
        ],
        FINGERPRINT,
      );
      expect(await named(store, ["cat", "pet", CAT])).toEqual([CAT, "n:miso"]);
      expect(await named(store, ["北京", "o'hara", "miso", "ca", "%", "", "__proto__"])).toEqual([
        "n:miso",
        "n:o'hara",
        "n:北京",
      ]);
      const places = { names: [], types: ["place"] as const, filter: {}, limit: 50, now: NOW_INSTANT };
      expect((await store.entitiesNamed(places)).map(({ name, mentioned }) => [name, mentioned])).toEqual([
        ["oslo", 1],
        ["北京", 1],
      ]);
      expect(await store.entitiesNamed({ ...places, names: ["cat"], limit: 1 })).toMatchObject([
        { key: CAT, type: "animal", mentioned: 2 },
      ]);
    });

    it("what a thread mentioned lately: newest first, active, within the time and the thread", async () => {
      const { store, say } = await setUp();
      const at = (minutes: number, thread: string | null = "t") => ({ thread, happenedAt: daysAgo(0, minutes) });
      const items = [
        say("oldest", [mention("n:a")], [], at(50)),
        say("cat", [mention(CAT, { name: "the user's cat", type: "animal", aliases: ["cat", "pet"] })], [], {
          ...at(40),
          speaker: "Ada",
        }),
        say("nothing", [], [], at(30)),
        say("gone", [mention("n:gone")], [], at(20)),
        say("elsewhere", [mention("n:b")], [], at(25, "other")),
        say("nowhere", [mention("n:c")], [], at(24, null)),
        say("later", [mention("n:later")], [], at(5)),
      ];
      await store.insert(items, FINGERPRINT);
      await store.patch(items[3]!.record.id, { status: "forgotten" });
      const range = { since: daysAgo(0, 45), until: daysAgo(0, 10), limit: 6 };
      const lately = await store.mentionedLately({ thread: "t", ...range });
      expect(lately).toEqual([
        { mentions: [], speaker: null },
        {
          mentions: [mention(CAT, { name: "the user's cat", type: "animal", aliases: ["cat", "pet"] })],
          speaker: "n:ada",
        },
      ]);
      const nowhere = await store.mentionedLately({ thread: null, ...range });
      expect(nowhere.map(({ mentions }) => mentions.map(({ key }) => key))).toEqual([["n:c"]]);
      expect(await store.mentionedLately({ thread: "t", ...range, limit: 1 })).toHaveLength(1);
      expect(await store.mentionedLately({ thread: "T", ...range })).toEqual([]);
      const anywhere = await store.mentionedLately(range);
      expect(anywhere.map(({ mentions }) => mentions.map(({ key }) => key))).toEqual([["n:c"], ["n:b"], [], [CAT]]);
      expect(await store.mentionedLately({ ...range, limit: 2 })).toEqual(anywhere.slice(0, 2));
    });

    it("an entity of very many memories leads nowhere by itself, but tells among what others found", async () => {
      const { store, say } = await setUp();
      const crowd = Array.from({ length: 300 }, (_, i) => say(`crowd ${i}`, [mention("n:ada")]));
      const oslo = say("Oslo without her", [mention(OSLO)]);
      const both = say("Ada in Oslo", [mention("n:ada"), mention(OSLO)]);
      await store.insert([...crowd, both, oslo], FINGERPRINT);
      expect(await reached(store, walking(from("n:ada"), { hops: 3 }))).toEqual([]);
      expect(await reached(store, walking(from("n:ada", OSLO), { hops: 3 }))).toEqual([both.record.id, oslo.record.id]);
      expect(await reached(store, walking(from(OSLO), { hops: 3 }))).toHaveLength(2);
    });

    it("a duplicate adds no mention, and a refused batch leaves no entity behind", async () => {
      const { store, say } = await setUp();
      await store.insert([say("I have a cat", [mention(CAT)]), say("i have a CAT", [mention(CAT)])], FINGERPRINT);
      const bad = { ...say("bad", [mention("n:bad")]), vector: new Float32Array(3) };
      await expect(store.insert([say("good", [mention("n:good")]), bad], FINGERPRINT)).rejects.toThrow();
      const known = { names: [CAT, "n:good", "n:bad"], filter: {}, limit: 9, now: NOW_INSTANT };
      expect(await store.entitiesNamed(known)).toMatchObject([{ key: CAT, mentioned: 1 }]);
      expect(await store.check()).toEqual([]);
    });

    it("G1: the entities of another user are never reached, not by key, name, alias, type, relation or thread", async () => {
      const owners = ["graph", "graph ", "Graph", "graph/../graph", "*", "%"].map((id) => userOwner(id));
      const stores = await Promise.all(owners.map((owner) => suite.provider().open(owner)));
      for (const [i, store] of stores.entries()) {
        const own = nameKey(`secret ${i}`);
        const item = {
          ...memory(`only ${i}`, { user: store.owner.id, thread: "t" }),
          mentions: [mention(CAT, { aliases: ["cat", `alias ${i}`] }), mention(own, { type: "person" as const })],
          relations: [same(CAT, own)],
        };
        await store.insert([item], FINGERPRINT);
      }
      const everyName = stores.flatMap((_, i) => [`secret ${i}`, nameKey(`secret ${i}`), `alias ${i}`]);
      for (const [i, store] of stores.entries()) {
        const every = {
          names: everyName,
          types: ["person", "other"] as const,
          filter: {},
          limit: 99,
          now: NOW_INSTANT,
        };
        expect((await store.entitiesNamed(every)).map(({ key }) => key).sort()).toEqual([nameKey(`secret ${i}`), CAT]);
        const seeds = from(CAT, "*", "%", ...everyName);
        const hits = await store.walk(walking(seeds, { hops: 3, limit: 99 }));
        const records = await store.get(hits.map(({ candidate }) => candidate.id));
        expect(records.map(({ content }) => content)).toEqual([`only ${i}`]);
        for (const thread of [{ thread: "t" }, {}]) {
          const every = { ...thread, since: daysAgo(99), until: NOW_INSTANT, limit: 99 };
          const lately = await store.mentionedLately(every);
          expect(lately.flatMap(({ mentions }) => mentions.map(({ key }) => key)).sort()).toEqual([
            nameKey(`secret ${i}`),
            CAT,
          ]);
        }
      }
    });

    it("E5: erasing takes the graph along and counts it; of a shared namespace only that user's part goes", async () => {
      const owner = userOwner("graph erased");
      const mine = await suite.provider().open(owner);
      await mine.insert(
        [{ ...memory("x", { user: owner.id }), mentions: [mention(CAT), mention(ANNA)], relations: [same(CAT, ANNA)] }],
        FINGERPRINT,
      );
      expect(await suite.provider().erase(owner)).toMatchObject({ records: 1, entities: 2 });
      expect(await named(await suite.provider().open(owner), [CAT, ANNA])).toEqual([]);

      const shared = await suite.freshShared();
      const by = (user: string, text: string, mentions: Mention[], relations: Relation[] = []): Indexed => ({
        ...memory(text, { user, namespace: shared.owner.id }),
        mentions,
        relations,
      });
      const bo = by("bo", "Oslo is cold", [mention(OSLO)]);
      const ada = by(
        "ada",
        "Anna is in Oslo",
        [mention(OSLO), mention(ANNA, { aliases: ["annie"] })],
        [same(OSLO, ANNA)],
      );
      await shared.insert([ada, bo], FINGERPRINT);
      expect(await shared.eraseWrittenBy("ada")).toMatchObject({ records: 1, entities: 1 });
      expect(await named(shared, [ANNA, "annie", OSLO])).toEqual([OSLO]);
      expect(await reached(shared, walking(from(OSLO, ANNA), { hops: 3 }))).toEqual([bo.record.id]);
      expect((await shared.keyword(asking("Oslo"))).hits).toHaveLength(1);
      expect(await shared.check()).toEqual([]);
    });
  });
}
