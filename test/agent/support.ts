import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { MemorySaver } from "@langchain/langgraph";
import { createPrompts } from "../../src/adapters/prompts/files.ts";
import { createAgent } from "../../src/agent/graph.ts";
import type { MemorySource } from "../../src/agent/source.ts";
import { memoryBlock } from "../../src/domain/block.ts";
import { HindsightError } from "../../src/domain/errors.ts";
import { type MemoryRecord, makeRecord } from "../../src/domain/record.ts";
import { queryTerms } from "../../src/domain/text.ts";
import type { FinishedTask, Memory, NewMemory, Recall, Recalled, Reflected } from "../../src/memory/types.ts";
import { silentLog } from "../../src/ports/log.ts";

export const NOON = Date.UTC(2026, 10, 30, 12);

export function recordOf(user: string, memory: NewMemory): MemoryRecord {
  return makeRecord(
    {
      user,
      kind: memory.kind ?? "semantic",
      type: memory.type ?? "fact",
      content: memory.content,
      source: memory.source ?? "user",
      originKey: memory.originKey ?? null,
    },
    NOON,
  );
}

/** A memory of one user, kept in an array: what the agent's nodes are tested against, one at a time. */
export interface FakeMemory extends Memory {
  records: MemoryRecord[];
  /** What was asked of it, in order. */
  recalls: { query: string; options: Parameters<Memory["recall"]>[1] }[];
  profiles: number;
  tasks: FinishedTask[];
}

function recallOf(query: string, records: readonly MemoryRecord[], tokenBudget = 1_200): Recall {
  const block = memoryBlock(
    records.map((record) => ({ record })),
    {
      tokenBudget,
      timeZone: "UTC",
      language: "en",
      now: new Date(NOON).toISOString(),
    },
  );
  const results: Recalled[] = records
    .filter(({ id }) => block.ids.includes(id))
    .map((record, index) => ({ record, score: 1 / (index + 1) }));
  return {
    request: "r",
    query,
    searched: query,
    results,
    block: block.text,
    blockIds: block.ids,
    leftOut: [],
    timings: {},
    failures: [],
  };
}

const unused = () => {
  throw new Error("the agent has no business here");
};

export function fakeMemory(user: string, overrides: Partial<Memory> = {}): FakeMemory {
  const memory: FakeMemory = {
    user,
    timeZone: "Europe/Oslo",
    records: [],
    recalls: [],
    profiles: 0,
    tasks: [],
    async remember(given) {
      const wanted = typeof given === "string" ? { content: given } : given;
      const key = wanted.originKey ?? null;
      // Only the key tells a second write here, so that a test sees when the agent's keys are not the same twice.
      const known = memory.records.find(({ originKey }) => key !== null && originKey === key);
      if (known !== undefined) return [{ outcome: "duplicate", record: known, by: "origin" }];
      const record = recordOf(user, wanted);
      memory.records.push(record);
      return [{ outcome: "stored", record }];
    },
    async recall(query, options = {}) {
      memory.recalls.push({ query, options });
      const wanted = new Set(queryTerms(query));
      const found = memory.records.filter(({ content }) => queryTerms(content).some((term) => wanted.has(term)));
      return recallOf(query, found, options.tokenBudget);
    },
    async profile({ k = 8 } = {}) {
      memory.profiles++;
      const standing = memory.records.filter(({ kind, type }) => kind === "semantic" && type !== "fact");
      return recallOf("", standing.slice(0, k));
    },
    async reflect(task): Promise<Reflected> {
      memory.tasks.push(task);
      const added: MemoryRecord[] = [];
      let duplicates = 0;
      for (const turn of task.turns) {
        if (turn.role !== "user" || task.recalled?.includes(turn.content)) continue;
        const [result] = await memory.remember({ content: turn.content, originKey: `${task.thread}/${turn.id}` });
        if (result?.outcome === "stored") added.push(result.record);
        else duplicates++;
      }
      return {
        episode: null,
        added,
        updated: [],
        retracted: [],
        duplicates,
        dropped: [],
        refused: [],
        deadLetter: null,
        rung: "builtin",
      };
    },
    noteRefusals: async () => {},
    keepOutput: async ({ text }) => ({ summary: text, id: null }),
    output: unused,
    writesToday: async () => ({ count: 0, cap: null }),
    judge: unused,
    reflectPatterns: unused,
    reflectLater: unused,
    rememberLater: unused,
    rememberAll: unused,
    supersede: unused,
    async show(id) {
      const record = memory.records.find((one) => one.id === id);
      if (record === undefined) throw new HindsightError("NOT_FOUND", `no memory ${id}`, "List them.");
      return record;
    },
    history: unused,
    list: unused,
    originals: unused,
    forget: unused,
    restore: unused,
    erase: unused,
    stats: unused,
    health: unused,
    audit: unused,
    deadLetters: unused,
    ...overrides,
  };
  return memory;
}

export interface FakeSource extends MemorySource {
  of(user: string): FakeMemory;
  threads: Map<string, string>;
}

/** Memories of many users; `broken` replaces what every one of them does. */
export function fakeSource(broken: Partial<Memory> = {}): FakeSource {
  const memories = new Map<string, FakeMemory>();
  const threads = new Map<string, string>();
  const of = (user: string): FakeMemory => {
    const known = memories.get(user) ?? fakeMemory(user, broken);
    memories.set(user, known);
    return known;
  };
  return {
    of,
    threads,
    user: of,
    prompts: createPrompts(),
    log: silentLog,
    async noteThread(user, thread) {
      const owner = threads.get(thread) ?? user;
      if (owner !== user) throw new HindsightError("NOT_GRANTED", "another user's thread", "Use your own.");
      threads.set(thread, user);
    },
  };
}

/** An agent for a test: a checkpointer of its own, noon as the time, every turn worth reflecting, and that at once. */
export function testAgent(
  options: Partial<Parameters<typeof createAgent>[0]> & { memory: MemorySource; model: BaseChatModel },
) {
  const checkpointer = new MemorySaver();
  const agent = createAgent({
    clock: { now: () => NOON },
    worthReflecting: () => true,
    writes: "inline",
    checkpointer,
    ...options,
  });
  return { agent, checkpointer };
}

/** The config of a run: whose, and in which thread. */
export const as = (user: string, thread = "t1") => ({
  configurable: { thread_id: thread },
  context: { user_id: user },
});

export const say = (text: string, id?: string) => ({
  messages: [{ role: "user", content: text, ...(id === undefined ? {} : { id }) }],
});
