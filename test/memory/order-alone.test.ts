import { afterEach, beforeEach, expect, it } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const VISITS: [string, string][] = [
  ["2026-02-01", "Visited the zoo with Carla"],
  ["2026-05-01", "Visited the zoo with Aiko, the last of the sunny days"],
  ["2026-08-01", "Visited the zoo with Ben"],
  ["2026-09-09", "The first snow fell, first of the year, the first day in boots"],
  ["2026-02-01", "和小美去了动物园"],
  ["2026-05-01", "和小刚去了动物园，这次很累"],
  ["2026-08-01", "和小红去了动物园"],
  ["2026-03-18", "我去洗牙了，医生说有一颗蛀牙"],
];

it.each([
  ["What was my first zoo visit?", "Visited the zoo with Carla"],
  ["my first zoo visit", "Visited the zoo with Carla"],
  ["first zoo visit", "Visited the zoo with Carla"],
  ["Who did I visit the zoo with first?", "Visited the zoo with Carla"],
  ["What was my last zoo visit?", "Visited the zoo with Ben"],
  ["What was the last zoo I visited?", "Visited the zoo with Ben"],
  ["last zoo visit", "Visited the zoo with Ben"],
  ["Who did I visit the zoo with last?", "Visited the zoo with Ben"],
  ["我第一次去动物园和谁", "和小美去了动物园"],
  ["第一次去动物园", "和小美去了动物园"],
  ["我最后一次去动物园是和谁", "和小红去了动物园"],
  ["上次去动物园", "和小红去了动物园"],
  ["上次看牙医是什么时候", "我去洗牙了，医生说有一颗蛀牙"],
])("C4: the first or last of a thing comes first, whatever words it is asked with: %s", async (question, first) => {
  await rememberAll(
    at.deps,
    at.scope,
    VISITS.map(([day, content]) => ({ content, happenedAt: `${day}T12:00:00.000Z`, kind: "episodic" })),
  );
  const { results } = await recall(at.deps, at.scope, question, { touch: false });
  expect(results[0]?.record.content).toBe(first);
});
