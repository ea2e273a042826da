import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeMemory } from "./support/fake-memory.ts";
import { runCli } from "./support/run.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindsight-import-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, lines: readonly object[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

const POOLS = [
  { pool: "ann", id: "1", thread: "t", time: "2026-01-01T09:00:00.000Z", speaker: "Ann", text: "I like tea" },
  { pool: "bo", id: "1", thread: "t", time: "2026-01-01T09:00:00.000Z", speaker: "Bo", text: "I like coffee" },
  { pool: "ann", id: "2", thread: "t", time: "2026-01-01T09:01:00.000Z", speaker: "Ann", text: "No sugar" },
];

describe("import (I5)", () => {
  test("a log about several people goes to each their own memory", async () => {
    const { code, out, memories } = await runCli(["import", await file("pools.jsonl", POOLS), "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      lines: 3,
      stored: 3,
      duplicates: 0,
      users: { ann: { stored: 2, duplicates: 0 }, bo: { stored: 1, duplicates: 0 } },
    });
    expect(memories.get("ann")?.records.map(({ content }) => content)).toEqual(["I like tea", "No sugar"]);
    expect(memories.get("bo")?.records.map(({ content }) => content)).toEqual(["I like coffee"]);
  });

  test("with a user named, several people in one file are refused before anything is stored", async () => {
    const path = await file("pools.jsonl", POOLS);
    const { code, err, memories } = await runCli(["import", path, "--user", "ada"]);
    expect(code).toBe(1);
    expect(err).toContain('line 2 is about "bo", the lines before it about "ann"');
    expect(memories.size).toBe(0);
    const env = await runCli(["import", path], { env: { HINDSIGHT_USER: "ada" } });
    expect(env.code).toBe(1);
  });

  test("--where chooses one of them, for whoever is named", async () => {
    const path = await file("pools.jsonl", POOLS);
    const { code, out, memories } = await runCli(["import", path, "--where", "pool=ann", "--user", "ada"]);
    expect(code).toBe(0);
    expect(out).toBe('2 memories imported for user "ada"\n');
    expect([...memories.keys()]).toEqual(["ada"]);
  });

  test("a file with a bad line stores nothing at all, however late the line comes", async () => {
    const good = Array.from({ length: 1_500 }, (_, i) => ({ content: `memory ${i}` }));
    const path = await file("bad.jsonl", [...good, { content: "x", colour: "red" }]);
    const { code, err, memories } = await runCli(["import", path]);
    expect(code).toBe(1);
    expect(err).toContain('error: line 1501: unknown key "colour"');
    expect(memories.get("local")?.records ?? []).toEqual([]);
    expect(await runCli(["import", path, "--lenient"])).toMatchObject({ code: 0 });
  });

  test("a pipe stops at the bad line and says how many are stored; again, they are recognised", async () => {
    const lines = Array.from({ length: 1_500 }, (_, i) => `{"content":"memory ${i}"}\n`);
    const memories = new Map([["local", fakeMemory("local")]]);
    const broken = await runCli(["import", "-"], { stdin: [...lines, "{oops\n", ...lines], memories });
    expect(broken.code).toBe(1);
    expect(broken.err).toMatch(
      /^error: line 1501 is not valid JSON.* \(1,500 memories before it are stored\)\nhint: .*recognised/s,
    );
    const again = await runCli(["import", "-"], { stdin: lines, memories });
    expect(again).toMatchObject({
      code: 0,
      out: '0 memories imported for user "local" (1,500 lines stored already)\n',
    });
  });

  test("memories are stored many at a time, and at the end all of them", async () => {
    const path = await file(
      "many.jsonl",
      Array.from({ length: 1_234 }, (_, i) => ({ content: `memory ${i}` })),
    );
    const { memories } = await runCli(["import", path]);
    expect(memories.get("local")?.batches).toEqual([500, 500, 234]);
  });

  test("a shared namespace is granted to the lines that name it, and only to them", async () => {
    const path = await file("team.jsonl", [{ content: "a" }, { content: "b", namespace: "team" }]);
    expect((await runCli(["import", path])).granted).toEqual([[], ["team"]]);
  });

  test("a failing store is told once, with what is stored before it", async () => {
    const memory = fakeMemory("local");
    const store = memory.rememberAll;
    let calls = 0;
    memory.rememberAll = async (...args) => {
      if (++calls === 2) throw new Error("disk full");
      return store(...args);
    };
    const path = await file(
      "full.jsonl",
      Array.from({ length: 1_600 }, (_, i) => ({ content: `memory ${i}` })),
    );
    const { code, err } = await runCli(["import", path], { memories: new Map([["local", memory]]) });
    expect(code).toBe(1);
    expect(err).toContain("error: disk full (500 memories before it are stored)");
    expect(calls).toBe(2);
  });

  test("no such file is an error with a hint", async () => {
    expect(await runCli(["import", join(folder, "none.jsonl")])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: .*none\.jsonl cannot be read.*\nhint: /),
    });
  });

  test("an empty file, and conditions nothing meets, are said beside the answer", async () => {
    expect((await runCli(["import", await file("empty.jsonl", [])])).err).toBe("The file holds no memories.\n");
    const path = await file("pools.jsonl", POOLS);
    expect((await runCli(["import", path, "--where", "pool=zoe"])).err).toContain("No line meets the --where");
  });
});

describe("export (I5)", () => {
  async function three() {
    const ada = fakeMemory("ada");
    for (const content of ["one", "two", "three"]) await ada.remember(content);
    const [first] = ada.records;
    await ada.forget(first?.id ?? "");
    return new Map([["ada", ada]]);
  }

  test("every status is exported to standard output, one JSON object a line, and nothing else", async () => {
    const { out, err } = await runCli(["export", "--user", "ada"], { memories: await three() });
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ content, status }) => [content, status])).toEqual([
      ["one", "forgotten"],
      ["two", undefined],
      ["three", undefined],
    ]);
    expect(lines.every((line) => !("user" in line))).toBe(true);
    expect(err).toBe("");
  });

  test("a file is put in place whole, or not at all", async () => {
    const path = join(folder, "out.jsonl");
    const memories = await three();
    expect(await runCli(["export", path, "--user", "ada"], { memories })).toMatchObject({
      code: 0,
      out: `3 memories written to ${path}\n`,
    });
    const before = await readFile(path, "utf8");
    const ada = memories.get("ada");
    const list = ada?.list;
    if (ada === undefined || list === undefined) throw new Error("ada is there");
    ada.list = async (...args) => {
      await list(...args);
      throw new Error("read error");
    };
    expect(await runCli(["export", path, "--user", "ada"], { memories })).toMatchObject({ code: 1 });
    expect(await readFile(path, "utf8")).toBe(before);
    await expect(readFile(`${path}.partial`)).rejects.toThrow();
  });

  test("a place that cannot be written is an error with a hint", async () => {
    const { code, err } = await runCli(["export", join(folder, "no", "such", "folder.jsonl")]);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: .*cannot be written.*\nhint: /);
  });
});
