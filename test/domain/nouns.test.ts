import fc from "fast-check";
import { expect, test } from "vitest";
import { CHINESE_NOUNS, ENGLISH_NOUNS, mayHoldNoun, nounForms } from "../../src/domain/entities/nouns.ts";

test("a text that holds a noun is never said to hold none", () => {
  for (const form of nounForms().keys()) expect(mayHoldNoun(`x ${form.toUpperCase()} 的`)).toBe(true);
  const noun = new RegExp(String.raw`\b(?:${ENGLISH_NOUNS})\b|${CHINESE_NOUNS}`, "iu");
  const part = fc.constantFrom(
    "my",
    "é",
    "cat",
    "s",
    "-",
    " ",
    "_",
    "coffee",
    "machine",
    "fiancé",
    "的",
    "狗",
    "x",
    "7",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join("");
      if (noun.test(text)) expect(mayHoldNoun(text)).toBe(true);
    }),
  );
  expect(mayHoldNoun("What about the weather in Oslo?")).toBe(false);
  expect(mayHoldNoun("昨天的天气？")).toBe(false);
});
