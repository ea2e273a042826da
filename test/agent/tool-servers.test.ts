import { join } from "node:path";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { Command } from "@langchain/langgraph";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolServers } from "../../src/adapters/mcp/servers.ts";
import type { ToolServers } from "../../src/ports/tools.ts";
import { as, fakeSource, say, testAgent } from "./support.ts";

const SCRIPT = join(import.meta.dirname, "../support/mcp-server.ts");
let servers: ToolServers | undefined;
afterEach(async () => {
  await servers?.close();
  servers = undefined;
});

const resultsOf = (messages: readonly unknown[]) =>
  messages.filter((message) => ToolMessage.isInstance(message)).map(({ content }) => String(content));

describe("F5: the agent with other people's tools", () => {
  it("uses them, survives a server that dies in the middle of a turn, and has its tools again in the next round", async () => {
    servers = createToolServers({
      config: {
        mcpServers: {
          sky: { command: process.execPath, args: [SCRIPT] },
          dead: { command: process.execPath, args: [SCRIPT, "broken"] },
        },
      },
      timeoutMs: 10_000,
    });
    const model = fakeModel()
      .respondWithTools([{ name: "weather", args: { city: "Oslo" }, id: "1" }])
      .respondWithTools([{ name: "die", args: {}, id: "2" }])
      .respondWithTools([{ name: "weather", args: { city: "Bergen" }, id: "3" }])
      .respond(new AIMessage("Sunny in both."));
    const memory = fakeSource();
    const { agent } = testAgent({ memory, model, tools: [servers] });
    const state = await agent.invoke(say("Weather in Oslo and Bergen?"), as("ada"));
    expect(resultsOf(state.messages)).toEqual([
      "Sunny in Oslo",
      expect.stringMatching(/^Error: .*closed/i),
      "Sunny in Bergen",
    ]);
    expect(state.messages.at(-1)?.content).toBe("Sunny in both.");
    expect(memory.of("ada").tasks[0]?.steps?.map(({ tool: name, error }) => [name, error === null])).toEqual([
      ["weather", true],
      ["die", false],
      ["weather", true],
    ]);
  });

  it("a tool of a host may answer with a command that changes the state", async () => {
    const reset = tool(
      async (_, config) =>
        new Command({
          update: {
            summary: "Started over.",
            messages: [new ToolMessage({ tool_call_id: config.toolCall?.id ?? "", content: "reset" })],
          },
        }),
      { name: "reset", description: "Starts over", schema: z.object({}) },
    );
    const model = fakeModel()
      .respondWithTools([{ name: "reset", args: {}, id: "r" }])
      .respond(new AIMessage("Done."));
    const { agent } = testAgent({ memory: fakeSource(), model, tools: [reset] });
    const state = await agent.invoke(say("Start over"), as("ada"));
    expect(state.summary).toBe("Started over.");
    expect(resultsOf(state.messages)).toEqual(["reset"]);
    expect(state.messages.at(-1)?.content).toBe("Done.");
  });

  it("a result too long for the talk is cut, and says so", async () => {
    const page = tool(async () => "x".repeat(50_000), { name: "page", description: "A page", schema: z.object({}) });
    const model = fakeModel()
      .respondWithTools([{ name: "page", args: {}, id: "p" }])
      .respond(new AIMessage("Long."));
    const { agent } = testAgent({ memory: fakeSource(), model, tools: [page] });
    const state = await agent.invoke(say("Open the page"), as("ada"));
    const [result] = resultsOf(state.messages);
    expect(result?.length).toBeLessThan(20_100);
    expect(result).toContain("[cut here: 30000 more characters]");
  });
});
