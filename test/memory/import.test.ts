import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rememberAll } from "../../src/memory/remember.ts";
import type { ImportedMemory } from "../../src/memory/types.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const load = (memories: Iterable<ImportedMemory> | AsyncIterable<ImportedMemory>, onBatch?: (done: number) => void) =>
  rememberAll(at.deps, at.scope, memories, onBatch);
async function all() {
  const store = await at.store();
  const records = await store.list({ statuses: ["active", "superseded", "forgotten", "archived"] }, { limit: 5_000 });
  await store.close();
  return records;
}
const turn = (content: string, minute: number, more: Partial<ImportedMemory> = {}): ImportedMemory => ({
  content,
  thread: "s1",
  speaker: "Bob",
  happenedAt: new Date(Date.UTC(2023, 4, 8, 13, minute)).toISOString(),
  ...more,
});

describe("I5: importing many", () => {
  it("two turns of the same words are two events; the same turn twice is one", async () => {
    const turns = [
      turn("Thanks!", 1),
      turn("Thanks!", 2),
      turn("Thanks!", 1, { thread: "s2" }),
      turn("Thanks!", 1, { speaker: "Ada" }),
      turn("Thanks!", 1),
    ];
    expect(await load(turns)).toEqual({ stored: 4, duplicates: 1 });
    expect(await load(turns)).toEqual({ stored: 0, duplicates: 5 });
    expect((await all())[0]).toMatchObject({
      kind: "episodic",
      type: "turn",
      source: "imported",
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
  });

  it("statements of the same words are one", async () => {
    expect(await load([1, 2, 3].map((minute) => turn("Bob likes tea", minute, { kind: "semantic" })))).toEqual({
      stored: 1,
      duplicates: 2,
    });
  });

  it("keeps foreign ids, each turn under its own, twice the same line once", async () => {
    const lines = [turn("Yes", 1, { id: "D1:1" }), turn("Yes", 1, { id: "D1:2" })];
    expect(await load(lines)).toEqual({ stored: 2, duplicates: 0 });
    expect(await load(lines)).toEqual({ stored: 0, duplicates: 2 });
    expect(await load([turn("No", 1, { id: "D1:1" })])).toEqual({ stored: 1, duplicates: 0 }); // the same id in another log
    expect((await all()).map((record) => record.metadata.externalId).sort()).toEqual(["D1:1", "D1:1", "D1:2"]);
  });

  it("keeps a UUID, every field, and old versions", async () => {
    const [old, next] = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
    const line: ImportedMemory = {
      id: next!,
      content: "Bob lives in Bergen",
      kind: "semantic",
      type: "fact",
      source: "confirmed",
      importance: 0.9,
      accessCount: 3,
      version: 2,
      supersedes: old!,
      createdAt: "2024-01-01T00:00:00.000Z",
      happenedAt: "2024-01-01T00:00:00.000Z",
      validFrom: "2024-01-02T00:00:00.000Z",
      language: "en",
      timeZone: "Asia/Shanghai",
    };
    await load([{ ...line, id: old!, status: "superseded", version: 1, supersedes: null, supersededBy: next! }, line]);
    expect((await all()).find((record) => record.id === next)).toMatchObject(line);
    expect(await load([line])).toEqual({ stored: 0, duplicates: 1 });
  });

  it("ids made here are in the order of time", async () => {
    await load([turn("third", 3, { id: "a" }), turn("first", 1, { id: "b" }), turn("second", 2, { id: "c" })]);
    expect((await all()).map((record) => record.content)).toEqual(["first", "second", "third"]);
  });

  it("tells how far it is, and takes a stream", async () => {
    async function* stream() {
      for (let i = 0; i < 600; i++) yield turn(`turn ${i}`, i);
    }
    const heard: number[] = [];
    expect(await load(stream(), (done) => heard.push(done))).toEqual({ stored: 600, duplicates: 0 });
    expect(heard).toEqual([256, 512, 600]);
  });

  it("names the memory that is wrong; batches before it are stored", async () => {
    const lines = [...Array.from({ length: 300 }, (_, i) => turn(`turn ${i}`, i)), turn(" ", 1)];
    await expect(load(lines)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("memory 301"),
    });
    expect(await all()).toHaveLength(256);
  });

  it("`__proto__` in metadata and content does no harm", async () => {
    const line = JSON.parse(
      '{"content":"constructor","thread":"t","happenedAt":"2024-01-01T00:00:00Z","metadata":{"__proto__":{"polluted":true}}}',
    ) as ImportedMemory;
    await load([line]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await all()).toMatchObject([{ content: "constructor" }]);
  });
});
