import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import type { RecallOptions } from "../../src/memory/types.ts";
import { type Bench, bench, crashing, NOW } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const DAY = 86_400_000;
/** Memories a day apart, the first one oldest; what stands beside them makes noise. */
async function store(contents: readonly string[], noise: readonly string[] = []): Promise<void> {
  const all = [...contents, ...noise];
  await rememberAll(
    at.deps,
    at.scope,
    all.map((content, i) => ({
      content,
      kind: "semantic",
      happenedAt: new Date(NOW - (all.length - i) * DAY).toISOString(),
    })),
  );
}
async function ask(query: string, options: RecallOptions = {}) {
  const found = await recall(at.deps, at.scope, query, { touch: false, explain: true, ...options });
  const rank = (content: string) => found.results.findIndex(({ record }) => record.content === content) + 1;
  const routes = (content: string) =>
    found.results.find(({ record }) => record.content === content)?.explain?.routes.map(({ route }) => route) ?? [];
  return { ...found, rank, routes };
}

const PRICES = Array.from({ length: 12 }, (_, i) => `The dinner at restaurant ${i} cost ${i + 20} euros`);
const CHINESE_PRICES = Array.from({ length: 12 }, (_, i) => `第${i}家餐厅的晚饭花了${i + 20}欧元`);

describe("C2: a second search by what the first one names", () => {
  test("two questions in one: what did it cost?", async () => {
    const hotel = "The user liked Hotel Alba in Porto very much";
    const cost = "Three nights at Hotel Alba came to 410 euros";
    await store([hotel, cost], PRICES);
    const found = await ask("Which hotel did I like and what did it cost?");
    expect(found.rank(hotel)).toBe(1);
    expect(found.rank(cost)).toBeGreaterThan(0);
    expect(found.routes(cost)).toContain("bridge");
    expect(found.timings).toHaveProperty("route:bridge");
  });

  test("a chain of possessives", async () => {
    const husband = "The user's sister is married to Tomas";
    const birthday = "Tomas has his birthday on 4 May";
    await store(
      [husband, birthday],
      Array.from({ length: 12 }, (_, i) => `Colleague ${i} has a birthday in June`),
    );
    const found = await ask("When is the birthday of my sister's husband?", { k: 3 });
    expect(found.rank(birthday)).toBeGreaterThan(0);
    expect(found.routes(birthday)).toContain("bridge");
  });

  test("两个问题合在一句里", async () => {
    const hotel = "用户很喜欢 Alba 酒店";
    const cost = "Alba 三个晚上一共花了410欧元";
    await store([hotel, cost], CHINESE_PRICES);
    const found = await ask("我喜欢哪家酒店，花了多少钱？");
    expect(found.rank(hotel)).toBeGreaterThan(0);
    expect(found.routes(cost)).toContain("bridge");
  });
});

test("C2: what the whole question finds is not pushed out by its parts", async () => {
  const whole = "Anna and Bob both like rowing on the lake";
  const anna = Array.from({ length: 6 }, (_, i) => `Anna likes cake number ${i}`);
  const bob = Array.from({ length: 6 }, (_, i) => `Bob likes tea number ${i}`);
  await store([whole], [...anna, ...bob]);
  expect((await ask("What do Anna and Bob both like?", { k: 3 })).rank(whole)).toBe(1);
});

describe("C4: a time told by an event", () => {
  test.each([
    [
      ["The user rented a flat in the old town", "The user did the move", "The user rented a house by the sea"],
      "Where did the user rent before the move?",
      "Where did the user rent after the move?",
    ],
    [
      ["用户在老城区租了一套公寓", "用户搬家了", "用户在海边租了一座房子"],
      "用户搬家之前租了什么？",
      "用户搬家之后租了什么？",
    ],
  ])("%j", async ([early, , late], before, after) => {
    await store([early!, early === "用户在老城区租了一套公寓" ? "用户搬家了" : "The user did the move", late!]);
    const first = await ask(before);
    expect(first.routes(early!)).toContain("event");
    expect(first.routes(late!)).not.toContain("event");
    expect(first.rank(early!)).toBeLessThan(first.rank(late!));
    const second = await ask(after);
    expect(second.rank(late!)).toBeLessThan(second.rank(early!));
    expect(first.rank(late!), "it boosts and never empties").toBeGreaterThan(0);
  });

  test("the date an event's memory names counts, not the day it was told", async () => {
    await store(["The user's wedding is on 2 May 2020", "The user danced tango", "The user danced salsa"]);
    const found = await ask("What has the user danced since the wedding?");
    expect(found.routes("The user danced tango")).toContain("event");
    expect(found.routes("The user danced salsa")).toContain("event");
  });

  test.each([
    ["What did I do after the wedding?", ["Leo and the user flew to Crete", "The user went to a concert"]],
    ["Who did I see before the wedding?", ["The user had lunch with Priya", "The user packed boxes with Jonas"]],
    ["What have I done since I got married?", ["Leo and the user flew to Crete", "The user went to a concert"]],
  ])("all of a time the event tells in other words, nearest first: %s", async (question, [first, second]) => {
    await store([
      "The user packed boxes with Jonas",
      "The user had lunch with Priya",
      "The user got married to Leo",
      "Leo and the user flew to Crete",
      "The user went to a concert",
    ]);
    const found = await ask(question);
    expect(found.rank(first!)).toBe(1);
    expect(found.rank(second!)).toBe(2);
  });

  test.each([
    ["婚礼之后我去了哪里", ["用户和小林去了三亚", "用户去成都看了熊猫"]],
    ["搬家前我见了谁", ["用户和小美吃了火锅", "用户和阿强去爬山了"]],
  ])("事件用别的话说，最近的在前：%s", async (question, [first, second]) => {
    await store([
      "用户和阿强去爬山了",
      "用户和小美吃了火锅",
      "用户搬家了",
      "用户和小林结婚了",
      "用户和小林去了三亚",
      "用户去成都看了熊猫",
    ]);
    const found = await ask(question);
    expect(found.rank(first!)).toBe(1);
    expect(found.rank(second!)).toBe(2);
  });

  test("an event nobody told of changes nothing", async () => {
    await store(["The user lived in Bergen", "The user lived in Oslo"]);
    const found = await ask("Where did the user live before the earthquake?");
    expect(found.results).toHaveLength(2);
    expect(found.timings).toHaveProperty("route:event");
    expect(found.results.flatMap(({ explain }) => explain!.routes.map(({ route }) => route))).not.toContain("event");
  });
});

test("C3: a question of no special shape is searched once", async () => {
  await store(["The user lives in Bergen"]);
  const { timings } = await ask("Where does the user live?");
  expect(Object.keys(timings).filter((name) => /part|bridge|event/.test(name))).toEqual([]);
});

test("C3: a part whose routes fail is named, and the whole question's results stand", async () => {
  await store(["Anna likes rowing", "Bob likes rowing"]);
  let walks = 0;
  const stores = crashing(at.deps.stores, (method) => method === "walk" && ++walks > 1);
  const found = await recall({ ...at.deps, stores }, at.scope, "What do Anna and Bob both like?", { touch: false });
  expect(found.results.length).toBe(2);
  expect(found.failures.map(({ route }) => route)).toEqual(["part 1: graph", "part 2: graph"]);
});
