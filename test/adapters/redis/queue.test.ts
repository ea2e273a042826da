import { afterAll, beforeAll, describe, vi } from "vitest";
import { connectRedis } from "../../../src/adapters/redis/connection.ts";
import { createBullQueue } from "../../../src/adapters/redis/queue/queue.ts";
import { queueConformance } from "../../conformance/queue.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";

/** What `pass` leaves a lock beyond its time, so that the server, whose clock runs meanwhile, does not end it first. */
const MARGIN_MS = 30_000;

describe.skipIf(redisMissing !== null)("on a real server", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.remove());

  queueConformance("bullmq", async () => {
    await redis.flush();
    // BullMQ reads the process's clock; locks are timed by the server's, which is moved by moving their ends.
    vi.useFakeTimers({ toFake: ["Date"] });
    const left = new Map<string, { end: number; ms: number }>();
    return {
      queue({ clock, remembered }) {
        vi.setSystemTime(clock.now());
        const connection = connectRedis({ url: redis.url, prefix: "test", timeoutMs: 5_000 });
        return createBullQueue({ connection, clock, ...(remembered === undefined ? {} : { remembered }) });
      },
      async pass(ms, now) {
        vi.setSystemTime(now);
        const [seconds] = await redis.admin.time();
        const far = (Number(seconds) + 100) * 1_000;
        for (const lock of await redis.admin.keys("*:lock")) {
          const end = Number(await redis.admin.call("PEXPIRETIME", lock));
          const known = left.get(lock);
          const whole = known?.end === end ? known.ms : Math.ceil((await redis.admin.pttl(lock)) / 1_000) * 1_000;
          const ends = { end: far, ms: whole - ms };
          if (ends.ms <= 0) await redis.admin.del(lock);
          else {
            ends.end = far - 100_000 + ends.ms + MARGIN_MS;
            await redis.admin.pexpireat(lock, ends.end);
            left.set(lock, ends);
          }
        }
      },
      async remove() {
        vi.useRealTimers();
      },
    };
  });
});
