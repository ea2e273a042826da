import { describe, expect, it } from "vitest";
import { namedItems } from "../../src/domain/enumerated.ts";
import type { ReflectInput, SemanticUpdate } from "../../src/domain/reflection.ts";
import { AT, ZONE } from "../support/memory-deps.ts";

const held = (said: string, statement: string, type: SemanticUpdate["type"] = "constraint") => {
  const input: ReflectInput = {
    language: /\p{Script=Han}/u.test(said) ? "zh" : "en",
    timeZone: ZONE,
    preset: "assistant",
    turns: [{ n: 1, role: "user", content: said, at: AT }],
    steps: [],
    error: null,
    existing: [],
    lastSaid: null,
    recalled: [],
  };
  const update = {
    op: "add" as const,
    statement,
    type,
    importance: 0.9,
    confidence: 0.9,
    evidence: [1],
    target: null,
  } satisfies SemanticUpdate;
  return namedItems(update, input);
};

describe("of what a model lists, only what was named is kept", () => {
  const SAID = "My locker number is 88 and I am allergic to shellfish";
  it.each([
    [SAID, "The user is allergic to shellfish and nuts.", "The user is allergic to shellfish.", ["nuts"]],
    [SAID, "The user can't eat shellfish, nuts or pork.", "The user can't eat shellfish.", ["nuts", "pork"]],
    [SAID, "The user has a shellfish and nut allergy.", null, ["nut"]],
    ["I like tea.", "The user likes tea and chess.", "The user likes tea.", ["chess"]],
    ["我的柜号是88，我对海鲜过敏", "用户对海鲜和坚果过敏。", "用户对海鲜过敏。", ["坚果"]],
    ["我喜欢喝茶", "用户喜欢喝茶和咖啡。", "用户喜欢喝茶。", ["咖啡"]],
  ])("%s → %s", (said, statement, kept, unnamed) =>
    expect(held(said, statement)).toEqual({ statement: kept, unnamed }),
  );

  it.each([
    ["I'm allergic to shellfish and nuts", "The user is allergic to nuts and shellfish."],
    ["No dairy for me, and peanuts make me ill", "The user can't eat dairy or peanuts."],
    ["I'm allergic to peanuts.", "The user gets hives from peanuts and must never be served any."],
    ["I have a shellfish allergy, nuts too", "The user has a shellfish and nut allergy."],
    ["我对海鲜和坚果过敏", "用户对坚果、海鲜过敏。"],
    ["我不吃猪肉，也不吃牛肉", "用户不吃猪肉和牛肉。"],
  ])("%s: all of it was named", (said, statement) => expect(held(said, statement)).toEqual({ statement, unnamed: [] }));
});
