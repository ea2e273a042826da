import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "../../src/agent/graph.ts";
import { rememberTool } from "../../src/agent/remember-tool.ts";
import { HindsightError } from "../../src/domain/errors.ts";
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
