import { createSqliteQueue } from "../../../src/adapters/sqlite/queue.ts";
import { queueConformance } from "../../conformance/queue.ts";
import { KEY, temporaryHome } from "./places.ts";

for (const encryptionKey of [null, KEY])
  queueConformance(encryptionKey === null ? "sqlite" : "sqlite, encrypted", async () => {
    const { home, remove } = temporaryHome();
    return { queue: (options) => createSqliteQueue({ home, encryptionKey, ...options }), remove: async () => remove() };
  });
