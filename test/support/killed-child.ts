/**
 * A process of its own for the tests that kill one inside a change: does `argv[2]` on the home `argv[3]`, encrypted with
 * `argv[4]` unless that is `-`, at the time `argv[5]`. From there on it prints each statement that SQLite runs and each
 * file it removes, and kills itself with -9 before the `argv[6]`-th of them (0: never), whoever calls it.
 */
import fs, { writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Sqlite from "better-sqlite3";
import { userOwner } from "../../src/domain/scope.ts";

const [, , job = "", home = "", key = "-", now = "0", kill = "0", id = ""] = process.argv;
let counting = false;
let calls = 0;

type Method = (this: unknown, ...args: unknown[]) => unknown;

function watched(target: object, name: string, label: (self: unknown, args: readonly unknown[]) => string): void {
  const methods = target as Record<string, Method>;
  const original = methods[name]!;
  methods[name] = function (...args) {
    if (counting) {
      writeSync(1, `${label(this, args)}\n`);
      if (++calls === Number(kill)) process.kill(process.pid, "SIGKILL");
    }
    return original.apply(this, args);
  };
}

const memory = new Sqlite(":memory:");
const firstWords = (text: unknown) => String(text).trim().split(/\s+/).slice(0, 4).join(" ");
watched(Object.getPrototypeOf(memory.prepare("SELECT 1")) as object, "run", (self) =>
  firstWords((self as { source: string }).source),
);
for (const method of ["exec", "pragma"])
  watched(Sqlite.prototype as object, method, (_self, [text]) => `${method} ${firstWords(text)}`);
watched(Sqlite.prototype as object, "close", () => "close");
watched(fs, "rmSync", (_self, [path]) => `rm ${String(path).split(".").at(-1)}`);
syncBuiltinESMExports();

const { keepUp, openHindsight, renamedEmbedder } = await import("./lived-home.ts");
const embedder = job === "reembed" ? renamedEmbedder() : undefined;
const hindsight = await openHindsight(home, key === "-" ? null : key, () => Number(now), embedder);
const ada = hindsight.user("ada");
counting = true;
if (job === "erase") await ada.erase();
else if (job === "supersede") await ada.supersede(id, "The user prefers aisle seats.");
else if (job === "upkeep") await keepUp(hindsight, "ada");
else if (job === "reembed") await hindsight.reembed(userOwner("ada"));
else throw new Error(`no such job: ${job}`);
counting = false;
await hindsight.close();
