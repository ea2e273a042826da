/**
 * Throughput and latency of queued writes with 1, 2 and 4 workers, each a `hindsight worker` process of its own, over one
 * Redis (append-only file, synced every second) and one Qdrant, and what bounds them:
 * `npm run bench:scale [-- --jobs N --users N --workers 1,2,4 --json]`. Qdrant is the test server, in JavaScript and checking
 * every request: a real one takes less. Processor time is read from /proc.
 */
import { parseArgs } from "node:util";
import { startQdrantProcess } from "../test/support/qdrant-process.ts";
import { redisMissing, startRedis } from "../test/support/redis.ts";
import { measure, type Row, type Servers } from "./scale/run.ts";

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    jobs: { type: "string", default: "1000" },
    users: { type: "string", default: "200" },
    workers: { type: "string", default: "1,2,4" },
  },
});

/** From which share of a core, or of all, something is taken to be what bounds the rest. */
const FULL = 0.85;

function bound({ usage }: Row): string {
  if (usage.machine === null) return "unknown: this system does not tell processor time";
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  if (usage.machine >= FULL) {
    const ours = Object.values(usage.cores).reduce<number>((sum, cores) => sum + (cores ?? 0), 0);
    return `the machine's processors, ${percent(usage.machine)} busy; ${ours.toFixed(2)} cores of it are these processes`;
  }
  const [name, cores] = Object.entries(usage.cores).sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))[0]!;
  if ((cores ?? 0) >= FULL) return `${name}: ${percent(cores ?? 0)} of the one core it can use`;
  return `waiting: no process is busy (most ${name}, ${percent(cores ?? 0)} of a core); more users at once would do more`;
}

const shown = (value: number | null, digits = 1) => (value === null ? "-" : value.toFixed(digits));

function table(rows: readonly Row[]): string {
  const head = ["workers", "jobs/s", "at rest p50 ms", "p95", "queueing p50 ms", "p95"];
  const parts = ["worker ms/job", "Qdrant", "Redis", "embedding", "Qdrant requests/job"];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line([...head, ...parts]),
    line(Array.from({ length: head.length + parts.length }, () => "---")),
    ...rows.map((row) =>
      line([
        ...[String(row.workers), shown(row.jobsPerSecond), shown(row.latencyP50), shown(row.latencyP95)],
        ...[shown(row.enqueueP50), shown(row.enqueueP95), shown(row.perJob.workers), shown(row.perJob.qdrant)],
        ...[shown(row.perJob.redis, 2), shown(row.perJob.embedding, 2), shown(row.qdrantRequests)],
      ]),
    ),
    "",
    ...rows.flatMap((row) => [
      `${row.workers}: bounded by ${bound(row)}`,
      `   cores: ${Object.entries(row.usage.cores)
        .map(([name, cores]) => `${name} ${shown(cores, 2)}`)
        .join(", ")}`,
    ]),
  ].join("\n");
}

async function run(servers: Servers): Promise<Row[]> {
  const rows: Row[] = [];
  for (const workers of options.workers.split(",").map(Number)) {
    console.error(`measuring ${workers} workers`);
    rows.push(await measure(servers, workers, Number(options.jobs), Number(options.users)));
  }
  return rows;
}

if (redisMissing !== null) throw new Error(redisMissing);
const redis = await startRedis({ args: ["--appendfsync", "everysec"] });
const qdrant = await startQdrantProcess();
try {
  const pid = /process_id:(\d+)/.exec(await redis.admin.info("server"))?.[1];
  const rows = await run({ redis, redisPid: Number(pid), qdrant });
  console.log(options.json ? JSON.stringify({ rows }) : table(rows));
} finally {
  await qdrant.stop();
  await redis.remove();
}
