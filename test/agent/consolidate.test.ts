import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMemoryEvent } from "../../src/agent/events.ts";
import { exchanges, tokensOf, wellFormed } from "../../src/agent/messages.ts";
import type { AgentState } from "../../src/agent/state.ts";
import { foldable } from "../../src/agent/window.ts";
import { countTokens } from "../../src/domain/tokens.ts";
import { as, fakeSource, say, testAgent } from "./support.ts";

const LONG = "The ferry to the islands leaves at noon from the northern pier, and the return is at seven. ".repeat(6);

/** A thread of so many turns; every third one uses a tool. */
function thread(turns: number, size = 1): BaseMessage[] {
  return Array.from({ length: turns }, (_, i) => {
    const call = { name: "weather", args: { city: "Oslo" }, id: `call-${i}` };
    const text = LONG.slice(0, Math.ceil(LONG.length * size));
    return [
      new HumanMessage({ id: `h${i}`, content: `Question ${i}: ${text}` }),
      ...(i % 3 === 2
        ? [
            new AIMessage({ id: `c${i}`, content: "", tool_calls: [call] }),
            new ToolMessage({ id: `r${i}`, tool_call_id: call.id, content: "Sunny" }),
          ]
        : []),
      new AIMessage({ id: `a${i}`, content: `Answer ${i}.` }),
    ];
  }).flat();
}

describe("A1: what is folded", () => {
  it("nothing while everything fits, else the oldest whole turns until there is room, never the newest turns", () => {
    const messages = thread(12);
    expect(foldable(messages, tokensOf(messages), 3)).toEqual([]);
    const folded = foldable(messages, 600, 3);
    expect(folded.map(({ id }) => id)).toEqual(messages.slice(0, folded.length).map(({ id }) => id));
    const left = messages.slice(folded.length);
    expect(HumanMessage.isInstance(left[0])).toBe(true);
    expect(exchanges(left).length).toBeGreaterThanOrEqual(3);
    expect(foldable(messages, 200, 12)).toEqual([]);
  });

  it("for any thread and budget: a prefix of whole turns, with every tool call beside its result, and the newest kept", () => {
    const sizes = fc.record({
      turns: fc.integer({ min: 1, max: 20 }),
      budget: fc.integer({ min: 200, max: 4_000 }),
      keep: fc.integer({ min: 1, max: 8 }),
    });
    fc.assert(
      fc.property(sizes, ({ turns, budget, keep }) => {
        const messages = thread(turns, 0.3);
        const folded = foldable(messages, budget, keep);
        expect(messages.slice(0, folded.length)).toEqual(folded);
        const left = messages.slice(folded.length);
        expect(exchanges(left).length).toBeGreaterThanOrEqual(Math.min(keep, turns));
        for (const half of [folded, left]) expect(wellFormed(half)).toHaveLength(half.length);
        if (folded.length > 0) expect(tokensOf(messages)).toBeGreaterThan(budget);
        if (exchanges(left).length > keep) expect(tokensOf(left)).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it("messages sent in a row before an answer are one turn", () => {
    const messages = [
      new HumanMessage("One more thing."),
      new HumanMessage("Two, in fact."),
      new AIMessage("Yes?"),
      new HumanMessage("Window seat."),
    ];
    expect(exchanges(messages).map((group) => group.length)).toEqual([3, 1]);
  });
});

describe("A1: the running summary", () => {
  const settings = { workingTokens: 400, workingTurns: 2, worthReflecting: () => false };
  const talk = async (agent: ReturnType<typeof testAgent>["agent"], turns: number) => {
    let state: AgentState | undefined;
    for (let i = 0; i < turns; i++)
      state = await agent.invoke(
        say(`Fact ${i}: my order number is ORD-${i}. ${LONG.slice(0, 200)}`, `m${i}`),
        as("ada"),
      );
    return state as AgentState;
  };
  const isSummary = (messages: BaseMessage[]) => messages.length === 1;

  it("is written by the model, leaves the thread within its budget, and is shown to the model as data", async () => {
    const model = fakeModel();
    const answer = (messages: BaseMessage[]) =>
      new AIMessage(isSummary(messages) ? "The user's orders are ORD-0 to ORD-3." : "Noted.");
    for (let i = 0; i < 30; i++) model.respond(answer);
    const { agent } = testAgent({ memory: fakeSource(), model, ...settings });
    const state = await talk(agent, 8);
    expect(state.summary).toBe("The user's orders are ORD-0 to ORD-3.");
    expect(tokensOf(state.messages)).toBeLessThanOrEqual(settings.workingTokens);
    expect(state.messages.at(-2)?.id).toBe("m7");
    expect(Object.keys(state.times).sort()).toEqual(state.messages.map(({ id }) => id).sort());
    const last = model.calls.findLast(({ messages }) => !isSummary(messages));
    expect(String(last?.messages[0]?.content)).toContain("The user's orders are ORD-0 to ORD-3.");
  });

  it.each([
    ["fails", () => new Error("no model today")],
    ["says nothing", () => new AIMessage("")],
    ["rambles", () => new AIMessage(`ORD-0 was mentioned. ${LONG.repeat(20)}`)],
  ])("when the model %s, rules keep the facts within the budget and the reply is not harmed", async (_, summary) => {
    const model = fakeModel();
    const answer = (messages: BaseMessage[]) => (isSummary(messages) ? summary() : new AIMessage("Noted."));
    for (let i = 0; i < 40; i++) model.respond(answer);
    const { agent } = testAgent({ memory: fakeSource(), model, ...settings });
    const state = await talk(agent, 8);
    expect(state.summary).toContain("ORD-0");
    expect(countTokens(state.summary)).toBeLessThanOrEqual(Math.max(60, settings.workingTokens * 0.2));
    expect(state.memoryProblem).toBeNull();
    expect(state.messages.at(-1)?.content).toBe("Noted.");
  });

  it("a model that hangs over the summary is waited for no longer than its time", async () => {
    const model = fakeModel();
    for (let i = 0; i < 30; i++) model.respond(() => new AIMessage("Noted."));
    const plain = model.stream.bind(model);
    model.stream = async (input, options) => {
      if (options?.tags?.includes("nostream")) return new Promise<never>(() => {});
      return plain(input, options);
    };
    const { agent } = testAgent({ memory: fakeSource(), model, recall: "tool", summaryTimeoutMs: 20, ...settings });
    const state = await talk(agent, 9);
    expect(state.summary).toContain("ORD-0");
  });

  it("summary calls never show up in the stream of the run's messages, and folding is told", async () => {
    const model = fakeModel();
    const answer = (messages: BaseMessage[]) => new AIMessage(isSummary(messages) ? "SUMMARY TEXT" : "Noted.");
    for (let i = 0; i < 30; i++) model.respond(answer);
    const { agent } = testAgent({ memory: fakeSource(), model, ...settings });
    await talk(agent, 3);
    const told: string[] = [];
    for (let i = 0; i < 3; i++) {
      const stream = await agent.stream(say(`More about ORD-9. ${LONG.slice(0, 300)}`), {
        ...as("ada"),
        streamMode: ["messages", "custom"],
      });
      for await (const [mode, chunk] of stream as AsyncIterable<[string, unknown]>) {
        if (mode === "messages") told.push(String((chunk as [BaseMessage])[0].content));
        else if (isMemoryEvent(chunk)) told.push(chunk.hindsight);
      }
    }
    expect(told).toContain("folded");
    expect(told).not.toContain("SUMMARY TEXT");
  });

  it("a crash before consolidate, resumed, folds once and loses no turn", async () => {
    const model = fakeModel();
    const summary = (text: string) => Array.from(new Set(text.match(/ORD-\d/g))).join(" ");
    const answer = (messages: BaseMessage[]) =>
      new AIMessage(isSummary(messages) ? summary(String(messages[0]?.content)) : "Noted.");
    for (let i = 0; i < 30; i++) model.respond(answer);
    const memory = fakeSource();
    const checkpointer = new MemorySaver();
    const roomy = testAgent({ memory, model, checkpointer, ...settings, workingTokens: 100_000 });
    await talk(roomy.agent, 5);
    const { agent } = testAgent({ memory, model, checkpointer, ...settings, workingTokens: 200 });
    await agent.invoke(say("And ORD-5."), { ...as("ada"), interruptBefore: ["consolidate"] });
    expect(((await agent.getState(as("ada"))).values as AgentState).messages).toHaveLength(12);
    const after = (await agent.invoke(null, as("ada"))) as AgentState;
    expect(after.messages.length).toBeLessThan(12);
    const whole = [after.summary, ...after.messages.map(({ content }) => String(content))].join("\n");
    for (let i = 0; i < 6; i++) expect(whole).toContain(`ORD-${i}`);
    expect((await agent.getState(as("ada"))).next).toEqual([]);
  });
});

describe("wellFormed", () => {
  it("puts results behind their calls, answers lost calls, and drops orphans and blanks", () => {
    const call = (id: string) => ({ name: "t", args: {}, id });
    const messages = [
      new ToolMessage({ tool_call_id: "orphan", content: "?" }),
      new HumanMessage("Go"),
      new AIMessage({ content: "", tool_calls: [call("a"), call("b")] }),
      new HumanMessage("Wait"),
      new ToolMessage({ tool_call_id: "b", content: "B" }),
      new AIMessage(""),
      new AIMessage("Done"),
    ];
    expect(wellFormed(messages).map((message) => [message.getType(), message.content])).toEqual([
      ["human", "Go"],
      ["ai", ""],
      ["tool", "No result: the run was interrupted."],
      ["tool", "B"],
      ["human", "Wait"],
      ["ai", "Done"],
    ]);
  });
});
