import { describe, expect, test } from "vitest";
import { HindsightError } from "../../src/domain/errors.ts";
import { fakeMemory } from "./support/fake-memory.ts";
import { runCli } from "./support/run.ts";

function someMemories() {
  const ada = fakeMemory("ada");
  return { ada, memories: new Map([["ada", ada]]) };
}

describe("exit codes and streams (I5)", () => {
  test.each([
    [["frobnicate"], "unknown command"],
    [["search"], "missing required argument"],
    [["search", "q", "--k", "many"], "whole number from 1 to 1000"],
    [["search", "q", "--k", "0"], "whole number from 1 to 1000"],
    [["search", "q", "--frob"], "unknown option"],
    [["search", "q", "--kind", "odd"], "Allowed choices are episodic, semantic"],
    [["search", "q", "--since", "yesterday"], '--since: "yesterday" is not an ISO date or time'],
    [["write", "x", "--importance", "2"], "number from 0 to 1"],
    [["write", "x", "--happened", "31.3.2026"], "--happened"],
    [["import", "x", "--map", "nonsense"], "not of the form name=value"],
    [["import", "x", "--map", "colour=c"], 'no field "colour"'],
    [["chat", "--once", " "], "must not be blank"],
    [["list", "--nope"], "error: unknown option '--nope' (Did you mean --home?)\nhint:"],
    [["stats", "--user", ""], "error: --user must not be empty or blank"],
    [["stats", "--user", "\u200b"], "error: --user must not be empty or blank"],
    [["stats", "--home", " "], "error: --home must not be blank"],
  ])("%j is bad usage: exit 2, an error and a hint, nothing on standard output", async (args, message) => {
    const { code, out, err } = await runCli(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/^error: .+\nhint: .+\n$/s);
  });

  test("no command at all shows the help on standard error and is bad usage", async () => {
    const { code, out, err } = await runCli([]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Usage: hindsight");
  });

  test("--help and --version are answers", async () => {
    expect(await runCli(["--version"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: "",
    });
    expect(await runCli(["search", "--help"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("--user <id>"),
      err: "",
    });
  });

  test("what hindsight says went wrong is shown with its hint, and is no stack trace", async () => {
    const { code, out, err } = await runCli(["stats"], {
      open: () => {
        throw new HindsightError("STORE_FAILED", "the file is damaged", "Restore a backup.");
      },
    });
    expect({ code, out, err }).toEqual({
      code: 1,
      out: "",
      err: "error: the file is damaged\nhint: Restore a backup.\n",
    });
  });

  test("what nobody foresaw is one line too, and a stack trace only with HINDSIGHT_LOG=debug", async () => {
    const open = () => {
      throw new TypeError("x is not a function");
    };
    const quiet = await runCli(["stats"], { open });
    expect(quiet.code).toBe(1);
    expect(quiet.err).not.toContain("    at ");
    const loud = await runCli(["stats"], { open, env: { HINDSIGHT_LOG: "debug" } });
    expect(loud.err).toContain("    at ");
  });

  test("a wrong setting or user is bad usage", async () => {
    expect((await runCli(["stats", "--user", "  "])).code).toBe(2);
    expect((await runCli(["stats"], { env: { HINDSIGHT_PRESET: "odd" } })).code).toBe(2);
  });

  test("global flags work before and after the command", async () => {
    const before = await runCli(["--user", "ada", "--home", "h", "--json", "stats"]);
    const after = await runCli(["stats", "--json", "--home", "h", "--user", "ada"]);
    expect(before.overrides).toEqual([{ user: "ada", home: "h" }]);
    expect(after.overrides).toEqual(before.overrides);
    expect(JSON.parse(before.out)).toMatchObject({ user: "ada", deadLetters: 2 });
    expect(after.out).toBe(before.out);
  });

  test("hindsight is closed when a command fails", async () => {
    const { code, closed } = await runCli(["show", "no-such-id"]);
    expect({ code, closed }).toEqual({ code: 1, closed: true });
  });
});

describe("write and search (I5)", () => {
  test("write passes on what it was told, and the id comes back", async () => {
    const { ada, memories } = someMemories();
    const args = ["write", "Ada flies to Oslo", "--kind", "episodic", "--tags", "travel,work", "--importance", "0.9"];
    const { code, out } = await runCli([...args, "--happened", "2026-07-01", "--user", "ada"], { memories });
    expect(code).toBe(0);
    expect(ada.records[0]).toMatchObject({
      content: "Ada flies to Oslo",
      kind: "episodic",
      tags: ["travel", "work"],
      importance: 0.9,
      happenedAt: "2026-06-30T22:00:00.000Z", // the first of July in Oslo
    });
    expect(out).toContain(`${ada.records[0]?.id}`);
  });

  test("write - reads standard input", async () => {
    const { ada, memories } = someMemories();
    await runCli(["write", "-", "--user", "ada"], { memories, stdin: "我对花生过敏" });
    expect(ada.records.map(({ content }) => content)).toEqual(["我对花生过敏"]);
  });

  test("a refused write is said so, with the reason, and fails", async () => {
    const { code, out, err } = await runCli(["write", "ok"]);
    expect(code).toBe(1);
    expect(out).toBe("refused: it only acknowledges something\n");
    expect(err).toMatch(/^error: nothing was stored\nhint: .*--verbatim/);
  });

  test("the same write again is known already, and that is no failure", async () => {
    const { memories } = someMemories();
    await runCli(["write", "Tea, not coffee", "--user", "ada"], { memories });
    const { code, out } = await runCli(["write", "Tea, not coffee", "--user", "ada", "--json"], { memories });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ stored: [], duplicates: [{ content: "Tea, not coffee" }], refused: [] });
  });

  test("search --json has the documented shape", async () => {
    const { memories } = someMemories();
    await runCli(["write", "Tea, not coffee", "--user", "ada"], { memories });
    const { out } = await runCli(["search", "drink", "--json", "--user", "ada"], { memories });
    expect(JSON.parse(out)).toEqual({
      results: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          kind: "semantic",
          content: "Tea, not coffee",
          score: 1,
          happenedAt: "2026-11-30T00:00:00.000Z",
          source: "user",
        },
      ],
    });
  });

  test("search passes its filters on: bare dates are read in the user's zone, until and as-of take in the day", async () => {
    const { ada, memories } = someMemories();
    const filters = ["--since", "2026-03-01", "--until", "2026-03-31", "--as-of", "2026-03-31", "--kind", "semantic"];
    await runCli(["search", "q", "-k", "3", ...filters, "--tag", "a", "--tag", "b,c", "--user", "ada"], { memories });
    expect(ada.recalls[0]).toEqual([
      "q",
      {
        k: 3,
        filter: {
          kinds: ["semantic"],
          tags: ["a", "b", "c"],
          since: "2026-02-28T23:00:00.000Z",
          until: "2026-03-31T22:00:00.000Z", // summer time began in between
          asOf: "2026-03-31T21:59:59.999Z",
        },
      },
    ]);
  });

  test("search without a result says so beside the answer, and is done", async () => {
    expect(await runCli(["search", "nothing"])).toMatchObject({ code: 0, out: "", err: "Nothing found.\n" });
  });

  test("a namespace on the command line is what the memory is granted, and no more", async () => {
    expect((await runCli(["search", "q", "--namespace", "team", "--namespace", "all"])).granted).toEqual([
      ["team", "all"],
    ]);
    expect((await runCli(["search", "q"])).granted).toEqual([[]]);
  });

  test("control characters of a memory never reach the terminal, but stay in JSON", async () => {
    const { memories } = someMemories();
    await runCli(["write", "evil \u001b]0;title\u0007 \u202etxt", "--user", "ada"], { memories });
    const shown = await runCli(["list", "--user", "ada"], { memories });
    expect(shown.out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    const raw = await runCli(["list", "--json", "--user", "ada"], { memories });
    expect(JSON.parse(raw.out).memories[0].content).toContain("\u001b]0;title");
  });
});

describe("browsing and forgetting (I5, E5)", () => {
  test("list --json holds every memory, over any number of pages", async () => {
    const { ada, memories } = someMemories();
    for (let i = 0; i < 1_203; i++) await ada.remember(`memory ${i}`);
    const { out } = await runCli(["list", "--json", "--user", "ada"], { memories });
    const listed: { id: string }[] = JSON.parse(out).memories;
    expect(new Set(listed.map(({ id }) => id)).size).toBe(1_203);
    const few = await runCli(["list", "--json", "--limit", "7", "--user", "ada"], { memories });
    expect(JSON.parse(few.out).memories).toHaveLength(7);
  });

  test("an empty list is an empty JSON list", async () => {
    expect(JSON.parse((await runCli(["list", "--json"])).out)).toEqual({ memories: [] });
  });

  test("forget is undone by restore; an unknown id is an error", async () => {
    const { ada, memories } = someMemories();
    await runCli(["write", "Tea", "--user", "ada"], { memories });
    const id = ada.records[0]?.id ?? "";
    expect(await runCli(["forget", id, "--user", "ada"], { memories })).toMatchObject({ code: 0 });
    expect(JSON.parse((await runCli(["list", "--json", "--user", "ada"], { memories })).out).memories).toEqual([]);
    expect(await runCli(["restore", id, "--user", "ada"], { memories })).toMatchObject({ code: 0 });
    expect(JSON.parse((await runCli(["list", "--json", "--user", "ada"], { memories })).out).memories).toHaveLength(1);
    expect(await runCli(["forget", "nobody", "--user", "ada"], { memories })).toMatchObject({ code: 1, out: "" });
  });

  test("erase without --yes says what it would erase, erases nothing and is bad usage", async () => {
    const { ada, memories } = someMemories();
    await ada.remember("Tea");
    const { code, out, err } = await runCli(["erase", "--user", "ada"], { memories });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain('everything of user "ada"');
    expect(err).toContain("1 memory");
    expect(ada.records).toHaveLength(1);
  });

  test("erase --yes hands over the receipt", async () => {
    const { ada, memories } = someMemories();
    await ada.remember("Tea");
    const { code, out } = await runCli(["erase", "--yes", "--json", "--user", "ada"], { memories });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ user: "ada", erased: { records: 1 } });
  });

  test("stats shows dead letters", async () => {
    expect((await runCli(["stats"])).out).toMatch(/^dead letters +2 /m);
  });
});

describe("doctor (I5)", () => {
  const checks = [
    { name: "node", ok: true, detail: "24" },
    { name: "home", ok: false, detail: "not writable", advice: "Set HINDSIGHT_HOME." },
  ];

  test("a problem is shown with what to do, and fails", async () => {
    const { code, out } = await runCli(["doctor"], { checks });
    expect(code).toBe(1);
    expect(out).toMatch(/problem +home +not writable\n +-> Set HINDSIGHT_HOME\./);
    expect(out).toContain("1 of 2 need attention.");
  });

  test("secrets of the settings are never shown", async () => {
    const env = {
      OPENAI_API_KEY: "sk-very-secret",
      HINDSIGHT_ENCRYPTION_KEY: "sixteen characters of secret",
      OPENAI_BASE_URL: "http://me:pass-word@localhost:1/v1",
    };
    for (const flags of [[], ["--json"]]) {
      const { code, out } = await runCli(["doctor", ...flags], { checks: checks.slice(0, 1), env });
      expect(code).toBe(0);
      expect(out).not.toMatch(/very-secret|of secret|pass-word/);
      expect(out).toContain("OPENAI_API_KEY");
    }
  });
});
