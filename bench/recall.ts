/**
 * Recall quality: `npm run bench:recall -- --data DIR [--routes all|keyword|vector] [--json] [--out DIR]`.
 * Each pool is one user; its turns are imported as they are, and each question is asked of that user's memory. With
 * --out every question's result is written to `<set>.results.jsonl`. Settings come from the environment, so an
 * embedding endpoint is measured by naming it (HINDSIGHT_EMBEDDING_MODEL); --routes measures a part alone.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { createHindsight, type Hindsight } from "../src/hindsight.ts";
import { type Figures, mean, measure } from "./metrics.ts";
import { asMemories, type BenchQuestion, type RecallSet, setsOrExit } from "./sets.ts";

const ROUTES = ["all", "keyword", "vector"] as const;

interface Asked extends BenchQuestion {
  found: string[];
  figures: Figures;
}

const options = new Command()
  .requiredOption("--data <dir>", "folder with the recall sets")
  .addOption(new Option("--routes <which>", "search by all routes, or by one alone").choices(ROUTES).default("all"))
  .option("--json", "print one JSON object")
  .option("--out <dir>", "write every question's result there")
  .parse()
  .opts<{ data: string; routes: (typeof ROUTES)[number]; json?: boolean; out?: string }>();
const routes = options.routes === "all" ? {} : { routes: [options.routes] };

async function ask(hindsight: Hindsight, set: RecallSet): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const [name, pool] of set.pools) {
    const memory = hindsight.user(`${set.name}/${name}`, { timeZone: "UTC" });
    await memory.rememberAll(asMemories(pool.memories));
    for (const question of pool.questions) {
      const { results } = await memory.recall(question.question, { k: 10, touch: false, ...routes });
      const found = results.map(({ record }) => String(record.metadata.externalId));
      asked.push({ ...question, found, figures: measure(found, question.relevant) });
    }
  }
  return asked;
}

function summary(set: string, asked: readonly Asked[]) {
  const categories = Map.groupBy(asked, ({ category }) => category);
  return {
    set,
    questions: asked.length,
    ...mean(asked.map(({ figures }) => figures)),
    byCategory: Object.fromEntries(
      Array.from(categories, ([category, some]) => [
        category,
        { questions: some.length, ...mean(some.map(({ figures }) => figures)) },
      ]),
    ),
  };
}

const given = setsOrExit(options.data);
const home = mkdtempSync(join(tmpdir(), "hindsight-bench-"));
try {
  const hindsight = await createHindsight({ home, model: null, mcpConfig: null, recallCache: 0 });
  const sets = [];
  for (const set of given) {
    const asked = await ask(hindsight, set);
    sets.push(summary(set.name, asked));
    if (options.out !== undefined) {
      mkdirSync(options.out, { recursive: true });
      const rows = asked.map((one) => JSON.stringify(one));
      writeFileSync(join(options.out, `${set.name}.results.jsonl`), `${rows.join("\n")}\n`);
    }
  }
  await hindsight.close();
  if (options.json === true) console.log(JSON.stringify({ sets }));
  else
    for (const { set, byCategory, ...all } of sets) {
      console.log(`\n${set}`);
      console.table({ all, ...byCategory });
    }
} finally {
  rmSync(home, { recursive: true, force: true });
}
