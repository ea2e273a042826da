import { createSqliteLedger } from "../../../src/adapters/sqlite/ledger.ts";
import { ledgerConformance } from "../../conformance/ledger.ts";
import { KEY, temporaryHome } from "./places.ts";

for (const encryptionKey of [null, KEY])
  ledgerConformance(encryptionKey === null ? "sqlite" : "sqlite, encrypted", async () => {
    const { home, remove } = temporaryHome();
    return { ledger: () => createSqliteLedger({ home, encryptionKey }), remove: async () => remove() };
  });
