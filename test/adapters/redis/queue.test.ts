import { Queue as BullQueue } from "bullmq";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisConnection } from "../../../src/adapters/redis/connection.ts";
import type { JobLease, NewJob, Queue } from "../../../src/ports/queue.ts";
import { queueConformance } from "../../conformance/queue.ts";
import { type RedisServer, redisMissing, startRedis } from "../../support/redis.ts";
import { bullPlace } from "./queue-place.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;
const TTL = 30_000;
const KINDS = ["reflect"];
const KEY = "a test key of more than sixteen characters";

describe.skipIf(redisMissing !== null)("the queue on a real server", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ args: ["--appendonly", "no"] });
  });
  afterAll(() => redis.remove());

  queueConformance("bullmq", () => bullPlace(redis));
  queueConformance("bullmq, encrypted", () => bullPlace(redis, KEY));

  it("G4: with a key Redis holds no input in clear, and a worker with another key takes no job from those that have it", async () => {
    const place = await bullPlace(redis, KEY);
    const other = await bullPlace(redis, `another ${KEY}`);
    let now = NOW;
    const clock = { now: () => now };
    const [right, wrong] = [place.queue({ clock }), other.queue({ clock })];
    await right.enqueue(job("a", "ada"));
    expect(
      JSON.stringify(await redis.admin.hgetall((await redis.keys()).find((key) => key.length > 50)!)),
    ).not.toContain("secret");
    await expect(wrong.lease({ ttlMs: TTL })).rejects.toMatchObject({ code: "WRONG_KEY" });
    now += 10_000; // kept out of the way of the one that cannot read it
    await place.pass(10_000, now);
    expect((await right.lease({ ttlMs: TTL }))?.job).toMatchObject({ ...job("a", "ada"), attempts: 1 });
    for (const queue of [right, wrong]) await queue.close();
    await place.remove();
  });

  const job = (key: string, user: string): NewJob => ({ key, user, kind: "reflect", input: `{"secret of":"${key}"}` });

  it("BullMQ's own Queue, as dashboards open it, sees every job; what it does loses none and breaks no order", async () => {
    const place = await bullPlace(redis);
    const queue = place.queue({ clock: { now: () => NOW } });
    const board = new BullQueue("jobs", { prefix: "{test}", connection: { url: redis.url } });
    const lease = () => queue.lease({ ttlMs: TTL });
    for (const key of ["a1", "a2", "a3"]) await queue.enqueue(job(key, "ada"));
    const running = (await lease())!;
    expect(await lease()).toBeNull();
    expect(await board.getJobCounts("active", "delayed", "wait")).toEqual({ active: 1, delayed: 2, wait: 0 });
    const [held] = (await board.getDelayed()).filter(({ data }) => data.key === "a2");
    expect(held).toMatchObject({ name: "reflect", data: { user: "ada", input: job("a2", "ada").input } });
    await held!.promote();
    expect(await lease()).toBeNull();
    await board.pause();
    await queue.enqueue(job("b1", "bo"));
    expect(await lease()).toBeNull();
    await board.resume();
    expect((await lease())?.job.key).toBe("b1");
    await (await board.getDelayed()).find(({ data }) => data.key === "a2")!.remove();
    expect(await queue.complete(running, "kept")).toBe(true);
    expect((await board.getCompleted())[0]).toMatchObject({ returnvalue: "kept", data: { key: "a1", user: "ada" } });
    expect((await lease())?.job.key).toBe("a3");
    expect(await queue.counts("ada")).toEqual({ waiting: 0, delayed: 0, running: 1, oldest: null });
    await board.close();
    await queue.close();
    await place.remove();
  });

  it("a worker hears what another process queued, also after its connection was lost", async () => {
    const place = await bullPlace(redis);
    const clock = { now: () => NOW };
    const [here, there] = [place.queue({ clock }), place.queue({ clock })];
    let woken = 0;
    there.watch(() => woken++);
    expect(await there.lease({ ttlMs: TTL })).toBeNull(); // from now on it is a worker's
    const hears = async (key: string) => {
      const before = woken;
      await here.enqueue(job(key, key));
      await expect.poll(() => woken).toBeGreaterThan(before);
    };
    const listening = async () => (await redis.admin.pubsub("NUMSUB", "{test}:turns:wake"))[1];
    await expect.poll(listening).toBe(1);
    await hears("a");
    await redis.admin.call("CLIENT", "KILL", "TYPE", "pubsub");
    await expect.poll(listening).toBe(1);
    await hears("b");
    for (const queue of [here, there]) await queue.close();
    await place.remove();
  });

  /** A queue whose process is killed after its n-th command is done, and before it hears so. */
  const mortal = (n: number) => (connection: RedisConnection) => {
    let left = n;
    return {
      ...connection,
      async run<T>(commands: Parameters<typeof connection.run<T>>[0]) {
        if (left-- <= 0) throw new Error("killed");
        const answer = await connection.run(commands);
        if (left === 0) throw new Error("killed");
        return answer;
      },
    };
  };

  /** A working day of a process; what it was told is noted in `told`. True when it lived to its end. */
  async function day(queue: Queue, told: { queued: string[]; done: string[] }): Promise<boolean> {
    const enqueue = async (key: string, user: string) => {
      await queue.enqueue(job(key, user));
      told.queued.push(key);
    };
    const lease = async () => (await queue.lease({ ttlMs: TTL, kinds: KINDS })) as JobLease;
    const complete = async (given: JobLease) => {
      await queue.complete(given, "ok");
      told.done.push(given.job.key);
    };
    try {
      for (const key of ["a1", "a2", "b1", "a3"]) await enqueue(key, key[0]!);
      const [a1, b1] = [await lease(), await lease()];
      await lease(); // a2 and a3 are held
      await queue.extend(a1, TTL);
      await complete(a1);
      await queue.release(await lease(), { delayMs: 4_000, attempted: true });
      await complete(b1);
      await enqueue("b2", "b");
      await queue.release(await lease(), { delayMs: HOUR, attempted: false });
      await enqueue("c1", "c");
      await queue.eraseUser("c");
      return true;
    } catch (error) {
      expect((error as Error).message).toBe("killed");
      return false;
    }
  }

  it("B7: killed after any of its commands, no acknowledged job is lost, done again or out of order", {
    timeout: 60_000,
  }, async () => {
    let moments = 0;
    for (let n = 1, lived = false; !lived; n++) {
      const place = await bullPlace(redis);
      let now = NOW;
      const clock = { now: () => now };
      const victim = place.queue({ clock }, mortal(n));
      const told = { queued: [] as string[], done: [] as string[] };
      lived = await day(victim, told);
      if (!lived) moments++;
      const next = place.queue({ clock });
      now += HOUR;
      await place.pass(HOUR, now);
      const did: string[] = [];
      for (let given = await next.lease({ ttlMs: TTL }); given !== null; given = await next.lease({ ttlMs: TTL })) {
        did.push(given.job.key);
        expect(await next.complete(given)).toBe(true);
      }
      const where = `command ${n}`;
      expect(new Set([...told.done, ...did]).size, where).toBe(told.done.length + did.length);
      for (const key of told.queued.filter((queued) => queued !== "c1"))
        expect(await next.find(key), `${where}: ${key}`).toMatchObject({ state: "done" });
      for (const user of ["a", "b"])
        expect(
          did.filter((key) => key.startsWith(user)),
          where,
        ).toEqual(did.filter((key) => key.startsWith(user)).sort());
      expect(await next.counts(), where).toEqual({ waiting: 0, delayed: 0, running: 0, oldest: null });
      await next.eraseUser("c");
      for (const user of ["a", "b"]) await next.eraseUser(user);
      expect(
        (await redis.keys()).filter((key) => !/:(?:meta|id|marker|events|seq|clock|stalled-check)$/.test(key)),
        where,
      ).toEqual([]);
      expect(JSON.stringify(await redis.admin.xrange("{test}:jobs:events", "-", "+")), where).not.toContain("jobId");
      await victim.close();
      await next.close();
      await place.remove();
    }
    expect(moments).toBeGreaterThan(35);
  });
});
