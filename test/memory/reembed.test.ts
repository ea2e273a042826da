import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedOwner, userOwner } from "../../src/domain/scope.ts";
import { recall } from "../../src/memory/recall.ts";
import { reembed } from "../../src/memory/reembed.ts";
import { remember } from "../../src/memory/remember.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { type Bench, bench, crashing } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

/** An embedder of another model; counts what it embeds. */
function other(model = "other", dimensions = 16): Embedder & { embedded: string[] } {
  const embedded: string[] = [];
  const vectorOf = (text: string) => {
    const bytes = createHash("sha256").update(text).digest();
    const vector = Float32Array.from({ length: dimensions }, (_, i) => bytes[i]! - 127.5);
    const norm = Math.hypot(...vector);
    return vector.map((value) => value / norm);
  };
  return {
    embedded,
    trust: 0.5,
    nearDuplicate: null,
    unrelated: async () => 0,
    fingerprint: async () => ({ model, version: "1", dimensions }),
    embedDocuments: async (texts) => {
      embedded.push(...texts);
      return texts.map(vectorOf);
    },
    embedQuery: async (text) => vectorOf(text),
  };
}

const facts = [
  "I live in Oslo",
  "My cat is called Mia",
  "我对花生过敏",
  "I work at Yara",
  "My favourite colour is green",
];
const write = async () => {
  for (const content of facts) await remember(at.deps, at.scope, { content });
};

describe("E7: another embedding model", () => {
  it("is a clear error until the memory is changed over; recall goes on by words and says so", async () => {
    await write();
    at.deps.embedder = other();
    await expect(remember(at.deps, at.scope, { content: "I drive a Volvo" })).rejects.toMatchObject({
      code: "EMBEDDING_MISMATCH",
      hint: expect.stringContaining("hindsight reembed"),
    });
    const found = await recall(at.deps, at.scope, "what is my cat called?");
    expect(found.results[0]?.record.content).toContain("Mia");
    expect(found.failures).toMatchObject([{ route: "vector", message: expect.stringContaining("was filled with") }]);

    const seen: [number, number][] = [];
    const changed = await reembed(at.deps, userOwner("ada"), (done, total) => seen.push([done, total]));
    expect(changed).toEqual({ owner: userOwner("ada"), outcome: "changed", embedded: 5 });
    expect(seen.at(-1)).toEqual([5, 5]);
    expect((await recall(at.deps, at.scope, "what is my cat called?")).failures).toEqual([]);
    await remember(at.deps, at.scope, { content: "I drive a Volvo" });
    expect((await reembed(at.deps, userOwner("ada"))).outcome).toBe("current");
  });

  it("killed before any call and run again: every memory embedded once, none lost", async () => {
    for (let kill = 1; ; kill++) {
      await at.close();
      at = bench();
      await write();
      const embedder = other();
      let calls = 0;
      const deps = { ...at.deps, embedder, stores: crashing(at.deps.stores, () => ++calls === kill) };
      const killed = await reembed(deps, userOwner("ada")).then(
        () => false,
        () => true,
      );
      const half = await recall(at.deps, at.scope, "what is my cat called?", { touch: false }); // the old model, still at work
      expect(half.results[0]?.record.content).toContain("Mia");
      await reembed({ ...at.deps, embedder }, userOwner("ada"));
      const store = await at.store();
      expect(await store.embedding()).toMatchObject({ model: "other" });
      expect(await store.check()).toEqual([]);
      await store.close();
      expect(new Set(embedder.embedded).size).toBe(5);
      expect(embedder.embedded.length).toBeLessThanOrEqual(10);
      if (!killed) break;
    }
  });

  it("what is written meanwhile is embedded too, whichever model its writer has", async () => {
    await write();
    const embedder = other();
    const owner = userOwner("ada");
    let wrote = false;
    const slow: Embedder = {
      ...embedder,
      async embedDocuments(texts) {
        if (!wrote) {
          wrote = true;
          await remember(at.deps, at.scope, { content: "I drive a Volvo" });
          await remember({ ...at.deps, embedder }, at.scope, { content: "I play chess" });
        }
        return embedder.embedDocuments(texts);
      },
    };
    expect(await reembed({ ...at.deps, embedder: slow }, owner)).toMatchObject({ outcome: "changed", embedded: 6 });
    const store = await at.store();
    expect((await store.stats()).total).toBe(7);
    expect(await store.check()).toEqual([]);
    await store.close();
  });

  it("of an owner who has nothing is nothing, and makes no file", async () => {
    const owner = sharedOwner("nobody");
    expect(await reembed(at.deps, owner)).toMatchObject({ outcome: "current", embedded: 0 });
    expect(await at.deps.stores.exists(owner)).toBe(false);
  });
});
