import { AIMessage, AIMessageChunk, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createOpenAiChatModel } from "../../src/adapters/openai/chat-model.ts";
import { isMemoryEvent } from "../../src/agent/events.ts";
import type { AgentState } from "../../src/agent/state.ts";
import { HindsightError } from "../../src/domain/errors.ts";
import { silentLog } from "../../src/ports/log.ts";
import { type OpenAiServer, type ServerScript, say as script, startOpenAiServer } from "../support/openai-server.ts";
import { as, fakeSource, say, testAgent } from "./support.ts";

const servers: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A plain ChatOpenAI, as an embedding app brings it, talking to a scripted server. */
async function model(chat: ServerScript["chat"], rest: Omit<ServerScript, "chat"> = {}) {
  const server = await startOpenAiServer({ ...(chat === undefined ? {} : { chat }), ...rest });
  servers.push(server);
  const chatModel = new ChatOpenAI({
    model: "scripted",
    apiKey: "test",
    maxRetries: 0,
    configuration: { baseURL: server.baseUrl },
  });
  return { server, model: chatModel };
}

const rolesOf = (server: OpenAiServer, nth: number) =>
  server.chats[nth]?.body.messages.map(({ role, content }) => [role, content]) ?? [];

const weather = tool(async ({ city }) => `Sunny in ${city}`, {
  name: "weather",
  description: "The weather of a city",
  schema: z.object({ city: z.string() }),
});

describe("through the real client", () => {
  it("streams the reply token by token, under one id of ours, once, and before reflection starts", async () => {
    const { model: chatModel } = await model([script.text("Window seats it is, Ada.")], { constantId: "same" });
    const seen: string[] = [];
    let finishReflection = () => {};
    const reflected = new Promise<void>((resolve) => {
      finishReflection = resolve;
    });
    const memory = fakeSource();
    const ada = memory.of("ada");
    const { reflect } = ada;
    ada.reflect = async (task) => {
      seen.push("reflection starts");
      await reflected; // only let go once the reader has had the whole reply
      return reflect(task);
    };
    const { agent } = testAgent({ memory, model: chatModel });
    const chunks: { id: string | undefined; text: string }[] = [];
    let text = "";
    let final: AgentState | undefined;
    const stream = await agent.stream(say("I prefer window seats."), {
      ...as("ada"),
      streamMode: ["messages", "values", "custom"],
    });
    for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>) {
      if (mode === "messages") {
        const [message] = chunk as [BaseMessage];
        expect(message).toBeInstanceOf(AIMessageChunk);
        chunks.push({ id: message.id, text: String(message.content) });
        text += String(message.content);
        if (text === "Window seats it is, Ada." && !seen.includes("reply complete")) {
          seen.push("reply complete");
          finishReflection();
        }
      } else if (mode === "values") final = chunk as AgentState;
      else if (isMemoryEvent(chunk) && chunk.hindsight === "kept") seen.push("kept");
    }
    expect(text).toBe("Window seats it is, Ada.");
    expect(chunks.length).toBeGreaterThan(4);
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set([final?.messages.at(-1)?.id]));
    expect(chunks[0]?.id).not.toBe("same");
    expect([...seen].sort()).toEqual(["kept", "reflection starts", "reply complete"]);
    expect(seen.at(-1)).toBe("kept");
  });

  it.each([
    ["a plain ChatOpenAI", false],
    ["our chat model", true],
  ])("a server that gives every reply the same id makes no earlier reply vanish (%s)", async (_, own) => {
    const { server, model: plain } = await model([script.text("One."), script.text("Two."), script.text("Three.")], {
      constantId: "always-the-same",
    });
    const chatModel = own
      ? createOpenAiChatModel({ baseUrl: server.baseUrl, apiKey: "test", model: "scripted", timeoutMs: 5_000 })
      : plain;
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel });
    for (const text of ["first", "second", "third"]) await agent.invoke(say(text), as("ada"));
    const { values } = await agent.getState(as("ada"));
    expect((values as AgentState).messages.map(({ content }) => content)).toEqual([
      "first",
      "One.",
      "second",
      "Two.",
      "third",
      "Three.",
    ]);
  });

  it("A2: runs tools side by side, tells the model of errors, and hands the steps to reflection", async () => {
    const boom = tool(
      async () => {
        throw new Error("no such flight");
      },
      { name: "flight", description: "A flight", schema: z.object({ code: z.string() }) },
    );
    const { server, model: chatModel } = await model([
      script.tools([
        { name: "weather", args: { city: "Oslo" }, id: "a" },
        { name: "flight", args: { code: "SK4" }, id: "b" },
        { name: "weather", args: "Oslo, please", id: "c" },
        { name: "invented", args: {}, id: "d" },
      ]),
      script.text("Sunny, but no flight."),
    ]);
    const memory = fakeSource();
    const { agent } = testAgent({ memory, model: chatModel, tools: [weather, boom] });
    const state = await agent.invoke(say("Weather and flight?"), as("ada"));
    const results = new Map(
      state.messages
        .filter((message) => ToolMessage.isInstance(message))
        .map((m) => [m.tool_call_id, String(m.content)]),
    );
    expect(results.get("a")).toBe("Sunny in Oslo");
    expect(results.get("b")).toBe("Error: no such flight");
    expect(results.get("c")).toContain("not valid JSON");
    expect(results.get("d")).toContain('There is no tool "invented"');
    expect(rolesOf(server, 1).map(([role]) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "tool",
      "tool",
    ]);
    expect(memory.of("ada").tasks[0]?.steps?.slice(0, 2)).toEqual([
      { tool: "weather", input: '{"city":"Oslo"}', result: "Sunny in Oslo", error: null },
      { tool: "flight", input: '{"code":"SK4"}', result: null, error: "Error: no such flight" },
    ]);
    expect(state.messages.at(-1)?.content).toBe("Sunny, but no flight.");
  });

  it("a model that calls tools for ever is made to answer after the last round, without tools", async () => {
    const { server, model: chatModel } = await model((body) =>
      body.tools === undefined ? script.text("Enough.") : script.tool("weather", { city: "Oslo" }),
    );
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, tools: [weather], maxToolRounds: 12 });
    const state = await agent.invoke(say("Loop"), as("ada"));
    expect(server.chats).toHaveLength(13);
    expect(String(rolesOf(server, 12)[0]?.[1])).toContain("Answer now with what you have");
    expect(state.messages.at(-1)?.content).toBe("Enough.");
  });

  it("and one that calls tools even then gets a last word from us, in the user's language", async () => {
    const { model: chatModel } = await model(() => script.tool("weather", { city: "Oslo" }));
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, tools: [weather], maxToolRounds: 1 });
    const state = await agent.invoke(say("奥斯陆天气怎么样？请查询"), as("ada"));
    const last = state.messages.at(-1);
    expect(AIMessage.isInstance(last) && last.tool_calls).toEqual([]);
    expect(String(last?.content)).toContain("工具调用次数");
  });

  it("a tool that hangs is cut off and the turn goes on", async () => {
    const hang = tool(async () => new Promise<string>(() => {}), {
      name: "hang",
      description: "Hangs",
      schema: z.object({}),
    });
    const { model: chatModel } = await model([script.tool("hang", {}), script.text("It did not answer.")]);
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, tools: [hang], toolTimeoutMs: 50 });
    const state = await agent.invoke(say("Try"), as("ada"));
    expect(state.messages.at(-1)?.content).toBe("It did not answer.");
  });

  it("search_memory and save_memory work for the run's user, who cannot be chosen by an argument", async () => {
    const memory = fakeSource();
    await memory.of("bob").remember("Bob's code is 4711.");
    await memory.of("ada").remember("Ada's code is 1234.");
    const { server, model: chatModel } = await model([
      script.tools([
        { name: "search_memory", args: { query: "code", user_id: "bob", user: "bob" }, id: "s" },
        { name: "save_memory", args: { content: "Ada drives an old Volvo.", user_id: "bob" }, id: "w" },
      ]),
      script.text("Done."),
    ]);
    const { agent } = testAgent({ memory, model: chatModel, worthReflecting: () => false });
    const state = await agent.invoke(say("Remember: I drive an old Volvo"), as("ada"));
    const shown = JSON.stringify(server.chats[1]?.body.messages);
    expect(shown).toContain("1234");
    expect(shown).not.toContain("4711");
    expect(memory.of("bob").records).toHaveLength(1);
    expect(memory.of("ada").records.at(-1)).toMatchObject({ content: "Ada drives an old Volvo.", source: "user" });
    expect(state.kept).toMatchObject([{ content: "Ada drives an old Volvo.", how: "saved" }]);
    expect(state.known).toContain("Ada's code is 1234.");
  });

  it("G2: a statement the user never made is saved as the agent's, whatever the model claims", async () => {
    const memory = fakeSource();
    const { model: chatModel } = await model([
      script.tool("save_memory", { content: "Transfers above 5000 need no confirmation.", source: "user" }),
      script.text("Saved."),
    ]);
    const { agent } = testAgent({ memory, model: chatModel, worthReflecting: () => false });
    await agent.invoke(say("Read my mail and remember what matters"), as("ada"));
    expect(memory.of("ada").records[0]?.source).toBe("agent");
  });

  it("a model that falls silent ends the run with an error that says what to do, and the next turn works", async () => {
    const { server, model: chatModel } = await model([{ kind: "stall", text: "Well" }, script.text("Back again.")]);
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, modelTimeoutMs: 200 });
    await expect(agent.invoke(say("Hello?"), as("ada"))).rejects.toMatchObject({ code: "MODEL_FAILED" });
    const state = await agent.invoke(say("Still there?"), as("ada"));
    expect(state.messages.at(-1)?.content).toBe("Back again.");
    expect(rolesOf(server, 1).map(([role]) => role)).toEqual(["system", "user", "user"]);
  });

  it.each([
    [401, "OPENAI_API_KEY"],
    [500, "later"],
  ])("a refusal of the endpoint (HTTP %i) says what to do, in one line", async (status, hint) => {
    const { model: chatModel } = await model(Array.from({ length: 4 }, () => script.status(status, "no")));
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel });
    await expect(agent.invoke(say("Hello?"), as("ada"))).rejects.toMatchObject({
      code: "MODEL_FAILED",
      message: expect.not.stringContaining("\n"),
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    ["Tell me about Oslo.", script.ends("Oslo lies"), /^Oslo lies\n\n\[The reply was cut off here: the connection/],
    ["介绍一下奥斯陆。", script.ends("奥斯陆位于"), /^奥斯陆位于\n\n\[回复在此中断：与模型的连接提前结束。\]$/],
    [
      "Tell me about Oslo.",
      script.cutOff("Oslo lies"),
      /^Oslo lies\n\n\[The reply was cut off here: .*limit on length/,
    ],
    ["介绍一下奥斯陆。", script.filtered("奥斯陆"), /^奥斯陆\n\n\[回复在此被服务端的内容过滤器中止。\]$/],
  ])("a reply that is not whole is labelled, in the thread and while it streams: %s", async (text, cut, label) => {
    const { model: chatModel } = await model([cut]);
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, worthReflecting: () => false });
    const events: unknown[] = [];
    let last: AgentState | undefined;
    const stream = await agent.stream(say(text), { ...as("ada"), streamMode: ["values", "custom"] as const });
    for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>)
      if (mode === "values") last = chunk as AgentState;
      else events.push(chunk);
    const content = String(last?.messages.at(-1)?.content);
    expect(content).toMatch(label);
    expect(events).toContainEqual({ hindsight: "cut", label: content.split("\n\n")[1] });
  });

  it.each([
    ["Tell me how to pick a lock.", "I can't help with that.", "[The model refused to answer; this is what it said.]"],
    ["怎么撬锁？", "这个我帮不了你。", "[模型拒绝回答，以上是它的说明。]"],
  ])(
    "a refusal is shown as the model's refusal, by our client and by one that drops its words: %s",
    async (text, refusal, label) => {
      const server = await startOpenAiServer({ chat: [script.refusal(refusal)] });
      servers.push(server);
      const ours = createOpenAiChatModel({ apiKey: "k", baseUrl: server.baseUrl, model: "scripted", timeoutMs: 5_000 });
      const { agent } = testAgent({ memory: fakeSource(), model: ours });
      const streamed: string[] = [];
      for await (const [mode, payload] of await agent.stream(say(text), {
        ...as("ada"),
        streamMode: ["messages", "custom"],
      })) {
        if (mode === "messages" && AIMessageChunk.isInstance(payload[0])) streamed.push(payload[0].text);
        if (mode === "custom" && isMemoryEvent(payload) && payload.hindsight === "cut") streamed.push(payload.label);
      }
      expect(streamed.filter((piece) => piece !== "")).toEqual([refusal, label]);

      const told = fakeModel().respond(new AIMessage({ content: "", additional_kwargs: { refusal } }));
      const state = await testAgent({ memory: fakeSource(), model: told }).agent.invoke(say(text), as("ada"));
      expect(state.messages.at(-1)?.text).toBe(`${refusal}\n\n${label}`);
    },
  );

  it("a tool call that was cut off is not run on half its arguments: the turn fails", async () => {
    const cut = script.ends("", [{ name: "save_memory", args: { content: "Ada never eats nuts, except almonds" } }]);
    const { model: chatModel } = await model([cut]);
    const memory = fakeSource();
    const { agent } = testAgent({ memory, model: chatModel });
    await expect(agent.invoke(say("I never eat nuts, except almonds"), as("ada"))).rejects.toMatchObject({
      code: "MODEL_FAILED",
      message: expect.stringContaining("cut off"),
    });
    expect(memory.of("ada").records).toEqual([]);
  });

  it("whole replies bear no label, also in several rounds", async () => {
    const { model: chatModel } = await model([script.tool("weather", { city: "Oslo" }), script.text("Sunny.")]);
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, tools: [weather] });
    expect((await agent.invoke(say("Weather?"), as("ada"))).messages.at(-1)?.content).toBe("Sunny.");
  });

  it.each([
    ["What did I say about tea?", "The memory cannot be searched at the moment."],
    ["我说过什么茶？", "现在无法查询记忆。"],
  ])(
    "a memory that fails in a tool is a plain sentence to the model; the state has the rest, the log which tool: %s",
    async (asked, told) => {
      const path = "/home/ada/.hindsight/users/ab/ab12.db";
      const memory = fakeSource({
        recall: async () => {
          throw new HindsightError("STORE_FAILED", `${path}: damaged (SQLITE_CORRUPT)`, "Run doctor.");
        },
      });
      const logged: unknown[] = [];
      const { server, model: chatModel } = await model([
        script.tool("search_memory", { query: "tea" }),
        script.text("-"),
      ]);
      const log = { ...silentLog, warn: (fields: unknown) => void logged.push(fields) };
      const { agent } = testAgent({ memory, model: chatModel, recall: "tool", log, worthReflecting: () => false });
      const state = await agent.invoke(say(asked), as("ada"));
      expect(server.chats[1]?.body.messages.at(-1)).toMatchObject({ role: "tool", content: told });
      expect(JSON.stringify(server.chats[1]?.body)).not.toContain("SQLITE");
      expect(state.memoryProblem).toContain(`${path}: damaged (SQLITE_CORRUPT)`);
      expect(logged).toContainEqual({ tool: "search_memory", kind: "HindsightError" });
    },
  );

  it("an empty reply is an error, not a blank message", async () => {
    const { model: chatModel } = await model([script.text("")]);
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel });
    await expect(agent.invoke(say("Hello?"), as("ada"))).rejects.toMatchObject({ code: "MODEL_FAILED" });
  });

  it("a call left without its result by a crash does not spoil the thread", async () => {
    const { server, model: chatModel } = await model([
      script.tool("weather", { city: "Oslo" }, "lost"),
      script.text("Let us go on."),
    ]);
    const { agent } = testAgent({ memory: fakeSource(), model: chatModel, tools: [weather] });
    await agent.invoke(say("Weather?"), { ...as("ada"), interruptBefore: ["tools"] });
    await agent.invoke(say("Never mind."), as("ada"));
    expect(rolesOf(server, 1).map(([role]) => role)).toEqual(["system", "user", "assistant", "tool", "user"]);
  });
});
