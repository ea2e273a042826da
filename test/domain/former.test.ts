import { describe, expect, it } from "vitest";
import { formerAsked, valuesOf } from "../../src/domain/former.ts";

describe("C10: which value of which attribute a question asks for", () => {
  it.each([
    ["Where did I live before Leeds?", "residence", "before", "Leeds"],
    ["Before Leeds, where did I live?", "residence", "before", "Leeds"],
    ["Where did I live after I left Leeds?", "residence", "after", "I left Leeds"],
    ["Who did I work for before joining Nordlicht?", "employer", "before", "joining Nordlicht"],
    ["What was my previous job?", "employer", "before", null],
    ["What car did I have before the Zoe?", "now car", "before", "the Zoe"],
    ["Who was my boss before Priya?", "has name:boss", "before", "Priya"],
    ["搬到杭州之前我住哪里？", "residence", "before", "搬到杭州"],
    ["我搬来深圳前住哪", "residence", "before", "搬来深圳"],
    ["我离开中兴之后去了哪家公司", "employer", "after", "离开中兴"],
    ["我上一份工作是什么", "employer", "before", null],
    ["我的前任老板是谁", "has name:老板", "before", null],
  ])("%s", (question, key, side, from) => {
    const asked = formerAsked(question);
    expect(asked).toMatchObject({ side, from, certain: true });
    expect(asked?.keys).toContain(key);
  });

  it.each([
    "Where do I live?",
    "What did I eat before the film?",
    "Did I tell you before that I like tea?",
    "我之前说过什么",
    "我目前住哪里",
    "Who lived in Leeds before Anna?",
  ])("and of no other question: %s", (question) => {
    expect(formerAsked(question)).toBeNull();
  });

  it("one that may ask for something else says so", () => {
    expect(formerAsked("What did I do before Nordlicht?")).toMatchObject({ certain: false });
  });

  it("a statement of two claims gives both values, and what is told to be over is a denied one", () => {
    const two = "The user works as a data analyst at Brennstoff GmbH.";
    expect(valuesOf(two, ["employer", "occupation"]).map(({ key }) => key)).toEqual(
      expect.arrayContaining(["employer", "occupation"]),
    );
    expect(valuesOf("The user left Siemens.", ["employer"])).toEqual([
      { key: "employer", value: "Siemens", denied: true },
    ]);
  });
});
