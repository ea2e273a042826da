import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reflection } from "../../src/domain/reflection.ts";
import { storable } from "../../src/domain/storable.ts";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { type OpenAiServer, say, startOpenAiServer } from "../support/openai-server.ts";

const AT = "2026-11-30T09:00:00.000Z";
/** NUL, another control, half a pair of either kind, a turned direction, a byte order mark. */
const DIRT = ["\u0000", "\u0007", "\ud83d", "\ude80", "\u202e", "\u2066", "\ufeff"];
const dirty = (text: string): string =>
  DIRT.reduce((made, mark, i) => made.slice(0, 2 * i + 1) + mark + made.slice(2 * i + 1), text);
const written = dirty("The user keeps bees in Bergen");

let home: string;
let server: OpenAiServer;
let answer: string;
let hindsight: Hindsight;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-storable-"));
  server = await startOpenAiServer({ chat: () => say.text(answer) });
});
afterEach(async () => {
  await hindsight.close();
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const open = async (redaction: "on" | "off") => {
  const model = { apiKey: "test", baseUrl: server.baseUrl, model: "scripted", embeddingModel: "scripted" };
  hindsight = await createHindsight({ home, ...model, redaction, timeZone: "UTC", logLevel: "silent" });
  return hindsight.user("ada");
};
const task = (content: string) => ({
  thread: "t",
  turns: [{ role: "user" as const, content, id: "m1", at: AT }],
  steps: [{ tool: "look", input: content, result: content, error: null }],
});

function reflection(statement: string): Reflection {
  return {
    summary: statement,
    outcome: "success",
    taskType: statement,
    decisions: [statement],
    lessons: [{ when: statement, do: `check the hives of ${statement}`, because: statement }],
    semanticUpdates: [
      { op: "add", statement, type: "fact", importance: 0.6, confidence: 0.9, evidence: [1], target: null },
    ],
    entities: [{ name: dirty("Bergen in Norway"), type: "place", aliases: [dirty("the city of Bergen")] }],
    relations: [{ from: dirty("the user lives"), relation: statement, to: dirty("Bergen in Norway") }],
  };
}

describe.each(["on", "off"] as const)("nothing that a store would choke on gets in, redaction %s", (redaction) => {
  it.each([
    ["a model's answer", written],
    ["an answer whose checks fail", `${written}, as he said yesterday`],
  ])("by %s", async (_name, statement) => {
    answer = JSON.stringify(reflection(statement));
    const memory = await open(redaction);
    await memory.reflect(task("I keep bees in Bergen"));
    const held = await memory.list({}, { limit: 50 });
    expect(held.length).toBeGreaterThan(0);
    for (const texts of [held, await memory.deadLetters()]) expectClean(texts);
  });

  it("by an answer that is no JSON", async () => {
    answer = written;
    const memory = await open(redaction);
    await memory.reflect(task("I keep bees in Bergen"));
    const letters = await memory.deadLetters();
    expect(letters).toHaveLength(1);
    expectClean(letters);
  });

  it("by what a user says, tells, imports, corrects and searches for", async () => {
    answer = JSON.stringify(reflection("The user keeps bees in Bergen"));
    const memory = await open(redaction);
    const whole = written.toWellFormed().replaceAll("\ufffd", "");
    await memory.remember(whole);
    await memory.remember({
      content: `${whole} and hens`,
      verbatim: true,
      tags: [whole],
      speaker: whole,
      metadata: { [whole]: [whole] },
    });
    await memory.rememberAll([{ content: `${whole} and geese`, summary: whole }]);
    await memory.reflect(task(written));
    await memory.keepOutput({ tool: "look", text: written, thread: "t", key: "call-1" });
    const held = await memory.list({}, { limit: 50 });
    expect(held.length).toBeGreaterThanOrEqual(4);
    expectClean(held);
    expect((await memory.recall(written)).results.length).toBeGreaterThan(0);
    const [one] = held;
    expectClean(await memory.supersede(one!.id, `${whole} no longer`));
  });

  it("half a character is refused where a program wrote it, with what to do", async () => {
    const memory = await open(redaction);
    await expect(memory.remember("I keep bees \ud83d")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

function expectClean(value: unknown): void {
  const strings: string[] = [];
  JSON.stringify(value, (key, one: unknown) => {
    strings.push(key);
    if (typeof one === "string") strings.push(one);
    return one;
  });
  for (const text of strings) expect(storable(text)).toBe(text);
}

it("what readers see stays: emoji, combined ones too, tabs, line ends, all scripts", () => {
  const text = "👩‍👩‍👧 \t\n\r\n می‌خواهم हिन्दी 我养蜜蜂 🏴󠁧󠁢󠁥󠁮󠁧󠁿";
  expect(storable(text)).toBe(text);
  expect(storable("a\u000bb\u0000c")).toBe("a bc");
});
