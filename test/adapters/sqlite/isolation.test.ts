import { it } from "vitest";
import { createSqliteStores } from "../../../src/adapters/sqlite/stores.ts";
import { neverCrosses } from "../../conformance/hostile.ts";
import { KEY, temporaryHome } from "./places.ts";

for (const encryptionKey of [null, KEY])
  it(`G1: whatever the user ids, queries and filters, no record ever crosses users${encryptionKey === null ? "" : " (encrypted)"}`, {
    timeout: 120_000,
  }, async () => {
    const { home, remove } = temporaryHome();
    const stores = createSqliteStores({ home, encryptionKey, maxOpen: 2 });
    try {
      await neverCrosses(stores, 40);
    } finally {
      await stores.close();
      remove();
    }
  });
