import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { createPostgresCheckpoints } from "../../../src/adapters/postgres/checkpoints.ts";
import type { Checkpoints } from "../../../src/ports/checkpoints.ts";
import { silentLog } from "../../../src/ports/log.ts";
import { type PostgresServer, postgresMissing, startPostgres } from "../../support/postgres.ts";

// LangChain's suite expects its test functions as globals, as `vitest --globals` would give them.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });
const { validate } = await import("@langchain/langgraph-checkpoint-validation");

describe.skipIf(postgresMissing !== null)("checkpoints in Postgres", () => {
  let server: PostgresServer;
  const made = new Map<object, Checkpoints>();
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  // Under this name it skips no test.
  validate({
    checkpointerName: "@langchain/langgraph-checkpoint-postgres",
    async createCheckpointer() {
      const url = `${server.url}?schema=s${++schemas}`;
      const checkpoints = await createPostgresCheckpoints({
        url,
        clock: { now: Date.now },
        idleMinutes: 30,
        log: silentLog,
      });
      made.set(checkpoints.saver, checkpoints);
      return checkpoints.saver;
    },
    async destroyCheckpointer(saver) {
      await made.get(saver)?.close();
      made.delete(saver);
    },
  });
});
