import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { connectRedis } from "../../../src/adapters/redis/connection.ts";
import { RedisSaver } from "../../../src/adapters/redis/saver.ts";
import { createSeal } from "../../../src/adapters/redis/seal.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { KEY, TIMEOUT_MS } from "./places.ts";

// LangChain's suite expects its test functions as globals, as `vitest --globals` would give them.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });
const { deltaChannelHistoryTests, validate } = await import("@langchain/langgraph-checkpoint-validation");

describe.skipIf(redisMissing !== null)("LangChain's suite on real Redis in cluster mode", () => {
  let server: RedisServer;
  let place = 0;
  const close = new Map<object, () => Promise<void>>();
  beforeAll(async () => {
    server = await startRedis({ cluster: true, args: ["--appendfsync", "no"] });
  });
  afterAll(() => server.remove());

  // Encrypted: what passes so passes in clear.
  const initializer = {
    checkpointerName: "hindsight redis",
    createCheckpointer() {
      const connection = connectRedis({ url: server.url, prefix: `t${place++}`, timeoutMs: TIMEOUT_MS });
      const saver = new RedisSaver({ connection, seal: createSeal(KEY, "checkpoints"), ttlMs: 60_000, history: 50 });
      close.set(saver, connection.close);
      return saver;
    },
    async destroyCheckpointer(saver: object) {
      await close.get(saver)?.();
      close.delete(saver);
    },
  };
  validate(initializer);
  deltaChannelHistoryTests(initializer);
});
