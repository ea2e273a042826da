import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fingerprint } from "../../../src/domain/record.ts";
import { type Owner, ownerKey, sharedOwner } from "../../../src/domain/scope.ts";
import type { Indexed, MemoryStore } from "../../../src/ports/store.ts";
import { FINGERPRINT, memory, NOW_INSTANT, vectorOf } from "../../conformance/fixtures.ts";
import { needsTestServer, realQdrant } from "../../support/qdrant/index.ts";
import { openPlace, type Place } from "./place.ts";

const NEXT = { model: "next", version: "1", dimensions: 4 };
/** More than one request takes. */
const MANY = 260;

/** How the process ends at its n-th request: before the server has it, or when it was done and the answer is under way. */
const ENDS = ["before", "after"] as const;

/** All that can be seen of a memory, without what differs between two runs. */
async function seen(store: MemoryStore) {
  const records = await store.list({ statuses: STATUSES }, { limit: 10_000 });
  const vectors = await store.vectors(records.map(({ id }) => id));
  return {
    embedding: (await store.embedding())?.model ?? null,
    records: records
      .map(({ content, status, validUntil, supersedes, supersededBy, importance }, i) => {
        const links = [supersedes !== null, supersededBy !== null];
        return JSON.stringify([content, status, validUntil === null, links, importance, vectors[i]?.length]);
      })
      .sort(),
    audit: (await store.auditTrail(1_000)).map(({ action, detail }) => `${action} ${detail}`),
  };
}
const STATUSES = ["active", "superseded", "archived", "compressed", "quarantined", "forgotten"] as const;

interface Scene {
  store: MemoryStore;
  owner: Owner;
  /** What was written beforehand. */
  written: Indexed[];
  mine(content: string, user?: string): Indexed;
}

const note = (detail: string) => ({ at: NOW_INSTANT, actor: "ada", action: "change", id: null, detail }) as const;

const WRITES: Record<string, (scene: Scene) => Promise<unknown>> = {
  "insert with audit": ({ store, mine }) => store.insert([mine("new one"), mine("new two")], FINGERPRINT, [note("in")]),
  "an insert of many": ({ store, mine }) =>
    store.insert(
      Array.from({ length: MANY }, (_, i) => mine(`many ${i}`)),
      FINGERPRINT,
    ),
  supersede: ({ store, mine, written }) =>
    store.supersede(written[0]!.record.id, mine("first, revised"), FINGERPRINT, [note("sup")]),
  patch: ({ store, written }) => store.patch(written[0]!.record.id, { status: "archived", importance: 0.1 }),
  amend: ({ store, mine, written }) =>
    store.amend(
      {
        insert: [mine("both in short")],
        patch: written.slice(0, 2).map(({ record }) => ({
          id: record.id,
          when: "active" as const,
          patch: { status: "compressed" as const },
        })),
        audit: [note("amend")],
        fence: 3,
      },
      FINGERPRINT,
    ),
  eraseWrittenBy: ({ store }) => store.eraseWrittenBy("bo"),
  beginReembed: ({ store }) => store.beginReembed({ ...NEXT, model: "third" }),
  "reembed to the switch": async ({ store }) => {
    await store.beginReembed(NEXT);
    const all = await store.unembedded(100);
    await store.embedNext(
      all.map(({ id, content }) => ({ id, vector: vectorOf(content, 4) })),
      NEXT,
    );
    expect(await store.switchEmbedding(NEXT)).toBe(true);
  },
};

describe.skipIf(realQdrant !== undefined)("Qdrant: a process that ends at any of its requests", () => {
  let place: Place;
  let scenes = 0;
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place.remove());

  async function scene(): Promise<Scene> {
    const owner = sharedOwner(`team ${++scenes}`);
    const mine = (content: string, user = "ada") => memory(content, { user, namespace: owner.id });
    const written = [mine("first"), mine("second"), mine("third", "bo")];
    const before = place.provider();
    const there = await before.open(owner);
    await there.insert(written, FINGERPRINT, [note("begin"), { ...note("by bo"), actor: "bo" }]);
    await before.close();
    const store = await place.provider({ tries: 1, timeoutMs: 2_000 }).open(owner);
    await store.overview(); // what it does from here on is the write
    return { store, owner, written, mine };
  }
  /** Runs the write with nothing in its way; what is seen before and after. */
  async function whole(write: (scene: Scene) => Promise<unknown>) {
    const one = await scene();
    const before = await seen(one.store);
    await write(one);
    return { before, after: await seen(await place.provider().open(one.owner)) };
  }
  /** Has the process end at its n-th request; false when it made fewer. */
  async function ended(n: number, end: (typeof ENDS)[number], body: () => Promise<unknown>) {
    if (end === "after") await place.qdrant.fault({ kind: "lost answer", skip: n, times: 1 });
    await place.qdrant.fault({ kind: "cut", skip: end === "after" ? n + 1 : n });
    const requests = () => Array.from(place.qdrant.counts.values()).reduce((sum, count) => sum + count, 0);
    const from = requests();
    const outcome = await body().then(
      () => "acknowledged" as const,
      () => "failed" as const,
    );
    const made = requests() - from;
    await place.qdrant.clearFaults();
    return made > n ? outcome : null;
  }

  for (const [name, write] of Object.entries(WRITES))
    it(`${name}: afterwards all of it is there or nothing, and what was acknowledged is`, {
      timeout: 60_000,
    }, async (context) => {
      needsTestServer(context);
      const { before, after } = await whole(write);
      const outcomes = new Set<string>();
      for (const end of ENDS)
        for (let n = 0; ; n++) {
          const one = await scene();
          const outcome = await ended(n, end, () => write(one));
          if (outcome === null) break;
          const next = await place.provider().open(one.owner);
          const found = await seen(next);
          const told = JSON.stringify(found) === JSON.stringify(after) ? "all" : "nothing";
          if (told === "nothing") expect(found, `${end} request ${n}`).toEqual(before);
          if (outcome === "acknowledged") expect(told, `${end} request ${n}`).toBe("all");
          expect(await next.check()).toEqual([]);
          outcomes.add(told);
          const model = (await next.embedding()) ?? FINGERPRINT;
          const more = { ...one.mine("goes on"), vector: vectorOf("goes on", model.dimensions) };
          if (n % 3 !== 0) continue;
          expect((await next.insert([more], model))[0]?.outcome).toBe("stored");
          expect(await lying(one.owner, model)).toBe((await next.stats()).total); // and nothing that was only staged
        }
      if (name !== "beginReembed") expect(outcomes).toEqual(new Set(["all", "nothing"]));
    });

  /** Points of that owner among the memories, those that nobody sees included. */
  async function lying(owner: Owner, model: Fingerprint): Promise<number> {
    const filter = { must: [{ key: "owner", match: { value: ownerKey(owner) } }] };
    return (await place.client.count(place.server().collections.memories(model), { filter, exact: true })).count;
  }

  it("erase: afterwards the owner is whole or gone, and a second erase leaves nothing", {
    timeout: 60_000,
  }, async (context) => {
    needsTestServer(context);
    for (const end of ENDS)
      for (let n = 0; ; n++) {
        const { owner, store } = await scene();
        const before = await seen(store);
        const provider = place.provider({ tries: 1, timeoutMs: 2_000 });
        await provider.exists(owner);
        const outcome = await ended(n, end, () => provider.erase(owner));
        if (outcome === null) break;
        const after = place.provider();
        if (await after.exists(owner)) expect(await seen(await after.open(owner))).toEqual(before);
        else {
          const anew = await after.open(owner);
          expect((await seen(anew)).records).toEqual([]);
          await expect(store.overview()).rejects.toMatchObject({ code: "CLOSED" });
        }
        if (outcome === "acknowledged") expect(await after.exists(owner)).toBe(false);
        await after.erase(owner);
        expect(await left(place, owner)).toBe(0);
      }
  });
});

/** Points of that owner in any collection. */
async function left(place: Place, owner: Owner): Promise<number> {
  const { collections } = place.server();
  const filter = { must: [{ key: "owner", match: { value: ownerKey(owner) } }] };
  let all = 0;
  for (const collection of [collections.meta, ...(await collections.all())])
    all += (await place.client.count(collection, { filter, exact: true })).count;
  return all;
}
