import { describe, expect, it } from "vitest";
import { nameKey, ownedKey } from "../../src/domain/entities/keys.ts";
import type { RecordDraft } from "../../src/domain/record.ts";
import type { Indexed, MemoryStore } from "../../src/ports/store.ts";
import { asking, daysAgo, FINGERPRINT, memory, NOW_INSTANT } from "./fixtures.ts";
import { namespaceOf, type StoreSuite } from "./store.ts";

/** A dump with everything that comes in no order put in one. */
export function inOrder(items: readonly Indexed[]): Indexed[] {
  const by = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return items.map(({ mentions = [], relations = [], ...item }) => ({
    ...item,
    mentions: mentions
      .map(({ key, name, type, weight, aliases }) => ({ key, name, type, weight, aliases: [...aliases].sort() }))
      .sort(by),
    relations: relations.map(({ from, to, relation, weight }) => ({ from, to, relation, weight })).sort(by),
  }));
}

/** Every record, by pages of `limit`. */
export async function dumped(store: MemoryStore, limit = 100): Promise<Indexed[]> {
  const all: Indexed[] = [];
  for (;;) {
    const after = all.at(-1)?.record.id;
    const page = await store.dump({ limit, ...(after !== undefined && { after }) });
    all.push(...page);
    if (page.length < limit) return all;
  }
}

/** Reading out everything, so that another store can be made of it. */
export function dumpTests(suite: StoreSuite): void {
  /** Memories of every status, with versions, tags given later, uses and a graph; as the store should give them back. */
  async function fill(store: MemoryStore): Promise<Indexed[]> {
    const mine = (content: string, draft: Partial<RecordDraft> = {}): Indexed =>
      memory(content, { user: store.owner.id, namespace: namespaceOf(store), ...draft });
    const [anna, cat] = [nameKey("Anna"), ownedKey("user", "cat")];
    const said: Indexed = {
      ...mine("My cat Miso, the cat, wasn't at the vet's: C++ 猫不见了 🐈 a_b", { thread: "t/1", tags: ["pets"] }),
      mentions: [
        { key: cat, name: "cat", type: "animal", weight: 1, aliases: ["miso", "the cat"] },
        { key: anna, name: "Anna", type: "person", weight: 0.25, aliases: [] },
      ],
      relations: [{ from: anna, to: cat, relation: "owns", weight: 0.75 }],
    };
    // Anna is known by the name and the type the graph has for her, whoever mentions her how.
    const known = { key: anna, name: "Anna", type: "person", weight: 0.5, aliases: [] } as const;
    const named: Indexed = {
      ...mine("ANNA called."),
      mentions: [{ ...known, name: "ANNA", type: "other" }],
      relations: [],
    };
    const old = mine("Ada lives in Oslo.", { originKey: "t/1#0", metadata: { n: [1, null] } });
    const next = mine("Ada lives in Bergen.", { validFrom: daysAgo(5) });
    const silent: Indexed = { ...mine("…", { status: "quarantined" }), terms: [] };
    const gone = mine("Ada likes tea.");
    await store.insert([said, named, old, silent, gone], FINGERPRINT);
    await store.supersede(old.record.id, next, FINGERPRINT);
    await store.patch(gone.record.id, { status: "forgotten", tags: ["drinks"] });
    await store.touch([said.record.id], NOW_INSTANT, 0.125);
    const all = [said, { ...named, mentions: [known] }, old, next, silent, gone];
    const now = new Map((await store.get(all.map(({ record }) => record.id))).map((record) => [record.id, record]));
    return inOrder(
      all
        .map((item) => ({ ...item, record: now.get(item.record.id)! }))
        .sort((a, b) => (a.record.id < b.record.id ? -1 : 1)),
    );
  }

  describe("dump", () => {
    it("every record in every status comes out whole, by id, page by page", async () => {
      for (const store of [await suite.fresh(), await suite.freshShared()]) {
        expect(await store.dump({ limit: 10 })).toEqual([]);
        const written = await fill(store);
        expect(inOrder(await dumped(store))).toEqual(written);
        expect(inOrder(await dumped(store, 1))).toEqual(written);
        expect(await store.dump({ limit: 10, after: written.at(-1)!.record.id })).toEqual([]);
        const [first, second] = written;
        await store.patch(second!.record.id, { importance: 0.3 });
        const [again] = await store.dump({ limit: 1, after: first!.record.id });
        expect(again?.record).toMatchObject({ id: second!.record.id, importance: 0.3 });
        expect(again?.terms).toEqual(second!.terms);
      }
    });

    it("inserting what came out into an empty store makes the same memory: versions, graph and ranks", async () => {
      const store = await suite.fresh();
      await fill(store);
      const all = await dumped(store);
      const asked = asking("cat vet 猫", { statuses: ["active"] });
      const ranks = async (from: MemoryStore) => {
        const { hits, ceiling } = await from.keyword(asked);
        return { ceiling, hits: hits.map(({ candidate, score, own }) => [candidate.id, score, own]) };
      };
      const [before, history] = [await ranks(store), await store.history(all[1]!.record.id)];
      expect(before.hits.length).toBeGreaterThan(0);
      await suite.provider().erase(store.owner);
      const anew = await suite.provider().open(store.owner);
      for (const outcome of await anew.insert(all, FINGERPRINT)) expect(outcome.outcome).toBe("stored");
      expect(inOrder(await dumped(anew, 2))).toEqual(inOrder(all));
      expect(await ranks(anew)).toEqual(before);
      expect(await anew.history(all[1]!.record.id)).toEqual(history);
      expect(await anew.check()).toEqual([]);
    });

    it("E7: while a memory is embedded only by the model that is to follow, there is no whole copy to give", async () => {
      const store = await suite.fresh();
      const next = { ...FINGERPRINT, model: "next" };
      await store.insert([memory("one", { user: store.owner.id })], FINGERPRINT);
      await store.beginReembed(next);
      expect(await store.dump({ limit: 10 })).toHaveLength(1);
      await store.insert([memory("two", { user: store.owner.id })], next);
      await expect(store.dump({ limit: 10 })).rejects.toMatchObject({
        code: "CONFLICT",
        hint: expect.stringContaining("reembed"),
      });
    });
  });
}
