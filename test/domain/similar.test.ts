import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addsNothing, sameWords, withoutRecalled } from "../../src/domain/similar.ts";

describe("B4: near duplicates", () => {
  it.each([
    ["The user prefers window seats", "The user prefers a window seat."],
    ["The user really likes tea", "The user loves tea"],
    ["用户很喜欢喝茶", "用户喜欢喝茶"],
  ])("the same words: %s / %s", (a, b) => expect([sameWords(a, b), addsNothing(a, b)]).toEqual([true, true]));

  it("a paraphrase adds nothing; more detail does", () => {
    expect(addsNothing("The user has a peanut allergy", "The user is allergic to peanuts")).toBe(true);
    expect(addsNothing("The user likes tea with milk", "The user likes tea")).toBe(false);
  });

  it.each([
    ["The user's gate is 12", "The user's gate is 13"],
    ["The user likes cats", "The user does not like cats"],
    ["The user likes cats", "The user hates cats"],
    ["The user lives in Oslo", "The user lives in Bergen"],
    ["The user flies on 4 December 2026", "The user flies on 5 December 2026"],
    ["Anna is older than Maria", "Maria is older than Anna"],
    ["The user no longer eats meat", "The user eats meat"],
    ["用户喜欢喝茶", "用户不喜欢喝茶"],
    ["用户住在上海", "用户住在北京"],
    ["用户有2只猫", "用户有3只猫"],
  ])("never merged: %s / %s", (a, b) => {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const)
      expect([sameWords(x, y), addsNothing(x, y)]).toEqual([false, false]);
  });

  it("a changed number is never a duplicate", () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(9999), (a, b) => {
        fc.pre(a !== b);
        expect(sameWords(`The user's code is ${a}`, `The user's code is ${b}`)).toBe(false);
        expect(addsNothing(`用户的密码是${a}`, `用户的密码是${b}`)).toBe(false);
      }),
    );
  });

  it("takes recalled sentences out of an answer and leaves the rest", () => {
    expect(
      withoutRecalled("You are allergic to peanuts. I booked seat 12A.", ["The user is allergic to peanuts"]),
    ).toBe("I booked seat 12A.");
    expect(withoutRecalled("您对花生过敏。已经订好12A座位。", ["用户对花生过敏"])).toBe("已经订好12A座位。");
  });
});

it.each([
  ["用户喜欢在周末，爬山", "用户喜欢在周末爬山。"],
  ["用户的妹妹叫小红", "用户妹妹叫 小红。"],
  ["用户戒烟了", "用户戒烟"],
])("B4: Chinese that differs in marks, spaces, 的 and a closing 了 says the same: %s", (a, b) => {
  expect(sameWords(a, b)).toBe(true);
});

it.each([
  ["用户每天跑1.5公里", "用户每天跑15公里"],
  ["用户不喜欢爬山", "用户喜欢爬山"],
  ["用户吃了药", "用户吃药"],
])("and what says something else does not: %s", (a, b) => {
  expect(sameWords(a, b)).toBe(false);
});
