/**
 * Would other constants find more? `npm run bench:tune -- --data DIR [--only NAME,…] [--json]`. A coordinate search over
 * the constants of bench/tune/knobs.ts, each with the others as they are or as the search has moved them, on the
 * development halves only: a folder with any other set is refused. Each move is cross-validated over conversations: what
 * is gained in one by the value that is best in the others. A gain that does not survive is over-fitting, and the search
 * does not move. Prints a table; never writes a constant.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import * as constants from "../src/domain/constants.ts";
import { meanOf } from "../src/domain/metrics.ts";
import { setsOrExit } from "./sets.ts";
import { fillBench } from "./tune/home.ts";
import { alternatives, constantOf, KNOBS, type Setting } from "./tune/knobs.ts";
import { type Answer, judge, type Verdict } from "./tune/validate.ts";

/** Points a move must gain in conversations it was not chosen by. */
const LEAST_GAIN = 0.1;
/** Room for the answers of one process, in bytes. */
const MOST_OUTPUT = 50_000_000;

interface Row extends Verdict {
  name: string;
  current: number;
  moved: boolean;
}

const { values: options } = parseArgs({
  options: { data: { type: "string" }, only: { type: "string" }, json: { type: "boolean", default: false } },
});
if (options.data === undefined) throw new Error("name the folder of the development sets: --data DIR");
const data = options.data;

const run = promisify(execFile);
async function ask(home: string, setting: Setting): Promise<Answer[]> {
  const script = join(import.meta.dirname, "tune", "ask.ts");
  const { stdout } = await run(process.execPath, [script, data, home, JSON.stringify(setting)], {
    maxBuffer: MOST_OUTPUT,
  });
  return JSON.parse(stdout) as Answer[];
}

async function search(home: string): Promise<{ rows: Row[]; before: number; after: number }> {
  const wanted = options.only?.split(",");
  const knobs = KNOBS.filter(({ name }) => wanted?.includes(name) !== false);
  const score = (answers: readonly Answer[]) => 100 * meanOf(answers.map((one) => one.score));
  let setting: Setting = {};
  let base = await ask(home, setting);
  const before = score(base);
  const rows: Row[] = [];
  for (const knob of knobs) {
    const current = constantOf(constants, knob.name);
    const tried = new Map([[current, base]]);
    for (const value of alternatives(knob, current))
      tried.set(value, await ask(home, { ...setting, [knob.name]: value }));
    const verdict = judge(tried, current);
    const moved = verdict.best !== current && verdict.validated >= LEAST_GAIN;
    if (moved) {
      setting = { ...setting, [knob.name]: verdict.best };
      base = tried.get(verdict.best)!;
    }
    rows.push({ name: knob.name, current, moved, ...verdict });
    process.stderr.write(`${line(rows.at(-1)!)}\n`);
  }
  return { rows, before, after: score(base) };
}

function fate(moved: boolean, isBest: boolean, validated: number): string {
  if (moved) return "moves";
  if (isBest) return "stays";
  return validated > 0 ? "stays: gains too little" : "stays: over-fitting";
}

const line = ({ name, current, best, gain, validated, agree, folds, moved }: Row): string =>
  `${name.padEnd(18)} ${String(current).padStart(6)} ${String(best).padStart(6)} ${gain.toFixed(2).padStart(6)} ${validated.toFixed(2).padStart(10)} ${`${agree}/${folds}`.padStart(6)}  ${fate(moved, best === current, validated)}`;

const sets = setsOrExit(data);
const others = sets.filter(({ name }) => !name.endsWith("-dev")).map(({ name }) => name);
if (others.length > 0)
  throw new Error(`tuning looks at development halves only (…-dev): take ${others.join(", ")} out of ${data}`);
const home = mkdtempSync(join(tmpdir(), "hindsight-tune-"));
try {
  await fillBench(home, sets);
  const found = await search(home);
  const { rows, before, after } = found;
  if (options.json) console.log(JSON.stringify(found));
  else
    console.log(
      [
        `${"constant".padEnd(18)} ${"now".padStart(6)} ${"best".padStart(6)} ${"gain".padStart(6)} ${"validated".padStart(10)} ${"agree".padStart(6)}`,
        ...rows.map(line),
        `mean of recall@5 and @10: ${before.toFixed(2)} now, ${after.toFixed(2)} with what moves (chosen on these questions)`,
      ].join("\n"),
    );
} finally {
  rmSync(home, { recursive: true, force: true });
}
