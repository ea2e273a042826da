import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJson } from "../../../src/adapters/openai/json-text.ts";

const value = { a: 'with "quotes", {braces} and \\ slashes', b: [1, { c: null }] };
const json = JSON.stringify(value);

describe("finding the JSON of an answer", () => {
  it.each([
    ["alone", json],
    ["with a byte order mark", `\uFEFF${json}`],
    ["fenced", `\`\`\`json\n${json}\n\`\`\``],
    ["fenced without a language, with prose", `Here:\n\`\`\`\n${json}\n\`\`\`\nDone {really}.`],
    ["among prose", `Sure — ${json} — hope that helps`],
    ["twice the same", `${json}\nAgain: ${json}`],
    ["after a thought that holds JSON", `<think>maybe {"a":1}?</think>${json}`],
    ["after braces that are no JSON", `Using {name}: ${json}`],
  ])("takes it %s", (_, text) => {
    expect(findJson(text)).toEqual({ found: true, value });
  });

  it.each([
    ["nothing", "  ", /empty/u],
    ["prose", "I cannot tell.", /no JSON object/u],
    ["a bare number", "5", /no JSON object/u],
    ["two different objects", '{"a":1} or {"a":2}', /2 different/u],
    ["an object cut off, whose inner object is whole", '{"a": {"b": 1}, "c": ', /not valid/u],
    ["a broken object, whose inner object is whole", '{"a": {"b": 1}, oops}', /not valid/u],
    ["trailing commas", '{"a": 1,}', /not valid/u],
  ])("takes nothing of %s", (_, text, why) => {
    expect(findJson(text)).toEqual({ found: false, why: expect.stringMatching(why) });
  });

  it("gives a list as a list, and leaves it to the schema to refuse it", () => {
    expect(findJson('```json\n[{"a":1}]\n```')).toEqual({ found: true, value: [{ a: 1 }] });
  });

  it("finds any object again, fenced or among plain words", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom("", "Here it is: ", "好的：\n"),
        (made, lead) => {
          const expected = { found: true, value: JSON.parse(JSON.stringify(made)) };
          expect(findJson(`${lead}${JSON.stringify(made)}`)).toEqual(expected);
          expect(findJson(`${lead}\n\`\`\`json\n${JSON.stringify(made, null, 2)}\n\`\`\``)).toEqual(expected);
        },
      ),
    );
  });
});
