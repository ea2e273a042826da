/**
 * What keeping working memory costs, by checkpointer: `npm run bench:checkpoints [-- --json] [--turns 100]`. A graph of two
 * nodes over a list of messages talks for so many turns of 2 × 500 characters in one thread, every checkpoint durable
 * before the next step (LangGraph's `sync`); then the newest checkpoint is read over and over, by one reader and by
 * sixteen threads' readers at once. Redis and PostgreSQL are started for this, with data folders of their own, Redis
 * syncing its log every second, PostgreSQL as it comes; they are left out where they are not installed. Bytes are those
 * of the whole thread: serialized length in this process, the file of SQLite, MEMORY USAGE of Redis, relations of PostgreSQL.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import pg from "pg";
import { createPostgresCheckpoints } from "../src/adapters/postgres/checkpoints.ts";
import { createRedisCheckpoints } from "../src/adapters/redis/checkpoints.ts";
import { createSqliteCheckpoints } from "../src/adapters/sqlite/checkpoints.ts";
import { systemClock } from "../src/ports/clock.ts";
import { silentLog } from "../src/ports/log.ts";
import { postgresMissing, startPostgres } from "../test/support/postgres.ts";
import { redisMissing, startRedis } from "../test/support/redis.ts";
import { createSynthetic } from "./synthetic.ts";

interface Place {
  name: string;
  saver: BaseCheckpointSaver;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

interface Row {
  name: string;
  turnMs: number;
  putsPerSecond: number;
  getsPerSecond: number;
  getsPerSecondOf16: number;
  bytes: number;
}

const LENGTH = 500;
const GETS = 400;
const READERS = 16;

const { values: options } = parseArgs({
  options: { json: { type: "boolean", default: false }, turns: { type: "string", default: "100" } },
});
const turns = Number(options.turns);

const synthetic = createSynthetic(20_261_130);
const lines = Array.from({ length: 2 * turns + 1 }, () => {
  let text = "";
  while (text.length < LENGTH) text += `${synthetic.sentence()} `;
  return text.slice(0, LENGTH);
});
const said = (message: number) => lines[message % lines.length]!;

function graphOver(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode("reply", ({ messages }) => ({ messages: [new AIMessage(said(messages.length))] }))
    .addNode("note", () => ({}))
    .addEdge("__start__", "reply")
    .addEdge("reply", "note")
    .compile({ checkpointer });
}

/** Counts calls of `put` and `putWrites`, and the milliseconds they took. */
function metered(saver: BaseCheckpointSaver) {
  const meter = { calls: 0, ms: 0 };
  for (const name of ["put", "putWrites"] as const) {
    const call = saver[name].bind(saver) as (...given: unknown[]) => Promise<unknown>;
    Object.defineProperty(saver, name, {
      value: async (...given: unknown[]) => {
        const from = performance.now();
        try {
          return await call(...given);
        } finally {
          meter.calls++;
          meter.ms += performance.now() - from;
        }
      },
    });
  }
  return meter;
}

const thread = (id: string) => ({ configurable: { thread_id: id } });

async function measure({ name, saver, bytes, close }: Place): Promise<Row> {
  try {
    const graph = graphOver(saver);
    await graph.invoke({ messages: [new HumanMessage(said(0))] }, { ...thread("warm-up"), durability: "sync" });
    const before = await bytes();
    const meter = metered(saver);
    const from = performance.now();
    for (let turn = 0; turn < turns; turn++)
      await graph.invoke({ messages: [new HumanMessage(said(2 * turn))] }, { ...thread("t0"), durability: "sync" });
    const turnMs = (performance.now() - from) / turns;
    const size = (await bytes()) - before;
    const putsPerSecond = (1_000 * meter.calls) / meter.ms;
    const newest = await saver.getTuple(thread("t0"));
    for (let i = 1; i < READERS; i++)
      await saver.put(thread(`t${i}`), newest!.checkpoint, newest!.metadata!, newest!.checkpoint.channel_versions);
    const perSecond = async (threads: readonly string[]) => {
      const begun = performance.now();
      await Promise.all(
        threads.map(async (id) => {
          for (let i = 0; i < GETS / threads.length; i++) await saver.getTuple(thread(id));
        }),
      );
      return (1_000 * GETS) / (performance.now() - begun);
    };
    return {
      name,
      turnMs,
      putsPerSecond,
      getsPerSecond: await perSecond(["t0"]),
      getsPerSecondOf16: await perSecond(Array.from({ length: READERS }, (_, i) => `t${i}`)),
      bytes: size,
    };
  } finally {
    await close();
  }
}

function memory(): Place {
  const saver = new MemorySaver();
  const length = (value: unknown): number =>
    value instanceof Uint8Array || typeof value === "string"
      ? value.length
      : value !== null && typeof value === "object"
        ? Object.values(value).reduce((sum: number, one) => sum + length(one), 0)
        : 0;
  return {
    name: "in-memory",
    saver,
    bytes: async () => length(saver.storage) + length(saver.writes),
    close: async () => {},
  };
}

function sqlite(): Place {
  const home = mkdtempSync(join(tmpdir(), "hindsight-bench-"));
  const { saver, close } = createSqliteCheckpoints({ home, encryptionKey: null });
  const files = ["threads.db", "threads.db-wal"].map((file) => join(home, file));
  return {
    name: "SQLite",
    saver,
    bytes: async () => files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0),
    async close() {
      await close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function redis(name: string, history: number, encryptionKey: string | null): Promise<Place> {
  const server = await startRedis({ args: ["--appendfsync", "everysec"] });
  const { saver, close } = createRedisCheckpoints({
    ...{ url: server.url, prefix: "bench", minutes: 30, history, timeoutMs: 800, encryptionKey, fallback: "memory" },
  });
  return {
    name,
    saver,
    async bytes() {
      let sum = 0;
      for (const key of await server.keys())
        sum += (await server.admin.call("MEMORY", "USAGE", key, "SAMPLES", 0)) as number;
      return sum;
    },
    async close() {
      await close();
      await server.remove();
    },
  };
}

async function postgres(): Promise<Place> {
  const server = await startPostgres();
  const { saver, close } = await createPostgresCheckpoints({
    ...{ url: server.url, idleMinutes: 0, clock: systemClock, log: silentLog },
  });
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  return {
    name: "PostgreSQL",
    saver,
    async bytes() {
      const { rows } = await pool.query<{ bytes: string }>(
        "SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class WHERE relkind = 'r' AND relname LIKE 'checkpoint%'",
      );
      return Number(rows[0]?.bytes);
    },
    async close() {
      await pool.end();
      await close();
      await server.remove();
    },
  };
}

const places: (() => Place | Promise<Place>)[] = [memory, sqlite];
if (redisMissing === null)
  places.push(
    () => redis("Redis, 50 checkpoints a thread (default)", 50, null),
    () => redis("the same, encrypted", 50, "a key for the bench only"),
    () => redis("Redis, all checkpoints", 0, null),
  );
if (postgresMissing === null) places.push(postgres);

const rows: Row[] = [];

for (const place of places) rows.push(await measure(await place()));
if (options.json) console.log(JSON.stringify({ turns, rows }));
else {
  console.log(
    `| checkpointer | a turn, ms | puts/s | gets/s | gets/s, 16 threads | ${turns} turns, MB |\n|---|--:|--:|--:|--:|--:|`,
  );
  const n = (value: number) => Math.round(value).toLocaleString("en");
  for (const row of rows)
    console.log(
      `| ${row.name} | ${row.turnMs.toFixed(1)} | ${n(row.putsPerSecond)} | ${n(row.getsPerSecond)} | ${n(row.getsPerSecondOf16)} | ${(row.bytes / 1e6).toFixed(2)} |`,
    );
}
