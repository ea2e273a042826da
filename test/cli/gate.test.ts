import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newHome } from "./support/process.ts";
import { runReal } from "./support/run.ts";

const LOG = (name: string) => fileURLToPath(new URL(`../gate/${name}.jsonl`, import.meta.url));

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
});
afterEach(() => remove());

async function figures(name: string) {
  const { code, out } = await runReal(home, ["gate", LOG(name), "--json"]);
  expect(code).toBe(0);
  return JSON.parse(out);
}

describe("B2: the gate on a realistic bilingual log", () => {
  test("rules settle 70% or more, precision ≥ 0.95, recall ≥ 0.90, every refusal has a reason", async () => {
    const halves = [await figures("dev"), await figures("held-out")];
    const sum = (of: (one: (typeof halves)[number]) => number) => halves.reduce((all, one) => all + of(one), 0);
    const turns = sum((one) => one.turns);
    expect(turns).toBeGreaterThanOrEqual(320);
    expect(halves[1].turns).toBeGreaterThanOrEqual(turns / 2);
    expect(sum((one) => one.settled * one.turns) / turns).toBeGreaterThanOrEqual(0.7);
    const cells = (one: (typeof halves)[number], want: (row: string) => boolean, came: (column: string) => boolean) =>
      Object.entries<Record<string, number>>(one.confusion)
        .filter(([row]) => want(row))
        .flatMap(([, columns]) => Object.entries(columns).filter(([column]) => came(column)))
        .reduce((all, [, n]) => all + n, 0);
    const is = (what: string) => what === "keep";
    const any = () => true;
    const kept = sum((one) => cells(one, is, is));
    expect(kept / sum((one) => cells(one, any, is))).toBeGreaterThanOrEqual(0.95);
    expect(kept / sum((one) => cells(one, is, any))).toBeGreaterThanOrEqual(0.9);
    for (const { confusion } of halves)
      for (const row of Object.values<Record<string, number>>(confusion)) expect(row).not.toHaveProperty("null");
  });

  test("prints shares, what was refused as what, and the lines that were decided wrongly", async () => {
    const lines = [
      { text: "I'm allergic to nuts", keep: true },
      { text: "thanks!", keep: false, reason: "acknowledgement", scene: "desk" },
      { text: "What time is it?", keep: true, scene: "desk" },
      { text: "You live in Oslo", keep: false, reason: "recalled_text", recalled: ["The user lives in Oslo"] },
    ];
    const stdin = lines.map((line) => JSON.stringify(line)).join("\n");
    const { out } = await runReal(home, ["gate", "-"], stdin);
    expect(out).toMatch(/settled by rules\s+100\.0%\nprecision\s+100\.0%\nrecall\s+50\.0%/u);
    expect(out).toContain("line 3: wanted keep, came question");
    const asJson = JSON.parse((await runReal(home, ["gate", "-", "--json"], stdin)).out);
    expect(asJson).toMatchObject({
      turns: 4,
      confusion: { keep: { keep: 1, question: 1 }, acknowledgement: { acknowledgement: 1 } },
      scenes: { desk: { turns: 2, wrong: 1 } },
      wrong: [{ line: 3, wanted: "keep", came: "question" }],
    });
  });

  test("a line that is wrong is named, and nothing is judged", async () => {
    for (const [stdin, message] of [
      ['{"text":"a","keep":true}\n{"text":1,"keep":true}', 'line 2, key "text": must be a text'],
      ['{"text":"a","keep":true,"why":"x"}', 'line 1: unknown key "why"'],
      ['{"text":"a","keep":false,"reason":"boring"}', 'line 1, key "reason": must be one of empty'],
      ['{"text":"a","keep":true,"reason":"empty"}', 'line 1, key "reason": goes with keep: false only'],
      ["nonsense", "line 1 is not valid JSON"],
      ["", "the file holds no turns"],
    ] as const) {
      const { code, out, err } = await runReal(home, ["gate", "-"], stdin);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain(message);
    }
    expect((await runReal(home, ["gate", "nowhere.jsonl"])).err).toContain("nowhere.jsonl cannot be read");
  });

  test("refusals are counted by reason, and stats shows them", async () => {
    await runReal(home, ["write", "thanks!"]);
    await runReal(home, ["write", "谢谢"]);
    await runReal(home, ["write", "hello there"]);
    await runReal(home, ["chat", "--once", "what time is it?"]);
    expect(JSON.parse((await runReal(home, ["stats", "--json"])).out).refusals).toEqual({
      acknowledgement: 2,
      greeting: 1,
      question: 1,
    });
    expect((await runReal(home, ["stats"])).out).toMatch(/refused\s+2 acknowledgement, 1 greeting, 1 question/u);
    const { out } = await runReal(home, ["erase", "--yes", "--json"]);
    expect(JSON.parse(out).erased).toMatchObject({ refusals: 3 });
  });
});
