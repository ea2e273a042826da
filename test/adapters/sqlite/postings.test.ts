import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeTerm } from "../../../src/adapters/sqlite/postings.ts";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../../src/domain/scope.ts";
import type { StoreProvider } from "../../../src/ports/store.ts";
import { asking, FINGERPRINT, memory } from "../../conformance/fixtures.ts";
import { temporaryHome } from "./places.ts";

describe("terms in the index", () => {
  it("different terms are written differently, in letters the tokenizer leaves whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(encodeTerm(a)).toMatch(/^[a-z0-9_\u0080-\u{10ffff}]*$/u);
        expect(encodeTerm(a) === encodeTerm(b)).toBe(a === b);
      }),
    );
    expect(encodeTerm("过敏")).toBe("过敏");
    expect(encodeTerm("peanut")).toBe("peanut");
  });
});

describe("postings kept in memory", () => {
  let place: ReturnType<typeof temporaryHome>;
  let providers: StoreProvider[];
  beforeEach(() => {
    place = temporaryHome();
    providers = [];
  });
  afterEach(async () => {
    for (const provider of providers) await provider.close();
    place.remove();
  });
  const open = async () => {
    const provider = createSqliteStores({ home: place.home, encryptionKey: null });
    providers.push(provider);
    return provider.open(userOwner("ada"));
  };

  it("whoever writes in whatever order, a handle that remembers what it read scores as one that reads everything anew", async () => {
    const words = ["pear", "plum", "fig", "苹果"];
    const step = fc.record({
      writer: fc.nat(1),
      batch: fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 3,
      }),
      asks: fc.boolean(),
      how: fc.constantFrom("insert", "supersede", "forget", "fail"),
    });
    let serial = 0;
    const handles = [await open(), await open()];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { writer, batch, asks, how } of steps) {
          const store = handles[writer]!;
          const items = batch.map((some) => memory(`${some.join(" ")} ${serial++}`, { user: "ada" }));
          const [old] = await store.list({}, { limit: 1 });
          if (how === "supersede" && old !== undefined) await store.supersede(old.id, items[0]!, FINGERPRINT);
          else if (how === "forget" && old !== undefined) await store.patch(old.id, { status: "forgotten" });
          else if (how === "fail")
            await expect(store.insert(items, { ...FINGERPRINT, model: "another" })).rejects.toThrow();
          else await store.insert(items, FINGERPRINT);
          if (!asks) continue;
          const fresh = await open();
          const query = asking(words.join(" "), {}, 1_000);
          const expected = await fresh.keyword(query);
          for (const handle of handles) expect(await handle.keyword(query)).toEqual(expected);
        }
      }),
      { numRuns: 25, seed: 7, examples: [[[{ writer: 0, batch: [["pear"]], asks: true, how: "insert" }]]] },
    );
  });
});
