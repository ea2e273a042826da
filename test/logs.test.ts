import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { createAgent } from "../src/agent/graph.ts";
import { terms } from "../src/domain/text.ts";
import { createHindsight } from "../src/hindsight.ts";
import type { Log } from "../src/ports/log.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hindsight-logs-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A log that keeps its lines, by level. */
function keeping() {
  const lines: { level: keyof Log; text: string }[] = [];
  const at = (level: keyof Log) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, text: JSON.stringify({ ...fields, message }) });
  const log: Log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  return { log, lines };
}

const SAID = [
  "I am allergic to penicillin and my sister Ingeborg moved to Zanzibar.",
  "我对花生过敏，我老婆叫小雅，在文一街小学教语文。",
  "Where does Ingeborg live now?",
  "我老婆在哪里教书？",
  "Charge the kayak Velociraptor booking to my account.",
];

/** The words a line of the log must not hold: all of weight that the user said. */
const words = Array.from(new Set(SAID.flatMap((said) => terms(said)))).filter((word) => word.length > 1);

it("H3: a whole session says nothing personal at INFO and above, also where tools and routes fail", async () => {
  const { log, lines } = keeping();
  const model = fakeModel();
  for (const [i] of SAID.entries()) {
    const calls = [
      { id: `s${i}`, name: "search_memory", args: { query: SAID[i]! } },
      { id: `b${i}`, name: "broken", args: { what: SAID[i]! } },
      { id: `w${i}`, name: "broken", args: { wrong: SAID[i]! } },
    ];
    model.respond(new AIMessage({ content: "", tool_calls: calls }));
    model.respond(new AIMessage(`About ${SAID[i]}`));
  }
  const broken = tool(
    async ({ what }): Promise<string> => {
      throw new Error(`cannot do ${what}`);
    },
    { name: "broken", description: "Fails.", schema: z.object({ what: z.string() }) },
  );
  const hindsight = await createHindsight({
    home,
    log,
    user: "ada",
    timeZone: "Europe/Oslo",
    model: null,
    mcpConfig: null,
  });
  const agent = createAgent({
    memory: hindsight,
    model,
    tools: [broken],
    recall: "always",
    writes: "inline",
    checkpointer: new MemorySaver(),
  });
  for (const [i, said] of SAID.entries())
    await agent.invoke(
      { messages: [new HumanMessage(said)] },
      { configurable: { thread_id: `t${i}` }, context: { user_id: "ada" } },
    );
  const memory = hindsight.user("ada");
  await memory.recall(SAID[2]!);
  await hindsight.close();

  const public_ = lines.filter(({ level }) => level !== "debug");
  expect(public_.some(({ text }) => text.includes("a tool failed"))).toBe(true);
  for (const { text } of public_)
    for (const word of words) expect(text.toLowerCase(), `"${word}" in ${text}`).not.toContain(word);
});

it("H3: DEBUG shows each recall under its request id: routes, ids and scores, and none of the question's words", async () => {
  const { log, lines } = keeping();
  const hindsight = await createHindsight({
    home,
    log,
    user: "ada",
    timeZone: "Europe/Oslo",
    model: null,
    mcpConfig: null,
  });
  const memory = hindsight.user("ada");
  await memory.remember("My sister Ingeborg moved to Zanzibar.");
  const found = await memory.recall("Where does Ingeborg live?", { requestId: "req-7" });
  await hindsight.close();
  expect(found.request).toBe("req-7");
  const shown = lines.map(({ text }) => JSON.parse(text)).find(({ message }) => message === "recall");
  expect(shown).toMatchObject({ request: "req-7", characters: 25, results: [{ id: found.results[0]?.record.id }] });
  expect(shown.results[0].routes.length).toBeGreaterThan(0);
  expect(shown.results[0].score).toBeCloseTo(found.results[0]?.score ?? 0, 3);
  expect(JSON.stringify(shown)).not.toMatch(/ingeborg|zanzibar/iu);
});
