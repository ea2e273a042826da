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
