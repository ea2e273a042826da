import { expect, test } from "vitest";
import { validUntil } from "../../src/domain/statement.ts";

const SAID = Date.UTC(2026, 10, 30, 9);
const days = (content: string): number | null => {
  const until = validUntil(content, { said: SAID, timeZone: "UTC" });
  return until === null ? null : Math.round((Date.parse(until) - SAID) / 86_400_000);
};

test.each([
  ["It is raining in Oslo.", 1],
  ["The weather in Bergen is awful.", 1],
  ["It is 30 degrees in Berlin.", 1],
  ["外面下雨了。", 1],
  ["奥斯陆的气温只有5度。", 1],
  ["Bitcoin is at 60k.", 1],
  ["Equinor stock is trading at 280.", 1],
  ["比特币涨到6万了。", 1],
  ["美元汇率是7.1。", 1],
  ["The build is broken.", 7],
  ["The staging server is down.", 7],
  ["构建挂了。", 7],
  ["公司的打印机坏了。", 7],
])("B9: %s is so for %i days", (content, lasts) => {
  expect(days(content)).toBe(lasts);
});

test.each([
  ["The user likes rain."],
  ["The user works with gold."],
  ["The user wrote the build script."],
  ["The user's server is called Thor."],
  ["The user's budget is 60k."],
  ["用户喜欢下雨天。"],
  ["用户的预算是6万。"],
  ["用户负责构建。"],
])("B9: %s lasts", (content) => {
  expect(days(content)).toBeNull();
});
