/**
 * A process of its own for the test that kills one: moves from the home `process.argv[2]` to `process.argv[3]`, and kills
 * itself with -9 before call number `process.argv[4]` of the target.
 */
import { writeSync } from "node:fs";
import { KEY, move, sideOf, watched } from "./sides.ts";

const [, , from = "", to = "", at = "0"] = process.argv;
let calls = 0;
const target = watched(sideOf(to, KEY), () => {
  if (++calls === Number(at)) process.kill(process.pid, "SIGKILL");
});
await move(sideOf(from, null), target);
writeSync(1, `${calls}\n`);
process.exit(0);
