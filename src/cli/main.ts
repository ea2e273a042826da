#!/usr/bin/env node
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `error: hindsight needs Node 22.13 or newer, this is Node ${process.versions.node}\nhint: Install a current Node; in a checkout \`npm ci\` brings one, and \`npm run\` uses it.\n`,
  );
  process.exit(1);
}
// What was compiled at the last start is not compiled again: a third of the time to the first answer.
module.enableCompileCache?.();

const { processIo } = await import("./io.ts");
const { run } = await import("./program.ts");
const { openHindsight } = await import("./open.ts");
process.exitCode = await run(process.argv.slice(2), processIo(), openHindsight);
