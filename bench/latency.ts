/**
 * How long recall and a durable write take, for one user of 500, 5,000 and 50,000 memories, with 1, 100 and 10,000
 * other users (five memories each, every one a file of its own) beside it: `npm run bench:latency [-- --json]`.
 * Milliseconds, from the call to the result, through the public interface with the built-in embedder. After every
 * fourth recall one memory is written, so that recalls just after a write are among them. The three measured users
 * share a home; everything is in a temporary folder that is removed at the end. Beside them: the steps of a recall and
 * its routes, which run side by side on one thread, so that the time of one holds work of the others; the first recall
 * of a process that opens the file; and what that file then takes in memory.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createHindsight, type Hindsight } from "../src/hindsight.ts";
import type { Memory, NewMemory } from "../src/memory/types.ts";
import { createSynthetic } from "./synthetic.ts";

interface Row {
  memories: number;
  otherUsers: number;
  recallP50: number;
  recallP95: number;
  writeP50: number;
  writeP95: number;
  /** The first recall on a file just opened, and bytes the process holds for the file after it. */
  firstRecall: number;
  imageBytes: number;
  /** Of each step (`open`, `routes`, `rank` …) and route (`route:keyword` …); over the recalls that took it. */
  steps: Record<string, { p50: number; p95: number }>;
}

const RECALLS_PER_WRITE = 4;
const WARM_UP = 10;
const START = Date.UTC(2026, 0, 1);
const MEMORIES_OF_OTHERS = 5;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    memories: { type: "string", default: "500,5000,50000" },
    others: { type: "string", default: "1,100,10000" },
    rounds: { type: "string", default: "60" },
  },
});
const numbers = (list: string) => list.split(",").map(Number);
const synthetic = createSynthetic(20_261_130);
const sentences = new Map<number, string[]>();

function* diary(count: number): Generator<NewMemory> {
  const kept: string[] = [];
  sentences.set(count, kept);
  for (let i = 0; i < count; i++) {
    const content = `${synthetic.sentence()} ${i}`;
    kept.push(content);
    const happenedAt = new Date(START + i * 60_000).toISOString();
    yield {
      content,
      kind: "episodic",
      type: "turn",
      thread: `thread ${i >> 5}`,
      speaker: i % 2 ? "Ada" : "Bo",
      happenedAt,
    };
  }
}

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  return Math.round(value * 1_000) / 1_000;
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  into.push(performance.now() - started);
  for (let i = 0; i < 3; i++) await nextTick(); // what runs after the answer is not part of it
  return result;
}

setFlagsFromString("--expose-gc");
const sweep = runInNewContext("gc") as () => void;

/** Bytes this process holds, garbage apart. */
async function held(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    sweep();
    await nextTick(); // what WebAssembly held is given back between turns
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The first recall of a hindsight that never saw the file, the code being warm, and what it keeps of the file. */
async function measureFirst(home: string, memories: number): Promise<Pick<Row, "firstRecall" | "imageBytes">> {
  const question = synthetic.question(sentences.get(memories)?.[0] as string);
  const hindsight = await openHindsight(home);
  const times: number[] = [];
  try {
    await hindsight.user("nobody").recall(question);
    const before = await held();
    await timed(times, () => hindsight.user(`user of ${memories}`).recall(question));
    return { firstRecall: percentile(times, 1), imageBytes: (await held()) - before };
  } finally {
    await hindsight.close();
  }
}

async function measure(
  memory: Memory,
  memories: number,
  otherUsers: number,
  rounds: number,
): Promise<Omit<Row, "firstRecall" | "imageBytes">> {
  const known = sentences.get(memories) as string[];
  const recalls: number[] = [];
  const writes: number[] = [];
  const steps = new Map<string, number[]>();
  const ask = async () => {
    const sentence = known[Math.floor((known.length * (recalls.length * 0.618)) % known.length)] as string;
    const question = synthetic.question(sentence);
    const { timings } = await timed(recalls, () => memory.recall(question));
    for (const [step, ms] of Object.entries(timings)) steps.set(step, [...(steps.get(step) ?? []), ms]);
  };
  for (let i = 0; i < WARM_UP; i++) await ask();
  recalls.length = 0;
  steps.clear();
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < RECALLS_PER_WRITE; i++) await ask();
    const content = `${synthetic.sentence()} ${otherUsers} ${round}`;
    await timed(writes, () => memory.remember({ content, verbatim: true }));
  }
  recalls.sort((a, b) => a - b);
  writes.sort((a, b) => a - b);
  return {
    memories,
    otherUsers,
    recallP50: percentile(recalls, 0.5),
    recallP95: percentile(recalls, 0.95),
    writeP50: percentile(writes, 0.5),
    writeP95: percentile(writes, 0.95),
    steps: Object.fromEntries(
      Array.from(steps, ([step, times]) => {
        times.sort((a, b) => a - b);
        return [step, { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }];
      }),
    ),
  };
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

async function addOthers(hindsight: Hindsight, from: number, to: number): Promise<void> {
  for (let other = from; other < to; other++) {
    if (other % 100 === 0) progress(`other users: ${other} of ${to}`);
    const few = Array.from({ length: MEMORIES_OF_OTHERS }, () => ({ content: synthetic.sentence() }));
    await hindsight.user(`other ${other}`).rememberAll(few);
  }
}

const openHindsight = (home: string) =>
  createHindsight({
    ...{ home, user: "bench", timeZone: "UTC", encryptionKey: null, logLevel: "silent", recallCache: 0 },
    ...{ apiKey: null, baseUrl: null, model: null, reflectionModel: null, scoringModel: null, embeddingModel: null },
    ...{ rewriteModel: null, rerankModel: null, rerankFolder: null },
  });

async function run(home: string): Promise<Row[]> {
  const hindsight = await openHindsight(home);
  const rows: Row[] = [];
  try {
    for (const memories of numbers(options.memories))
      await hindsight
        .user(`user of ${memories}`)
        .rememberAll(diary(memories), (done) => progress(`user of ${memories}: ${done}`));
    let others = 0;
    for (const otherUsers of numbers(options.others)) {
      await addOthers(hindsight, others, otherUsers);
      others = otherUsers;
      for (const memories of numbers(options.memories)) {
        progress(`measuring ${memories} memories beside ${otherUsers} users`);
        const measured = await measure(
          hindsight.user(`user of ${memories}`),
          memories,
          otherUsers,
          Number(options.rounds),
        );
        rows.push({ ...measured, ...(await measureFirst(home, memories)) });
      }
    }
  } finally {
    await hindsight.close();
    progress("");
  }
  return rows.sort((a, b) => a.memories - b.memories || a.otherUsers - b.otherUsers);
}

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines.map((line) => line.map((cell, i) => cell.padStart(widths[i]!)).join("  ")).join("\n");
}

function table(rows: readonly Row[]): string {
  const columns = ["memories", "otherUsers", "recallP50", "recallP95", "writeP50", "writeP95", "firstRecall"] as const;
  const lines = rows.map((row) => [...columns.map((column) => String(row[column])), (row.imageBytes / 1e6).toFixed(1)]);
  const names = Array.from(new Set(rows.flatMap(({ steps }) => Object.keys(steps))));
  const of = (row: Row, step: string) =>
    row.steps[step] === undefined ? "-" : Object.values(row.steps[step]).join(" / ");
  const steps = rows.map((row) => [
    String(row.memories),
    String(row.otherUsers),
    ...names.map((step) => of(row, step)),
  ]);
  return [
    aligned([[...columns, "image MB"], ...lines]),
    "p50 / p95 by step and route; routes run side by side, each holds work of the others",
    aligned([["memories", "otherUsers", ...names], ...steps]),
  ].join("\n\n");
}

const home = mkdtempSync(join(tmpdir(), "hindsight-latency-"));
try {
  const rows = await run(home);
  process.stdout.write(`${options.json ? JSON.stringify({ rows }) : table(rows)}\n`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
