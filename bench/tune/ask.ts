/**
 * Asks every question of the sets once, with other constants: `node bench/tune/ask.ts DATA HOME SETTING`, SETTING being
 * JSON. The constants are replaced as they are loaded, so it is a process of its own. Prints one JSON array of answers.
 */
import { registerHooks } from "node:module";
import { changed, type Setting } from "./knobs.ts";
import type { Answer } from "./validate.ts";

const [, , data = "", home = "", setting = "{}"] = process.argv;
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/src/domain/constants.ts")) return loaded;
    return { ...loaded, source: changed(String(loaded.source), JSON.parse(setting) as Setting) };
  },
});

/** After everything in the sets: what recency counts from must not differ from run to run. */
const ASKED_AT = "2026-12-01T00:00:00.000Z";

const { openBench } = await import("./home.ts");
const { readSets } = await import("../sets.ts");
const { measure } = await import("../metrics.ts");
const hindsight = await openBench(home);
const answers: Answer[] = [];
for (const set of readSets(data))
  for (const [name, { questions }] of set.pools) {
    const memory = hindsight.user(`${set.name}/${name}`, { timeZone: "UTC" });
    for (const { question, relevant } of questions) {
      const { results } = await memory.recall(question, { k: 10, touch: false, askedAt: ASKED_AT });
      const figures = measure(
        results.map(({ record }) => String(record.metadata.externalId)),
        relevant,
      );
      answers.push({ pool: `${set.name}/${name}`, score: (figures["recall@5"] + figures["recall@10"]) / 2 });
    }
  }
await hindsight.close();
process.stdout.write(JSON.stringify(answers));
