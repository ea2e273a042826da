import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "../../src/agent/graph.ts";
import { textOf } from "../../src/agent/messages.ts";
import { rememberTool } from "../../src/agent/remember-tool.ts";
import { HindsightError } from "../../src/domain/errors.ts";
import { countTokens } from "../../src/domain/tokens.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { silentLog } from "../../src/ports/log.ts";
import { as, say } from "./support.ts";

const PAGE = JSON.stringify({
  hut: "Spiterstulen",
  beds: 230,
  reviews: Array.from({ length: 300 }, (_, i) => `Zanzibarreview ${i}: a good night after a long way up.`),
});

let home: string;
let hindsight: Hindsight;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-tool-"));
  hindsight = await createHindsight({ home, log: silentLog, timeZone: "Europe/Oslo", workers: 0 });
});
afterEach(async () => {
  await hindsight.close();
  rmSync(home, { recursive: true, force: true });
});

const browse = tool(
  async ({ url }: { url: string }) => (url.includes("down") ? Promise.reject(new Error("HTTP 503")) : PAGE),
  {
    name: "browse",
    description: "Reads a page",
    schema: z.object({ url: z.string() }),
  },
);
const call = (url: string, id = "c1") => ({ type: "tool_call" as const, name: "browse", args: { url }, id });
const episodes = async () => {
  await hindsight.drain();
  return hindsight.user("ada").list({ kinds: ["episodic"], statuses: ["active", "compressed"] });
};

describe("B8: the hook for any LangChain tool", () => {
  const wrapped = () => rememberTool(browse, { memory: hindsight });

  it("each call becomes an episode of the run's user, tagged; the bulky original is kept apart and fetched on demand", async () => {
    const result = await wrapped().invoke(call("https://huts"), as("ada"));
    expect(result).toMatchObject({ content: PAGE, tool_call_id: "c1" }); // the caller gets what the tool gave
    const [episode, ...more] = await episodes();
    expect(more).toEqual([]);
    expect(episode).toMatchObject({ source: "tool", tags: ["browse"], thread: "t1", metadata: { tool: "browse" } });
    expect(episode!.content).toContain("Spiterstulen");
    expect(episode!.content.length).toBeLessThan(2_000);
    const id = String(episode!.metadata.output);
    expect(await hindsight.user("ada").output(id)).toMatchObject({ tool: "browse", thread: "t1", text: PAGE });
    await expect(hindsight.user("bob").output(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const found = await hindsight
      .user("ada")
      .recall("What do we know of Spiterstulen?", { filter: { tags: ["browse"] } });
    expect(found.results[0]?.record.id).toBe(episode!.id);
  });

  it("the same call again is the same episode; a failure is one too, and is thrown all the same", async () => {
    await wrapped().invoke(call("https://huts"), as("ada"));
    await wrapped().invoke(call("https://huts"), as("ada"));
    await expect(wrapped().invoke(call("https://down", "c2"), as("ada"))).rejects.toThrow("HTTP 503");
    expect((await episodes()).map(({ content }) => content).sort()).toEqual([
      expect.stringContaining('browse was called with {"url":"https://down"} and failed: HTTP 503'),
      expect.stringContaining("and returned:"),
    ]);
  });

  it.each([
    [
      "en",
      "fare A1 not allowed",
      /^When book fails with "fare A1 not allowed", call book with \{"fare":"B7"\}, because /u,
    ],
    ["zh", "不允许使用舱位 A1", /^当book返回“不允许使用舱位 A1”时，改用参数/u],
  ])(
    "B1: a failed call and the one that succeeds after it are one episode, with what it taught: %s",
    async (_, error, lesson) => {
      const book = tool(
        async ({ fare }: { fare: string }) => (fare === "A1" ? Promise.reject(new Error(error)) : `booked ${fare}`),
        { name: "book", description: "Books", schema: z.object({ fare: z.string() }) },
      );
      const wrappedBook = rememberTool(book, { memory: hindsight });
      await expect(wrappedBook.invoke({ fare: "A1" }, as("ada"))).rejects.toThrow(error);
      await wrappedBook.invoke({ fare: "B7" }, as("ada"));
      await wrappedBook.invoke({ fare: "B8" }, as("ada"));
      const found = await episodes();
      expect(found).toHaveLength(2); // the third call follows nothing that failed
      const mended = found.find(({ episode }) => episode !== null)!;
      expect(mended).toMatchObject({ source: "tool", episode: { outcome: "success", taskType: "book" } });
      expect(mended.supersedes).not.toBeNull();
      expect(mended.episode!.steps.map((step) => step.error)).toEqual([error, null]);
      expect(mended.episode!.lessons).toEqual([expect.stringMatching(lesson)]);
    },
  );

  it("it stays the tool it was: name, schema, plain arguments", async () => {
    const one = wrapped();
    expect([one.name, one.description, one.schema]).toEqual([browse.name, browse.description, browse.schema]);
    expect(await one.invoke({ url: "https://huts" }, as("ada"))).toBe(PAGE);
    expect(await episodes()).toHaveLength(1);
  });

  it("a memory that fails changes nothing for the caller", async () => {
    hindsight.queue.enqueue = () => Promise.reject(new HindsightError("DISK_FULL", "no space left", "Free some."));
    expect(await wrapped().invoke({ url: "https://huts" }, as("ada"))).toBe(PAGE);
  });

  it("G3: no secret goes into the original or the episode", async () => {
    const leaky = tool(async () => `password: hunter2-Zanzibar. ${PAGE}`, {
      name: "leak",
      description: "-",
      schema: z.object({}),
    });
    await rememberTool(leaky, { memory: hindsight }).invoke({}, as("ada"));
    const [episode] = await episodes();
    const { text } = await hindsight.user("ada").output(String(episode!.metadata.output));
    expect(`${episode!.content} ${text}`).not.toContain("hunter2");
  });
});

describe("B8: in hindsight's own graph", () => {
  for (const [name, given] of [
    ["any tool", () => browse],
    ["a tool that is wrapped already", () => rememberTool(browse, { memory: hindsight })],
  ] as const)
    it(`${name}: the result is a step of the task's episode, once, with the original apart`, async () => {
      const model = fakeModel()
        .respond(
          new AIMessage({ content: "", tool_calls: [{ name: "browse", args: { url: "https://huts" }, id: "c1" }] }),
        )
        .respond(new AIMessage("There are 230 beds."));
      const checkpointer = await hindsight.checkpointer();
      const agent = createAgent({ memory: hindsight, model, tools: [given()], checkpointer });
      await agent.invoke(say("Find out how many beds Spiterstulen has."), as("ada"));
      const [episode, ...more] = await episodes();
      expect(more).toEqual([]);
      expect(episode!.tags).toContain("browse");
      const [step] = episode!.episode!.steps;
      expect(step).toMatchObject({ tool: "browse", result: expect.stringContaining("Spiterstulen") });
      expect(step!.result!.length).toBeLessThan(2_000);
      expect(await hindsight.user("ada").output(step!.output!)).toMatchObject({ text: PAGE });

      const { erased } = await hindsight.user("ada").erase();
      expect(erased.toolOutputs).toBe(1);
      await hindsight.close();
      const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      for (const { parentPath, name: file } of files)
        expect(readFileSync(join(parentPath, file)).includes("Zanzibarreview"), file).toBe(false);
    });
});

describe("B8: the original behind a summary", () => {
  const calls = (name: string, args: Record<string, unknown>) =>
    new AIMessage({ content: "", tool_calls: [{ name, args, id: `c-${name}` }] });
  const names = (messages: readonly BaseMessage[]) => messages.map(textOf).join("\n");
  /** A task in which `browse` was called, and the id its result is kept under. */
  async function browsed(checkpointer: BaseCheckpointSaver): Promise<string> {
    const model = fakeModel()
      .respond(calls("browse", { url: "https://huts" }))
      .respond(new AIMessage("230 beds."));
    const agent = createAgent({ memory: hindsight, model, tools: [browse], checkpointer });
    await agent.invoke(say("Find out how many beds the hut Spiterstulen has."), as("ada", "t1"));
    const [episode] = await episodes();
    return episode!.episode!.steps[0]!.output!;
  }

  it("is named where the episode is recalled, and read page by page to its last word by that user alone", async () => {
    const checkpointer = await hindsight.checkpointer();
    const id = await browsed(checkpointer);
    const found = await hindsight.user("ada").recall("beds of the hut Spiterstulen");
    expect(found.block).toContain(`whole result of browse: ${id}`);

    let read = "";
    for (let offset = 0, pages = 0; offset < PAGE.length; pages++) {
      expect(pages).toBeLessThan(40);
      const model = fakeModel()
        .respond(calls("read_tool_output", { id, offset: String(offset) }))
        .respond(new AIMessage("Read."));
      const agent = createAgent({ memory: hindsight, model, checkpointer });
      const state = await agent.invoke(say("What else did you find about Spiterstulen?"), as("ada", `p${pages}`));
      const page = textOf(state.messages.at(-2)!);
      expect(countTokens(page)).toBeLessThanOrEqual(1_200);
      const [, from, to, text] = /characters="(\d+)-(\d+) of \d+"[^>]*>\n([\s\S]*)\n<\/tool_result>/u.exec(page)!;
      expect(Number(from)).toBe(offset);
      read += text;
      offset = Number(to);
    }
    expect(read).toBe(PAGE);

    await hindsight.user("bob").remember(`The agent read the whole result of browse: ${id}.`);
    const model = fakeModel().respond(calls("read_tool_output", { id })).respond(new AIMessage("No."));
    const agent = createAgent({ memory: hindsight, model, checkpointer });
    const state = await agent.invoke(say("What did you read of browse?"), as("bob", "b1"));
    expect(state.block).toContain(id);
    expect(names(state.messages)).not.toContain("Zanzibarreview");
    expect(textOf(state.messages.at(-2)!)).toContain("No result of that id is kept");
    expect(state.memoryProblem).toBeNull();
  });

  it("is offered only where something names one; a result too long for the model names its own", async () => {
    const long = tool(async () => "x1 ".repeat(10_000), { name: "dump", description: "Dumps", schema: z.object({}) });
    const model = fakeModel()
      .respond(calls("dump", {}))
      .respond(calls("read_tool_output", { id: "nothing" }))
      .respond(new AIMessage("Done."));
    const offered: string[][] = [];
    const bindTools = model.bindTools.bind(model);
    model.bindTools = (tools) => {
      offered.push(tools.map((one) => ("name" in one ? String(one.name) : "")));
      return bindTools(tools);
    };
    const agent = createAgent({ memory: hindsight, model, tools: [long] });
    const state = await agent.invoke(say("Dump everything, please."), as("ada"));
    expect(offered[0]).toEqual(["search_memory", "save_memory", "dump"]);
    expect(offered[1]).toEqual(["search_memory", "save_memory", "read_tool_output", "dump"]);
    expect(names(state.messages)).toMatch(/\[cut here: 10000 more characters; whole result of dump: [0-9a-f-]{36}\]/u);
  });
});
