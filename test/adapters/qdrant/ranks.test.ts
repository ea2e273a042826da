import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createHindsight } from "../../../src/hindsight.ts";
import type { NewMemory } from "../../../src/memory/types.ts";
import { openPlace } from "./place.ts";

const lines = <T>(name: string) =>
  readFileSync(new URL(`../../../bench/probes/${name}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

/** Spearman's ρ of two orders of the same things; what is in one alone stands behind all others. */
function correlation(a: readonly string[], b: readonly string[]): number {
  const all = Array.from(new Set([...a, ...b]));
  const n = all.length;
  if (n < 2) return a.join() === b.join() ? 1 : 0;
  const rank = (list: readonly string[], one: string) => (list.includes(one) ? list.indexOf(one) : list.length);
  const sum = all.reduce((total, one) => total + (rank(a, one) - rank(b, one)) ** 2, 0);
  return 1 - (6 * sum) / (n * (n * n - 1));
}

it("I3: whole recalls rank as they do on SQLite, English and Chinese", { timeout: 120_000 }, async () => {
  const place = await openPlace();
  const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), "hindsight-ranks-")));
  const now = Date.parse("2026-11-30T12:00:00Z");
  const common = { model: null, mcpConfig: null, recallCache: 0, clock: { now: () => now } };
  const { url: qdrantUrl, key: qdrantKey, prefix: qdrantPrefix } = place.options;
  const files = await createHindsight({ ...common, home: homes[0]!, qdrantUrl: null });
  const qdrant = await createHindsight({ ...common, home: homes[1]!, qdrantUrl, qdrantKey, qdrantPrefix });
  const told = lines<NewMemory & { user: string }>("starter.memories");
  for (const user of new Set(told.map((one) => one.user)))
    for (const hindsight of [files, qdrant])
      await hindsight.user(user).rememberAll(told.filter((one) => one.user === user).map(({ user: _, ...one }) => one));
  const questions = lines<{ user: string; query: string; askedAt?: string }>("starter.probes");
  const asked = questions.filter((_, i) => i % 4 === 0);
  let sum = 0;
  let same = 0;
  for (const { user, query, askedAt } of asked) {
    const [a = [], b = []] = await Promise.all(
      [files, qdrant].map(async (hindsight) => {
        const { results } = await hindsight
          .user(user)
          .recall(query, { k: 10, touch: false, ...(askedAt && { askedAt }) });
        return results.map(({ record }) => record.content);
      }),
    );
    sum += correlation(a, b);
    if (a.join("\n") === b.join("\n")) same++;
  }
  expect(sum / asked.length).toBeGreaterThan(0.995);
  expect(same / asked.length).toBeGreaterThan(0.97);
  await files.close();
  await qdrant.close();
  await place.remove();
  for (const home of homes) rmSync(home, { recursive: true });
});
