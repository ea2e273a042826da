import type { Checkpoints } from "../../ports/checkpoints.ts";
import type { Log } from "../../ports/log.ts";
import { connectRedis } from "./connection.ts";
import { FallbackSaver } from "./fallback-saver.ts";
import { RedisSaver } from "./saver.ts";
import { createSeal } from "./seal.ts";

export interface RedisCheckpointsOptions {
  /** redis:// or rediss:// */
  url: string;
  /** What every key begins with. */
  prefix: string;
  /** A thread is dropped so long after its last use, in minutes; 0 for never. */
  minutes: number;
  /** Newest checkpoints kept of each thread; 0 for all. */
  history: number;
  /** Longest wait for one command, in milliseconds. */
  timeoutMs: number;
  /** Encrypts what the threads hold; `null` leaves it in clear. */
  encryptionKey: string | null;
  /** While Redis is away threads go on in this process's memory, or calls fail. */
  fallback: "memory" | "fail";
  log?: Log;
}

/** Working memory in Redis, over a connection of its own. */
export function createRedisCheckpoints(options: RedisCheckpointsOptions): Checkpoints {
  const { url, prefix, minutes, history, timeoutMs, encryptionKey, fallback, log } = options;
  const connection = connectRedis({ url, prefix, timeoutMs, ...(log === undefined ? {} : { log }) });
  const ttlMs = minutes * 60_000;
  const saver = new RedisSaver({ connection, seal: createSeal(encryptionKey, "checkpoints"), ttlMs, history });
  const reach = async () => void (await connection.run((client) => client.ping()));
  if (fallback === "fail") {
    const eraseThread = (thread: string) => saver.eraseThread(thread);
    return { saver, eraseThread, adrift: () => 0, reach, close: connection.close };
  }
  const { isAway, onReturn } = connection;
  const behind = new FallbackSaver({ saver, isAway, onReturn, ttlMs, ...(log === undefined ? {} : { log }) });
  return {
    saver: behind,
    eraseThread: (thread) => behind.eraseThread(thread),
    adrift: () => behind.adrift,
    reach,
    async close() {
      await behind.close();
      await connection.close();
    },
  };
}
