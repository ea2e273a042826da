#!/usr/bin/env node
import module from "node:module";
import { NODE_ADVICE, nodeProblem } from "../node-version.ts";

const problem = nodeProblem();
if (problem !== null) {
  process.stderr.write(`error: ${problem}\nhint: ${NODE_ADVICE}\n`);
  process.exit(1);
}
// What was compiled at the last start is not compiled again: a third of the time to the first answer.
module.enableCompileCache?.();

const { processIo } = await import("./io.ts");
const { run } = await import("./program.ts");
const { openHindsight } = await import("./open.ts");
process.exitCode = await run(process.argv.slice(2), processIo(), openHindsight);
