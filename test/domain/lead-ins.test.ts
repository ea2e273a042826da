import { describe, expect, it } from "vitest";
import { reflectByRules } from "../../src/domain/extract.ts";
import { statements } from "../../src/domain/statement.ts";
import { AT, NOW, ZONE } from "../support/memory-deps.ts";

const contents = (text: string) => statements(text, { said: NOW, timeZone: ZONE }).map((one) => one.content);
const kept = (text: string, existing: string[] = []) =>
  reflectByRules({
    language: /\p{Script=Han}/u.test(text) ? "zh" : "en",
    timeZone: ZONE,
    preset: "assistant",
    turns: [{ n: 1, role: "user", content: text, at: AT }],
    steps: [],
    error: null,
    existing: existing.map((content, i) => ({ n: i + 1, type: "fact", content })),
    lastSaid: null,
    recalled: [],
  }).semanticUpdates.map((one) => one.statement);

describe("B3: what leads over to a statement is no part of it", () => {
  it.each([
    ["Great, booking reference was KX8842.", ["Booking reference was KX8842."]],
    ["Actually Bengt's number is 5551234.", ["Bengt's number is 5551234."]],
    ["Thanks for that. And Bengt starts on 4 January.", ["Bengt starts on 4 January 2027"]],
    ["So the kitchen budget is 12,000 euros.", ["The kitchen budget is 12,000 euros."]],
    ["Big news: Patrik is leaving the company.", ["Patrik is leaving the company."]],
    ["One correction: the deadline is 4 January.", ["The deadline is on 4 January 2027"]],
    ["好消息：帕特里克要升职了", ["帕特里克要升职了"]],
    ["另外，我女儿对花生过敏", ["用户的女儿对花生过敏"]],
  ])("%s", (text, expected) => {
    expect(contents(text).at(-1)).toBe(expected[0]);
  });

  it.each(["Great Expectations is on the shelf", "Good news travels fast in Oslo", "Nice is a city in France"])(
    "words that belong to it stay: %s",
    (text) => {
      expect(contents(text)).toEqual([text]);
    },
  );

  it("an English sentence with a Chinese name in it is cut as English", () => {
    expect(contents("My name is Lina, but my mother calls me 琳琳.")).toEqual([
      "The user's name is Lina",
      "The user's mother calls the user 琳琳.",
    ]);
  });
});

describe("B2: what is only supposed, or a value of nobody knows what, is no fact", () => {
  it.each([
    "If I get the job I'll move to Berlin",
    "I'd move to Berlin if I got the job",
    "如果拿到这份工作，我就搬去柏林",
    "说错了，是5月13号",
  ])("is not kept: %s", (text) => {
    expect(kept(text)).toEqual([]);
  });

  it("nor does it change what is known", () => {
    expect(kept("If I get the job I'll live in Berlin", ["The user lives in Oslo"])).toEqual([]);
  });

  it.each([
    ["If I eat peanuts I go into shock", "If the user eats peanuts the user goes into shock"],
    ["我如果吃花生就会过敏", "用户如果吃花生就会过敏"],
  ])("what harms one is: %s", (text, statement) => {
    expect(kept(text)).toEqual([statement]);
  });
});
