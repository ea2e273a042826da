import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newHome } from "./support/process.ts";
import { runReal } from "./support/run.ts";

const SET = (name: string) => fileURLToPath(new URL(`../../bench/probes/${name}.jsonl`, import.meta.url));

let home: string;
let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
  folder = join(home, "files");
  await mkdir(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  return remove();
});

/** Writes the lines to a file and gives its path. */
async function file(name: string, lines: readonly unknown[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
}

const MEMORIES = [
  { id: "seat", user: "ada", kind: "semantic", content: "Ada prefers window seats." },
  { id: "tea", user: "ada", kind: "semantic", content: "Ada drinks green tea in the morning." },
  { user: "ada", kind: "semantic", content: "用户对花生过敏。" },
  {
    id: "0193aaaa-0000-7000-8000-000000000001",
    user: "ada",
    kind: "semantic",
    content: "Ada lives in Malmö.",
    status: "superseded",
    validFrom: "2024-01-01",
    validUntil: "2026-03-01",
  },
  { user: "ada", kind: "semantic", content: "The steak at Lofoten was good." },
  { user: "bob", kind: "semantic", content: "Bob prefers aisle seats." },
];

async function probe(probes: readonly unknown[], ...more: string[]) {
  const paths = [await file("probes.jsonl", probes), "--memories", await file("memories.jsonl", MEMORIES)];
  return runReal(home, ["probe", ...paths, ...more]);
}

describe("J1: hindsight probe", () => {
  test("counts hit@k, recall@k and MRR by id, foreign id and words, and breaks them down by group", async () => {
    const { code, out } = await probe(
      [
        { user: "ada", group: "seats", query: "Which seat shall I book?", expect: ["seat"] },
        { user: "ada", group: "食物", query: "花生", expect: "对花生过敏" },
        { user: "ada", query: "green tea", expect: ["GREEN   tea", "nothing anyone said"] },
        { user: "ada", query: "Where does Ada live?", expect: ["0193AAAA-0000-7000-8000-000000000001"], asOf: "2025" },
      ],
      "--json",
    );
    const found = JSON.parse(out);
    expect(code).toBe(0);
    expect(found).toMatchObject({ k: 5, probes: 4, hit: 1, recall: 0.875, mrr: 1, appeared: 0 });
    expect(found.groups).toMatchObject({ seats: { probes: 1, recall: 1 }, 食物: { probes: 1, recall: 1 } });
    expect(found.latency.p95).toBeGreaterThan(0);
    expect(found.misses).toHaveLength(1);
    expect(found.misses[0]).toMatchObject({
      line: 3,
      user: "ada",
      missed: [{ entry: "nothing anyone said", reason: "not_stored" }],
    });
  });

  test("says of every miss why, and what was found instead", async () => {
    const { out } = await probe(
      [
        { user: "ada", query: "Where does Ada live?", expect: ["Ada lives in Malmö"] },
        { user: "ada", query: "Ada", expect: ["window seats", "green tea"] },
        { user: "bob", query: "Whose window seat?", expect: ["window seats"] },
      ],
      "--k",
      "1",
    );
    expect(out).toContain('missed   "Ada lives in Malmö": the memory is superseded');
    expect(out).toMatch(/missed {3}"(green tea|window seats)": stands at rank 2 when 100 are asked for/);
    expect(out).toMatch(/found {4}1\. 0\.\d{3} {2}Ada (prefers|drinks)/);
    // another user's memory is not there at all
    expect(out).toMatch(
      /line 3 \(user bob\).*\n {2}missed {3}"window seats": no memory of this user is named by it\n {2}found {4}1\. .*Bob/,
    );
    expect(out).toMatch(/^all +3 +33\.3 +16\.7 +0\.333 +0 +-$/m);
  });

  test("what must not appear is told when it does, and counts apart from what was expected", async () => {
    const { code, out } = await probe(
      [
        { user: "ada", query: "window seat", absent: ["seat"] },
        { user: "ada", query: "green tea", expect: ["tea"], absent: ["花生"] },
      ],
      "--json",
      "--fail-under",
      "100",
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ probes: 2, hit: 1, recall: 1, appeared: 1 });
    expect(JSON.parse(out).misses).toMatchObject([
      { line: 1, missed: [], appeared: [{ entry: "seat", rank: 1, content: "Ada prefers window seats." }] },
    ]);
  });

  test("an entry that is a foreign id is that memory alone, whatever words hold it", async () => {
    const { out } = await probe(
      [
        { user: "ada", query: "steak", absent: ["tea"] },
        { user: "ada", query: "steak", absent: ["teak"] },
      ],
      "--json",
    );
    expect(JSON.parse(out).misses).toMatchObject([{ line: 2, appeared: [{ entry: "teak", rank: 1 }] }]);
  });

  test("--fail-under makes a CI red below the mark, and only there", async () => {
    const lines = [
      { user: "ada", query: "window seat", expect: ["seat"] },
      { user: "ada", query: "window seat", expect: ["no such thing"] },
    ];
    expect((await probe(lines)).code).toBe(0);
    expect((await probe(lines, "--fail-under", "50%")).code).toBe(0);
    const red = await probe(lines, "--fail-under", "50.1");
    expect(red).toMatchObject({ code: 1, err: "failed: recall@5 is 50.0 %, less than 50.1 %\n" });
    expect(red.out).toContain("recall@5 %"); // the figures are printed all the same
    expect((await probe(lines, "--fail-under", "101")).code).toBe(2);
  });

  test("a bad line is an error that names line and key, and nothing is asked", async () => {
    const cases: [unknown, RegExp][] = [
      ["{", /^error: line 2 is not valid JSON/],
      [[1], /^error: line 2 is not a JSON object/],
      [{ expect: ["x"] }, /^error: line 2, key "query": must be a text/],
      [{ query: "x" }, /^error: line 2, key "expect": must name at least one memory/],
      [{ query: "x", expect: [] }, /^error: line 2, key "expect"/],
      [{ query: "x", expect: ["a", " "] }, /^error: line 2, key "expect.1": must not be empty/],
      [{ query: "x", expect: [1] }, /^error: line 2, key "expect(\.0)?"/],
      [{ query: "x", expect: ["a"], expects: ["b"] }, /^error: line 2: unknown key "expects"/],
      [{ query: "x", expect: ["a"], askedAt: "soon" }, /^error: line 2, key "askedAt": must be an ISO date/],
      [{ query: "x", expect: ["a"], conversation: [{ role: "you" }] }, /^error: line 2, key "conversation\.0\.role"/],
    ];
    for (const [line, message] of cases) {
      const { code, out, err } = await probe([{ query: "tea", expect: ["tea"] }, line]);
      expect({ code, out }, JSON.stringify(line)).toEqual({ code: 1, out: "" });
      expect(err).toMatch(message);
      expect(err).toMatch(/\nhint: .+\n$/);
    }
    expect((await probe([])).err).toMatch(/^error: the file holds no probes\n/);
  });

  test("a bad line among the memories names its file, line and field", async () => {
    const paths = [await file("p.jsonl", [{ query: "x", expect: ["a"] }]), "--memories"];
    const { code, err } = await runReal(home, [
      "probe",
      ...paths,
      await file("m.jsonl", [{ content: "x", importance: 3 }]),
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: --memories .*m\.jsonl: line 1, field "importance": at most 1\n/);
    expect((await runReal(home, ["probe", ...paths, join(folder, "none.jsonl")])).err).toMatch(
      /none\.jsonl cannot be read/,
    );
  });

  test("with --memories nobody's own memories are touched, and the temporary folder is gone afterwards", async () => {
    const temporary = join(home, "temporary");
    await mkdir(temporary);
    vi.stubEnv("TMPDIR", temporary);
    await runReal(home, ["write", "Ada owns a boat.", "--user", "ada", "--verbatim"]);
    const { out } = await probe([{ user: "ada", query: "boat", expect: ["boat"] }], "--json");
    expect(JSON.parse(out).misses[0].missed).toEqual([{ entry: "boat", reason: "not_stored" }]);
    expect(JSON.parse((await runReal(home, ["list", "--user", "ada", "--json"])).out).memories).toHaveLength(1);
    expect(await readdir(temporary)).toEqual([]);
    const bad = await probe(["{"]);
    expect(bad.code).toBe(1);
    expect(await readdir(temporary)).toEqual([]);
    const both = await probe([{ query: "x", expect: ["x"] }], "--home", home);
    expect(both.code).toBe(2);
    expect(both.err).toMatch(/--memories and --home exclude each other/);
  });

  test("asked of the user's own memories it counts no use, and reads the probes from a pipe", async () => {
    await runReal(home, ["write", "Ada owns a boat.", "--user", "ada", "--verbatim"]);
    const line = JSON.stringify({ query: "Does Ada own a boat?", expect: ["boat"] });
    const { out } = await runReal(home, ["probe", "-", "--user", "ada", "--json"], line);
    expect(JSON.parse(out)).toMatchObject({ probes: 1, hit: 1 });
    const [memory] = JSON.parse((await runReal(home, ["list", "--user", "ada", "--json"])).out).memories;
    expect(memory).toMatchObject({ accessCount: 0, lastAccessedAt: null });
  });
});

describe("C8: the relevance floor", () => {
  test("a word or two finds what has to do with it, in both languages, and hashes that happen to meet find nothing", async () => {
    const args = ["probe", SET("words.probes"), "--memories", SET("starter.memories"), "--noise-over", "5", "--json"];
    const { code, out, err } = await runReal(home, args, "", { timeZone: "Europe/Oslo" });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { groups } = JSON.parse(out);
    expect(groups.true.probes).toBeGreaterThanOrEqual(40);
    expect(groups.true.hit).toBeGreaterThanOrEqual(0.95);
  });

  test("most questions that no memory has to do with find nothing, in both languages", async () => {
    const args = [
      "probe",
      SET("offtopic.probes"),
      "--memories",
      SET("starter.memories"),
      "--noise-over",
      "10",
      "--json",
    ];
    const { code, out, err } = await runReal(home, args, "", { timeZone: "Europe/Oslo" });
    const { probes, groups } = JSON.parse(out);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(probes).toBeGreaterThanOrEqual(60);
    expect(groups.English.noise).toBeLessThanOrEqual(0.1);
    expect(groups.中文.noise).toBeLessThanOrEqual(0.1);
  });

  test("nor does what an encyclopedia or a calculator answers, of the questions kept apart too", async () => {
    const args = ["probe", SET("world.probes"), "--memories", SET("starter.memories"), "--noise-over", "10", "--json"];
    const { code, out } = await runReal(home, args, "", { timeZone: "Europe/Oslo" });
    expect(code).toBe(0);
    expect(JSON.parse(out).groups["kept apart"].noise).toBeLessThanOrEqual(0.1);
  });

  test("--noise-over fails a run in which an off-topic question found something", async () => {
    const probes = [{ user: "ada", query: "Which window seats are there?", nothing: true }];
    const { code, out, err } = await probe(probes, "--noise-over", "10");
    expect(code).toBe(1);
    expect(out).toContain("nothing that is remembered has to do with it");
    expect(err).toContain("100.0 % of the off-topic questions found something, more than 10 %");
  });
});

describe("J1: the starter set, through the product", () => {
  for (const timeZone of ["Europe/Oslo", "Asia/Shanghai"])
    test(`at least 95 of 100 probes hit within five in ${timeZone}, and nothing superseded appears`, async () => {
      const args = ["probe", SET("starter.probes"), "--memories", SET("starter.memories")];
      const { code, out, err } = await runReal(home, [...args, "--json"], "", { timeZone });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const { probes, hit, recall, appeared, misses } = JSON.parse(out);
      const shown = misses
        .map(({ query, missed }: { query: string; missed: { entry: string; reason: string }[] }) =>
          [query, ...missed.map(({ entry, reason }) => `  ${entry}: ${reason}`)].join("\n"),
        )
        .join("\n");
      expect(probes).toBeGreaterThanOrEqual(40);
      expect(appeared, shown).toBe(0);
      expect(hit, shown).toBeGreaterThanOrEqual(0.95);
      expect(recall, shown).toBeGreaterThanOrEqual(0.92);
      expect(JSON.stringify(misses), "a probe names a memory that is not in the set").not.toContain("not_stored");
    });
});

test("C9: list, stats, export and probe take in the shared namespaces that are named", async () => {
  await runReal(home, ["write", "--verbatim", "Ada drinks tea."]);
  await runReal(home, ["write", "--verbatim", "--namespace", "team", "The team meets on Mondays."]);
  const shared = ["--namespace", "team"];
  expect((await runReal(home, ["list"])).out).not.toContain("Mondays");
  expect((await runReal(home, ["list", ...shared])).out).toMatch(/Mondays.*tea|tea.*Mondays/su);
  expect(JSON.parse((await runReal(home, ["stats", "--json", ...shared])).out).total).toBe(2);
  expect((await runReal(home, ["export", ...shared])).out.trim().split("\n")).toHaveLength(2);
  const probes = await file("team.jsonl", [{ query: "When does the team meet?", expect: ["Mondays"] }]);
  expect(JSON.parse((await runReal(home, ["probe", probes, "--json"])).out).recall).toBe(0);
  expect(JSON.parse((await runReal(home, ["probe", probes, "--json", ...shared])).out).recall).toBe(1);
});

test("show --original prints what a memory was made of", async () => {
  await runReal(home, ["write", "I prefer window seats on trains."]);
  const [memory] = JSON.parse((await runReal(home, ["list", "--json"])).out).memories;
  const { out } = await runReal(home, ["show", memory.id, "--original"]);
  expect(out).toContain("made of:\nI prefer window seats on trains.");
});
