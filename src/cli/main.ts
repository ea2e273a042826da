#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { processIo } from "./io.ts";

// What was compiled at the last start is not compiled again: a third of the time to the first answer.
enableCompileCache?.();

const { run } = await import("./program.ts");
const { openHindsight } = await import("./open.ts");
process.exitCode = await run(process.argv.slice(2), processIo(), openHindsight);
