import { HindsightError } from "../../../src/domain/errors.ts";
import type { MemoryRecord } from "../../../src/domain/record.ts";
import { makeRecord } from "../../../src/domain/record.ts";
import type { ImportedMemory, Memory, NewMemory, Recall } from "../../../src/memory/types.ts";

/** What a fake memory was asked, and what it holds. */
export interface FakeMemory extends Memory {
  records: MemoryRecord[];
  recalls: Parameters<Memory["recall"]>[];
  batches: number[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function recordOf(user: string, given: NewMemory | ImportedMemory, now: number): MemoryRecord {
  const { verbatim: _, ...fields } = given;
  if ("id" in fields && !UUID.test(fields.id ?? "")) delete fields.id; // kept in metadata by the real one
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return makeRecord({ kind: "semantic", type: "fact", source: "user", content: given.content, user, ...defined }, now);
}

/** A memory held in an array: enough to see what a door asks of it. `now` is milliseconds since 1970. */
export function fakeMemory(user = "ada", now = Date.UTC(2026, 10, 30)): FakeMemory {
  const records: MemoryRecord[] = [];
  const recalls: Parameters<Memory["recall"]>[] = [];
  const batches: number[] = [];
  const find = (id: string): MemoryRecord => {
    const found = records.find((record) => record.id === id);
    if (found === undefined) throw new HindsightError("NOT_FOUND", `no memory has the id ${id}`, "List the memories.");
    return found;
  };
  const recallOf = (query: string, results: MemoryRecord[]): Recall => ({
    request: "r",
    query,
    searched: query,
    results: results.map((record, at) => ({ record, score: 1 / (at + 1) })),
    block: results.map((record) => `- ${record.content}`).join("\n"),
    blockIds: results.map(({ id }) => id),
    leftOut: [],
    timings: {},
    failures: [],
  });
  const refuse = (): never => {
    throw new Error("not used by the doors under test");
  };
  return {
    user,
    timeZone: "Europe/Oslo",
    records,
    recalls,
    batches,
    async remember(given) {
      const draft = typeof given === "string" ? { content: given } : given;
      if (draft.content.trim() === "ok")
        return [{ outcome: "refused", content: draft.content, reason: "acknowledgement" }];
      const known = records.find((record) => record.content === draft.content);
      if (known !== undefined) return [{ outcome: "duplicate", record: known, by: "content" }];
      const record = recordOf(user, draft, now + records.length);
      records.push(record);
      return [{ outcome: "stored", record }];
    },
    async rememberAll(memories) {
      let stored = 0;
      let duplicates = 0;
      for await (const one of memories) {
        if (records.some((record) => record.content === one.content)) duplicates++;
        else {
          records.push(
            recordOf(user, { source: "imported", kind: "episodic", type: "turn", ...one }, now + records.length),
          );
          stored++;
        }
      }
      batches.push(stored + duplicates);
      return { stored, duplicates };
    },
    async recall(...asked) {
      recalls.push(asked);
      return recallOf(asked[0], records.slice(0, asked[1]?.k ?? 8));
    },
    profile: async () => recallOf("", records.slice(0, 3)),
    originals: async (id) => ({ record: find(id), words: null, records: [] }),
    show: async (id) => find(id),
    history: async (id) => [find(id)],
    async list(filter = {}, page = {}) {
      const statuses = filter.statuses ?? ["active"];
      const sorted = records.filter(({ status }) => statuses.includes(status)).sort((a, b) => (a.id < b.id ? -1 : 1));
      if (page.newestFirst === true) sorted.reverse();
      const from = page.after === undefined ? 0 : sorted.findIndex(({ id }) => id === page.after) + 1;
      return sorted.slice(from, from + (page.limit ?? sorted.length));
    },
    async forget(id) {
      const record = find(id);
      record.status = "forgotten";
      return record;
    },
    async restore(id) {
      const record = find(id);
      record.status = "active";
      return record;
    },
    async erase() {
      const erased = records.length;
      records.length = 0;
      return { user, at: new Date(now).toISOString(), erased: { records: erased }, left: [] };
    },
    health: async () => ({
      lastMonth: records.length,
      monthBefore: 0,
      conflicts: 0,
      conflicting: [],
      noise: 0,
      noiseShare: 0,
    }),
    stats: async () => ({
      user,
      total: records.length,
      byStatus: { active: records.length },
      byKind: {},
      everRecalled: 0,
      bytes: 0,
      oldest: null,
      newest: null,
      semanticShare: 0,
      everRecalledShare: 0,
      superseded: 0,
      deadLetters: 2,
      queue: { waiting: 0, delayed: 0, running: 0, oldest: null },
      writesToday: { count: 0, cap: 1_000 },
      recallCache: { hits: 0, misses: 0, invalidations: 0 },
      refusals: { greeting: 3 },
      embedding: null,
    }),
    judge: refuse,
    noteRefusals: async () => {},
    keepOutput: refuse,
    output: refuse,
    reflect: refuse,
    reflectPatterns: refuse,
    reflectLater: refuse,
    rememberLater: refuse,
    supersede: refuse,
    audit: async () => [],
    deadLetters: async () => [],
    writesToday: async () => ({ count: 0, cap: null }),
  };
}
