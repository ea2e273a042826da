import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSqliteLedger } from "../../../src/adapters/sqlite/ledger.ts";
import { filesOf, ownerPath } from "../../../src/adapters/sqlite/paths.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import type { StoreProvider } from "../../../src/ports/store.ts";
import { asking } from "../../conformance/fixtures.ts";
import { temporaryHome } from "./places.ts";
import { rest, startChild } from "./processes.ts";

/** Seconds two processes write at full speed. */
const SECONDS = Number(process.env.HINDSIGHT_TEST_SECONDS ?? 2);
/** HINDSIGHT_TEST_FAULTS=all kills more often. */
const KILLS_PER_LANE = process.env.HINDSIGHT_TEST_FAULTS === "all" ? 20 : 5;
const LANES = 4;

describe("several processes on one home", () => {
  let place: ReturnType<typeof temporaryHome>;
  let providers: StoreProvider[];
  const stores = () => {
    const provider = createSqliteStores({ home: place.home, encryptionKey: null });
    providers.push(provider);
    return provider;
  };
  beforeEach(() => {
    place = temporaryHome();
    providers = [];
  });
  afterEach(async () => {
    for (const provider of providers) await provider.close();
    place.remove();
  });

  it(`B7: killed at any of ${LANES * KILLS_PER_LANE} moments of a stream of writes, no acknowledged write is lost and the file is sound`, {
    timeout: 120_000,
  }, async () => {
    let seed = 20_261_130;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const lane = async (user: string) => {
      const acknowledged: string[] = [];
      for (let kill = 0; kill < KILLS_PER_LANE; kill++) {
        const child = await startChild("stream", place.home, user);
        child.go();
        for (let left = random(12); left >= 0; left--)
          acknowledged.push(...((await child.events.next()).value as string[]));
        child.process.kill("SIGKILL");
        for (const late of await rest(child)) acknowledged.push(...(late as string[]));
        const provider = createSqliteStores({ home: place.home, encryptionKey: null });
        const store = await provider.open(userOwner(user));
        const found = await store.get(acknowledged);
        expect(found.length).toBe(acknowledged.length);
        expect(await store.check()).toEqual([]);
        const { total } = await store.stats();
        const hits = (await store.keyword(asking("crashword", { statuses: ["active", "superseded"] }, total + 1))).hits;
        expect(hits.length).toBe(total);
        for (const record of found)
          if (record.status === "superseded") expect((await store.get([record.supersededBy!])).length).toBe(1);
        await provider.close();
      }
      return acknowledged.length;
    };
    const counts = await Promise.all(Array.from({ length: LANES }, (_, index) => lane(`crash ${index}`)));
    expect(Math.min(...counts)).toBeGreaterThan(KILLS_PER_LANE);
  });

  it("B4, B7: two processes that make and write one user's file at full speed lose nothing, write equal content once, and never hear that it is locked", {
    timeout: SECONDS * 1_000 + 60_000,
  }, async () => {
    const children = await Promise.all([1, 2].map(() => startChild("race", place.home, "racer", String(SECONDS))));
    for (const child of children) child.go();
    const said = (await Promise.all(children.map(rest))).flat();
    expect(said).toEqual([
      { stored: expect.any(Array), seen: expect.any(Array) },
      { stored: expect.any(Array), seen: expect.any(Array) },
    ]);
    const results = said as { stored: string[]; seen: string[] }[];
    const store = await stores().open(userOwner("racer"));
    const stored = results.flatMap((result) => result.stored);
    expect(Math.min(...results.map((result) => result.stored.length))).toBeGreaterThan(0);
    expect(new Set(stored).size).toBe(stored.length);
    const everything = await store.list({}, { limit: Number.POSITIVE_INFINITY });
    expect(new Set(everything.map(({ id }) => id))).toEqual(new Set(stored));
    for (const { seen } of results) expect((await store.get(seen)).length).toBe(seen.length);
    const contents = everything.map(({ content }) => content);
    expect(new Set(contents).size).toBe(contents.length);
    expect(await store.check()).toEqual([]);
    const ledger = createSqliteLedger({ home: place.home, encryptionKey: null });
    expect((await ledger.threads("racer")).length).toBe(2);
    await ledger.close();
  });

  it("E5: a process that has the file open hears CLOSED after another erased it, and brings nothing back", async () => {
    const child = await startChild("erased", place.home, "gone");
    child.go();
    for (let i = 0; i < 3; i++) expect((await child.events.next()).value).toEqual({ written: i });
    const receipt = await stores().erase(userOwner("gone"));
    expect(receipt.records).toBeGreaterThanOrEqual(3);
    const said = await rest(child);
    expect(said.at(-1)).toMatchObject({ code: "CLOSED" });
    for (const file of filesOf(join(place.home, ownerPath(userOwner("gone"))))) expect(existsSync(file)).toBe(false);
    expect(await stores().exists(userOwner("gone"))).toBe(false);
  });
});
