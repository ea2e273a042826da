import { describe, expect, it } from "vitest";
import { cancels } from "../../src/domain/cancelled.ts";
import { contradicts } from "../../src/domain/conflict.ts";

describe("B5: what is called off", () => {
  it.each([
    ["The dentist appointment was cancelled.", "The user has a dentist appointment on 10 November 2026"],
    ["The user cancelled the dentist appointment.", "The user has a dentist appointment on 10 November 2026"],
    ["The concert fell through.", "The user goes to the concert on Friday, 4 December 2026."],
    ["The wedding is off.", "The wedding is on 5 June 2027"],
    ["The user called off the wedding.", "The wedding is on 5 June 2027"],
    ["里斯本不去了。", "用户2026年12月27日（周日）去里斯本。"],
    ["婚礼取消了。", "婚礼是2027年6月5日。"],
    ["用户取消了牙医预约。", "用户的牙医预约是2026年12月4日。"],
  ])("%s ends: %s", (next, known) => {
    expect(contradicts(next, known)).toBe(true);
  });

  it.each([
    ["The meeting with Lars was cancelled.", "The user's meeting with Anna is on 3 December 2026"],
    ["The concert was cancelled.", "The user likes concerts."],
    ["The light is off.", "The user's light bulbs come on 3 December 2026."],
    [
      "Lisbon is off, the user will go to Porto instead, same dates.",
      "The user is going to Lisbon from 27 to 30 December 2026",
    ],
    ["婚礼取消了。", "用户喜欢婚礼。"],
    ["The wedding was cancelled.", "The wedding was cancelled on 3 May 2026."],
  ])("%s leaves: %s", (next, known) => {
    expect(cancels(next, known)).toBe(false);
  });
});
