import { afterEach, beforeEach, expect, test } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const FORMAL = "Ada wants translations in formal English: translate formally.";
const FORMAL_ZH = "用户希望翻译用正式的语气。";
const statement = { kind: "semantic", source: "user" } as const;
const found = async (query: string) =>
  (await recall(at.deps, at.scope, query, { touch: false })).results.map(({ record }) => record.content);

test("C8: work that brings its own material finds no noise, but how the user wants such work done", async () => {
  await rememberAll(at.deps, at.scope, [
    { ...statement, type: "fact", content: "Ada's cat is ill." },
    { ...statement, type: "fact", content: "Ada travels to Oslo in autumn." },
    { ...statement, type: "fact", content: "Ada got a letter from the tax office about the old flat." },
    { ...statement, type: "preference", content: FORMAL },
    { ...statement, type: "fact", content: "用户喜欢今天这样的天气。" },
    { ...statement, type: "preference", content: FORMAL_ZH },
  ]);
  expect((await found("Translate this sentence: my cat is ill")).toSorted()).toEqual([FORMAL, FORMAL_ZH]);
  expect(await found("Write a poem about autumn")).toEqual([]);
  expect((await found("帮我翻译这句话：今天天气很好")).toSorted()).toEqual([FORMAL, FORMAL_ZH]);
  expect(await found("计算 12*15")).toEqual([]);
  expect(await found("Translate the letter I told you about")).toContain(
    "Ada got a letter from the tax office about the old flat.",
  );
});
