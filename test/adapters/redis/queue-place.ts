import { vi } from "vitest";
import { connectRedis, type RedisConnection } from "../../../src/adapters/redis/connection.ts";
import { createBullQueue } from "../../../src/adapters/redis/queue/queue.ts";
import type { Clock } from "../../../src/ports/clock.ts";
import type { Queue } from "../../../src/ports/queue.ts";
import type { QueueFixture } from "../../conformance/queue.ts";
import type { RedisServer } from "../../support/redis.ts";

/** What `pass` leaves a lock beyond its time, so that the server, whose clock runs meanwhile, does not end it first. */
const MARGIN_MS = 30_000;

interface BullPlace extends QueueFixture {
  queue(options: { clock: Clock; remembered?: number }, wrap?: (connection: RedisConnection) => RedisConnection): Queue;
  pass(ms: number, now: number): Promise<void>;
}

/**
 * An empty queue on that server whose time the test chooses: BullMQ reads the process's clock, which is faked; locks are
 * timed by the server's, which is moved by moving their ends.
 */
export async function bullPlace(redis: RedisServer, encryptionKey: string | null = null): Promise<BullPlace> {
  await redis.flush();
  vi.useFakeTimers({ toFake: ["Date"] });
  const left = new Map<string, { end: number; ms: number }>();
  return {
    queue({ clock, remembered }, wrap = (connection) => connection) {
      vi.setSystemTime(clock.now());
      const connection = wrap(connectRedis({ url: redis.url, prefix: "test", timeoutMs: 5_000 }));
      return createBullQueue({ connection, encryptionKey, clock, ...(remembered === undefined ? {} : { remembered }) });
    },
    async pass(ms, now) {
      vi.setSystemTime(now);
      const [seconds] = await redis.admin.time();
      for (const lock of await redis.admin.keys("*:lock")) {
        const end = Number(await redis.admin.call("PEXPIRETIME", lock));
        const known = left.get(lock);
        const had = known?.end === end ? known.ms : Math.ceil((await redis.admin.pttl(lock)) / 10_000) * 10_000;
        const has = had - ms;
        const ends = Number(seconds) * 1_000 + has + MARGIN_MS;
        if (has <= 0) await redis.admin.del(lock);
        else {
          await redis.admin.pexpireat(lock, ends);
          left.set(lock, { end: ends, ms: has });
        }
      }
    },
    async remove() {
      vi.useRealTimers();
    },
  };
}
