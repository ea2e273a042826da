import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRecallCache } from "../../src/adapters/process/recall-cache.ts";
import { createSqliteStores } from "../../src/adapters/sqlite/stores.ts";
import { createHindsight } from "../../src/hindsight.ts";
import { createMemory } from "../../src/memory/memory.ts";
import type { Memory } from "../../src/memory/types.ts";
import type { RecallCache } from "../../src/ports/recall-cache.ts";
import type { StoreProvider } from "../../src/ports/store.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

const MINUTE = 60_000;

describe("C12: hot queries come from a cache that any write invalidates", () => {
  let one: Bench;
  let cache: RecallCache;
  let memory: Memory;
  let others: StoreProvider[];
  const later: (() => Promise<unknown>)[] = [];
  const settled = async () => {
    for (const work of later.splice(0)) await work();
  };
  const scope = { user: "ada", timeZone: "Europe/Oslo", namespaces: ["team"] };

  beforeEach(() => {
    cache = createRecallCache(8);
    others = [];
    later.length = 0;
    one = bench({ cache, later: (_what, work) => void later.push(work) });
    memory = createMemory(one.deps, scope);
  });
  afterEach(async () => {
    for (const other of others) await other.close();
    await one.close();
  });

  const contents = async (query: string, options: Parameters<Memory["recall"]>[1] = {}) =>
    (await memory.recall(query, options)).results.map(({ record }) => record.content);
  const note = (content: string, more = {}) => memory.remember({ content, verbatim: true, ...more });
  /** The same home by connections of their own, as another process has it. */
  const elsewhere = (): Memory => {
    const stores = createSqliteStores({ home: one.home, encryptionKey: null });
    others.push(stores);
    return createMemory({ ...one.deps, stores, cache: createRecallCache(8) }, scope);
  };

  it("the same question gets the same answer without a search, whoever changed the first one meanwhile", async () => {
    await note("Ada keeps bees");
    const first = await memory.recall("who keeps bees?");
    const { results, block } = structuredClone(first);
    first.results[0]!.record.content = "changed by its reader";
    const second = await memory.recall("who keeps bees?", { requestId: "second" });
    expect(second.request).toBe("second");
    expect({ results: second.results, block: second.block }).toEqual({ results, block });
    expect(Object.keys(second.timings).sort()).toEqual(["cache", "open"]);
    expect(cache.counts("ada")).toEqual({ hits: 1, misses: 1, invalidations: 0 });
    expect((await memory.stats()).recallCache.hits).toBe(1);
    expect(one.deps.counts.read()).toMatchObject({ "cache.hit": 1, "cache.miss": 1 });
  });

  it("another question, option, zone or period is another key; an answer is the asker's own", async () => {
    await note("Ada keeps bees");
    await memory.recall("bees?");
    const eve = createMemory(one.deps, { ...scope, user: "eve" });
    const tokyo = createMemory(one.deps, { ...scope, timeZone: "Asia/Tokyo" });
    await memory.recall("bees");
    await memory.recall("bees?", { k: 1 });
    await memory.recall("bees?", { namespaces: ["private"] });
    await memory.recall("bees?", { filter: { kinds: ["episodic"] } });
    await tokyo.recall("bees?");
    expect((await eve.recall("bees?")).results).toEqual([]);
    one.pass(5 * MINUTE);
    await memory.recall("bees?");
    expect(cache.counts("ada")).toEqual({ hits: 0, misses: 7, invalidations: 0 });
  });

  it("yesterday is not the yesterday of before midnight", async () => {
    const midnight = Date.UTC(2026, 10, 30, 23); // in Oslo
    await note("We saw a heron", { happenedAt: "2026-11-29T12:00:00Z" });
    const at = (ms: number) => memory.recall("what did we see yesterday?", { askedAt: new Date(ms).toISOString() });
    await at(midnight - 1);
    await at(midnight);
    expect(cache.counts("ada").hits).toBe(0);
    await at(midnight + 1);
    expect(cache.counts("ada").hits).toBe(1);
  });

  const changes: [string, (id: string) => Promise<unknown>][] = [
    ["a new memory", () => note("Ada keeps bees on the roof")],
    ["a new version", (id) => memory.supersede(id, "Ada keeps ducks now")],
    ["forgetting", (id) => memory.forget(id)],
    ["a write to a shared namespace that was read", () => note("The team keeps bees", { namespace: "team" })],
    ["a write by another process", () => elsewhere().remember({ content: "Bees sleep", verbatim: true })],
    ["forgetting by another process", (id) => elsewhere().forget(id)],
  ];
  for (const [what, change] of changes)
    it(`${what} makes it void`, async () => {
      await note("The team meets on Monday", { namespace: "team" });
      const [kept] = await note("Ada keeps bees");
      if (kept?.outcome !== "stored") throw new Error("not stored");
      const before = await contents("who keeps bees?");
      await change(kept.record.id);
      const after = await contents("who keeps bees?");
      expect(after).not.toEqual(before);
      expect(cache.counts("ada")).toEqual({ hits: 0, misses: 2, invalidations: 1 });
    });

  it("a process of its own is heard too", async () => {
    await note("Ada keeps bees");
    await contents("who keeps bees?");
    const write = ["src/cli/main.ts", "--home", one.home, "--user", "ada", "write", "Bo keeps bees too"];
    await promisify(execFile)(process.execPath, write);
    expect(await contents("who keeps bees?")).toHaveLength(2);
    expect(cache.counts("ada").invalidations).toBe(1);
  }, 60_000);

  it("C11: a use is counted on a hit as well, and does not make it void", async () => {
    const [kept] = await note("Ada keeps bees");
    for (let i = 0; i < 3; i++) {
      await memory.recall("bees?");
      await settled();
    }
    await memory.recall("bees?", { touch: false });
    await settled();
    if (kept?.outcome !== "stored") throw new Error("not stored");
    expect((await memory.show(kept.record.id)).accessCount).toBe(3);
    expect(cache.counts("ada").hits).toBe(3);
  });

  it("B9: what goes out of date within the period is not kept", async () => {
    await note("The parcel is in Oslo", { validUntil: new Date(one.deps.clock.now() + MINUTE).toISOString() });
    expect(await contents("where is the parcel?")).toEqual(["The parcel is in Oslo"]);
    one.pass(MINUTE + 1);
    expect(await contents("where is the parcel?")).toEqual([]);
  });

  it("an answer on which a route failed is not kept", async () => {
    await note("Ada keeps bees");
    const broken = { ...one.deps.embedder, trust: 1, embedQuery: () => Promise.reject(new Error("away")) };
    const limping = createMemory({ ...one.deps, embedder: broken }, scope);
    expect((await limping.recall("bees?")).failures).toHaveLength(1);
    expect((await memory.recall("bees?")).failures).toEqual([]);
    expect(cache.counts("ada").hits).toBe(0);
  });

  it("E5: erasing drops the user's answers, and those of others, who may have read the user's words", async () => {
    await note("Ada keeps bees", { namespace: "team" });
    const eve = createMemory(one.deps, { ...scope, user: "eve" });
    await memory.recall("bees?");
    await eve.recall("bees?");
    expect(await cache.erase("ada")).toBe(1);
    await eve.recall("bees?");
    expect(cache.counts("eve")).toEqual({ hits: 0, misses: 2, invalidations: 0 });
  });

  it("E5: the receipt of an erase counts them", async () => {
    const hindsight = await createHindsight({ home: one.home, model: null, embeddingModel: null, mcpConfig: null });
    try {
      const ada = hindsight.user("ada");
      await ada.remember({ content: "Ada keeps bees", verbatim: true });
      await ada.recall("bees?");
      expect((await ada.erase()).erased).toMatchObject({ cachedRecalls: 1 });
    } finally {
      await hindsight.close();
    }
  });

  it("keeps no more answers of a user than it was told, the latest ones", async () => {
    await note("Ada keeps bees");
    for (let i = 0; i < 9; i++) await memory.recall(`bees ${i}?`);
    await memory.recall("bees 8?");
    await memory.recall("bees 0?");
    expect(cache.counts("ada")).toEqual({ hits: 1, misses: 10, invalidations: 0 });
  });
});
