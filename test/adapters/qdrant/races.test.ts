import { describe, expect, it } from "vitest";
import { scopeOf } from "../../../src/adapters/qdrant/points.ts";
import { rollForward } from "../../../src/adapters/qdrant/roll-forward.ts";
import { sharedOwner } from "../../../src/domain/scope.ts";
import { asking, FINGERPRINT, memory, NOW_INSTANT } from "../../conformance/fixtures.ts";
import { openPlace } from "./place.ts";

const team = sharedOwner("team");
const by = (text: string, user = "ada") => memory(text, { user, namespace: "team" });

describe("Qdrant: several processes on one memory", () => {
  it("B4: eight that write at once lose nothing and make equal contents one record", { timeout: 60_000 }, async () => {
    const place = await openPlace();
    const stores = await Promise.all(Array.from({ length: 8 }, () => place.provider().open(team)));
    const written = await Promise.all(
      stores.map(async (store, i) => {
        const results = [];
        for (let n = 0; n < 3; n++)
          results.push(...(await store.insert([by(`pecan ${n}`), by(`own ${i} ${n}`)], FINGERPRINT)));
        return results;
      }),
    );
    const stored = written.flat().filter(({ outcome }) => outcome === "stored");
    expect(stored.length).toBe(3 + 8 * 3);
    const fresh = await place.provider().open(team);
    expect((await fresh.stats()).total).toBe(stored.length);
    expect((await fresh.keyword(asking("pecan", {}, 100))).hits.length).toBe(3);
    expect(await fresh.check()).toEqual([]);
    await place.remove();
  });

  it("C11: uses counted by four, at once and one after the other, all count", async () => {
    const place = await openPlace();
    const stores = await Promise.all(Array.from({ length: 4 }, () => place.provider().open(team)));
    const [a, b] = [by("a"), by("b")];
    await stores[0]!.insert([a, b], FINGERPRINT);
    const ids = [a.record.id, b.record.id];
    await Promise.all(stores.map((store) => store.touch(ids, NOW_INSTANT, 0.01)));
    for (const store of stores) await store.touch(ids, NOW_INSTANT, 0.01); // each knows less than there is
    const records = await (await place.provider().open(team)).get(ids);
    expect(records.map(({ accessCount }) => accessCount)).toEqual([8, 8]);
    await place.remove();
  });

  it("a writer that was asleep carries its write out long after others did: nothing changes", async () => {
    const place = await openPlace();
    const store = await place.provider().open(team);
    const server = place.server();
    const [a, b] = [by("a"), by("b")];
    await store.insert([a, b], FINGERPRINT, [
      { at: NOW_INSTANT, actor: "bo", action: "write", id: a.record.id, detail: "" },
    ]);
    const scope = scopeOf(team, (await server.states.read(team))!.inc);
    const memories = server.collections.memories(FINGERPRINT);
    const mine = {
      must: [
        { key: "owner", match: { value: scope.owner } },
        { key: "id", match: { value: a.record.id } },
      ],
    };
    const [point] = (await place.client.scroll(memories, { filter: mine, limit: 2 })).points;
    await store.patch(a.record.id, { status: "archived" });
    // what a writer of that version may still hold in its hands
    const { version, log } = (await server.states.read(team))!;
    const patches = [{ point: String(point!.id), payload: { status: "archived" } }];
    const op = { tx: log.at(-1)!, memories, next: null, audit: true, patches, erase: { user: "bo", records: [] } };
    await store.patch(a.record.id, { status: "active", importance: 1 });
    await store.insert([by("of bo, later", "bo")], FINGERPRINT, [
      { at: NOW_INSTANT, actor: "bo", action: "write", id: null, detail: "later" },
    ]);
    const before = [await store.list({}, { limit: 10 }), await store.revision()];
    await rollForward(server, team, scope, { op, version });
    const fresh = await place.provider().open(team);
    expect([await fresh.list({}, { limit: 10 }), await fresh.revision()]).toEqual(before);
    expect((await fresh.auditTrail(5)).map(({ detail }) => detail)).toContain("later");
    await place.remove();
  });

  it("a reader between commit and its carrying out sees all of the write", async () => {
    const place = await openPlace();
    const store = await place.provider({ tries: 1 }).open(team);
    const a = by("a");
    await store.insert([a], FINGERPRINT);
    const next = by("b");
    if (!place.qdrant.real) await place.qdrant.fault({ kind: "cut", on: ["batch_update"] });
    await store.supersede(a.record.id, next, FINGERPRINT); // committed, and nobody carried it out
    await place.qdrant.clearFaults();
    const reader = await place.provider().open(team);
    expect((await reader.get([a.record.id, next.record.id])).map(({ status }) => status)).toEqual([
      "superseded",
      "active",
    ]);
    expect((await store.stats()).byStatus).toEqual({ superseded: 1, active: 1 });
    await place.remove();
  });

  it("two owners may hold records of the same id, and neither's goes with the other's", async () => {
    const place = await openPlace();
    const [here, there] = [sharedOwner("one"), sharedOwner("two")];
    const [one, two] = [await place.provider().open(here), await place.provider().open(there)];
    const item = memory("mine", { user: "ada", namespace: "one" });
    const twin = memory("theirs", { user: "eve", namespace: "two", id: item.record.id });
    await one.insert([item], FINGERPRINT);
    expect((await two.insert([twin], FINGERPRINT))[0]?.outcome).toBe("stored");
    await two.patch(item.record.id, { status: "forgotten" });
    await two.eraseWrittenBy("eve");
    expect((await one.get([item.record.id]))[0]).toEqual(item.record);
    await place.remove();
  });
});
