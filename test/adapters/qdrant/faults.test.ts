import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedOwner, userOwner } from "../../../src/domain/scope.ts";
import { FINGERPRINT, memory, NOW_INSTANT, near } from "../../conformance/fixtures.ts";
import { type Fault, realQdrant } from "../../support/qdrant/index.ts";
import { openPlace, type Place } from "./place.ts";

const ada = userOwner("ada");
const mine = (content: string) => memory(content, { user: "ada" });

describe.skipIf(realQdrant !== undefined)("Qdrant: a server that falters", () => {
  let place: Place;
  beforeEach(async () => {
    place = await openPlace({ timeoutMs: 1_500 });
  });
  afterEach(() => place.remove());

  const passing: Record<string, Fault> = {
    "429 with Retry-After": { kind: "status", status: 429, retryAfter: 1, times: 1, skip: 2 },
    "429 without": { kind: "status", status: 429, times: 2, skip: 1 },
    "503 twice": { kind: "status", status: 503, times: 2, skip: 1 },
    "500 at a read": { kind: "status", status: 500, on: "reads", times: 2, skip: 1 },
    "a cut connection": { kind: "cut", times: 2, skip: 2 },
    "an answer lost after a write": { kind: "lost answer", on: "writes", times: 3, skip: 1 },
    "one request that hangs": { kind: "hang", on: "writes", times: 1, skip: 1 },
  };
  for (const [name, fault] of Object.entries(passing))
    it(`${name}: the writes go through, once`, { timeout: 20_000 }, async () => {
      const store = await place.provider().open(ada);
      const [a, b, c] = [mine("one"), mine("two"), mine("one, revised")];
      await place.qdrant.fault(fault);
      expect((await store.insert([a, b], FINGERPRINT)).map(({ outcome }) => outcome)).toEqual(["stored", "stored"]);
      await store.supersede(a.record.id, c, FINGERPRINT);
      await store.touch([b.record.id], NOW_INSTANT, 0.1);
      await place.qdrant.clearFaults();
      const again = await place.provider().open(ada);
      expect((await again.stats()).byStatus).toEqual({ active: 2, superseded: 1 });
      expect((await again.get([b.record.id]))[0]?.accessCount).toBe(1);
      expect(await again.check()).toEqual([]);
    });

  it("an acknowledgement lost at every write, and others that wrote meanwhile: nothing twice, no conflict with oneself", async () => {
    const team = sharedOwner("team");
    const by = (text: string) => memory(text, { user: "ada", namespace: "team" });
    const [one, other] = [await place.provider().open(team), await place.provider().open(team)];
    const first = by("first");
    await one.insert([first], FINGERPRINT);
    await place.qdrant.fault({ kind: "lost answer", on: ["set_payload"], times: 1 });
    const [, inserted] = await Promise.all([
      one.supersede(first.record.id, by("second"), FINGERPRINT),
      other.insert(
        Array.from({ length: 5 }, (_, i) => by(`other ${i}`)),
        FINGERPRINT,
      ),
    ]);
    expect(inserted.every(({ outcome }) => outcome === "stored")).toBe(true);
    expect((await one.stats()).byStatus).toEqual({ active: 6, superseded: 1 });
    expect(await one.check()).toEqual([]);
  });

  it("a server that hangs or is gone is told within the bound, with what to do", { timeout: 30_000 }, async () => {
    const provider = place.provider({ timeoutMs: 300 });
    const store = await provider.open(ada);
    await store.insert([mine("one")], FINGERPRINT);
    for (const kind of ["hang", "refuse"] as const) {
      await place.qdrant.fault({ kind });
      const failed = { code: "UNREACHABLE", hint: expect.stringContaining("QDRANT_URL") };
      await expect(store.nearest(near("one"))).rejects.toMatchObject(failed);
      await expect(store.insert([mine(`two ${kind}`)], FINGERPRINT)).rejects.toMatchObject({ code: "UNREACHABLE" });
      await place.qdrant.clearFaults();
    }
    const patient = await place.provider().open(ada);
    expect((await patient.nearest(near("one"))).length).toBeGreaterThan(0);
    expect(await patient.check()).toEqual([]);
  });

  it("without the collection that names the owners nothing is taken for empty, and nothing begins anew", async () => {
    const store = await place.provider().open(ada);
    await store.insert([mine("one")], FINGERPRINT);
    await place.client.deleteCollection(`${place.server().collections.meta}.1`);
    const missing = { code: "STORE_FAILED", message: expect.stringContaining("is missing") };
    const fresh = place.provider();
    await expect(fresh.exists(ada)).rejects.toMatchObject(missing);
    await expect(fresh.open(ada)).rejects.toMatchObject(missing);
  });

  it("a server that was silent is left alone for a while: nothing waits twice for one outage", async () => {
    const patient = { timeoutMs: 1_000, tries: 1, restMs: 60_000 };
    await (await place.provider().open(ada)).insert([mine("one")], FINGERPRINT);
    const stores = place.provider(patient);
    expect(await stores.exists(ada)).toBe(true);
    await place.qdrant.fault({ kind: "hang" });
    await new Promise((resolve) => setTimeout(resolve, 30)); // what was just written is known for 20 ms
    await expect(stores.exists(ada)).rejects.toMatchObject({ code: "UNREACHABLE" });
    const before = place.qdrant.seen.length;
    for (let i = 0; i < 5; i++) await expect(stores.exists(ada)).rejects.toMatchObject({ code: "UNREACHABLE" });
    expect(place.qdrant.seen.length).toBe(before);
    await place.qdrant.clearFaults();
    expect(await place.provider({ ...patient, restMs: 0 }).exists(ada)).toBe(true);
  });

  it("E2: a wrong key, a read-only key, an old server and a collection of someone else's say what to do", async () => {
    const store = await place.provider().open(ada);
    await store.insert([mine("one")], FINGERPRINT);
    await place.qdrant.fault({ kind: "read only" });
    await expect(store.insert([mine("two")], FINGERPRINT)).rejects.toMatchObject({
      code: "WRONG_KEY",
      hint: expect.stringContaining("QDRANT_API_KEY"),
    });
    await place.qdrant.clearFaults();
    await place.qdrant.fault({ kind: "version", version: "1.16.3" });
    await expect(place.provider().open(ada)).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining("1.16.3"),
      hint: expect.stringContaining("1.17"),
    });
    await place.qdrant.clearFaults();
    const stranger = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const { port } = stranger.address() as { port: number };
    await expect(place.provider({ url: `http://127.0.0.1:${port}` }).open(ada)).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining("no Qdrant"),
      hint: expect.stringContaining("QDRANT_URL"),
    });
    stranger.close();
    const other = { model: "other", version: "1", dimensions: 8 };
    const name = place.server().collections.memories(other);
    await place.client.createCollection(name, { vectors: { dense: { size: 3, distance: "Dot" } } });
    const bo = await place.provider().open(userOwner("bo"));
    await expect(bo.insert([memory("x", { user: "bo" })], other)).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
    await place.client.deleteCollection(`${place.server().collections.memories(FINGERPRINT)}.1`);
    const fresh = await place.provider().open(ada);
    await expect(fresh.overview()).rejects.toMatchObject({
      code: "STORE_FAILED",
      hint: expect.stringContaining("HINDSIGHT_QDRANT_PREFIX"),
    });
    const receipt = await place.provider().erase(ada); // what cannot be read is removed all the same, uncounted
    expect(receipt).toMatchObject({ records: null });
    expect(await place.provider().exists(ada)).toBe(false);
  });

  it("a server without the right key is told by WRONG_KEY", async () => {
    const locked = await openPlace({}, undefined, { apiKey: "right" });
    await expect(locked.provider({ key: "wrong" }).open(ada)).rejects.toMatchObject({ code: "WRONG_KEY" });
    await expect(locked.provider({ key: null }).open(ada)).rejects.toMatchObject({ code: "WRONG_KEY" });
    await (await locked.provider({ key: "right" }).open(ada)).overview();
    await locked.remove();
  });

  it("twelve processes that begin on an empty server at once make one set of collections and one beginning of a memory", async () => {
    const providers = Array.from({ length: 12 }, () => place.provider());
    const stores = await Promise.all(providers.map((provider) => provider.open(ada)));
    const written = await Promise.all(stores.map((store, i) => store.insert([mine(`from ${i}`)], FINGERPRINT)));
    expect(written.flat().every(({ outcome }) => outcome === "stored")).toBe(true);
    expect(
      (
        await place
          .provider()
          .open(ada)
          .then((store) => store.stats())
      ).total,
    ).toBe(12);
    expect(new Set(await Promise.all(stores.map((store) => store.revision()))).size).toBe(1);
  });
});
