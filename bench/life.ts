/**
 * Synthetic life: `npm run bench:life [-- --turns N --days N --seed N --upkeep DAYS --json]`. One user of two languages
 * lives and talks; every talk goes through reflection, upkeep runs every few days, and at the end the memory is asked for
 * what is true. No model, no data set: the generator knows the truth.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { createLife } from "./life/life.ts";
import { live } from "./life/live.ts";

const options = new Command()
  .option("--turns <n>", "messages in all", Number, 10_000)
  .option("--days <n>", "days of life", Number, 400)
  .option("--seed <n>", "another life", Number, 1)
  .option("--upkeep <days>", "days between two runs of upkeep", Number, 7)
  .option("--json", "print one JSON object")
  .parse()
  .opts<{ turns: number; days: number; seed: number; upkeep: number; json?: boolean }>();

const home = mkdtempSync(join(tmpdir(), "hindsight-life-"));
try {
  const life = createLife({ ...options, start: Date.UTC(2025, 9, 1) });
  const lived = await live(life, home, options.upkeep);
  const { answers, stats, health } = lived;
  const first = answers.filter(({ place }) => place === 1).length;
  const stale = answers.reduce((sum, one) => sum + one.stale.length, 0);
  if (options.json === true) console.log(JSON.stringify({ turns: life.turns, talks: life.talks.length, ...lived }));
  else {
    const share = (part: number) => `${(100 * part).toFixed(1)}%`;
    console.log(
      `${life.turns.toLocaleString("en")} turns in ${life.talks.length.toLocaleString("en")} talks over ${options.days} days; ${lived.seconds.toFixed(0)} s`,
    );
    console.log(`recalled first   ${first} of ${answers.length}, superseded values among the results: ${stale}`);
    console.log(`memories         ${JSON.stringify(stats.byStatus)}, most active episodes ${lived.mostEpisodes}`);
    console.log(`semantic share   ${share(stats.semanticShare)}, ever recalled ${share(stats.everRecalledShare)}`);
    console.log(
      `conflicts        ${health.conflicts}, noise ${health.noise} (${share(health.noiseShare)}), growth ${health.lastMonth} after ${health.monthBefore}`,
    );
    console.log(`upkeep           ${lived.runs} runs, ${JSON.stringify(lived.changes)}`);
    for (const one of answers.filter(({ place, stale: old }) => place !== 1 || old.length > 0))
      console.log(
        `  ${one.question} -> ${one.expected}: place ${one.place}; first: ${one.first}${one.stale.length > 0 ? `\n      superseded: ${one.stale.join(" | ")}` : ""}`,
      );
  }
  if (first < answers.length || stale > 0) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
