import { connectRedis, type RedisConnection } from "../../../src/adapters/redis/connection.ts";
import type { RedisServer } from "../../support/redis.ts";

/** A key as the setting would hold it. */
export const KEY = "a test key of more than sixteen characters";

/** Longest wait of the tests' connections, in milliseconds. */
export const TIMEOUT_MS = 800;

export function connected(server: RedisServer, timeoutMs = TIMEOUT_MS): RedisConnection {
  return connectRedis({ url: server.url, prefix: "test", timeoutMs });
}

/** Resolves when a connection that was away stands again. */
export function returned(connection: RedisConnection): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.onReturn(() => {
      stop();
      resolve();
    });
  });
}
