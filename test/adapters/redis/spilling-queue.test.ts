import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSpillingQueue } from "../../../src/adapters/process/spilling-queue.ts";
import { connectRedis } from "../../../src/adapters/redis/connection.ts";
import { createBullQueue } from "../../../src/adapters/redis/queue/queue.ts";
import { createSqliteQueue } from "../../../src/adapters/sqlite/queue.ts";
import { silentLog } from "../../../src/ports/log.ts";
import type { Queue } from "../../../src/ports/queue.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { temporaryHome } from "../sqlite/places.ts";

const TIMEOUT_MS = 300;
const TTL = 30_000;

describe.skipIf(redisMissing !== null)("B7: a queue whose Redis goes away and comes back", () => {
  let redis: RedisServer;
  let place: ReturnType<typeof temporaryHome>;
  let now = Date.now();
  const opened: Queue[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.remove());
  beforeEach(async () => {
    await redis.flush();
    place = temporaryHome();
  });
  afterEach(async () => {
    for (const queue of opened.splice(0)) await queue.close();
    place.remove();
  });

  const local = () => createSqliteQueue({ home: place.home, encryptionKey: null, clock: { now: () => now } });
  const server = () => {
    const connection = connectRedis({ url: redis.url, prefix: "t", timeoutMs: TIMEOUT_MS });
    return { connection, queue: createBullQueue({ connection, encryptionKey: null }) };
  };
  function process_(): Queue {
    const { connection, queue } = server();
    const made = createSpillingQueue({ queue, spill: local(), log: silentLog, onReturn: connection.onReturn });
    opened.push(made);
    return made;
  }
  const enqueue = (queue: Queue, key: string) => queue.enqueue({ key, user: key[0]!, kind: "do", input: `of ${key}` });
  /** What a worker elsewhere does, in that order, until it has done so many. */
  async function doneElsewhere(count: number): Promise<string[]> {
    const { queue } = server();
    opened.push(queue);
    const keys: string[] = [];
    await expect
      .poll(
        async () => {
          for (
            let given = await queue.lease({ ttlMs: TTL });
            given !== null;
            given = await queue.lease({ ttlMs: TTL })
          ) {
            expect(given.job).toMatchObject({ input: `of ${given.job.key}`, attempts: 1 });
            keys.push(given.job.key);
            await queue.complete(given);
          }
          return keys.length;
        },
        { timeout: 15_000 },
      )
      .toBe(count);
    return keys;
  }
  const ofUser = (keys: readonly string[], user: string) => keys.filter((key) => key.startsWith(user));

  for (const [fault, begin, end] of [
    ["stopped", () => redis.stop(), () => redis.start()],
    ["killed", () => redis.stop({ kill: true }), () => redis.start()],
    ["frozen", async () => redis.pause(), async () => redis.resume()],
  ] as const)
    it(`${fault}: a job is taken within a second, known by its key, and done once and in order when Redis is back`, async () => {
      const here = process_();
      expect(await enqueue(here, "a1")).toBe(true);
      await begin();
      for (const key of ["a2", "b1", "a3"]) {
        const from = performance.now();
        expect(await enqueue(here, key)).toBe(true);
        expect(performance.now() - from).toBeLessThan(1_000);
        expect(await enqueue(here, key)).toBe(false);
        expect(await here.find(key)).toMatchObject({ state: "waiting" });
      }
      await end();
      expect(await enqueue(here, "a4")).toBe(true);
      const keys = await doneElsewhere(5);
      expect(ofUser(keys, "a")).toEqual(["a1", "a2", "a3", "a4"]);
      expect(await here.find("a3")).toMatchObject({ state: "done" });
      expect(await here.counts()).toEqual({ waiting: 0, delayed: 0, running: 0, oldest: null });
    });

  it("what a process left behind, killed while it moved it, is moved by the next, once", async () => {
    await redis.stop();
    const gone = process_();
    for (const key of ["a1", "a2", "a3"]) await enqueue(gone, key);
    await gone.close();
    await redis.start();
    const dying = local();
    const moved = await dying.lease({ ttlMs: TTL }); // a1: on the server already, but it did not come to say so
    expect(moved?.job.key).toBe("a1");
    const { queue } = server();
    await enqueue(queue, "a1");
    await queue.close();
    await dying.close();
    now += TTL;
    process_();
    expect(await doneElsewhere(3)).toEqual(["a1", "a2", "a3"]);
  });

  it("jobs queued before Redis was set are moved to it", async () => {
    const before = local();
    for (const key of ["a1", "a2"]) await enqueue(before, key);
    await before.close();
    process_();
    expect(await doneElsewhere(2)).toEqual(["a1", "a2"]);
  });

  it("E5: erasing a user reaches what waits on this machine", async () => {
    await redis.stop();
    const here = process_();
    for (const key of ["a1", "b1"]) await enqueue(here, key);
    await expect(here.eraseUser("a")).rejects.toMatchObject({ code: "UNREACHABLE" });
    await redis.start();
    await expect.poll(() => here.eraseUser("a").catch(() => -1), { timeout: 15_000 }).toBe(0);
    expect(await doneElsewhere(1)).toEqual(["b1"]);
  });
});
