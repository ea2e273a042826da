import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLife } from "../../bench/life/life.ts";
import { live } from "../../bench/life/live.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hindsight-life-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("a life of 1,000 turns over 70 days: what is true is recalled first, what was is not, and nothing else is kept", async () => {
  const life = createLife({ seed: 1, days: 70, turns: 1_000, start: Date.UTC(2025, 9, 1) });
  const { answers, stats, health, mostEpisodes, changes } = await live(life, home, 7);
  expect(answers.filter(({ place, stale }) => place !== 1 || stale.length > 0)).toEqual([]);
  expect(answers.length).toBeGreaterThan(15);
  expect(mostEpisodes).toBeLessThanOrEqual(500);
  expect(health).toMatchObject({ conflicts: 0, noise: 0 });
  expect(stats.semanticShare).toBeGreaterThan(0.1);
  expect(stats.everRecalledShare).toBeGreaterThan(0);
  expect(changes.compress).toBeGreaterThan(0);
}, 60_000);

it("the same seed is the same life", () => {
  const life = () => createLife({ seed: 7, days: 5, turns: 100, start: 0 });
  expect(life()).toEqual(life());
});
