import { describe, expect, it } from "vitest";
import { sharedOwner, userOwner } from "../../src/domain/scope.ts";
import type { MemoryStore } from "../../src/ports/store.ts";
import { asking, FINGERPRINT, memory, NOW_INSTANT, near, ordered } from "./fixtures.ts";
import type { StoreSuite } from "./store.ts";

const contents = async (store: MemoryStore) => (await store.list({}, { limit: 100 })).map(({ content }) => content);

/** Opening, sharing, isolation, erasing, closing. */
export function lifeTests(suite: StoreSuite): void {
  const write = async (store: MemoryStore, text: string) => {
    const namespace = store.owner.kind === "user" ? {} : { namespace: store.owner.id };
    const item = memory(text, { user: store.owner.id, ...namespace });
    await store.insert([item], FINGERPRINT);
    return item.record.id;
  };

  describe("life of a store", () => {
    it("handles of one owner share what is behind them, also across providers, in both directions", async () => {
      const owner = userOwner("shared handles");
      const here = await suite.provider().open(owner);
      const there = await suite.another().open(owner);
      for (let round = 0; round < 3; round++) {
        const a = await write(here, `walnut ${round} here`);
        expect((await there.keyword(asking(`walnut ${round} here`))).hits[0]?.candidate.id).toBe(a);
        expect((await there.nearest(near(`walnut ${round} here`)))[0]?.candidate.id).toBe(a);
        const b = await write(there, `walnut ${round} there`);
        expect((await here.structured(ordered("recent")))[0]?.candidate.id).toBe(b);
        await there.patch(a, { status: "archived" });
        expect((await here.overview()).count).toBe(round + 1);
      }
      expect(await here.check()).toEqual([]);
    });

    it("the same query, asked again after a write by anyone, finds what was written", async () => {
      const owner = userOwner("asked again");
      const [here, there] = [await suite.provider().open(owner), await suite.another().open(owner)];
      for (const [round, writer] of [here, there, here, there].entries()) {
        await write(writer, `chestnut ${"very ".repeat(round)}roasted`);
        for (const store of [here, there]) {
          expect((await store.keyword(asking("chestnut"))).hits.length).toBe(round + 1);
          expect((await store.nearest(near("chestnut"))).length).toBe(round + 1);
        }
      }
    });

    it("C12: the revision is new after every change by anyone, the same after a use, an audit entry and a change of nothing", async () => {
      const owner = userOwner("revised");
      const [here, there] = [await suite.provider().open(owner), await suite.another().open(owner)];
      const seen = new Set([await here.revision()]);
      const id = await write(here, "first");
      const changes = [
        () => write(there, "second"),
        () => there.patch(id, { importance: 0.9 }),
        () => here.supersede(id, memory("third", { user: "revised" }), FINGERPRINT),
        () => suite.another().erase(owner),
      ];
      for (const change of changes) {
        const before = await here.revision();
        await there.touch([id], NOW_INSTANT, 0.1);
        await there.audit({ at: NOW_INSTANT, actor: "revised", action: "read", id: null, detail: "" });
        await there.patch("nobody", { importance: 0 });
        expect(await here.revision()).toBe(before);
        expect(await there.revision()).toBe(before);
        seen.add(before);
        await change();
      }
      expect(seen.size).toBe(5);
      const again = await suite.provider().open(owner);
      expect(seen.has(await again.revision())).toBe(false);
    });

    it("G1: a user and a shared namespace of the same name, and ids that look alike, are different stores", async () => {
      const owners = [
        userOwner("twin"),
        sharedOwner("twin"),
        userOwner("twin "),
        userOwner("Twin"),
        userOwner("tw\u0131n"),
        userOwner("caf\u00e9"),
        userOwner("cafe\u0301"),
        userOwner("twin/../twin"),
      ];
      const stores = await Promise.all(owners.map((owner) => suite.provider().open(owner)));
      for (const [index, store] of stores.entries()) await write(store, `only ${index}`);
      for (const [index, store] of stores.entries()) expect(await contents(store)).toEqual([`only ${index}`]);
    });

    it("exists tells what is stored, not what was opened", async () => {
      const owner = userOwner("maybe");
      expect(await suite.provider().exists(owner)).toBe(false);
      const store = await suite.provider().open(owner);
      expect(await suite.provider().exists(owner)).toBe(false);
      await write(store, "something");
      expect(await suite.provider().exists(owner)).toBe(true);
    });

    it("a closed handle is CLOSED, others of the same owner go on", async () => {
      const owner = userOwner("closing");
      const [one, other] = [await suite.provider().open(owner), await suite.provider().open(owner)];
      await write(one, "kept");
      await one.close();
      await one.close();
      await expect(one.get([])).rejects.toMatchObject({ code: "CLOSED" });
      expect(await contents(other)).toEqual(["kept"]);
    });

    it("a closed provider is CLOSED with its handles; another one finds everything", async () => {
      const owner = userOwner("restart");
      const first = suite.another();
      const store = await first.open(owner);
      const id = await write(store, "survives a restart");
      await store.touch([id], NOW_INSTANT, 0.1);
      await first.close();
      await expect(store.stats()).rejects.toMatchObject({ code: "CLOSED" });
      await expect(first.open(owner)).rejects.toMatchObject({ code: "CLOSED" });
      const [record] = await (await suite.another().open(owner)).get([id]);
      expect(record).toMatchObject({ content: "survives a restart", accessCount: 1 });
    });
  });

  describe("erasing", () => {
    it("E5: erase counts what it removed, closes open handles everywhere, and the owner starts empty", async () => {
      const owner = userOwner("erased");
      const here = await suite.provider().open(owner);
      const there = await suite.another().open(owner);
      await write(here, "peanuts and walnuts");
      await write(there, "almonds");
      await there.nearest(near("almonds"));
      await here.audit({ at: NOW_INSTANT, actor: "erased", action: "write", id: null, detail: "1" });
      const receipt = await suite.provider().erase(owner);
      expect(receipt).toMatchObject({ records: 2, vectors: 2, keywordTerms: 3, auditEntries: 1 });
      for (const handle of [here, there]) {
        await expect(handle.stats()).rejects.toMatchObject({ code: "CLOSED" });
        await expect(write(handle, "back from the dead")).rejects.toMatchObject({ code: "CLOSED" });
      }
      expect(await suite.provider().exists(owner)).toBe(false);
      const again = await suite.provider().open(owner);
      expect(await contents(again)).toEqual([]);
      expect(await again.embedding()).toBeNull();
      await write(again, "a new beginning");
      await expect(there.list({}, { limit: 1 })).rejects.toMatchObject({ code: "CLOSED" });
      expect((await (await suite.another().open(owner)).stats()).total).toBe(1);
    });

    it("erasing nobody is no error and removes nothing", async () => {
      const receipt = await suite.provider().erase(userOwner("never there"));
      expect(Object.values(receipt).every((count) => count === 0)).toBe(true);
      expect(await suite.provider().exists(userOwner("never there"))).toBe(false);
    });

    it("E5: what one user wrote to a shared namespace goes without a trace; the others' memories stay", async () => {
      const store = await suite.freshShared();
      const by = (user: string, text: string) => memory(text, { user, namespace: store.owner.id });
      const [ada, bo] = [by("ada", "zebras are striped"), by("bo", "zebras are fast")];
      await store.insert([ada, bo, by("ada%", "zebras sleep")], FINGERPRINT);
      const newer = by("ada", "zebras are very fast");
      await store.supersede(bo.record.id, newer, FINGERPRINT);
      await store.keyword(asking("zebras"));
      await store.nearest(near("zebras are fast"));
      const entry = { at: NOW_INSTANT, action: "write" as const, id: null, detail: "" };
      await store.audit({ ...entry, actor: "ada" });
      await store.audit({ ...entry, actor: "bo", id: ada.record.id });
      await store.audit({ ...entry, actor: "bo" });
      expect(await store.eraseWrittenBy("ada")).toMatchObject({ records: 2, vectors: 2, auditEntries: 2 });
      expect(await store.get([ada.record.id, newer.record.id])).toEqual([]);
      expect(await store.vectors([ada.record.id])).toEqual([undefined]);
      expect((await store.get([bo.record.id]))[0]).toMatchObject({ supersededBy: null });
      const hits = (await store.keyword(asking("zebras striped"))).hits;
      expect((await store.get(hits.map(({ candidate }) => candidate.id))).map(({ user }) => user)).toEqual(["ada%"]);
      expect((await store.nearest(near("zebras are striped"))).length).toBe(1);
      expect((await store.auditTrail(10)).length).toBe(1);
      const later = by("cy", "zebras graze");
      await store.insert([later], FINGERPRINT);
      expect((await store.nearest(near("zebras graze")))[0]?.candidate.id).toBe(later.record.id);
      expect((await store.keyword(asking("graze"))).hits[0]?.candidate.id).toBe(later.record.id);
      expect(await store.check()).toEqual([]);
      expect(await store.eraseWrittenBy("nobody")).toMatchObject({ records: 0 });
    });
  });
}
