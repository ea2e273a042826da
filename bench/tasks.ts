/**
 * Does memory help? `npm run bench:tasks [-- --customers N --sessions N --seed N --json]`: a booking desk whose customers
 * have standing wishes, forms that are refused until the right code is given, and customers who lose patience. Played on
 * the real graph with and without memory, by the built-in model and by a scripted one behind HTTP.
 */
import { Command } from "commander";
import { createCustomers } from "./tasks/customers.ts";
import { figuresOf, type ModelName, play } from "./tasks/run.ts";

const options = new Command()
  .option("--customers <n>", "half of them Chinese", Number, 6)
  .option("--sessions <n>", "of each customer", Number, 12)
  .option("--seed <n>", "other customers", Number, 1)
  .option("--json", "print one JSON object, with every session")
  .parse()
  .opts<{ customers: number; sessions: number; seed: number; json?: boolean }>();

const customers = createCustomers({ ...options, start: Date.UTC(2026, 0, 5, 12) });
const rows = [];
for (const model of ["built-in", "scripted"] satisfies ModelName[])
  for (const memory of [false, true]) {
    const played = await play(customers, model, memory);
    rows.push({ model, memory, ...figuresOf(played), played });
  }
if (options.json === true) console.log(JSON.stringify({ ...options, rows }));
else {
  console.log(
    `${options.customers} customers, ${options.sessions} sessions each, seed ${options.seed}; means a session`,
  );
  console.table(
    rows.map(({ model, memory, completed, turns, toolErrors, tokens, blockTokens }) => ({
      model,
      memory: memory ? "with" : "without",
      "completed %": Number((100 * completed).toFixed(1)),
      turns: Number(turns.toFixed(2)),
      "tool errors": Number(toolErrors.toFixed(2)),
      tokens: Math.round(tokens),
      "of them memory": Math.round(blockTokens),
    })),
  );
}
