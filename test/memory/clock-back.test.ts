import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reflect } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench, talk } from "../support/memory-deps.ts";

const DAY = 86_400_000;

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

type Say = (text: string) => Promise<unknown>;
const byRemember: Say = (text) => remember(at.deps, at.scope, { content: text });
const byReflect: Say = (text) => {
  const now = new Date(at.deps.clock.now()).toISOString();
  const task = talk([text], { thread: text });
  return reflect(at.deps, at.scope, { ...task, turns: task.turns.map((turn) => ({ ...turn, at: now })) });
};
async function inForce(): Promise<string[]> {
  const store = await at.store();
  const all = await store.list({ kinds: ["semantic"] }, { limit: 20 });
  expect(await store.check()).toEqual([]);
  await store.close();
  return all.map(({ content }) => content);
}

describe.each([
  ["I live in Oslo.", "I live in Bergen.", "I live in Tromsø.", "I live in Bodø."],
  ["我住在上海。", "我住在北京。", "我住在广州。", "我住在成都。"],
])("B5: when the clock goes back, what is said last is in force: %s", (first, second, third, fourth) => {
  const place = (text: string) => expect.stringContaining(text.match(/(?:in |住在)(.+)[.。]/u)![1]!);

  it.each([
    ["remember", byRemember],
    ["reflect", byReflect],
  ])("%s", async (_, say) => {
    await say(first);
    at.pass(30 * DAY);
    await say(second);
    at.pass(-60 * DAY);
    await say(third);
    expect(await inForce()).toEqual([place(third)]);
    at.pass(90 * DAY);
    await say(fourth);
    expect(await inForce()).toEqual([place(fourth)]);
  });

  it("but what is told of an earlier time stays history, before and after the clock went back", async () => {
    const earlier = () => new Date(at.deps.clock.now() - 400 * DAY).toISOString();
    await byRemember(first);
    at.pass(30 * DAY);
    await byRemember(second);
    await remember(at.deps, at.scope, { content: third, happenedAt: earlier() });
    expect(await inForce()).toEqual([place(second)]);
    at.pass(-60 * DAY);
    await remember(at.deps, at.scope, { content: fourth, happenedAt: earlier() });
    expect(await inForce()).toEqual([place(second)]);
  });
});
