import { expect, test } from "vitest";
import { answersTo, askedAttributes, attributeTerm } from "../../src/domain/asked.ts";
import { attributeOf } from "../../src/domain/attribute.ts";
import { indexTerms } from "../../src/domain/index-text.ts";
import { readQuestion } from "../../src/domain/question.ts";

test.each([
  ["where do I live?", "The user moved to Bergen in the week of 23 November 2026."],
  ["Who do I work for now?", "The user joined Equinor"],
  ["我的职业", "用户是一名护士。"],
  ["我是做什么工作的", "用户是一名护士。"],
  ["My job?", "The user is a nurse"],
  ["what's my name?", "The user's name is Ada"],
  ["What is my locker code?", "The user's locker code is 4711"],
  ["What is my favorite color?", "The user's favourite colour is green"],
  ["am I still vegan?", "The user is vegan now."],
  ["我住在哪里？", "用户现在搬到深圳了。"],
  ["我叫什么名字？", "用户叫李雷"],
  ["我的车牌号是多少？", "用户的车牌号是京A12345。"],
  ["我几岁？", "用户2026年三十岁。"],
  ["我今年多大了？", "用户刚满31岁。"],
  ["What's my age?", "The user is 34 years old."],
  ["What is my diet?", "The user has become pescatarian."],
  ["我的饮食习惯是什么？", "用户吃素。"],
])("C3: %s is answered by the attribute, whatever its words: %s", (question, statement) => {
  const key = attributeOf(statement)?.key;
  expect(askedAttributes(question)).toContain(key);
  const indexed = new Set(
    indexTerms({
      content: statement,
      tags: [],
      kind: "semantic",
      happenedAt: "2026-11-30T00:00:00.000Z",
      timeZone: "UTC",
      language: "en",
    }),
  );
  const shared = readQuestion(question, []).terms.filter(({ term }) => indexed.has(term));
  expect(shared.map(({ term }) => term)).toContain(attributeTerm(key!));
});

test.each([
  "What is the capital of France?",
  "where does Anna live?",
  "What does Anna like?",
  "安娜喜欢什么？",
  "my flight was late",
])("other questions ask no attribute: %s", (question) => {
  expect(askedAttributes(question)).toEqual([]);
});

test.each([
  ["What music do I like?", "The user likes jazz."],
  ["Which sports do I hate?", "The user hates golf."],
  ["我喜欢什么音乐？", "用户喜欢爵士乐。"],
])("C3: %s is answered by what is liked, whatever its words: %s", (question, statement) => {
  expect(askedAttributes(question)).toEqual(["opinion"]);
  expect(answersTo(statement)).toContain("opinion");
});
