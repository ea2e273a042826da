import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { alternatives, changed, constantOf, KNOBS } from "../../bench/tune/knobs.ts";
import { judge } from "../../bench/tune/validate.ts";
import * as constants from "../../src/domain/constants.ts";

const answers = (byPool: Record<string, number[]>) =>
  Object.entries(byPool).flatMap(([pool, scores]) => scores.map((score) => ({ pool, score })));

describe("bench:tune", () => {
  it("a value that one conversation alone likes is over-fitting; one that each likes survives", () => {
    const now = answers({ a: [0.5, 0.5], b: [0.5, 0.5], c: [0.5, 0.5] });
    const lucky = answers({ a: [1, 1], b: [0.4, 0.4], c: [0.4, 0.4] });
    const better = answers({ a: [0.6, 0.6], b: [0.6, 0.6], c: [0.6, 0.6] });
    const overfit = judge(new Map([[1, now], [2, lucky]]), 1); // biome-ignore format: pairs
    expect(overfit).toMatchObject({ best: 2, agree: 2, folds: 3 });
    expect(overfit.gain).toBeCloseTo(10);
    expect(overfit.validated).toBeLessThan(0);
    const sound = judge(new Map([[1, now], [2, better]]), 1); // biome-ignore format: pairs
    expect(sound).toMatchObject({ best: 2, agree: 3, folds: 3 });
    expect(sound.validated).toBeCloseTo(10);
  });

  it("every knob is a constant, and is what it was told once its module is loaded", async () => {
    const path = join(import.meta.dirname, "../../src/domain/constants.ts");
    const setting = Object.fromEntries(
      KNOBS.map((knob) => [knob.name, alternatives(knob, constantOf(constants, knob.name))[0]!]),
    );
    const source = stripTypeScriptTypes(changed(readFileSync(path, "utf8"), setting));
    const loaded = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    for (const { name } of KNOBS) expect([name, constantOf(loaded, name)]).toEqual([name, setting[name]]);
    expect(() => changed("export const A = 1;\n", { B: 2 })).toThrow("B is not declared");
  });

  it("looks at development halves only", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hindsight-tune-"));
    try {
      for (const kind of ["memories", "questions"]) writeFileSync(join(folder, `locomo-test.${kind}.jsonl`), "");
      const tune = promisify(execFile)(process.execPath, ["bench/tune.ts", "--data", folder]);
      await expect(tune).rejects.toThrow("take locomo-test out");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
