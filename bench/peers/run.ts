/**
 * Side by side with other memories: `npm run bench:peers -- --data DIR [--json] [--out DIR] [--questions N] [--memories N]
 * [--peers WORD,…]`, of which the last names those to run by parts of their names.
 * One process, the same embedder and the same questions for all. Quality: recall@5 and @10 over every set in DIR, each
 * pool a user. Time: searches of one user with 5,000 memories, the systems taking turns of a hundred questions, so that
 * whatever else the machine does hits all alike; beside the time on the clock the processor time of the thread, in which
 * waiting for others does not count. Before each turn the heap is swept, and fifty searches are made that do
 * not count, because a sweep throws away compiled code too. A peer that cannot run is
 * listed with the reason and has no figures.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/domain/errors.ts";
import { each, meanOf, quantile, recallAt } from "../../src/domain/metrics.ts";
import { createHindsight } from "../../src/hindsight.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import { type BenchMemory, type RecallSet, setsOrExit } from "../sets.ts";
import { createSynthetic } from "../synthetic.ts";
import { hindsight, hindsightKeyword } from "./hindsight.ts";
import { langgraphStore } from "./langgraph.ts";
import { mem0 } from "./mem0.ts";
import { miniSearch, miniSearchSegmented } from "./minisearch.ts";
import type { Peer, System } from "./peer.ts";

const PEERS: readonly Peer[] = [hindsight, hindsightKeyword, mem0, langgraphStore, miniSearch, miniSearchSegmented];
const START = Date.UTC(2026, 0, 1);
const SEED = 20_261_130;
/**
 * Searches before the clock counts, at first and after each sweep: files are opened, and code is compiled again, of which
 * some systems have more than others.
 */
const WARM_UP = 50;
/** Searches of one system before the next takes its turn. */
const TURN = 100;

interface Quality {
  set: string;
  questions: number;
  "recall@5": number;
  "recall@10": number;
}

interface Row {
  peer: string;
  setup: string;
  /** Why there are no figures; null when there are. */
  notRun: string | null;
  quality: Quality[];
  /** Milliseconds of one search, and of its processor time: the median over turns. */
  search: { median: number; p95: number; processor: number } | null;
}

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    json: { type: "boolean", default: false },
    out: { type: "string" },
    questions: { type: "string", default: "400" },
    memories: { type: "string", default: "5000" },
    peers: { type: "string", default: "" },
  },
});

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function qualityOf(system: System, peer: Peer, set: RecallSet): Promise<Quality> {
  const at5: number[] = [];
  const at10: number[] = [];
  const kept: string[] = [];
  for (const [pool, { memories, questions }] of set.pools) {
    const user = `${set.name}/${pool}`;
    await system.fill(user, memories);
    for (const { question, relevant, category } of questions) {
      const found = await system.search(user, question, 10);
      const wanted = each(relevant);
      at5.push(recallAt(found, wanted, 5));
      at10.push(recallAt(found, wanted, 10));
      kept.push(JSON.stringify({ pool, category, question, relevant, found }));
    }
  }
  if (options.out !== undefined) {
    mkdirSync(options.out, { recursive: true });
    const name = peer.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, "-")
      .replace(/-$/u, "");
    writeFileSync(join(options.out, `${set.name}.${name}.results.jsonl`), `${kept.join("\n")}\n`);
  }
  const percent = (shares: readonly number[]) => Math.round(10_000 * meanOf(shares)) / 100;
  return { set: set.name, questions: at5.length, "recall@5": percent(at5), "recall@10": percent(at10) };
}

/** One user's diary and questions about it. */
function diary(count: number, questions: number): { memories: BenchMemory[]; asked: string[] } {
  const synthetic = createSynthetic(SEED);
  const memories = Array.from(
    { length: count },
    (_, i): BenchMemory => ({
      pool: "diary",
      id: String(i),
      thread: `thread ${i >> 5}`,
      time: new Date(START + i * 60_000).toISOString(),
      speaker: i % 2 === 0 ? "Ada" : "Bo",
      text: `${synthetic.sentence()} ${i}`,
    }),
  );
  const step = Math.floor(count / questions);
  const asked = Array.from({ length: questions }, (_, i) => synthetic.question(memories[i * step]?.text ?? ""));
  return { memories, asked };
}

type Opened = { peer: Peer; row: Row; system: System };

async function openAll(home: string, embedder: Embedder): Promise<{ rows: Row[]; opened: Opened[] }> {
  const rows: Row[] = [];
  const opened: Opened[] = [];
  const words = options.peers.toLowerCase().split(",");
  const chosen = PEERS.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
  for (const [at, peer] of chosen.entries()) {
    const row: Row = { peer: peer.name, setup: peer.setup, notRun: null, quality: [], search: null };
    rows.push(row);
    const folder = join(home, String(at));
    mkdirSync(folder);
    try {
      opened.push({ peer, row, system: await peer.open(folder, embedder) });
    } catch (error) {
      row.notRun = messageOf(error);
    }
  }
  return { rows, opened };
}

/** Runs the work of one peer; when it fails the peer's figures are dropped and the reason is kept. */
async function attempt(one: Opened, work: () => Promise<void>): Promise<void> {
  if (one.row.notRun !== null) return;
  try {
    await work();
  } catch (error) {
    one.row.notRun = messageOf(error);
    one.row.quality = [];
    one.row.search = null;
  }
}

async function measureQuality(opened: readonly Opened[], sets: readonly RecallSet[]): Promise<void> {
  for (const set of sets)
    for (const one of opened) {
      say(`${set.name}: ${one.peer.name}`);
      await attempt(one, async () => void one.row.quality.push(await qualityOf(one.system, one.peer, set)));
    }
}

async function measureTime(opened: readonly Opened[], count: number, questions: number): Promise<void> {
  const { memories, asked } = diary(count, questions);
  for (const one of opened) {
    say(`${count} memories: ${one.peer.name}`);
    await attempt(one, async () => {
      await one.system.fill("diary", memories);
      for (const question of asked.slice(0, WARM_UP)) await one.system.search("diary", question, 10);
    });
  }
  const times = new Map(opened.map((one): [Opened, number[]] => [one, []]));
  const processor = new Map(opened.map((one): [Opened, number[]] => [one, []]));
  for (let start = 0; start < asked.length; start += TURN)
    for (const [one, list] of times)
      await attempt(one, async () => {
        globalThis.gc?.(); // with --expose-gc: nobody pays for what the one before left behind
        for (const question of asked.slice(-WARM_UP)) {
          await one.system.search("diary", question, 10);
          await nextTick();
        }
        const turn = asked.slice(start, start + TURN);
        const before = process.threadCpuUsage();
        for (const question of turn) {
          const started = performance.now();
          await one.system.search("diary", question, 10);
          list.push(performance.now() - started);
          await nextTick(); // as between two requests of a server: what runs after an answer is not part of it
        }
        const { user, system } = process.threadCpuUsage(before);
        processor.get(one)?.push((user + system) / 1_000 / turn.length);
      });
  for (const [one, list] of times)
    if (one.row.notRun === null)
      one.row.search = {
        median: quantile(list, 0.5),
        p95: quantile(list, 0.95),
        processor: quantile(processor.get(one) ?? [], 0.5),
      };
}

function table(rows: readonly Row[], sets: readonly RecallSet[]): string {
  const base = rows[0]?.search?.median;
  const head = [
    "",
    ...sets.flatMap(({ name }) => [`${name} @5`, "@10"]),
    "median ms",
    "p95 ms",
    "processor ms",
    "times as long",
  ];
  const cells = rows.map(({ peer, notRun, quality, search }) => {
    if (notRun !== null) return [peer, `not run: ${notRun.split("\n", 1)[0]}`];
    const ratio = search === null || base === undefined ? "-" : (search.median / base).toFixed(1);
    return [
      peer,
      ...quality.flatMap((one) => [one["recall@5"].toFixed(1), one["recall@10"].toFixed(1)]),
      search?.median.toFixed(2) ?? "-",
      search?.p95.toFixed(2) ?? "-",
      search?.processor.toFixed(2) ?? "-",
      ratio,
    ];
  });
  const full = [head, ...cells.filter((row) => row.length === head.length)];
  const widths = head.map((_, column) => Math.max(...full.map((row) => row[column]?.length ?? 0)));
  const names = Math.max(...cells.map(([peer]) => peer?.length ?? 0));
  return [head, ...cells]
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(names) : row.length === 2 ? cell : cell.padStart(widths[i] ?? 0))),
    )
    .map((row) => row.join("  "))
    .join("\n");
}

const sets = options.data === undefined ? [] : setsOrExit(options.data);
const home = mkdtempSync(join(tmpdir(), "hindsight-peers-"));
try {
  // The embedder of the settings, so that a real one is compared by naming it.
  const chosen = await createHindsight({ home: join(home, "embedder"), model: null, mcpConfig: null });
  const { rows, opened } = await openAll(home, chosen.embedder);
  try {
    await measureQuality(opened, sets);
    await measureTime(opened, Number(options.memories), Number(options.questions));
  } finally {
    for (const { system } of opened) await system.close();
    await chosen.close();
  }
  const embedder = (await chosen.embedder.fingerprint()).model;
  console.log(
    options.json ? JSON.stringify({ embedder, memories: Number(options.memories), rows }) : table(rows, sets),
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
