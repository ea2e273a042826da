import { setImmediate as nextTick } from "node:timers/promises";
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { statements } from "../../../src/adapters/sqlite/connection.ts";
import { createIndexReader } from "../../../src/adapters/sqlite/index-reader.ts";
import { decodeTerm, encodeTerm, NOWHERE, parsed } from "../../../src/adapters/sqlite/posting-lists.ts";
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
      idle: fc.boolean(),
      how: fc.constantFrom("insert", "supersede", "forget", "fail"),
    });
    let serial = 0;
    const handles = [await open(), await open()];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { writer, batch, asks, idle, how } of steps) {
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
          if (idle) await nextTick(); // a handle reads ahead
        }
      }),
      { numRuns: 25, seed: 7, examples: [[[{ writer: 0, batch: [["pear"]], asks: true, idle: true, how: "insert" }]]] },
    );
  });
});

describe("the whole index, read ahead", () => {
  it("has of every term what asking for it gives, also of one that fills slices of its own, and nothing written since it was begun", () => {
    const db = new Database(":memory:");
    db.exec(`CREATE VIRTUAL TABLE keywords USING fts5(terms, content='', tokenize="ascii tokenchars '_'");
      CREATE VIRTUAL TABLE postings USING fts5vocab(keywords, 'instance');`);
    const insert = db.prepare("INSERT INTO keywords (rowid, terms) VALUES (?, ?)");
    const write = (seq: number) =>
      insert.run(seq, `a ${seq % 7 === 0 ? "m m m" : "m"} t${seq % 900} 过敏 ${seq % 2 ? "zz" : "odd_2e"}`);
    db.exec("BEGIN");
    for (let seq = 1; seq <= 12_000; seq++) write(seq);
    db.exec("COMMIT");
    const sql = statements(db);
    const reader = createIndexReader(sql, 12_000);
    expect(reader.next()).toBe(false);
    write(12_001);
    let slices = 1;
    while (!reader.next()) slices++;
    expect(slices).toBeGreaterThan(5);
    expect(reader.complete).toBe(true);
    const terms = db.prepare<string>("SELECT DISTINCT term FROM postings").pluck().all();
    expect(reader.terms).toBe(terms.length);
    for (const encoded of terms) {
      const all = sql<string>("SELECT group_concat(doc) FROM postings WHERE term = ? AND doc <= 12000").pluck();
      expect(reader.of(decodeTerm(encoded))).toEqual(parsed(all.get(encoded) as string));
    }
    expect(reader.of("never said")).toEqual(NOWHERE);
    expect(Array.from(reader.of("m").counts).filter((count) => count === 3)).toHaveLength(Math.floor(12_000 / 7));
    db.close();
  });

  it("is begun after some questions, kept in step with what is written, and dropped when another process writes", async () => {
    const place = temporaryHome();
    const providers = [0, 1].map(() => createSqliteStores({ home: place.home, encryptionKey: null }));
    const file = (provider: StoreProvider) => provider.open(userOwner("ada"));
    const [own, other] = [await file(providers[0]!), await file(providers[1]!)];
    const statement = vi.spyOn(Database.prototype, "prepare");
    try {
      const items = Array.from({ length: 40 }, (_, i) => memory(`note number w${i}`, { user: "ada" }));
      await own.insert(items, FINGERPRINT);
      const found = async (text: string) => (await own.keyword(asking(text, {}, 100))).hits.length;
      expect(await found("w0")).toBe(1);
      expect(await found("w1")).toBe(1);
      await nextTick();
      await nextTick();
      expect(statement.mock.calls.filter(([sql]) => String(sql).includes("LIMIT 5000"))).toHaveLength(1);
      await own.insert([memory("note number w2 again", { user: "ada" })], FINGERPRINT);
      expect(await found("w2")).toBe(2);
      expect(await found("again")).toBe(1);
      await other.insert([memory("note number w3 from elsewhere", { user: "ada" })], FINGERPRINT);
      expect(await found("w3")).toBe(2);
      expect(await found("elsewhere")).toBe(1);
    } finally {
      statement.mockRestore();
      for (const provider of providers) await provider.close();
      place.remove();
    }
  });
});
