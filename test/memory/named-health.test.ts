import { afterAll, beforeAll, expect, it } from "vitest";
import { reflect } from "../../src/memory/reflect.ts";
import { type Bench, bench, talk } from "../support/memory-deps.ts";

let at: Bench;
beforeAll(() => {
  at = bench();
});
afterAll(async () => {
  await at.close();
});

let users = 0;
async function constraintsOf(turns: string[]): Promise<string[]> {
  const user = `u${users++}`;
  const { added } = await reflect(at.deps, { ...at.scope, user }, talk(turns));
  return added.filter(({ type }) => type === "constraint").map(({ content }) => content);
}

it.each([
  [["My daughter is called Mila.", "She's allergic to mango."], "Mila is allergic to mango."],
  [
    ["I've hired an apprentice, Leon.", "He can't lift more than 10 kg because of his back."],
    "Leon can't lift more than 10 kg because of his back.",
  ],
  [["Our cleaner Rosa starts Monday.", "She's allergic to bleach."], "Rosa is allergic to bleach."],
  [["Sam is our new lodger.", "He's coeliac."], "Sam is coeliac."],
  [["We took on a nanny, Ines.", "She can't climb stairs at the moment."], "Ines can't climb stairs at the moment."],
  [["我女儿叫米拉。", "她对芒果过敏。"], "米拉对芒果过敏。"],
  [["我招了一个学徒，叫小林。", "他腰不好，不能搬超过10公斤的东西。"], "小林腰不好，不能搬超过10公斤的东西。"],
  [["小陈是我们的实习生。", "他对花生过敏。"], "小陈对花生过敏。"],
  [["我新来的同事叫小周。", "他有哮喘。"], "小周有哮喘。"],
])("B3: what must be heeded of someone's health is a constraint that names them: %j", async (turns, constraint) => {
  expect(await constraintsOf(turns)).toContain(constraint);
});

it.each([
  [["I saw Anna and her sister yesterday.", "Ben said she can't eat gluten."]],
  [["We met some people.", "He can't lift more than 10 kg."]],
  [["我昨天看了一部电影。", "他不能走路。"]],
])("B3: and of nobody where nobody could tell whose it is: %j", async (turns) => {
  expect(await constraintsOf(turns)).toEqual([]);
});
