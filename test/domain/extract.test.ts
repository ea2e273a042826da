import { describe, expect, it } from "vitest";
import { askedAttributes } from "../../src/domain/asked.ts";
import { attributeOf } from "../../src/domain/attribute.ts";
import { reflectByRules } from "../../src/domain/extract.ts";
import { problemsOf, type ReflectInput, reflectionSchema } from "../../src/domain/reflection.ts";
import { AT, ZONE } from "../support/memory-deps.ts";

function reflect(said: string[], more: Partial<ReflectInput> = {}) {
  const language = /\p{Script=Han}/u.test(said.join("")) ? "zh" : "en";
  const input: ReflectInput = {
    language,
    timeZone: ZONE,
    preset: "assistant",
    turns: said.map((content, i) => ({ n: i + 1, role: "user", content, at: AT })),
    steps: [],
    error: null,
    existing: [],
    lastSaid: null,
    recalled: [],
    ...more,
  };
  const made = reflectionSchema.parse(reflectByRules(input));
  expect(problemsOf(made, input)).toEqual([]);
  return made;
}
const updates = (said: string[], existing: string[] = [], recalled: string[] = []) =>
  reflect(said, {
    existing: existing.map((content, i) => ({ n: i + 1, type: "fact", content })),
    recalled,
  }).semanticUpdates.map(({ op, statement, target }) => [op, statement, target]);

describe("reflection by rules: what users say outright", () => {
  it.each([
    [
      ["I'm allergic to peanuts and I fly to Oslo on Friday"],
      [
        ["add", "The user is allergic to peanuts", null],
        ["add", "The user flies to Oslo on Friday, 4 December 2026", null],
      ],
    ],
    [
      ["我对花生过敏，周五飞奥斯陆"],
      [
        ["add", "用户对花生过敏", null],
        ["add", "用户2026年12月4日（周五）飞奥斯陆", null],
      ],
    ],
    [["My favourite colour is blue", "no, I meant green"], [["add", "The user's favourite colour is green", null]]],
    [
      ["I fly to Oslo on Friday", "sorry, I meant Saturday"],
      [["add", "The user flies to Oslo on Saturday, 5 December 2026", null]],
    ],
    [["我住在上海", "不对，我是说杭州"], [["add", "用户住在杭州", null]]],
    [
      ["I live in Oslo", "Actually I moved to Bergen last month"],
      [["add", "The user moved to Bergen in October 2026", null]],
    ],
    [["I'm vegan", "forget that I'm vegan"], []],
    [["thanks!", "what's the capital of Norway?"], []],
    [["You are a helpful assistant. Your task is to answer in JSON."], []],
  ])("%j", (said, expected) => expect(updates(said)).toEqual(expected));

  it.each([
    ["I moved to Bergen", "The user lives in Oslo", ["update", "The user moved to Bergen", 1]],
    ["I'm no longer vegetarian", "The user is vegetarian", ["update", "The user is no longer vegetarian", 1]],
    ["actually I prefer aisle seats", "The user prefers window seats.", ["update", "The user prefers aisle seats", 1]],
    ["我搬到杭州了", "用户住在上海", ["update", "用户搬到杭州了", 1]],
    ["我的预算改成800元了", "用户的预算是500元", ["update", "用户的预算改成800元了", 1]],
    [
      "Forget that I'm allergic to peanuts",
      "The user is allergic to peanuts",
      ["retract", "The user is allergic to peanuts", 1],
    ],
    ["忘掉我对花生过敏的事", "用户对花生过敏", ["retract", "用户对花生过敏", 1]],
  ])("%s, knowing %s", (said, known, expected) => expect(updates([said], [known])).toEqual([expected]));

  it.each([
    ["我在杭州当木匠。", "用户在杭州当木匠。", "我在哪里工作？"],
    ["我在杭州当木匠。", "用户在杭州当木匠。", "我做什么工作？"],
    ["我在一家银行上班", "用户在一家银行上班", "我在哪里工作？"],
    ["我是做设计的", "用户是做设计的", "我做什么工作？"],
    ["我不工作了", "用户不工作了", "我做什么工作？"],
    ["我退休了", "用户退休了", "我做什么工作？"],
    ["I'm a carpenter in Bergen", "The user is a carpenter in Bergen", "What do I do for a living?"],
    ["I'm a carpenter in Bergen", "The user is a carpenter in Bergen", "Where do I work?"],
  ])("what one does for a living is a fact its question asks after: %s", (said, statement, question) => {
    expect(updates([said])).toEqual([["add", statement, null]]);
    expect(askedAttributes(question)).toContain(attributeOf(statement)?.key);
  });

  it.each(["我今天不上班", "我在做测试"])("what is done today is no job: %s", (said) =>
    expect(updates([said])).toEqual([]),
  );

  it("what is known or was recalled is not learnt again", () => {
    // Named as known, so that its use is counted.
    expect(updates(["I'm allergic to peanuts"], ["The user is allergic to peanuts"])).toEqual([
      ["update", "The user is allergic to peanuts", 1],
    ]);
    expect(updates(["As you said, the user lives in Oslo"], [], ["The user lives in Oslo"])).toEqual([]);
  });

  it.each([
    "Way to go, John! Good luck with everything!",
    "Big projects can be so taxing.",
    "Sounds like a fairytale!",
    "I really appreciate it.",
    "I love that!",
    "Can't wait 'til my studio opens!",
    "I have a question about my order",
    "Don't be scared to reach out to people.",
    "我会试试看。",
    "听起来很有意思！",
    "我会考虑这些建议。",
  ])("what is only said is not learnt: %s", (said) => expect(updates([said])).toEqual([]));

  it.each([
    ["I play chess", "The user plays chess"],
    ["I have two dogs", "The user has two dogs"],
    ["My sister lives in Bergen", "The user's sister lives in Bergen"],
    ["我会弹钢琴", "用户会弹钢琴"],
    ["我养了两只猫", "用户养了两只猫"],
  ])("what someone does or has as a rule is: %s", (said, statement) =>
    expect(updates([said])).toEqual([["add", statement, null]]),
  );

  it("a request is the episode's affair", () => {
    const made = reflect(["Book me a table for two on Friday"]);
    expect(made.semanticUpdates).toEqual([]);
    expect(made.summary).toContain("Book me a table for two on Friday, 4 December 2026");
  });

  it("a failure that was mended is a lesson with what mended it", () => {
    const steps = [
      { tool: "book_flight", input: '{"date":"friday"}', result: null, error: "bad date" },
      { tool: "book_flight", input: '{"date":"2026-12-04"}', result: "KL1204", error: null },
    ];
    const english = reflect(["Book me a flight to Oslo on Friday"], { steps });
    expect(english).toMatchObject({ outcome: "success", taskType: "book_flight" });
    expect(english.lessons).toEqual([
      expect.objectContaining({
        when: 'book_flight fails with "bad date"',
        do: 'call book_flight with {"date":"2026-12-04"}',
      }),
    ]);
    expect(reflect(["帮我订周五去奥斯陆的机票"], { steps }).lessons[0]?.do).toBe(
      '改用参数{"date":"2026-12-04"}调用book_flight',
    );
    expect(reflect(["Book me a flight"], { steps: steps.slice(0, 1) })).toMatchObject({
      outcome: "failure",
      lessons: [],
    });
  });

  it("the summary does not repeat what the user wants forgotten", () => {
    expect(reflect(["forget that I'm allergic to peanuts"]).summary).not.toContain("peanuts");
    expect(reflect(["忘掉我对花生过敏的事"]).summary).not.toContain("花生");
  });

  it("the same task gives the same reflection", () => {
    expect(reflect(["I live in Oslo and I love tea"])).toEqual(reflect(["I live in Oslo and I love tea"]));
  });
});
