import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerReserve, fitted, trimmedBlock } from "../../src/agent/fit.ts";
import { textOf, tokensOf } from "../../src/agent/messages.ts";
import { memoryBlock } from "../../src/domain/block.ts";
import { countTokens } from "../../src/domain/tokens.ts";
import { as, fakeSource, recordOf, say, testAgent } from "./support.ts";

const window = (contextWindow: number) => ({ contextWindow, answerTokens: 4_000 });
const words = (count: number, word = "harbour") => Array.from({ length: count }, (_, i) => `${word}${i % 7}`).join(" ");
const block = (memories: number) =>
  memoryBlock(
    Array.from({ length: memories }, (_, i) => ({ record: recordOf("ada", { content: `Fact ${i}: ${words(12)}.` }) })),
    { tokenBudget: 100_000, timeZone: "UTC", language: "en", now: "2026-11-30T12:00:00.000Z" },
  ).text;
const talk = (turns: number, length: number): BaseMessage[] =>
  Array.from({ length: turns }, (_, i) => [
    new HumanMessage({ id: `u${i}`, content: `Question ${i}: ${words(length)}?` }),
    new AIMessage({ id: `a${i}`, content: `Answer ${i}: ${words(length)}.` }),
  ]).flat();
const sizeOf = ({ block: b, summary, messages }: ReturnType<typeof fitted>) =>
  countTokens(b) + countTokens(summary) + tokensOf(messages);

describe("what is sent keeps to the model's context window", () => {
  it("nothing exceeds it, and the answer's reserve is always kept", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 9_000 }),
        fc.nat(30),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 400 }),
        fc.nat(400),
        (size, memories, turns, length, summaryWords) => {
          const fixed = 500;
          const parts = { block: block(memories), summary: words(summaryWords), messages: talk(turns, length) };
          const room = size - answerReserve(window(size)) - fixed;
          expect(sizeOf(fitted(parts, fixed, window(size)))).toBeLessThanOrEqual(room);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("with room for everything nothing is touched", () => {
    const parts = { block: block(8), summary: "Ada is moving.", messages: talk(3, 20) };
    expect(fitted(parts, 500, window(32_000))).toEqual(parts);
  });

  it("memory yields first, its last lines before its first; the turns stay", () => {
    const parts = { block: block(20), summary: "Ada is moving.", messages: talk(3, 60) };
    const full = sizeOf(parts);
    const size = Math.ceil((full - 300 + 500) / 0.75) + 20;
    const found = fitted(parts, 500, window(size));
    expect(found.messages).toEqual(parts.messages);
    expect(found.summary).toBe(parts.summary);
    expect(found.block).toContain("[1] ");
    expect(found.block).not.toContain("[20] ");
    expect(found.block.endsWith("</memories>")).toBe(true);
  });

  it("then the oldest turns go, whole, and the newest stays", () => {
    const found = fitted({ block: block(5), summary: "", messages: talk(12, 60) }, 500, window(2_000));
    expect(found.messages.length).toBeLessThan(24);
    expect(textOf(found.messages[0]!)).toMatch(/^Question/u);
    expect(textOf(found.messages.at(-1)!)).toMatch(/^Answer 11/u);
  });

  it("a result or message too long for the window loses its middle, with a note", () => {
    const messages = [
      new HumanMessage({ id: "u", content: "What does the file say?" }),
      new AIMessage({ id: "a", content: "", tool_calls: [{ id: "c", name: "read", args: {} }] }),
      new ToolMessage({ id: "t", tool_call_id: "c", content: `BEGIN ${words(5_000)} END` }),
    ];
    const found = fitted({ block: "", summary: "", messages }, 500, window(2_000));
    expect(textOf(found.messages[0]!)).toBe("What does the file say?");
    expect(textOf(found.messages[2]!)).toMatch(/^BEGIN.*left out: longer than.*END$/su);
    expect(found.messages[2]).toBeInstanceOf(ToolMessage);
  });

  it("a window with no room for a question is said to be one", () => {
    expect(() => fitted({ block: "", summary: "", messages: talk(1, 1) }, 740, window(1_000))).toThrow(/no room/u);
  });

  it("a trimmed block is a block or nothing", () => {
    const text = block(6);
    for (let room = 0; room < countTokens(text); room += 7) {
      const trimmed = trimmedBlock(text, room);
      expect(countTokens(trimmed)).toBeLessThanOrEqual(room);
      if (trimmed !== "") expect(trimmed).toMatch(/^<memories [^>]*>\n\[1\].*\n<\/memories>$/su);
    }
  });
});

it("the agent's own requests keep to a small window, and the oldest turns are folded", async () => {
  const memory = fakeSource();
  for (let i = 0; i < 20; i++) memory.of("ada").records.push(recordOf("ada", { content: `harbour1 fact ${i}` }));
  const replies = Array.from({ length: 40 }, (_, i) => new AIMessage(`Reply ${i}. ${words(60)}`));
  const model = replies.reduce((fake, reply) => fake.respond(reply), fakeModel());
  const contextWindow = 2_400;
  const { agent } = testAgent({ memory, model, contextWindow, recall: "always" });
  for (let i = 0; i < 8; i++) await agent.invoke(say(`Turn ${i}: ${words(60)}`), as("ada", "t"));
  expect(model.calls.length).toBeGreaterThan(8); // the summaries are its as well
  for (const { messages } of model.calls)
    expect(tokensOf(messages)).toBeLessThanOrEqual(contextWindow - answerReserve(window(contextWindow)));
  const state = await agent.getState(as("ada", "t"));
  expect(state.values.summary).not.toBe("");
});
