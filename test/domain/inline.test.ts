import { expect, test } from "vitest";
import { mended } from "../../src/domain/inline.ts";
import { statements } from "../../src/domain/statement.ts";

test.each([
  ["Dinner is at 6, no wait, at 7", "Dinner is at 7"],
  ["My dinner is at 6, no, 7.", "My dinner is at 7."],
  ["My flight is on Friday, sorry, Saturday.", "My flight is on Saturday."],
  ["I live in Bergen, no wait, Oslo", "I live in Oslo"],
  ["I fly to Oslo, I mean Bergen, on Friday", "I fly to Bergen, on Friday"],
  ["My sister is called Anna, sorry, I mean Emma.", "My sister is called Emma."],
  ["My dentist is on the 14th, no, on the 15th at 9", "My dentist is on the 15th at 9"],
  ["I moved to Bergen, actually no, to Oslo.", "I moved to Oslo."],
  ["I have two cats, sorry, three cats", "I have three cats"],
  ["我六点到，不对，七点到", "我七点到"],
  ["我六点到，不对，七点", "我七点到"],
  ["我住在卑尔根，不对，是奥斯陆", "我住在奥斯陆"],
  ["我的航班是周五，哦不，是周六", "我的航班是周六"],
  ["我妹妹叫小红，说错了，叫小芳", "我妹妹叫小芳"],
])("B3: of what is put right within a sentence only the last value stands: %s", (said, meant) => {
  expect(mended(said)).toBe(meant);
});

test.each([
  "I'm sorry, I can't come on Friday",
  "I have no car, no bike",
  "I don't like it, no, at all",
  "I like tea, not coffee",
  "No, sorry, Bergen",
  "聚会是15号，不是14号",
  "我不吃辣，不对，我不吃甜的",
  "我喜欢茶，不对咖啡过敏",
])("what is no such repair stays as it was said: %s", (said) => {
  expect(mended(said)).toBe(said);
});

test("B3: no statement keeps the value that was taken back", () => {
  const moment = { said: Date.UTC(2026, 10, 30, 12), timeZone: "UTC" };
  const made = (text: string) =>
    statements(text, moment)
      .map(({ content, context }) => `${content} ${context}`)
      .join(" ");
  expect(made("I fly on Friday, no wait, on Saturday.")).toMatch(/^(?=.*5 December)(?!.*(?:4 December|Friday))/u);
  expect(made("我六点到，不对，七点到")).toMatch(/^(?=.*七点)(?!.*六点)/u);
});
