import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KINDS, SOURCES, STATUSES, TYPES } from "../../src/domain/record.ts";
import type { Settings } from "../../src/settings.ts";
import { newHome } from "./support/process.ts";
import { runReal } from "./support/run.ts";

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
});
afterEach(() => remove());

/** The last argument may be settings, as the environment would give them. */
function cli(...args: (string | Partial<Settings>)[]) {
  const settings = args.filter((arg) => typeof arg !== "string");
  return runReal(
    home,
    args.filter((arg) => typeof arg === "string"),
    "",
    Object.assign({}, ...settings),
  );
}

describe("one memory through its life, on the real store (I5, B5, E5)", () => {
  test("write, search, show, forget, restore, stats, erase", async () => {
    const written = await cli("write", "Ada prefers window seats.", "--tags", "travel", "--json");
    const { id } = JSON.parse(written.out).stored[0];
    const found = await cli("search", "Which seat shall I book?", "--json");
    expect(JSON.parse(found.out).results[0]).toMatchObject({ id, content: expect.stringContaining("window seats") });
    const why = await cli("search", "window seat", "--explain", "--json");
    expect(JSON.parse(why.out).results[0].explain.routes.length).toBeGreaterThan(0);
    const who = await cli("search", "Does she like it?", "--explain", "--json");
    expect(JSON.parse(who.out).meant).toMatchObject({ pronoun: "she", who: "Ada" });
    expect(JSON.parse((await cli("show", id, "--json")).out)).toMatchObject({ id, tags: ["travel"], version: 1 });
    expect((await cli("forget", id)).code).toBe(0);
    expect(JSON.parse((await cli("search", "window seat", "--json")).out)).toEqual({ results: [] });
    expect((await cli("restore", id)).code).toBe(0);
    expect(JSON.parse((await cli("history", id, "--json")).out).memories).toHaveLength(1);
    expect(JSON.parse((await cli("stats", "--json")).out)).toMatchObject({ total: 1, deadLetters: 0 });
    const erased = await cli("erase", "--yes", "--json");
    expect(JSON.parse(erased.out)).toMatchObject({ user: "local", erased: { records: 1 } });
    expect(JSON.parse((await cli("list", "--status", "all", "--json")).out)).toEqual({ memories: [] });
  });

  test("an id that does not exist is an error with a hint", async () => {
    const { code, out, err } = await cli("show", "0193aaaa-0000-7000-8000-000000000000");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^error: .+\nhint: .+\n$/);
  });

  test("a user never sees another's memories", async () => {
    await cli("write", "Ada lives in Oslo.", "--user", "ada");
    expect(JSON.parse((await cli("search", "Where does Ada live?", "--user", "ad", "--json")).out)).toEqual({
      results: [],
    });
    expect(JSON.parse((await cli("list", "--status", "all", "--user", "ada ", "--json")).out)).toEqual({
      memories: [],
    });
  });

  test("--since and --until narrow by when it happened, --as-of by what was believed", async () => {
    await cli("write", "The lease in Oslo was signed.", "--kind", "episodic", "--happened", "2026-03-31", "--verbatim");
    const hits = async (...filter: string[]) =>
      JSON.parse((await cli("search", "lease", "--json", ...filter)).out).results.length;
    expect(await hits("--since", "2026-03-31", "--until", "2026-03-31")).toBe(1);
    expect(await hits("--since", "2026-04-01")).toBe(0);
    expect(await hits("--until", "2026-03-30")).toBe(0);
    expect(await hits("--as-of", "2026-03-31")).toBe(1);
    expect(await hits("--as-of", "2026-03-30")).toBe(0);
  });
});

describe("the chat on the real agent (I5, G1)", () => {
  test("a thread goes on where it was left, and is refused to anyone else", async () => {
    expect((await cli("chat", "--thread", "t1", "--once", "My dog is called Bello.", "--user", "ada")).code).toBe(0);
    const again = await cli("chat", "--thread", "t1", "--once", "What is my dog called?", "--user", "ada", "--json");
    expect(JSON.parse(again.out)).toMatchObject({ thread: "t1", reply: expect.stringContaining("Bello") });
    const { code, out, err } = await cli("chat", "--thread", "t1", "--once", "My dog?", "--user", "bob");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/error: .+\nhint: .+\n$/);
  });
});

describe("doctor on real problems (I5)", () => {
  test("a home that cannot be used is an error with a hint", async () => {
    const file = join(home, "a-file");
    await writeFile(file, "");
    const { code, out, err } = await runReal(join(file, "home"), ["stats"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^error: the home folder .+\nhint: .*HINDSIGHT_HOME.*\n$/);
  });

  test("a model without an endpoint is bad usage; an endpoint that does not answer is a problem with advice", async () => {
    const unset = await cli("doctor", { model: "some-model" });
    expect(unset.code).toBe(2);
    expect(unset.err).toMatch(/^error: .*some-model.*\nhint: .*OPENAI_API_KEY/);
    const { code, out } = await cli("doctor", { model: "some-model", baseUrl: "http://127.0.0.1:9/v1" });
    expect(code).toBe(1);
    expect(out).toMatch(/problem +chat model .*\n +-> .*OPENAI_BASE_URL/);
  });

  test("nothing stored yet is in order", async () => {
    expect(await cli("doctor")).toMatchObject({ code: 0, out: expect.stringContaining("Everything is in order.") });
  });
});

describe("export and import are the same memory again (I5)", () => {
  const sorted = (jsonl: string) => jsonl.trimEnd().split("\n").sort();

  test("history, forgotten ones, Chinese, foreign ids: a second home holds what the first one does", async () => {
    const log = [
      { pool: "ada", id: "D1:1", thread: "s1", time: "2026-01-01T09:00:00.000Z", speaker: "Ada", text: "Thanks!" },
      { pool: "ada", id: "D1:2", thread: "s1", time: "2026-01-02T09:00:00.000Z", speaker: "Ada", text: "Thanks!" },
      { pool: "ada", id: "0", thread: "s2", time: "2026-01-02T09:00:00.000Z", speaker: "用户", text: "我对花生过敏" },
    ];
    const path = join(home, "log.jsonl");
    await writeFile(path, log.map((line) => JSON.stringify(line)).join("\n"));
    expect((await cli("import", path)).out).toBe('3 memories imported for user "ada"\n');
    expect((await cli("import", path)).out).toBe('0 memories imported for user "ada" (3 lines stored already)\n');
    await cli("write", "Ada lives in Oslo.", "--user", "ada", "--tags", "home");
    await cli("write", "Ada lives in Bergen now.", "--user", "ada");
    const all = JSON.parse((await cli("list", "--user", "ada", "--json")).out).memories;
    await cli("forget", all.find(({ content }: { content: string }) => content === "我对花生过敏").id, "--user", "ada");
    const first = await cli("export", "--user", "ada");
    expect(first.out).toContain('"externalId":"D1:2"');
    expect(first.out).toContain('"status":"forgotten"');

    const second = await newHome();
    try {
      expect((await runReal(second.home, ["import", "-", "--user", "eve"], first.out)).code).toBe(0);
      const again = await runReal(second.home, ["export", "--user", "eve"]);
      expect(sorted(again.out)).toEqual(sorted(first.out));
      const { out } = await runReal(second.home, ["import", "-", "--user", "eve"], first.out);
      expect(out).toMatch(/^0 memories imported/);
    } finally {
      await second.remove();
    }
  });

  test("any memories at all", async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((s) => s.trim() !== "");
    const labels = fc.uniqueArray(text, { maxLength: 3 });
    const at = fc
      .date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString());
    const memory = fc.record(
      {
        id: fc.oneof(fc.uuid({ version: 7 }), text),
        content: text,
        kind: fc.constantFrom(...KINDS),
        type: fc.constantFrom(...TYPES),
        source: fc.constantFrom(...SOURCES),
        status: fc.constantFrom(...STATUSES),
        thread: text,
        speaker: text,
        context: text,
        tags: labels,
        entities: labels,
        importance: fc.double({ min: 0, max: 1, noNaN: true }),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        happenedAt: at,
        createdAt: at,
        validFrom: at,
        validUntil: at,
        lastAccessedAt: at,
        accessCount: fc.nat(),
        version: fc.integer({ min: 1, max: 9 }),
        metadata: fc.dictionary(fc.constantFrom("a", "b", "花"), fc.oneof(fc.string(), fc.integer(), labels)),
      },
      { requiredKeys: ["content"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 12 }), async (memories) => {
        const homes = await Promise.all([newHome(), newHome()]);
        try {
          const [a, b] = homes.map((one) => one.home) as [string, string];
          const lines = memories.map((one) => JSON.stringify(one)).join("\n");
          const imported = await runReal(a, ["import", "-", "--json"], lines);
          expect(imported).toMatchObject({ code: 0, err: "" });
          const first = await runReal(a, ["export"]);
          expect(first.out.trimEnd().split("\n")).toHaveLength(JSON.parse(imported.out).stored);
          await runReal(b, ["import", "-"], first.out);
          expect(sorted((await runReal(b, ["export"])).out)).toEqual(sorted(first.out));
        } finally {
          await Promise.all(homes.map((one) => one.remove()));
        }
      }),
      { numRuns: 15 },
    );
  });
});
