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
