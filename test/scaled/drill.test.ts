import { afterEach, describe, expect, it } from "vitest";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { newHome, plainEnv, type Running, start } from "../cli/support/process.ts";
import { type QdrantProcess, startQdrantProcess } from "../support/qdrant-process.ts";
import { type RedisServer, redisMissing, startRedis } from "../support/redis.ts";

/** HINDSIGHT_TEST_USERS=200 is the whole drill of 2,000 jobs. */
const USERS = Number(process.env.HINDSIGHT_TEST_USERS ?? 15);
const JOBS_EACH = 10;
const JOBS = USERS * JOBS_EACH;
const LEASE_SECONDS = 4;

const contentOf = (user: number, job: number) =>
  `Parcel ${job} of lot ${user} lies on shelf ${(job * 7_919 + user * 104_729) % 9_973}.`;

describe.skipIf(redisMissing !== null)("several workers over one Redis and one Qdrant", () => {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const back of undo.splice(0).reverse()) await back();
  });

  async function place() {
    const made = await newHome();
    undo.push(made.remove);
    return made.home;
  }

  it(`B7, I3: ${JOBS} jobs of ${USERS} users, through killed workers, a killed Redis, a Qdrant that refuses and hangs: each effect once, none lost, each user's in order`, {
    timeout: 300_000,
  }, async () => {
    const redis: RedisServer = await startRedis();
    undo.push(redis.remove);
    const qdrant: QdrantProcess = await startQdrantProcess();
    undo.push(qdrant.stop);
    const urls = { redisUrl: redis.url, qdrantUrl: qdrant.url };
    const env = {
      ...{ REDIS_URL: redis.url, QDRANT_URL: qdrant.url, HINDSIGHT_QDRANT_TIMEOUT_MS: "2000" },
      ...{ HINDSIGHT_WORKERS: "3", HINDSIGHT_LEASE_SECONDS: String(LEASE_SECONDS), HINDSIGHT_UPKEEP: "off" },
    };
    const worker = async (): Promise<Running> => start(["worker"], plainEnv(await place(), env));
    const workers = [await worker(), await worker(), await worker()];
    const hindsight: Hindsight = await createHindsight({
      ...{ ...urls, home: await place(), workers: 0, logLevel: "silent" as const },
    });
    undo.push(hindsight.close);

    const enqueue = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: USERS }, async (_, user) => {
          const memory = hindsight.user(`user ${user}`);
          for (let job = from; job < to; job++)
            await memory.rememberLater({ content: contentOf(user, job), verbatim: true, originKey: `job ${job}` });
        }),
      );
    const done = () => redis.admin.zcard("{hindsight}:jobs:completed");
    const until = (share: number) =>
      expect.poll(done, { timeout: 120_000, interval: 100 }).toBeGreaterThan(JOBS * share);
    const retried = async () => (await hindsight.queue.counts()).delayed;

    await enqueue(0, 4);
    await until(0.1);
    workers[0]!.child.kill("SIGKILL");
    workers.push(await worker());
    await until(0.2);
    await redis.stop({ kill: true });
    const later = enqueue(4, 6); // Redis being away, the first of them spill
    await redis.start();
    await later;
    await until(0.35);
    await qdrant.fault({ kind: "refuse" });
    await enqueue(6, 8); // so that each user has jobs to refuse, however fast the others were done
    await expect.poll(retried, { timeout: 120_000 }).toBeGreaterThan(3);
    await qdrant.clearFaults();
    await until(0.5);
    await qdrant.fault({ kind: "hang", times: Math.ceil(JOBS / 25) });
    await enqueue(8, JOBS_EACH);
    await until(0.6);
    await qdrant.clearFaults();
    // a rolling restart: one is told to end, one is not asked
    workers[1]!.child.kill("SIGTERM");
    workers[2]!.child.kill("SIGKILL");
    workers.push(await worker());
    expect(await workers[1]!.ended).toMatchObject({ code: 0 });

    await expect.poll(done, { timeout: 120_000, interval: 100 }).toBe(JOBS);
    expect(await hindsight.queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0, oldest: null });
    expect(await hindsight.ledger.countDeadLetters()).toBe(0);
    for (let user = 0; user < USERS; user++) {
      const kept = await hindsight.user(`user ${user}`).list({});
      expect(
        kept.map(({ content }) => content),
        `user ${user}`,
      ).toEqual(Array.from({ length: JOBS_EACH }, (_, job) => contentOf(user, job)));
    }
    expect(await qdrant.violations()).toEqual([]);
    for (const { child, ended } of workers.slice(3)) {
      child.kill("SIGTERM");
      expect(await ended).toMatchObject({ code: 0 });
    }
  });
});
