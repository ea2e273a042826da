import { AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createOpenAiChatModel } from "../../../src/adapters/openai/chat-model.ts";
import { type OpenAiServer, type ServerScript, say, startOpenAiServer } from "../../support/openai-server.ts";

let server: OpenAiServer;
afterEach(() => server.close());

async function modelOf(script: ServerScript, timeoutMs = 5_000) {
  server = await startOpenAiServer(script);
  return createOpenAiChatModel({ baseUrl: server.baseUrl, apiKey: "k", model: "scripted", timeoutMs });
}

const search = tool(async ({ query }) => `found ${query}`, {
  name: "search_memory",
  description: "Searches the memory.",
  schema: z.object({ query: z.string() }),
});

describe("the agent's chat model on an endpoint", () => {
  it("streams word by word, with usage at the end", async () => {
    const model = await modelOf({ chat: [say.text("Book the window seat for her.")] });
    const chunks: AIMessageChunk[] = [];
    for await (const chunk of await model.stream("Which seat?")) chunks.push(chunk);
    const whole = chunks.reduce((sum, chunk) => sum.concat(chunk));
    expect(chunks.length).toBeGreaterThan(5);
    expect(whole.content).toBe("Book the window seat for her.");
    expect(whole.usage_metadata).toMatchObject({ total_tokens: 18 });
  });

  it("streams tool calls and sends the bound tools", async () => {
    const model = await modelOf({ chat: [say.tool("search_memory", { query: "seat" }, "call_a")] });
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await model.bindTools([search]).stream("Which seat?"))
      whole = whole === undefined ? chunk : whole.concat(chunk);
    expect(whole?.tool_calls).toEqual([
      expect.objectContaining({ name: "search_memory", args: { query: "seat" }, id: "call_a" }),
    ]);
    expect(server.chats[0]!.body.tools?.[0]?.function.name).toBe("search_memory");
  });

  it("gives each reply an id of its own where the server repeats one, with and without tools, streaming or not", async () => {
    const model = await modelOf({ constantId: "same", chat: () => say.text("Yes.") });
    const ids: (string | undefined)[] = [];
    for (const runnable of [model, model.bindTools([search])]) {
      ids.push((await runnable.invoke("a")).id);
      const streamed = new Set<string | undefined>();
      for await (const chunk of await runnable.stream("b")) streamed.add(chunk.id);
      expect(streamed.size).toBe(1);
      ids.push(...streamed);
    }
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain("same");
  });

  it("keeps every reply of a thread, and streams each piece once under the id it is kept by", async () => {
    const model = await modelOf({ constantId: "same", chat: [say.text("First reply."), say.text("Second reply.")] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("reason", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge("__start__", "reason")
      .compile();
    const streamed = new Map<string, string>();
    let messages = [new HumanMessage("one")] as (typeof MessagesAnnotation.State)["messages"];
    for (const next of ["two", null]) {
      for await (const [mode, data] of await graph.stream({ messages }, { streamMode: ["messages", "values"] })) {
        if (mode === "values") messages = data.messages;
        else if (AIMessageChunk.isInstance(data[0]))
          streamed.set(data[0].id!, (streamed.get(data[0].id!) ?? "") + String(data[0].content));
      }
      if (next !== null) messages = [...messages, new HumanMessage(next)];
    }
    const replies = messages.filter((message) => message.getType() === "ai");
    expect(replies.map(({ content }) => content)).toEqual(["First reply.", "Second reply."]);
    expect(Array.from(streamed)).toEqual(replies.map(({ id, content }) => [id, content]));
  });

  it("heeds Retry-After on 429, and gives up after a bounded number of tries", async () => {
    const busy = say.status(429, "slow down", { "retry-after-ms": "1" });
    const model = await modelOf({ chat: [busy, busy, say.text("Now.")] });
    expect((await model.invoke("a")).content).toBe("Now.");
    server.push(busy, busy, busy, busy);
    await expect(model.invoke("b")).rejects.toThrow(/slow down/u);
    expect(server.chats).toHaveLength(6);
  });

  it("does not try again after 400 and 401", async () => {
    const model = await modelOf({ chat: [say.status(400, "bad"), say.status(401, "key")] });
    await expect(model.invoke("a")).rejects.toThrow(/bad/u);
    await expect(model.invoke("b")).rejects.toThrow(/key/u);
    expect(server.chats).toHaveLength(2);
  });

  it("does not wait for ever: no answer, or one that stops in the middle", async () => {
    const model = await modelOf({ chat: [say.hang(), say.stall("Book the")] }, 250);
    await expect(model.invoke("a")).rejects.toThrow(/no answer within 250 ms/u);
    const read = async () => {
      const parts: string[] = [];
      for await (const chunk of await model.stream("b")) parts.push(String(chunk.content));
      return parts;
    };
    await expect(read()).rejects.toThrow(/nothing came for 250 ms/u);
    expect(server.chats).toHaveLength(2);
  });

  it("a connection cut in the middle of a reply is an error, not a short reply", async () => {
    const model = await modelOf({ chat: [say.disconnect("Book the")] });
    const read = async () => {
      for await (const chunk of await model.stream("b")) expect(chunk.content).not.toBe("never");
    };
    await expect(read()).rejects.toThrow();
  });

  it("runs at its own pace: a slow stream may take longer than the timeout as a whole", async () => {
    const model = await modelOf(
      { pace: 40, chat: [say.text("one two three four five six seven eight nine ten")] },
      150,
    );
    let text = "";
    for await (const chunk of await model.stream("count")) text += String(chunk.content);
    expect(text).toBe("one two three four five six seven eight nine ten");
  });
});
