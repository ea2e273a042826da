import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { reflectByRules } from "../../src/domain/extract.ts";
import { problemsOf, type ReflectInput, reflectionSchema } from "../../src/domain/reflection.ts";
import { languageOf } from "../../src/domain/text.ts";
import { PAIRS } from "../memory/conflict-pairs.ts";

const AT = "2026-11-30T03:33:00.000Z";

function talk(...said: string[]): ReflectInput {
  return {
    language: languageOf(said.join("\n")) === "zh" ? "zh" : "en",
    timeZone: "Europe/Oslo",
    preset: "assistant",
    turns: said.map((content, i) => ({ n: i + 1, role: "user", content, at: AT })),
    steps: [],
    error: null,
    existing: [],
    lastSaid: null,
    recalled: [],
  };
}

it.each([
  "Dinner with Tom is at 6, no wait, at 7. 我六点到，不对，七点到",
  "我六点到，不对，七点到。Dinner with Tom is at 6, no wait, at 7.",
])("a value put right inside a sentence is the last one, and nothing fails its own check: %s", (text) => {
  const input = talk(text);
  const made = reflectByRules(input);
  expect(problemsOf(made, input)).toEqual([]);
  expect(made.summary).toContain("Dinner with Tom is at 7");
  expect(made.summary).toContain("我七点到");
  expect(made.summary).not.toMatch(/at 6|六点/u);
  for (const { statement } of made.semanticUpdates) expect(statement).not.toMatch(/\b6\b|六点/u);
});

it("D3: whatever sentences come together, the rules' own answer has the right shape and passes its own checks", () => {
  const lines = readFileSync(new URL("../gate/dev.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const all = [...lines.map((line) => (JSON.parse(line) as { text: string }).text), ...PAIRS.flat()];
  const between = [" ", ". ", "。", "，", ", ", "\n", ", no wait, ", "，不对，"];
  let seed = 20_261_130;
  // Park and Miller's generator: the same texts in every run.
  const one = <T>(of: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return of[seed % of.length]!;
  };
  for (let i = 0; i < 150; i++) {
    const parts = Array.from({ length: 1 + (i % 4) }, () => one(all));
    const input = talk(
      parts.reduce((text, part) => text + one(between) + part),
      one(all),
    );
    const made = reflectByRules(input);
    expect(reflectionSchema.parse(made)).toEqual(made);
    expect(problemsOf(made, input), JSON.stringify(input.turns)).toEqual([]);
  }
});
