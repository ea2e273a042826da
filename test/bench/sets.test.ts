import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test.each(["missing", "empty"])("J4: a folder of sets that is %s is told in one line, with exit code 1", (which) => {
  const empty = mkdtempSync(join(tmpdir(), "hindsight-sets-"));
  const folder = which === "empty" ? empty : join(empty, "missing");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/recall.ts", "--data", folder], {
    encoding: "utf8",
  });
  rmSync(empty, { recursive: true });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^error: .*--data DIR$/u)]);
  expect(stderr).toContain(folder);
});
