import { afterAll, beforeAll, expect, it } from "vitest";
import { userOwner } from "../../src/domain/scope.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench, talk } from "../support/memory-deps.ts";

let at: Bench;
beforeAll(() => {
  at = bench();
});
afterAll(async () => {
  await at.close();
});

let users = 0;
/** What is in force after each was told in a talk of its own (or noted), hours apart. */
async function inForceAfter(told: readonly string[], noted: boolean): Promise<string[]> {
  const user = `u${users++}`;
  const scope = { ...at.scope, user };
  for (const text of told) {
    const now = new Date(at.deps.clock.now()).toISOString();
    const task = talk([text]);
    if (noted) await remember(at.deps, scope, { content: text });
    else await reflect(at.deps, scope, { ...task, turns: task.turns.map((turn) => ({ ...turn, at: now })) });
    at.pass(2 * 3_600_000);
  }
  const store = await at.deps.stores.open(userOwner(user));
  return (await store.list({ kinds: ["semantic"] }, { limit: 20 })).map(({ content }) => content);
}

const RESTORED: [string[], RegExp][] = [
  [
    ["My flight is on 22 December", "My flight has been moved to 24 December", "Sorry, it was 22 December after all."],
    /^The user's flight is on 22 December 2026/u,
  ],
  [
    ["I prefer window seats.", "I prefer aisle seats now.", "Make that a window seat again."],
    /^The user prefers window seats/u,
  ],
  [["I live in Oslo", "I live in Bergen now", "Sorry, it's Oslo after all"], /^The user lives in Oslo/u],
  [["I'm vegetarian", "I'm vegan now", "Let's go back to vegetarian"], /^The user is vegetarian/u],
  [["我喜欢靠窗的座位", "我现在要靠过道的座位", "还是换回靠窗的吧"], /^用户喜欢靠窗的座位/u],
  [["我的预算是500元", "我的预算改成800元了", "还是500元吧"], /^用户的预算是500元/u],
  [["我的航班是12月22日", "我的航班改到12月24日了", "说错了，还是22号"], /^用户的航班是2026年12月22日/u],
];
it.each(RESTORED)("B5: a former value said to hold again, in another talk, is in force: %j", async (told, inForce) => {
  for (const noted of [false, true]) expect(await inForceAfter(told, noted)).toEqual([expect.stringMatching(inForce)]);
});

it.each([
  [["I prefer window seats.", "I prefer aisle seats now.", "Make that a table by the kitchen again."], /aisle/u],
  [
    ["My flight is on 22 December", "My flight has been moved to 24 December", "It was lovely after all."],
    /24 December/u,
  ],
  [["我喜欢靠窗的座位", "我现在要靠过道的座位", "还是去公园吧"], /靠过道/u],
])("B5: and what was never so restores nothing: %j", async (told, inForce) => {
  expect((await inForceAfter(told, false)).join("\n")).toMatch(inForce);
});

it("B5: a day of the month in Chinese numerals puts right the date it names, in another talk", async () => {
  const told = ["我女儿的生日是5月12日。", "上次我说错了，女儿的生日是二十一号，不是十二号。"];
  expect(await inForceAfter(told, false)).toEqual(["用户的女儿的生日是5月21日。"]);
});
