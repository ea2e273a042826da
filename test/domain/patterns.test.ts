import { describe, expect, it } from "vitest";
import { type PatternsInput, patternsByRules, problemsOfPatterns } from "../../src/domain/patterns.ts";
import { wishesIn } from "../../src/domain/wishes.ts";

const input = (requests: readonly string[], language: "en" | "zh" = "en"): PatternsInput => ({
  language,
  timeZone: "Europe/Oslo",
  at: "2026-11-30T12:00:00.000Z",
  tasks: requests.map((request, i) => ({ n: i + 1, day: "2026-11-01", request, outcome: "success" })),
  known: [],
});
const found = (requests: readonly string[], language: "en" | "zh" = "en") =>
  patternsByRules(input(requests, language)).patterns.map(({ statement, evidence }) => [statement, evidence]);

describe("D4: what comes again and again", () => {
  it("three refusals of the same kind of offer are one preference", () => {
    expect(
      found([
        "Find a hotel in Rome / no, not a prepaid one",
        "A hotel in Oslo / no prepaid hotels please",
        "I don't want prepaid hotels again",
      ]),
    ).toEqual([["The user does not want prepaid hotels", [1, 2, 3]]]);
    expect(found(["找罗马的酒店；不要预付的酒店", "奥斯陆的酒店，不要预付酒店", "别给我订预付酒店"], "zh")).toEqual([
      [expect.stringMatching(/^用户不要预付/u), [1, 2, 3]],
    ]);
  });

  it("'shorter, please' five times is one preference, and its opposite takes it back", () => {
    const five = [
      "shorter please",
      "way too long",
      "Draft a mail / make it shorter",
      "be brief",
      "more concise please",
    ];
    expect(found(five)).toEqual([["The user wants answers kept short", [1, 2, 3, 4, 5]]]);
    expect(found([...five, "more detail please", "too short", "elaborate"])).toEqual([]);
    expect(found(["太长了", "写邮件；短一点", "简洁点"], "zh")).toEqual([["用户希望回答简短", [1, 2, 3]]]);
  });

  it.each([
    [["no prepaid hotels", "not a prepaid one"]],
    [["no expensive hotels", "no noisy hotels", "no far hotels"]],
    [["no thanks", "not now", "no problem"]],
    [["not sure", "not yet", "not really"]],
    [["no prepaid hotels / not a prepaid one / no prepaid rooms"]],
  ])("no pattern: %j", (requests) => expect(found(requests)).toEqual([]));

  it("no refusal is read into a question or a fact", () => {
    for (const text of [
      "Do you not have a window seat?",
      "I have no idea",
      "I do not need to be reminded?",
      "不要紧",
      "不知道",
    ])
      expect(wishesIn(text), text).toEqual([]);
  });

  it("of a model's patterns those without three tasks, with tasks that are not there or that do not stand alone are named", () => {
    const one = (statement: string, evidence: number[]) => ({ statement, type: "preference" as const, evidence });
    const made = {
      patterns: [
        one("The user does not want prepaid hotels", [1, 2, 3]),
        one("The user likes tea", [1, 1, 2]),
        one("The user likes tea", [1, 2, 9]),
        one("She likes tea", [1, 2, 3]),
        one("用户喜欢茶", [1, 2, 3]),
      ],
    };
    expect(problemsOfPatterns(made, input(["a hotel", "a flight", "a car"])).map(({ index }) => index)).toEqual([
      1, 2, 3, 4,
    ]);
  });
});
