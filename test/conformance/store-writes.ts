import { describe, expect, it } from "vitest";
import type { RecordDraft } from "../../src/domain/record.ts";
import type { MemoryStore } from "../../src/ports/store.ts";
import { asking, daysAgo, FINGERPRINT, memory, NOW_INSTANT, near, vectorOf } from "./fixtures.ts";
import type { StoreSuite } from "./store.ts";

/** Writing: insert, supersede, patch, touch and what they refuse. */
export function writeTests(suite: StoreSuite): void {
  /** A fresh store and a way to make memories of its user. */
  async function setUp() {
    const store = await suite.fresh();
    const mine = (content: string, draft: Partial<RecordDraft> = {}) =>
      memory(content, { user: store.owner.id, ...draft });
    return { store, mine };
  }

  describe("insert", () => {
    it("B6: a record comes back exactly as it was written, with its vector", async () => {
      const { store, mine } = await setUp();
      const item = mine("Ada 对花生过敏 🥜; her order is ORD-2024-118.", {
        kind: "episodic",
        type: "task",
        thread: "t/1",
        speaker: "Ada",
        context: "I'm allergic",
        summary: "allergy",
        tags: ["health", "__proto__"],
        entities: ["Ada", "constructor"],
        importance: 0.9,
        confidence: 0.75,
        source: "confirmed",
        language: "zh",
        timeZone: "Asia/Shanghai",
        validUntil: daysAgo(-30),
        originKey: "t/1#0",
        promptVersion: "reflect.en@1",
        episode: {
          request: "book",
          steps: [{ tool: "search", input: "{}", result: null, error: "timeout" }],
          outcome: "partial",
          answer: "none",
          taskType: "travel",
        },
        metadata: JSON.parse('{"__proto__":{"x":1},"constructor":"c","n":[1,null,"二"]}'),
      });
      expect(await store.insert([item], FINGERPRINT)).toEqual([{ outcome: "stored", id: item.record.id }]);
      expect(await store.get([item.record.id])).toEqual([item.record]);
      const [vector] = await store.vectors([item.record.id]);
      expect(vector).toEqual(item.vector);
    });

    it("B4: equal content is one record, within a batch and across batches; a forgotten one does not count", async () => {
      const { store, mine } = await setUp();
      const first = mine("Ada drives a green car.");
      const again = mine("Ada drives a green car.");
      expect(await store.insert([first, again], FINGERPRINT)).toEqual([
        { outcome: "stored", id: first.record.id },
        { outcome: "duplicate", id: first.record.id, by: "content" },
      ]);
      expect(await store.insert([mine("ada drives a GREEN car")], FINGERPRINT)).toEqual([
        { outcome: "duplicate", id: first.record.id, by: "content" },
      ]);
      await store.patch(first.record.id, { status: "forgotten" });
      expect(await store.insert([again], FINGERPRINT)).toEqual([{ outcome: "stored", id: again.record.id }]);
      expect((await store.stats()).total).toBe(2);
    });

    it("B7: the same origin key writes once, whatever the content and the status", async () => {
      const { store, mine } = await setUp();
      const first = mine("one", { originKey: "thread#1" });
      await store.insert([first], FINGERPRINT);
      await store.patch(first.record.id, { status: "archived" });
      expect(await store.insert([mine("two", { originKey: "thread#1" })], FINGERPRINT)).toEqual([
        { outcome: "duplicate", id: first.record.id, by: "origin" },
      ]);
      expect(await store.byOrigin(["thread#2", "thread#1"])).toEqual([undefined, first.record.id]);
    });

    it("an id that is there already is a duplicate, not an error and not a change", async () => {
      const { store, mine } = await setUp();
      const first = mine("the first text");
      await store.insert([first], FINGERPRINT);
      expect(await store.insert([mine("another text", { id: first.record.id })], FINGERPRINT)).toEqual([
        { outcome: "duplicate", id: first.record.id, by: "id" },
      ]);
      expect((await store.get([first.record.id]))[0]?.content).toBe("the first text");
    });

    it("all or nothing: one bad item leaves none behind", async () => {
      const { store, mine } = await setUp();
      const bad = { ...mine("bad"), vector: new Float32Array(3) };
      await expect(store.insert([mine("good"), bad], FINGERPRINT)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      const nan = { ...mine("nan"), vector: new Float32Array(FINGERPRINT.dimensions).fill(Number.NaN) };
      await expect(store.insert([mine("good"), nan], FINGERPRINT)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      expect((await store.stats()).total).toBe(0);
      expect(await store.embedding()).toBeNull();
    });

    it("G1: a record of another user or namespace is refused", async () => {
      const { store } = await setUp();
      await expect(store.insert([memory("x", { user: "eve" })], FINGERPRINT)).rejects.toMatchObject({
        code: "WRONG_OWNER",
      });
      await expect(
        store.insert([memory("x", { user: store.owner.id, namespace: "team" })], FINGERPRINT),
      ).rejects.toMatchObject({ code: "WRONG_OWNER" });
      const shared = await suite.freshShared();
      await expect(shared.insert([memory("x", { user: "eve" })], FINGERPRINT)).rejects.toMatchObject({
        code: "WRONG_OWNER",
      });
      const fits = memory("x", { user: "eve", namespace: shared.owner.id });
      expect((await shared.insert([fits], FINGERPRINT))[0]?.outcome).toBe("stored");
    });

    it("E7: another embedding model is an error that names the command, and changes nothing", async () => {
      const { store, mine } = await setUp();
      await store.insert([mine("one")], FINGERPRINT);
      expect(await store.embedding()).toEqual(FINGERPRINT);
      await expect(store.insert([mine("two")], { ...FINGERPRINT, version: "2" })).rejects.toMatchObject({
        code: "EMBEDDING_MISMATCH",
        hint: expect.stringContaining("reembed"),
      });
      expect((await store.stats()).total).toBe(1);
    });
  });

  describe("supersede", () => {
    it("B5: the new version is linked both ways and the old one is closed when the new one begins", async () => {
      const { store, mine } = await setUp();
      const old = mine("Ada lives in Oslo.", { validFrom: daysAgo(100) });
      const next = mine("Ada lives in Bergen.", { validFrom: daysAgo(5) });
      await store.insert([old], FINGERPRINT);
      await store.supersede(old.record.id, next, FINGERPRINT);
      const [before, after] = await store.get([old.record.id, next.record.id]);
      expect(before).toEqual({
        ...old.record,
        status: "superseded",
        supersededBy: next.record.id,
        validUntil: daysAgo(5),
      });
      expect(after).toEqual({ ...next.record, supersedes: old.record.id, version: 2 });
    });

    it("B5: of two writers that supersede the same record one wins and one hears CONFLICT, and nothing of it stays", async () => {
      const { store, mine } = await setUp();
      const old = mine("Ada likes tea.");
      await store.insert([old], FINGERPRINT);
      const outcomes = await Promise.allSettled([
        store.supersede(old.record.id, mine("Ada likes coffee."), FINGERPRINT),
        store.supersede(old.record.id, mine("Ada likes juice."), FINGERPRINT),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "CONFLICT" });
      expect((await store.stats()).total).toBe(2);
    });

    it("a version that says what another active memory says is a CONFLICT, and the old one stays in force", async () => {
      const { store, mine } = await setUp();
      const [a, b] = [mine("Ada is left-handed."), mine("Ada is tall.")];
      await store.insert([a, b], FINGERPRINT);
      await expect(store.supersede(a.record.id, mine("Ada is tall."), FINGERPRINT)).rejects.toMatchObject({
        code: "CONFLICT",
      });
      expect((await store.get([a.record.id]))[0]).toEqual(a.record);
      await expect(
        store.supersede("00000000-0000-7000-8000-000000000000", mine("z"), FINGERPRINT),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("A3: history is every version, oldest first, whichever of them is asked", async () => {
      const { store, mine } = await setUp();
      const versions = ["one", "two", "three", "four"].map((text) => mine(`version ${text}`));
      const [first] = versions;
      await store.insert([first!, mine("unrelated")], FINGERPRINT);
      for (let i = 1; i < versions.length; i++)
        await store.supersede(versions[i - 1]!.record.id, versions[i]!, FINGERPRINT);
      const ids = versions.map(({ record }) => record.id);
      for (const id of ids) expect((await store.history(id)).map((record) => record.id)).toEqual(ids);
      expect((await store.history(ids[0]!)).map((record) => record.version)).toEqual([1, 2, 3, 4]);
      expect(await store.history("00000000-0000-7000-8000-000000000000")).toEqual([]);
    });
  });

  describe("patch and touch", () => {
    it("E5: forgetting and restoring is a change of status, only from the statuses named", async () => {
      const { store, mine } = await setUp();
      const item = mine("a secret");
      await store.insert([item], FINGERPRINT);
      expect(await store.patch(item.record.id, { status: "forgotten" }, ["active"])).toBe(true);
      expect(await store.patch(item.record.id, { status: "archived" }, ["active"])).toBe(false);
      expect((await store.get([item.record.id]))[0]?.status).toBe("forgotten");
      expect(await store.patch("00000000-0000-7000-8000-000000000000", { status: "active" })).toBe(false);
    });

    it("every field of a patch is changed and no other", async () => {
      const { store, mine } = await setUp();
      const item = mine("patched");
      await store.insert([item], FINGERPRINT);
      const change = {
        status: "archived",
        importance: 0.1,
        confidence: 0.2,
        tags: ["a"],
        entities: ["b"],
        summary: "s",
        source: "confirmed",
        validUntil: NOW_INSTANT,
        supersededBy: null,
        metadata: { x: 1 },
      } as const;
      await store.patch(item.record.id, { ...change, tags: ["a"], entities: ["b"] });
      expect((await store.get([item.record.id]))[0]).toEqual({ ...item.record, ...change });
    });

    it("restoring what was written again meanwhile is a CONFLICT", async () => {
      const { store, mine } = await setUp();
      const item = mine("twice");
      await store.insert([item], FINGERPRINT);
      await store.patch(item.record.id, { status: "forgotten" });
      await store.insert([mine("twice")], FINGERPRINT);
      await expect(store.patch(item.record.id, { status: "active" })).rejects.toMatchObject({ code: "CONFLICT" });
    });

    it("C11: a use counts once for each record, importance never passes 1, time never goes back", async () => {
      const { store, mine } = await setUp();
      const item = mine("used", { importance: 0.995 });
      await store.insert([item], FINGERPRINT);
      const { id } = item.record;
      await store.touch([id, id, "00000000-0000-7000-8000-000000000000"], NOW_INSTANT, 0.01);
      await store.touch([id], daysAgo(3), 0.01);
      await store.touch([], NOW_INSTANT, 0.01);
      const [record] = await store.get([id]);
      expect(record).toMatchObject({ accessCount: 2, lastAccessedAt: NOW_INSTANT, importance: 1 });
      const [hit] = await store.structured({ filter: {}, order: "recent", limit: 1, now: NOW_INSTANT });
      expect(hit?.candidate).toMatchObject({ accessCount: 2, lastAccessedAt: NOW_INSTANT, importance: 1 });
    });
  });

  describe("audit", () => {
    it("G5: a write notes itself in its own transaction: what was stored, nothing of what was not", async () => {
      const { store, mine } = await setUp();
      const [one, two] = [mine("noted"), mine("noted")];
      const entry = (id: string | null, detail: string) => {
        return { at: NOW_INSTANT, actor: "ada", action: "write" as const, id, detail };
      };
      const trail = async () => (await store.auditTrail(10)).map(({ detail }) => detail);
      const audit = [entry(one.record.id, "one"), entry(two.record.id, "two"), entry(null, "all")];
      await store.insert([one, two], FINGERPRINT, audit);
      expect(await trail()).toEqual(["all", "one"]);
      await store.insert([two], FINGERPRINT, [entry(null, "nothing")]);
      const next = mine("noted anew");
      await store.supersede(one.record.id, next, FINGERPRINT, [entry(next.record.id, "next")]);
      const late = store.supersede(one.record.id, mine("too late"), FINGERPRINT, [entry(null, "late")]);
      await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await trail()).toEqual(["next", "all", "one"]);
    });

    it("B10: what someone wrote since a moment is counted by memory, and nobody else's", async () => {
      const { store, mine } = await setUp();
      const at = (hour: number, actor: string, action: "write" | "supersede" | "forget", id: string) =>
        store.audit({ at: `2026-11-30T${String(hour).padStart(2, "0")}:00:00.000Z`, actor, action, id, detail: "" });
      const [early, one, two, other] = [mine("early"), mine("one"), mine("two"), mine("other")];
      await at(8, "ada", "write", early.record.id);
      await at(9, "ada", "write", one.record.id);
      await at(10, "ada", "supersede", two.record.id);
      await at(10, "ada", "supersede", two.record.id);
      await at(10, "ada", "forget", early.record.id);
      await at(10, "bo", "write", other.record.id);
      expect(await store.writesSince("ada", "2026-11-30T09:00:00.000Z")).toBe(2);
      expect(await store.writesSince("bo", "2026-11-30T09:00:00.000Z")).toBe(1);
      expect(await store.writesSince("ada", "2026-11-30T11:00:00.000Z")).toBe(0);
    });

    it("G5: the trail is read newest first", async () => {
      const { store } = await setUp();
      const entry = (detail: string) => ({ at: NOW_INSTANT, actor: "ada", action: "write" as const, id: null, detail });
      for (const detail of ["1", "2", "3"]) await store.audit(entry(detail));
      await store.audit({ ...entry("4"), action: "read", id: "some id" });
      expect((await store.auditTrail(3)).map(({ detail }) => detail)).toEqual(["4", "3", "2"]);
      expect((await store.auditTrail(1))[0]).toEqual({ ...entry("4"), action: "read", id: "some id" });
    });
  });

  describe("amend", () => {
    const status = async (store: MemoryStore, ...ids: string[]) => (await store.get(ids)).map((one) => one.status);

    it("changes several records and adds others at once, with the audit", async () => {
      const { store, mine } = await setUp();
      const [a, b, c] = [mine("one walnut"), mine("two walnuts"), mine("walnuts, in short")];
      await store.insert([a, b], FINGERPRINT);
      const entry = { at: NOW_INSTANT, actor: "upkeep", action: "change", id: c.record.id, detail: "x" } as const;
      const patch = [a, b].map(
        ({ record: { id } }) => ({ id, when: "active", patch: { status: "compressed" } }) as const,
      );
      expect(await store.amend({ insert: [c], patch, audit: [entry] }, FINGERPRINT)).toBe(true);
      expect(await status(store, a.record.id, b.record.id, c.record.id)).toEqual([
        "compressed",
        "compressed",
        "active",
      ]);
      expect((await store.keyword(asking("walnuts"))).hits.map((hit) => hit.candidate.id)).toEqual([c.record.id]);
      expect(await store.auditTrail(1)).toEqual([entry]);
      expect(await store.amend({ insert: [c], patch, audit: [entry] }, FINGERPRINT)).toBe(false);
      expect(await store.check()).toEqual([]);
    });

    it("changes nothing when any record has another status by now, is unknown, or an addition is there already", async () => {
      const { store, mine } = await setUp();
      const [a, b, c] = [mine("one almond"), mine("two almonds"), mine("almonds, in short")];
      await store.insert([a, b], FINGERPRINT);
      await store.patch(b.record.id, { status: "forgotten" });
      const archive = (id: string) => ({ id, when: "active", patch: { status: "archived" } }) as const;
      const audit = [{ at: NOW_INSTANT, actor: "upkeep", action: "change", id: null, detail: "x" }] as const;
      for (const amendment of [
        { insert: [c], patch: [archive(a.record.id), archive(b.record.id)], audit },
        { insert: [c], patch: [archive(a.record.id), archive(c.record.id)], audit },
        { insert: [mine("One almond!")], patch: [archive(b.record.id)], audit },
        { insert: [c, mine("Almonds, in short")], patch: [archive(a.record.id)], audit },
      ])
        expect(await store.amend(amendment, FINGERPRINT)).toBe(false);
      expect(await status(store, a.record.id, b.record.id)).toEqual(["active", "forgotten"]);
      expect(await store.get([c.record.id])).toEqual([]);
      expect(await store.auditTrail(10)).toEqual([]);
    });

    it("E6: refuses who lost the lease to another, whatever comes first", async () => {
      const { store, mine } = await setUp();
      const a = mine("one hazelnut");
      await store.insert([a], FINGERPRINT);
      const archive = { id: a.record.id, when: "active", patch: { status: "archived" } } as const;
      expect(await store.amend({ fence: 7 }, FINGERPRINT)).toBe(true);
      await expect(store.amend({ fence: 6, patch: [archive] }, FINGERPRINT)).rejects.toMatchObject({
        code: "LEASE_LOST",
      });
      expect(await status(store, a.record.id)).toEqual(["active"]);
      expect(await store.amend({ fence: 7, patch: [archive] }, FINGERPRINT)).toBe(true);
    });
  });

  describe("change of the embedding model", () => {
    const NEXT = { model: "next", version: "1", dimensions: 4 };
    const nextOf = (items: readonly { id: string; content: string }[]) =>
      items.map(({ id, content }) => ({ id, vector: vectorOf(content, NEXT.dimensions) }));

    it("E7: searches go by the old vectors until all new ones are there, then by the new ones at once, for every process", async () => {
      const { store, mine } = await setUp();
      const other = await suite.another().open(store.owner);
      const items = ["one pecan", "two pecans", "three pecans"].map((text) => mine(text));
      await store.insert(items, FINGERPRINT);
      await store.patch(items[2]!.record.id, { status: "archived" });
      expect(await store.beginReembed(FINGERPRINT)).toBeNull();
      expect(await store.beginReembed(NEXT)).toBe(3);
      const first = await store.unembedded(2);
      expect(first.map(({ content, speaker }) => [content, speaker])).toEqual([
        ["one pecan", null],
        ["two pecans", null],
      ]);
      await store.embedNext(nextOf(first), NEXT);
      expect(await store.switchEmbedding(NEXT)).toBe(false);
      expect((await other.nearest(near("one pecan")))[0]?.candidate.id).toBe(items[0]!.record.id);
      expect(await other.embedding()).toEqual(FINGERPRINT);

      const late = mine("a late pecan"); // of who does not know of it yet
      await other.insert([late], FINGERPRINT);
      const early = { ...mine("an early pecan"), vector: vectorOf("an early pecan", NEXT.dimensions) }; // of who has changed already
      await other.insert([early], NEXT);
      expect((await other.nearest(near("a late pecan")))[0]?.candidate.id).toBe(late.record.id);
      expect((await other.keyword(asking("early"))).hits[0]?.candidate.id).toBe(early.record.id);
      expect(await store.check()).toEqual([]);

      expect(await other.beginReembed(NEXT)).toBe(2); // resumed
      await other.embedNext(nextOf(await other.unembedded(10)), NEXT);
      expect(await other.switchEmbedding(NEXT)).toBe(true);
      for (const one of [store, other]) {
        expect(await one.embedding()).toEqual(NEXT);
        for (const item of [...items.slice(0, 2), late, early])
          expect((await one.nearest({ ...near("x"), vector: vectorOf(item.record.content, 4) }))[0]?.candidate.id).toBe(
            item.record.id,
          );
      }
      await expect(store.insert([mine("too late")], FINGERPRINT)).rejects.toMatchObject({
        code: "EMBEDDING_MISMATCH",
        hint: expect.stringContaining("hindsight reembed"),
      });
      await expect(store.embedNext([], NEXT)).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await store.beginReembed(NEXT)).toBeNull();
      expect(await store.check()).toEqual([]);
    });

    it("another model in between starts anew; what is erased has no vector left", async () => {
      const { store, mine } = await setUp();
      await store.insert([mine("one cashew")], FINGERPRINT);
      await store.beginReembed(NEXT);
      await store.embedNext(nextOf(await store.unembedded(9)), NEXT);
      const third = { ...NEXT, model: "third" };
      expect(await store.beginReembed(third)).toBe(1);
      await expect(store.switchEmbedding(NEXT)).rejects.toMatchObject({ code: "CONFLICT" });
      await store.embedNext(nextOf(await store.unembedded(9)), third);
      await store.eraseWrittenBy(store.owner.id);
      expect(await store.check()).toEqual([]);
      expect(await store.switchEmbedding(third)).toBe(true);
    });
  });
}
