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

test("C8: what an encyclopedia answers finds no chance word, but a memory that speaks of it", async () => {
  await rememberAll(at.deps, at.scope, [
    { ...statement, type: "fact", content: "Ada is allergic to penicillin." },
    { ...statement, type: "fact", content: "Ada has taken her tablets so far and eats normally." },
    { ...statement, type: "fact", content: "Ada wrote an essay on who wrote Hamlet." },
    { ...statement, type: "fact", content: "用户写了一篇关于红楼梦的论文。" },
    { ...statement, type: "fact", content: "用户在春天建立了读书会。" },
  ]);
  expect(await found("Who discovered penicillin?")).toEqual([]);
  expect(await found("How far is the moon?")).toEqual([]);
  expect(await found("2+2等于几")).toEqual([]);
  expect(await found("What is 17 times 23?")).toEqual([]);
  expect(await found("写一首关于春天的诗")).toEqual([]);
  expect(await found("一千克等于多少磅")).toEqual([]);
  expect(await found("Who wrote Hamlet?")).toContain("Ada wrote an essay on who wrote Hamlet.");
  expect(await found("唐朝是哪一年建立的")).toEqual([]);
  expect(await found("谁写了红楼梦")).toEqual(["用户写了一篇关于红楼梦的论文。"]);
  expect(await found("Am I allergic to penicillin?")).toContain("Ada is allergic to penicillin.");
});
