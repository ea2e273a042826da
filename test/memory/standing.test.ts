import { afterEach, beforeEach, expect, it } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const found = async (query: string) =>
  (await recall(at.deps, at.scope, query, { touch: false })).results.map(({ record }) => record.content);

it.each([
  ["I'm allergic to peanuts.", "I live in Oslo.", "Book me a table for Saturday", "What is the capital of France?"],
  ["我不吃香菜。", "我住在杭州。", "帮我订餐厅要注意什么？", "法国的首都是哪里？"],
])(
  "C3: what is to be done for the user calls up their constraints, whatever words they have: %s",
  async (rule, fact, request, other) => {
    for (const content of [rule, fact]) await remember(at.deps, at.scope, { content });
    const some = await found(request);
    expect(some).toHaveLength(1);
    expect(some[0]).toMatch(/peanuts|香菜/u);
    expect(await found(other)).toEqual([]);
  },
);

it.each([
  ["I'm allergic to peanuts.", "The user is dating Kim.", "Who am I dating?"],
  ["我对花生过敏。", "用户每天早上喝燕麦拿铁咖啡。", "我喝什么咖啡"],
  ["我对花生过敏。", "用户早上九点上班。", "你知道我几点上班吗"],
])(
  "C3: a question after one thing is answered by that, not by what stands about the user: %s",
  async (rule, fact, query) => {
    await remember(at.deps, at.scope, { content: rule });
    await remember(at.deps, at.scope, { content: fact, verbatim: true, kind: "semantic" });
    expect(await found(query)).toEqual([fact]);
  },
);

it.each([
  ["Who am I?"],
  ["What do you know about me?"],
  ["我是谁"],
  ["你还记得我吗？"],
  ["我该吃什么？"],
  ["今晚吃什么"],
])("C3: standing facts still answer what is about the user at large: %s", async (query) => {
  await remember(at.deps, at.scope, { content: "我对花生过敏。" });
  expect(await found(query)).toHaveLength(1);
});

it.each([
  ["The user's team lead is called Priya.", "Who is my boss?"],
  ["用户的主管叫陈晨。", "我老板是谁？"],
])("A5: who leads the user's work is their boss, by either word: %s", async (fact, query) => {
  for (const content of ["The parcel is in Hamburg.", "我的包裹在上海。", fact])
    await remember(at.deps, at.scope, { content, verbatim: true, kind: "semantic" });
  expect((await found(query))[0]).toBe(fact);
});

it.each([["唐朝是哪一年建立的"], ["宋朝是哪一年灭亡的"]])(
  "C1: the words a question about the world asks with find nothing: %s",
  async (query) => {
    for (const [day, content] of [
      ["2026-03-20", "我们去看了樱花。"],
      ["2026-04-02", "用户在学游泳，已经学了一年。"],
      ["2025-04-12", "在湖边跑了五公里。"],
    ] as const)
      await remember(at.deps, at.scope, { content, happenedAt: `${day}T10:00:00Z`, verbatim: true });
    expect(await found(query)).toEqual([]);
  },
);
