import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli, runReal } from "./support/run.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hindsight-consolidate-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const old = (user: string) =>
  runReal(
    home,
    ["--user", user, "import", "-"],
    [
      "Booked Maaemo for 4",
      "Moved Maaemo to 6 people",
      "Paid Maaemo 17,700 kr",
      "Asked Maaemo for the window",
      "Cancelled Maaemo",
    ]
      .map((content, i) =>
        JSON.stringify({
          content,
          type: "task",
          importance: 0.4,
          happenedAt: `2025-03-0${i + 1}T12:00:00Z`,
          createdAt: `2025-03-0${i + 1}T12:00:00Z`,
        }),
      )
      .join("\n"),
  );

describe("E6: hindsight consolidate", () => {
  it("says what it would do, does it, and takes it back; for everyone with --all", async () => {
    await old("ada");
    await old("bo");
    const dry = await runReal(home, ["--user", "ada", "consolidate", "--dry-run"]);
    expect(dry.out).toContain("compress  5 events of one topic");
    expect(dry.out).toContain("17,700");
    expect(dry.out).toContain('user "ada": would be 5 told in summaries');
    const list = async (user: string) =>
      JSON.parse((await runReal(home, ["--user", user, "--json", "list"])).out).memories as { type: string }[];
    expect(await list("ada")).toHaveLength(5);

    const { code, out } = await runReal(home, ["--json", "consolidate", "--all"]);
    const { owners, reports } = JSON.parse(out) as {
      owners: number;
      reports: { owner: { id: string }; run: string; problem: null }[];
    };
    expect({ code, owners, ids: reports.map(({ owner }) => owner.id) }).toEqual({
      code: 0,
      owners: 2,
      ids: ["ada", "bo"],
    });
    expect((await list("ada")).map(({ type }) => type)).toEqual(["summary"]);
    expect((await runReal(home, ["--user", "ada", "consolidate"])).err).toContain("Nothing to do");

    const undone = await runReal(home, ["--user", "ada", "consolidate", "--undo", reports[0]!.run]);
    expect(undone.out).toBe("5 memories brought back\n");
    expect(await list("ada")).toHaveLength(5);
    expect((await list("bo")).map(({ type }) => type)).toEqual(["summary"]);
    const again = await runReal(home, ["--user", "ada", "consolidate", "--undo", reports[0]!.run]);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("nothing is left of an upkeep run") });
  });

  it("a pattern that is none, and options that exclude each other, are bad usage", async () => {
    for (const args of [
      ["--schedule", "soon"],
      ["--undo", "x", "--all"],
      ["--schedule", "0 3 * * *", "--dry-run"],
    ])
      expect(await runCli(["consolidate", ...args])).toMatchObject({ code: 2, out: "" });
  });
});
