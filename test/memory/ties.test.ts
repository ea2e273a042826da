import { afterAll, beforeAll, expect, it } from "vitest";
import { health } from "../../src/memory/health.ts";
import { rememberAll } from "../../src/memory/import.ts";
import { recall } from "../../src/memory/recall.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeAll(() => {
  at = bench();
});
afterAll(async () => {
  await at.close();
});

it.each([
  ["What is my phone number?", "The user's phone number is 555-0101.", "The user's phone number is 555-0199."],
  ["我的手机号是多少？", "用户的手机号是13800001111。", "用户的手机号是13900002222。"],
])("B5, J3: of two values in force the newest comes first, and health names both: %s", async (question, old, next) => {
  const scope = { ...at.scope, user: question };
  const memories = [
    { content: next, kind: "semantic" as const, happenedAt: "2026-10-02T10:00:00.000Z" },
    { content: old, kind: "semantic" as const, happenedAt: "2026-09-02T10:00:00.000Z" },
  ];
  await rememberAll(at.deps, scope, memories);
  const { results } = await recall(at.deps, scope, question);
  expect(results.map(({ record }) => record.content)).toEqual([next, old]);
  const { conflicts, conflicting } = await health(at.deps, scope);
  expect(conflicts).toBe(1);
  expect(conflicting[0]!.statements.map(({ content }) => content)).toEqual([next, old]);
});
