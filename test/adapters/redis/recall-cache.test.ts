import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RedisConnection } from "../../../src/adapters/redis/connection.ts";
import { createRedisRecallCache } from "../../../src/adapters/redis/recall-cache.ts";
import { CACHE_MINUTES } from "../../../src/domain/constants.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { connected, KEY, returned } from "./places.ts";

describe.skipIf(redisMissing !== null)("C12: the recall cache in Redis", () => {
  let server: RedisServer;
  let connections: RedisConnection[];
  const ENTRIES = 3;
  const open = (encryptionKey: string | null = null) => {
    const connection = connected(server);
    connections.push(connection);
    return createRedisRecallCache({ connection, encryptionKey, entries: ENTRIES });
  };
  beforeAll(async () => {
    server = await startRedis({ cluster: true });
  });
  beforeEach(() => {
    connections = [];
  });
  afterEach(async () => {
    for (const connection of connections) await connection.close();
    await server.flush();
  });
  afterAll(() => server.remove());

  it("an answer is given to every process, to its user and at its revision only", async () => {
    const [here, there] = [open(), open()];
    await here.put("ada", "谁养蜜蜂?", "r1", "Ada 养蜜蜂");
    expect(await there.get("ada", "谁养蜜蜂?", "r1")).toBe("Ada 养蜜蜂");
    expect(await there.get("ad", "谁养蜜蜂?", "r1")).toBeNull();
    expect(await there.get("{ada}", "谁养蜜蜂?", "r1")).toBeNull();
    expect(await there.get("ada", "谁养?", "r1")).toBeNull();
    expect(await there.get("ada", "谁养蜜蜂?", "r2")).toBeNull();
    expect(await there.get("ada", "谁养蜜蜂?", "r1")).toBeNull(); // dropped
    expect(there.counts("ada")).toEqual({ hits: 1, misses: 3, invalidations: 1 });
    expect(here.counts("ada")).toEqual({ hits: 0, misses: 0, invalidations: 0 });
  });

  it("keeps the newest few of a user, for minutes, and nothing too long", async () => {
    const cache = open();
    for (const n of [1, 2, 3, 4]) await cache.put("ada", `q${n}`, "r", `a${n}`);
    await cache.put("ada", "long", "r", "x".repeat(300_000));
    const kept = await Promise.all(["q1", "q2", "q3", "q4", "long"].map((key) => cache.get("ada", key, "r")));
    expect(kept.filter((one) => one !== null).length).toBe(ENTRIES);
    expect(kept.slice(3)).toEqual(["a4", null]);
    const keys = await server.keys();
    expect(keys.length).toBe(2);
    for (const key of keys) {
      expect(await server.admin.pttl(key)).toBeGreaterThan(0);
      expect(await server.admin.pttl(key)).toBeLessThanOrEqual(CACHE_MINUTES * 60_000);
    }
  });

  it("E5: erasing counts the user's answers and leaves no one's, for others may have read what was theirs", async () => {
    const cache = open();
    await cache.put("ada", "q1", "r", "a");
    await cache.put("ada", "q2", "r", "a");
    await cache.put("bo", "q", "r", "what Ada shared");
    await server.admin.set("someone else's", "stays");
    expect(await cache.erase("ada")).toBe(2);
    expect(await server.keys()).toEqual(["someone else's"]);
    expect(await cache.erase("ada")).toBe(0);
  });

  it("G4: with a key no word of an answer is in Redis; with another key it is a miss", async () => {
    await open(KEY).put("ada", "q", "r", "xylophone");
    const dump = await Promise.all((await server.keys()).map((key) => server.admin.dumpBuffer(key)));
    expect(Buffer.concat(dump.filter((one) => one !== null)).includes("xylophone")).toBe(false);
    expect(await open(KEY).get("ada", "q", "r")).toBe("xylophone");
    expect(await open(`${KEY}!`).get("ada", "q", "r")).toBeNull();
    expect(await open().get("ada", "q", "r")).toBeNull();
  });

  it("with Redis away a get is a miss and a put is nothing; erasing says so", async () => {
    const cache = open();
    await cache.put("ada", "q", "r", "a");
    await server.stop();
    expect(await cache.get("ada", "q", "r")).toBeNull();
    await cache.put("ada", "q", "r", "a");
    await expect(cache.erase("ada")).rejects.toMatchObject({ code: "UNREACHABLE" });
    expect(cache.counts("ada")).toEqual({ hits: 0, misses: 1, invalidations: 0 });
    const back = returned(connections[0] as RedisConnection);
    await server.start();
    await back;
    expect(await cache.get("ada", "q", "r")).toBe("a");
  });
});
