import { createSqliteOutputs } from "../../../src/adapters/sqlite/outputs.ts";
import { outputsConformance } from "../../conformance/outputs.ts";
import { KEY, temporaryHome } from "./places.ts";

for (const encryptionKey of [null, KEY])
  outputsConformance(encryptionKey === null ? "sqlite" : "sqlite, encrypted", async () => {
    const { home, remove } = temporaryHome();
    return {
      outputs: (kept) => createSqliteOutputs({ home, encryptionKey, ...(kept === undefined ? {} : { kept }) }),
      remove: async () => remove(),
    };
  });
