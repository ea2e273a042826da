import { afterEach, beforeEach, expect, it } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const DAYS: [string, string][] = [
  ["2024-11-20", "I did the last dishes of the old kitchen"],
  ["2024-12-03", "I did the December budget before anything else"],
  ["2026-11-10", "I did 10 laps and what I do every time"],
  ["2026-11-18", "给车做了保养，什么都做了"],
  ["2026-11-20", "We painted the fence"],
  ["2026-11-24", "The boiler was repaired"],
  ["2026-11-25", "She has been sneezing since Tuesday, what did I do wrong"],
  ["2026-11-29", "跑步五公里"],
];

// The bench's clock stands at Monday, 30 November 2026.
it.each([
  ["What did I do last Tuesday?", "The boiler was repaired"],
  ["What did I do 10 days ago?", "We painted the fence"],
  ["昨天我做了什么", "跑步五公里"],
  ["What did I do before December 2024?", "I did the last dishes of the old kitchen"],
  ["What happened in November 2024?", "I did the last dishes of the old kitchen"],
  ["上周二我做了什么？", "The boiler was repaired"],
])("C4: of a question of nothing but a time, what happened then comes first: %s", async (question, first) => {
  await rememberAll(
    at.deps,
    at.scope,
    DAYS.map(([day, content]) => ({ content, happenedAt: `${day}T12:00:00.000Z` })),
  );
  const { results } = await recall(at.deps, at.scope, question, { touch: false });
  expect(results[0]?.record.content).toBe(first);
});

it.each([
  ["Did I go to Porto in March?", "A weekend in Porto with Anna"],
  ["我三月去过波尔图吗？", "和小李在波尔图过周末"],
])("C4: of a month's memories the one about what is asked comes first: %s", async (question, first) => {
  const march = [
    "We go to the gym with Ben, and then we go home",
    "I go to the market in the old town",
    "A weekend in Porto with Anna",
    "去过一次健身房，又去过超市",
    "三月吃了火锅，去过公园",
    "和小李在波尔图过周末",
  ];
  await rememberAll(
    at.deps,
    at.scope,
    [
      ...march.map((content, day) => [`2026-03-1${day}`, content]),
      ["2026-07-02", "Dinner at the Porto restaurant; 波尔图餐厅"],
    ].map(([day, content]) => ({ content: content!, happenedAt: `${day}T12:00:00.000Z` })),
  );
  const { results } = await recall(at.deps, at.scope, question, { touch: false });
  expect(results[0]?.record.content).toBe(first);
});

const MOVE: [string, string][] = [
  ["2026-01-10", "We sold the piano"],
  ["2026-02-20", "The landlord inspected the flat"],
  ["2026-03-07", "We moved to the new house in Lund; 我们搬家到隆德"],
  ["2026-04-02", "Planted an apple tree"],
  ["2026-09-15", "The car failed its inspection"],
];

it.each([
  ["What did I do before the move?", "The landlord inspected the flat", "2026-03-07"],
  ["What have I done since the move?", "Planted an apple tree", null],
  ["搬家之前我做了什么？", "The landlord inspected the flat", "2026-03-07"],
  ["搬家以后我做了什么？", "Planted an apple tree", null],
])("C4: the same for a time told by an event: %s", async (question, first, until) => {
  await rememberAll(
    at.deps,
    at.scope,
    MOVE.map(([day, content]) => ({ content, happenedAt: `${day}T12:00:00.000Z` })),
  );
  const { results } = await recall(at.deps, at.scope, question, { touch: false });
  expect(results[0]?.record.content).toBe(first);
  expect(results[1]?.record.happenedAt.startsWith(until === null ? "2026-09" : "2026-01")).toBe(true);
});

const daily = (from: string, days: number) =>
  Array.from({ length: days }, (_, n) => ({
    content: `Painted panel ${n} of the long fence`,
    happenedAt: new Date(Date.parse(`${from}T12:00:00.000Z`) + n * 86_400_000).toISOString(),
  }));

async function daysOf(question: string): Promise<string[]> {
  const { results } = await recall(at.deps, at.scope, question, { touch: false, k: 4 });
  return results.map(({ record }) => record.happenedAt.slice(0, 10));
}

it.each([
  ["What did I do ten days ago?", "2026-11-20"],
  ["What did I do a week ago?", "2026-11-23"],
  ["一周前我做了什么", "2026-11-23"],
  ["What did I do recently?", "2026-11-29"],
  ["最近我做了什么", "2026-11-29"],
])("C4: of a rough time what lies nearest to it comes first: %s", async (question, first) => {
  await rememberAll(at.deps, at.scope, daily("2026-11-01", 29));
  expect((await daysOf(question))[0]).toBe(first);
});

it.each([["What did I do last month?"], ["上个月我做了什么"]])(
  "C4: a few results of a long time stand for all of it: %s",
  async (question) => {
    await rememberAll(at.deps, at.scope, daily("2026-10-01", 31));
    const weeks = new Set((await daysOf(question)).map((day) => Math.ceil(Number(day.slice(8)) / 8)));
    expect(weeks).toEqual(new Set([1, 2, 3, 4]));
  },
);

it.each([
  ["What did I do last night?", true],
  ["What did I do yesterday evening?", true],
  ["What did I do yesterday at 7pm?", true],
  ["昨晚我和谁吃饭", true],
  ["昨天下午我做了什么", true],
  ["What did I do this morning?", false],
  ["前天晚上我做了什么", false],
])("C4: a memory of a bare date counts for every part of its day, and of no other: %s", async (question, found) => {
  await rememberAll(at.deps, at.scope, [
    { content: "I had ramen with Aiko; 我和爱子吃了拉面", happenedAt: "2026-11-28T23:00:00.000Z" }, // midnight in Oslo
    { content: "The boiler was repaired", happenedAt: "2026-11-20T23:00:00.000Z" },
  ]);
  const scope = { ...at.scope, timeZone: "Europe/Oslo" };
  const { results } = await recall(at.deps, scope, question, { touch: false });
  expect(results[0]?.record.content.startsWith("I had ramen") ?? false).toBe(found);
});

it("C4: of a night the memories of its hours come first, then its bare date, and no bare date of the next day", async () => {
  await rememberAll(at.deps, at.scope, [
    { content: "Slept badly on the sofa", happenedAt: "2026-11-30T00:00:00.000Z" },
    { content: "I had ramen with Aiko", happenedAt: "2026-11-29T00:00:00.000Z" },
    { content: "Watched a film about whales", happenedAt: "2026-11-29T20:00:00.000Z" },
  ]);
  const scope = { ...at.scope, timeZone: "UTC" };
  const { results } = await recall(at.deps, scope, "What did I do last night?", { touch: false });
  expect(results.map(({ record }) => record.content)).toEqual(["Watched a film about whales", "I had ramen with Aiko"]);
});
