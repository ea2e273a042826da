import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { StreamingAgent } from "../../../src/cli/chat/talk.ts";
import type { Hindsight } from "../../../src/cli/context.ts";
import type { Io } from "../../../src/cli/io.ts";
import { openHindsight } from "../../../src/cli/open.ts";
import { run } from "../../../src/cli/program.ts";
import { silentLog } from "../../../src/ports/log.ts";
import { readSettings, type Settings } from "../../../src/settings.ts";
import { type FakeMemory, fakeMemory } from "./fake-memory.ts";

export interface Run {
  code: number;
  out: string;
  err: string;
  /** By user, as they were opened. */
  memories: Map<string, FakeMemory>;
  /** What each opened memory was granted. */
  granted: string[][];
  closed: boolean;
  /** Sessions that were ended: user and thread. */
  ended: string[];
  overrides: Partial<Settings>[];
}

export interface RunOptions {
  stdin?: string | Iterable<string>;
  /** A terminal instead: what is written here is typed. */
  keyboard?: PassThrough;
  env?: Record<string, string>;
  memories?: Map<string, FakeMemory>;
  agent?: StreamingAgent;
  checks?: Awaited<ReturnType<Hindsight["doctor"]>>;
  settled?: Hindsight["settled"];
  /** The job that ending a session queues. */
  endSession?: string;
  open?: () => never;
}

/** Streams that a test can read afterwards. */
function testIo(stdin: string | Iterable<string>, env: Record<string, string>, keyboard?: PassThrough) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const io: Io = {
    stdin:
      keyboard === undefined
        ? Readable.from(typeof stdin === "string" ? [Buffer.from(stdin)] : stdin, { objectMode: false })
        : Object.assign(keyboard, { isTTY: true, setRawMode: () => keyboard }),
    stdout,
    stderr: keyboard === undefined ? stderr : Object.assign(stderr, { isTTY: true, columns: 80 }),
    env,
    gone: new AbortController().signal,
  };
  const texts = Promise.all([text(stdout), text(stderr)]);
  return {
    io,
    async read() {
      stdout.end();
      stderr.end();
      const [out, err] = await texts;
      return { out, err };
    },
  };
}

/** Runs the command line in this process on the real thing, in that home. */
export async function runReal(home: string, args: readonly string[], stdin = "", settings: Partial<Settings> = {}) {
  const { io, read } = testIo(stdin, {});
  const code = await run(args, io, (overrides) =>
    openHindsight({ timeZone: "Europe/Oslo", ...settings, home, ...overrides }),
  );
  return { code, ...(await read()) };
}

/** Runs the command line in this process on fake memories. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { io, read } = testIo(options.stdin ?? "", options.env ?? {}, options.keyboard);
  const result: Run = {
    code: -1,
    out: "",
    err: "",
    memories: options.memories ?? new Map(),
    granted: [],
    closed: false,
    ended: [],
    overrides: [],
  };
  result.code = await run(args, io, async (overrides) => {
    options.open?.();
    result.overrides.push(overrides);
    return {
      settings: readSettings({ HINDSIGHT_TIME_ZONE: "Europe/Oslo", ...options.env }, overrides),
      user(id, { namespaces = [] } = {}) {
        result.granted.push([...namespaces]);
        const memory = result.memories.get(id) ?? fakeMemory(id);
        result.memories.set(id, memory);
        return memory;
      },
      upkeepGraph: () => Promise.reject(new Error("no upkeep in this test")),
      owners: async () => [],
      reembed: () => Promise.reject(new Error("no embedding in this test")),
      migrate: () => Promise.reject(new Error("no migration in this test")),
      undoUpkeep: () => Promise.reject(new Error("no upkeep in this test")),
      log: silentLog,
      health: async () => [],
      doctor: async () => options.checks ?? [],
      startWorker: async () => {},
      drain: async () => ({ waiting: 0, delayed: 0, running: 0, oldest: null }),
      settled: options.settled ?? (async () => ({ kept: [], problem: null })),
      retry: async () => {
        throw new Error("no dead letters in this test");
      },
      discard: async () => {},
      endSession: async (user, thread) => {
        result.ended.push(`${user} ${thread}`);
        return options.endSession ?? null;
      },
      endIdleSessions: async () => 0,
      async agent() {
        if (options.agent === undefined) throw new Error("no agent in this test");
        return options.agent;
      },
      async close() {
        result.closed = true;
      },
    };
  });
  return Object.assign(result, await read());
}
