import { expect, test } from "vitest";
import { workOf } from "../../src/domain/work.ts";

test.each([
  ["Translate this sentence: my cat is ill", "Translate"],
  ["translate good morning into French", "translate"],
  ["Can you please write me a short poem about autumn", "poem"],
  ["Tell me a joke", "joke"],
  ["Write a function that sorts a list", "function"],
  ["calculate the square root of 16", "calculate"],
  ["what is 15% of 240?", "calculate 计算"],
  ["帮我翻译这句话：我的猫生病了", "翻译"],
  ["把这句话翻译成英文", "翻译"],
  ["写一首关于秋天的诗", "诗"],
  ["给我讲个笑话", "笑话"],
  ["帮我计算一下100的平方根", "计算"],
  ["解释一下光合作用的原理", "解释"],
])("work that needs nothing of the user's: %s", (message, work) => {
  expect(workOf(message)).toBe(work);
});

test.each([
  "translate the letter I told you about",
  "Translate the letter",
  "translate my last email into French",
  "write a poem about my cat",
  "write a poem for her",
  "write a poem about Anna",
  "Write me a song again",
  "calculate how much I spent in Oslo",
  "explain the plan",
  "Book me a table",
  "I write a poem every day",
  "翻译我上次说的那封信",
  "翻译那封信",
  "把我写的信翻译成英文",
  "写一首关于我的猫的诗",
  "写一个故事，主角是我女儿",
  "计算我还欠多少钱",
  "0x80070057",
  "2026-11-30",
  "order 8812-3",
  "我翻译了一本书",
])("work on what the memory may know, and what is no such work: %s", (message) => {
  expect(workOf(message)).toBeNull();
});
