import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { storeConformance } from "../../conformance/store.ts";
import { KEY, temporaryHome } from "./places.ts";

for (const encryptionKey of [null, KEY])
  storeConformance(encryptionKey === null ? "sqlite" : "sqlite, encrypted", async () => {
    const { home, remove } = temporaryHome();
    return { provider: () => createSqliteStores({ home, encryptionKey }), remove: async () => remove() };
  });

// With one file open at a time every use of another owner closes and opens files.
storeConformance("sqlite, one file open at a time", async () => {
  const { home, remove } = temporaryHome();
  return {
    provider: () => createSqliteStores({ home, encryptionKey: null, maxOpen: 1 }),
    remove: async () => remove(),
  };
});
