import { describe, expect, test } from "vitest";
import { planOf } from "../../src/domain/subquestions.ts";

const clean = (text: string) => text.replace(/\s+/gu, " ").trim();

describe("C2: two questions in one", () => {
  test.each([
    ["Which hotel did I like and what did it cost?", "Which hotel did I like", "what did it cost?"],
    ["Who fixed the boiler, and when did they come?", "Who fixed the boiler", "when did they come?"],
    ["我喜欢哪家酒店，花了多少钱？", "我喜欢哪家酒店", "花了多少钱"],
    ["我在哪里买的相机，它坏了几次", "我在哪里买的相机", "它坏了几次"],
  ])("%s: the second is about what the first finds", (question, first, about) => {
    expect(planOf(question)).toEqual({ parts: [first], bridge: { first, about } });
  });

  test.each([
    ["Where does Anna work and when is the dentist appointment?", 2],
    ["安娜在哪里工作，张伟几点下班？", 2],
  ])("%s: each is searched", (question, count) => {
    expect(planOf(question).parts).toHaveLength(count);
    expect(planOf(question).bridge).toBeNull();
  });
});

test.each([
  ["Which did I visit first, Rome or Lisbon?", ["Rome", "Lisbon?"]],
  ["Did I buy the bike or the tent first?", ["Did I buy the bike", "the tent first?"]],
  ["我先去的北京还是上海？", ["我先去的北京", "上海"]],
])("C2: a comparison looks for both sides: %s", (question, parts) => {
  expect(planOf(question).parts).toEqual(parts);
});

test.each([
  ["What do Anna and Bob both like?", ["What do Anna like?", "What do Bob like?"]],
  ["What do both Anna and Bob like?", ["What do Anna like?", "What do Bob like?"]],
  ["小明和小红都喜欢什么？", ["小明喜欢什么？", "小红喜欢什么？"]],
])("C2: what two have in common is asked of each: %s", (question, parts) => {
  expect(planOf(question).parts.map(clean)).toEqual(parts);
});

test.each([
  ["When is the birthday of my sister's husband?", "my sister's husband", "When is the birthday of"],
  ["When is my sister's husband's birthday?", "my sister's husband", "When is birthday?"],
  ["我姐姐的丈夫的生日是哪天？", "我姐姐的丈夫", "生日是哪天？"],
])("C2: a chain of possessives goes by its first link: %s", (question, first, about) => {
  const { bridge } = planOf(question);
  expect(bridge?.first).toBe(first);
  expect(clean(bridge?.about ?? "")).toBe(about);
});

test.each([
  "What did I buy in Oslo and Bergen?",
  "When did Ada meet people on a hike and have a bad experience?",
  "What is Maria's second cat called?",
  "What was the focus of John's recent research and writing?",
  "Is it good? Answer yes or no.",
  "Where do I live?",
  "你告诉过我哪些放松和休息的办法？",
  "我住在哪里？",
  "",
  "and or both X's Y's",
  `What is this? ${"lorem ipsum and what is it or that ".repeat(40)}`,
])("C2: a question of no such shape is searched as it is: %s", (question) => {
  expect(planOf(question)).toEqual({ parts: [], bridge: null });
});
