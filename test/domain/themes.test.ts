import { describe, expect, test } from "vitest";
import { themesAsked, themesOf } from "../../src/domain/themes.ts";

describe("C3: an everyday question and the form of what answers it meet in one term", () => {
  test.each([
    ["When is our trip?", "The user is going to Porto from 27 to 30 December."],
    ["我们什么时候旅行？", "The user is flying to Rome in May."],
    ["How long is my holiday?", "用户下个月去云南旅游。"],
    ["Which hotel did we book?", "The user is staying at Casa do Bairro."],
    ["我们订的是哪家酒店？", "用户入住外滩附近的酒店。"],
    ["面包店几点开门？", "The user opens at 6 every morning except Mondays."],
    ["Which day are we closed?", "用户的店每周一休息。"],
    ["When does the shop open?", "书店早上九点开门。"],
  ])("%s / %s", (question, statement) => {
    expect(themesAsked(question)).toHaveLength(1);
    expect(themesOf(statement)).toEqual(expect.arrayContaining(themesAsked(question)));
  });

  test.each([
    "I am going to call Anna.",
    "He is going to be late.",
    "She opened the window.",
    "Stay at home.",
    "他去上班了。",
    "打开窗户",
  ])("and what is none of it has no such term: %s", (statement) => {
    expect(themesOf(statement)).toEqual([]);
  });

  test("other questions ask for none", () => {
    for (const question of ["When did Anna go to Rome?", "Why is the app open?", "他在哪里？", "Where do I live?"])
      expect(themesAsked(question), question).toEqual([]);
  });
});
