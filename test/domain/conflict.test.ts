import { describe, expect, it } from "vitest";
import { contradicts } from "../../src/domain/conflict.ts";

describe("B5: contradictions by rules: same subject and attribute, another value", () => {
  it.each([
    ["The user moved to Bergen in October 2026", "The user lives in Oslo"],
    ["The user no longer lives in Oslo", "The user lives in Oslo"],
    ["The user's favorite color is red", "The user's favourite colour is blue"],
    ["The user is no longer vegetarian", "The user is vegetarian"],
    ["The user hates tea", "The user likes tea"],
    ["The user prefers aisle seats", "The user prefers window seats."],
    ["The user prefers tea over coffee", "The user prefers coffee over tea"],
    ["The user works at NAV", "The user works at Equinor"],
    ["The user's budget is 800 euros", "The user's budget is 500 euros"],
    ["The user flies to Oslo on Saturday, 5 December 2026", "The user flies to Oslo on Friday, 4 December 2026"],
    ["用户搬到杭州了", "用户住在上海"],
    ["用户不再吃素", "用户吃素"],
    ["用户的预算改成800元了", "用户的预算是500元"],
    ["用户最喜欢的颜色是绿色", "用户最喜欢的颜色是蓝色"],
    ["The user is now at Stripe.", "The user works at Google"],
    ["用户不喜欢喝茶", "用户喜欢喝茶"],
  ])("%s ⟂ %s", (next, known) => expect(contradicts(next, known)).toBe(true));

  it.each([
    ["The user no longer lives in Oslo", "The user lives in Bergen"],
    ["The user's cat is called Miso", "The user's cat is called Bella"], // one may have two
    ["The user's wife is ill", "The user's wife is Anna"],
    ["The user's flight is at 7", "The user's flight is on 4 December 2026"],
    ["The user works for eight hours", "The user works at Equinor"],
    ["The user lives in a flat", "The user lives in Oslo"],
    ["The user prefers quiet hotels", "The user prefers cheap hotels"],
    ["The user likes tea", "The user loves tea"],
    ["Bob lives in Oslo", "The user lives in Bergen"],
    ["The user is allergic to nuts", "The user is allergic to eggs"],
    ["用户的妻子是医生", "用户的妻子是北京人"],
    ["用户喜欢喝茶", "用户喜欢喝咖啡"],
  ])("both may hold: %s | %s", (next, known) => expect(contradicts(next, known)).toBe(false));
});
