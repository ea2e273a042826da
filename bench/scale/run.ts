import { embedMemory } from "../../src/adapters/builtin/embedder.ts";
import { quantile } from "../../src/domain/metrics.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { newHome, plainEnv, start } from "../../test/cli/support/process.ts";
import type { QdrantProcess } from "../../test/support/qdrant-process.ts";
import type { RedisServer } from "../../test/support/redis.ts";
import { createSynthetic } from "../synthetic.ts";
import { type Usage, watch } from "./cpu.ts";

export interface Servers {
  redis: RedisServer;
  redisPid: number;
  qdrant: QdrantProcess;
}

export interface Row {
  workers: number;
  jobs: number;
  /** From the first job queued to the last one done. */
  jobsPerSecond: number;
  /** From queued to done, one job at a time: what a user waits for at rest. Milliseconds. */
  latencyP50: number;
  latencyP95: number;
  /** Of one call that queues, one after another. Milliseconds. */
  enqueueP50: number;
  enqueueP95: number;
  usage: Usage;
  /** Milliseconds of each job: of a worker's processor, of Redis' and of Qdrant's, and in the embedder. */
  perJob: { workers: number | null; redis: number | null; qdrant: number | null; embedding: number };
  /** Requests a job. */
  qdrantRequests: number;
}

/** Users a worker serves at once. */
const CONCURRENCY = 4;
/** Jobs that warm the workers up, and jobs whose latency is measured at rest. */
const WARM_UP = 60;
const AT_REST = 40;

const requests = async (qdrant: QdrantProcess) => Object.values(await qdrant.counts()).reduce((sum, n) => sum + n, 0);

/** Milliseconds of processor time that the built-in embedder takes for a text: the best of five rounds. */
function embedding(texts: readonly string[]): number {
  const rounds = Array.from({ length: 5 }, () => {
    const from = process.cpuUsage();
    for (const text of texts) embedMemory(text);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000 / texts.length;
  });
  return Math.min(...rounds);
}

/** Throughput and latency of so many workers, each a process of its own, over those servers. */
export async function measure(servers: Servers, workers: number, jobs: number, users: number): Promise<Row> {
  const { redis, qdrant } = servers;
  const prefix = `bench-${workers}-${process.pid}`;
  const homes = await Promise.all(Array.from({ length: workers + 1 }, newHome));
  const env = {
    ...{
      REDIS_URL: redis.url,
      QDRANT_URL: qdrant.url,
      HINDSIGHT_REDIS_PREFIX: prefix,
      HINDSIGHT_QDRANT_PREFIX: prefix,
    },
    ...{ HINDSIGHT_WORKERS: String(CONCURRENCY), HINDSIGHT_UPKEEP: "off" },
  };
  const running = homes.slice(1).map(({ home }) => start(["worker"], plainEnv(home, env)));
  const hindsight: Hindsight = await createHindsight({
    ...{ home: homes[0]!.home, redisUrl: redis.url, redisPrefix: prefix, qdrantUrl: qdrant.url, qdrantPrefix: prefix },
    ...{ workers: 0, logLevel: "warn" as const },
  });
  try {
    await Promise.all(running.map((worker) => worker.until("Working.")));
    const synthetic = createSynthetic(workers);
    const contents = Array.from({ length: WARM_UP + AT_REST + jobs }, (_, i) => `${synthetic.sentence()} ${i}`);
    const completed = () => redis.admin.zcard(`{${prefix}}:jobs:completed`);
    let queued = 0;
    const enqueue = async () => {
      const i = queued++;
      await hindsight.user(`user ${i % users}`).rememberLater({ content: contents[i]!, verbatim: true });
    };
    const allDone = async () => {
      while ((await completed()) < queued) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    while (queued < WARM_UP) await enqueue();
    await allDone();

    const latencies: number[] = [];
    const enqueues: number[] = [];
    while (latencies.length < AT_REST) {
      const from = performance.now();
      await enqueue();
      enqueues.push(performance.now() - from);
      while ((await completed()) < queued) await new Promise((resolve) => setImmediate(resolve));
      latencies.push(performance.now() - from);
    }

    const pids = {
      ...Object.fromEntries(running.map(({ child }, i) => [`worker ${i + 1}`, child.pid!])),
      ...{ redis: servers.redisPid, qdrant: qdrant.child.pid!, producer: process.pid },
    };
    const asked = await requests(qdrant);
    const used = watch(pids);
    await Promise.all(
      Array.from({ length: Math.min(users, jobs) }, async (_, lane) => {
        for (let i = lane; i < jobs; i += users) await enqueue();
      }),
    );
    await allDone();
    const usage = used();
    const askedSince = await requests(qdrant);
    const perJob = (names: readonly string[]) => {
      const cores = names.map((name) => usage.cores[name] ?? null);
      return cores.includes(null) ? null : (1_000 * usage.seconds * cores.reduce<number>((a, b) => a + b!, 0)) / jobs;
    };
    return {
      ...{ workers, jobs, jobsPerSecond: jobs / usage.seconds },
      ...{ latencyP50: quantile(latencies, 0.5), latencyP95: quantile(latencies, 0.95) },
      ...{ enqueueP50: quantile(enqueues, 0.5), enqueueP95: quantile(enqueues, 0.95) },
      usage,
      perJob: {
        workers: perJob(running.map((_, i) => `worker ${i + 1}`)),
        redis: perJob(["redis"]),
        qdrant: perJob(["qdrant"]),
        embedding: embedding(contents.slice(0, 200)),
      },
      qdrantRequests: (askedSince - asked) / jobs,
    };
  } finally {
    for (const { child, ended } of running) {
      child.kill("SIGTERM");
      await ended;
    }
    await hindsight.close();
    for (const { remove } of homes) await remove();
  }
}
