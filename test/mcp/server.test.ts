import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { memoryBlock } from "../../src/domain/block.ts";
import { createMemoryServer } from "../../src/mcp/server.ts";
import { fakeMemory } from "../cli/support/fake-memory.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function connected() {
  const memory = fakeMemory("ada");
  const reports: unknown[] = [];
  const server = createMemoryServer(memory, (error) => reports.push(error));
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  open.push(client, server);
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const content = result.content as { type: string; text: string }[];
    return {
      text: content.map(({ text }) => text).join("\n"),
      data: result.structuredContent,
      isError: result.isError === true,
    };
  };
  return { memory, client, call, reports };
}

describe("F1: the memory over MCP", () => {
  test("five tools, each saying when to use it, with schemas of what goes in and what comes out", async () => {
    const { client } = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "memory_forget",
      "memory_reflect",
      "memory_search",
      "memory_summarize",
      "memory_write",
    ]);
    for (const tool of tools) {
      expect(tool.description).toMatch(/Use it/);
      expect(tool.outputSchema?.type).toBe("object");
    }
    const search = tools.find(({ name }) => name === "memory_search");
    expect(search?.inputSchema).toMatchObject({
      required: ["query"],
      properties: { k: { type: "integer", maximum: 50 } },
    });
  });

  test("what is written is found again, and forgotten by the id that the text names", async () => {
    const { call, memory } = await connected();
    const written = await call("memory_write", { text: "Ada is allergic to peanuts.", tags: "health,food" });
    expect(written.data).toMatchObject({ stored: [{ content: "Ada is allergic to peanuts." }], refused: [] });
    expect(memory.records[0]?.tags).toEqual(["health", "food"]);
    const found = await call("memory_search", { query: "food", k: "5", kind: "Semantic" });
    expect(found.data).toMatchObject({ results: [{ content: "Ada is allergic to peanuts.", score: 1 }] });
    const id = /\[1\] ([0-9a-f-]{36})/.exec(found.text)?.[1] ?? "";
    expect((await call("memory_forget", { id })).data).toMatchObject({ forgotten: [{ id }], unknown: [] });
    expect(memory.records[0]?.status).toBe("forgotten");
  });

  test("an empty query is searched, and the answer says what it then gives", async () => {
    const { call, memory } = await connected();
    const { recall } = memory;
    memory.recall = (query, ...more) => recall(query === "" ? "Ada" : "nothing of it", ...more);
    await memory.remember("Ada is allergic to peanuts.");
    const found = await call("memory_search", { query: " " });
    expect(found.text).toMatch(/^The query is empty.*\n\n/u);
    expect(found.data).toMatchObject({ results: [{ content: "Ada is allergic to peanuts." }] });
  });

  test("line [n] of the block is id n, whatever the order of the results", async () => {
    const { call, memory } = await connected();
    const [lunch] = await memory.remember({ content: "Ada had lunch in Oslo.", kind: "episodic", type: "turn" });
    const [allergy] = await memory.remember("Ada is allergic to peanuts.");
    if (lunch?.outcome !== "stored" || allergy?.outcome !== "stored") throw new Error("not stored");
    const framing = { tokenBudget: 800, timeZone: "UTC", language: "en", now: "2026-12-01T00:00:00.000Z" } as const;
    const { recall } = memory;
    memory.recall = async (...asked) => {
      const found = await recall(...asked);
      const results = [lunch, allergy].map(({ record }) => ({ record, score: 1 }));
      const { text, ids } = memoryBlock(results, framing);
      return { ...found, results, block: text, blockIds: ids };
    };
    for (const [tool, args] of [
      ["memory_search", { query: "Ada" }],
      ["memory_summarize", { topic: "Ada" }],
    ] as const) {
      const { text } = await call(tool, args);
      expect(text).toMatch(/^\[1\] .*peanuts/mu);
      expect(text.split("\n").slice(-2)).toEqual([`[1] ${allergy.record.id}`, `[2] ${lunch.record.id}`]);
    }
  });

  test("a refusal is told with its reason, and is no error", async () => {
    const { call } = await connected();
    expect(await call("memory_write", { content: "ok" })).toMatchObject({
      isError: false,
      text: "Not stored (acknowledgement): ok",
      data: { stored: [], refused: [{ content: "ok", reason: "acknowledgement" }] },
    });
  });

  test("an argument the tool does not have is not used, and the answer says so", async () => {
    const { call } = await connected();
    expect((await call("memory_search", { query: "q", user: "bob" })).text).toContain("no such argument: user");
  });

  test("times are read in the user's zone; what is no time is a tool error", async () => {
    const { call, memory } = await connected();
    await call("memory_search", { query: "q", since: "2026-03-31", until: "2026-03-31" });
    expect(memory.recalls[0]?.[1]?.filter).toEqual({
      since: "2026-03-30T22:00:00.000Z",
      until: "2026-03-31T22:00:00.000Z",
    });
    const wrong = await call("memory_search", { query: "q", since: "last week" });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining('since: "last week" is not an ISO date'),
    });
  });

  test("F4: after wrong arguments, an unknown id and a broken memory the connection still serves", async () => {
    const { call, memory, reports } = await connected();
    expect(await call("memory_search", { query: "q", k: "many" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("k"),
    });
    expect(await call("memory_search", {})).toMatchObject({ isError: true, text: expect.stringContaining("query") });
    expect(await call("memory_forget", { ids: ["nobody"] })).toMatchObject({
      isError: true,
      data: { unknown: ["nobody"] },
    });
    memory.recall = async () => {
      throw new Error("the disk is gone");
    };
    expect(await call("memory_search", { query: "q" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("the disk is gone"),
    });
    expect(reports).toHaveLength(1);
    expect(await call("memory_write", { content: "Still here." })).toMatchObject({ isError: false });
  });

  test("a summary names what there is, of how much", async () => {
    const { call } = await connected();
    expect((await call("memory_summarize", {})).text).toBe("Nothing about this user is remembered.");
    await call("memory_write", { content: "Ada lives in Oslo." });
    expect(await call("memory_summarize", {})).toMatchObject({
      text: expect.stringContaining("1 of 1 memories"),
      data: { summary: "Ada lives in Oslo.", total: 1 },
    });
  });

  test("the same conversation sent twice has the same thread and turn ids, so that it is kept once", async () => {
    const { call, memory } = await connected();
    const tasks: Parameters<typeof memory.reflect>[0][] = [];
    memory.reflect = async (task) => {
      tasks.push(task);
      return {
        episode: null,
        added: [],
        updated: [],
        retracted: [],
        duplicates: 0,
        refused: [],
        dropped: [],
        deadLetter: null,
        rung: null,
      };
    };
    const said = "User: I moved to Bergen.\nAssistant: Noted.";
    expect((await call("memory_reflect", { conversation: said })).text).toBe("Nothing in it was worth keeping.");
    await call("memory_reflect", { messages: said });
    const [first, second] = tasks.map(({ thread, turns }) => ({ thread, ids: turns.map(({ id }) => id) }));
    expect(first).toEqual(second);
    expect(tasks[0]?.turns.map(({ role, content }) => [role, content])).toEqual([
      ["user", "I moved to Bergen."],
      ["assistant", "Noted."],
    ]);
  });
});
