import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemory } from "../../src/memory/memory.ts";
import type { Memory } from "../../src/memory/types.ts";
import { type Bench, bench, talk } from "../support/memory-deps.ts";

let at: Bench;
let memory: Memory;
beforeEach(() => {
  at = bench();
  memory = createMemory(at.deps, { ...at.scope, namespaces: ["team", "empty"] });
});
afterEach(() => at.close());

const contents = (records: readonly { content: string }[]) => records.map(({ content }) => content);

it("C7: a statement leads to the words it was made of and the episode of its reflection", async () => {
  const { added, episode } = await memory.reflect(
    talk(["Book me a train to Oslo.", "I prefer window seats on trains."]),
  );
  const statement = added.find(({ content }) => content.includes("window"));
  const { record, words, records } = await memory.originals(statement?.id ?? "");
  expect(record.id).toBe(statement?.id);
  expect(words).toBe("I prefer window seats on trains.");
  expect(contents(records)).toContain(episode?.content);
});

it("C7: a summary leads to what it compresses, though that is no longer recalled", async () => {
  const parts = ["Ran ten kilometres.", "Ran twelve kilometres."].map((content, i) => ({
    id: `0193aaaa-0000-7000-8000-00000000000${i}`,
    content,
    status: "compressed" as const,
  }));
  const id = "0193aaaa-0000-7000-8000-00000000000f";
  const summary = { id, content: "Ran twice in June.", type: "summary" as const };
  await memory.rememberAll([...parts, { ...summary, metadata: { compresses: parts.map((one) => one.id) } }]);
  expect(contents((await memory.originals(id)).records)).toEqual(contents(parts));
});

it("what says itself as it was has no originals, and an unknown id is said to be one", async () => {
  await memory.rememberAll([{ content: "Ada likes tea.", kind: "semantic" }]);
  const [record] = await memory.list();
  expect(await memory.originals(record?.id ?? "")).toEqual({ record, words: null, records: [] });
  await expect(memory.originals("0193aaaa-0000-7000-8000-0000000000ff")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("C9: list and stats look at the namespaces asked for, page by page, and at no other", async () => {
  await memory.rememberAll([{ content: "Mine." }, { content: "Ours.", namespace: "team" }, { content: "Mine too." }]);
  const all = { namespaces: ["private", "team", "empty"] };
  expect(contents(await memory.list()).sort()).toEqual(["Mine too.", "Mine."]);
  expect(contents(await memory.list({}, all)).sort()).toEqual(["Mine too.", "Mine.", "Ours."]);
  const paged: string[] = [];
  for (let after: string | undefined; ; ) {
    const [one] = await memory.list({}, { ...all, limit: 1, newestFirst: true, ...(after !== undefined && { after }) });
    if (one === undefined) break;
    after = one.id;
    paged.push(one.content);
  }
  expect(paged.sort()).toEqual(["Mine too.", "Mine.", "Ours."]);
  expect((await memory.stats()).total).toBe(2);
  expect(await memory.stats(all)).toMatchObject({ total: 3, byKind: { episodic: 3 }, byStatus: { active: 3 } });
  await expect(memory.list({}, { namespaces: ["other"] })).rejects.toMatchObject({ code: "NOT_GRANTED" });
  await expect(memory.stats({ namespaces: ["other"] })).rejects.toMatchObject({ code: "NOT_GRANTED" });
});
