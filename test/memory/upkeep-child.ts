/**
 * A process of its own for the tests that kill one: does upkeep, or changes to another embedding model, on the home
 * `process.argv[3]`. It kills itself with -9 before call `process.argv[5]` of the store's method `process.argv[4]`: whoever
 * else sent the signal would come too late at times.
 */
import { writeSync } from "node:fs";
import { createBuiltinEmbedder } from "../../src/adapters/builtin/embedder.ts";
import { createSqliteStores } from "../../src/adapters/sqlite/stores.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { createUpkeeper, STEPS } from "../../src/memory/consolidate/upkeep.ts";
import { reembed } from "../../src/memory/reembed.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { bench, crashing } from "../support/memory-deps.ts";

const [, , job = "", home = "", killAt = "", nth = "0"] = process.argv;
let calls = 0;
const at = bench();
const builtin = createBuiltinEmbedder();
/** The same vectors under another name. */
const renamed: Embedder = {
  ...builtin,
  fingerprint: async () => ({ ...(await builtin.fingerprint()), model: "renamed" }),
};
const { createSqliteLedger } = await import("../../src/adapters/sqlite/ledger.ts");
const stores = createSqliteStores({ home, encryptionKey: null });
const deps = {
  ...at.deps,
  ledger: createSqliteLedger({ home, encryptionKey: null }),
  stores: crashing(stores, (method) => {
    if (method === killAt && ++calls === Number(nth)) process.kill(process.pid, "SIGKILL");
    return false;
  }),
};
await at.close(); // its own folder is not needed
if (job === "reembed") await reembed({ ...deps, embedder: renamed }, userOwner("ada"));
else {
  const begun = await createUpkeeper(deps, { episodeCap: null, timeZone: "Europe/Oslo" }).begin(userOwner("ada"));
  if (typeof begun === "string") throw new Error(begun);
  for (const step of STEPS) await begun.step(step);
  await begun.end(true);
}
writeSync(1, "done\n");
process.exit(0);
