import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import type { ImportedMemory, RecallOptions } from "../../src/memory/types.ts";
import { type Bench, bench, talk } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const ask = (query: string, options: RecallOptions = {}) =>
  recall(at.deps, at.scope, query, { explain: true, touch: false, ...options });
const store = (memories: readonly ImportedMemory[]) => rememberAll(at.deps, at.scope, memories);

/** Turns of one thread, a minute apart. */
const turns = (thread: string, ...said: [speaker: string, content: string][]): ImportedMemory[] =>
  said.map(([speaker, content], i) => ({
    content,
    speaker,
    thread,
    kind: "episodic",
    type: "turn",
    happenedAt: `2026-10-01T10:0${i}:00Z`,
  }));

describe("the turns that complete a result come along with it", () => {
  it("a question found by its words brings its answer, which takes no place among the results", async () => {
    await store(
      turns("a", ["assistant", "Which camera did you take?"], ["Nora", "The old Leica."], ["Nora", "It rained."]),
    );
    const found = await ask("Which camera did I take?", { k: 1 });
    expect(found.results).toHaveLength(1);
    const carried = found.results.flatMap(({ record, context = [] }) => [record, ...context]);
    expect(carried.map(({ content }) => content)).toEqual(expect.arrayContaining(["The old Leica."]));
    expect(found.block).toContain("The old Leica.");
    expect(found.block).not.toContain("It rained.");
  });

  it("an answer brings the question it answers (zh)", async () => {
    await store(
      turns("b", ["助手", "签名密钥换了吗？"], ["李伟", "对，过期了，换成新的就好了。"], ["李伟", "晚饭吃面。"]),
    );
    const { results, block } = await ask("换成新的", { k: 1 });
    expect(results[0]?.record.content).toBe("对，过期了，换成新的就好了。");
    expect(results[0]?.context?.map(({ content }) => content)).toEqual(["签名密钥换了吗？"]);
    expect(block).toContain("此前: 助手: 签名密钥换了吗？");
  });

  it("the answer two turns behind a strong hit is not cut by the relevance floor", async () => {
    await store([
      ...turns(
        "c",
        ["李伟", "支付接口一直返回 ERR_SIGN_4012。"],
        ["助手", "会不会是密钥的问题？"],
        ["李伟", "对，过期了，换新的就好。"],
      ),
      ...turns("d", ["李伟", "周末去爬山。"], ["助手", "好主意。"], ["李伟", "天气不错。"]),
    ]);
    const { results } = await ask("ERR_SIGN_4012 怎么解决");
    expect(results.map(({ record }) => record.content)).toContain("对，过期了，换新的就好。");
    expect(results.map(({ record }) => record.thread)).not.toContain("d");
  });
});

describe("C7: the statement leads, the event it came from bears it out", () => {
  const statement = {
    content: "Nora prefers window seats on trains.",
    kind: "semantic",
    type: "preference",
    thread: "trip",
    context: "I prefer window seats on trains.",
  } as const;

  it("one result for both, at the better place of the two", async () => {
    await store([statement, ...turns("trip", ["Nora", "I prefer window seats on trains."])]);
    const found = await ask("window seats on trains");
    expect(found.results.map(({ record }) => record.content)).toEqual([statement.content]);
    expect(found.results[0]?.evidence?.map(({ content }) => content)).toEqual(["I prefer window seats on trains."]);
    expect(found.leftOut.map(({ reason }) => reason)).toContain("evidence");
  });

  it("an event of another thread stays a result, and events fill in where no statement is found", async () => {
    await store([statement, ...turns("other", ["Tom", "Window seats on trains are cold."])]);
    const contents = (await ask("window seats on trains")).results.map(({ record }) => record.content);
    expect(contents).toContain("Window seats on trains are cold.");
  });

  it("what a reflection kept leads the episode of the same reflection", async () => {
    const said = ["Book me a seat to Oslo.", "I prefer window seats on trains."];
    await reflect(at.deps, at.scope, talk(said));
    const { results } = await ask("Which seats on trains do I prefer?");
    expect(results[0]?.record.kind).toBe("semantic");
    const threads = results.map(({ record }) => record.kind);
    expect(threads.filter((kind) => kind === "episodic")).toEqual([]);
  });
});

it("C8: near-identical results are one, and the explanation says how many it stands for", async () => {
  const same = (day: number) => ({
    content: "Nora ran ten kilometres in Slottsskogen.",
    kind: "episodic" as const,
    happenedAt: `2026-11-0${day}T08:00:00Z`,
  });
  await store([same(1), same(2), same(3)]);
  const { results } = await ask("Where did I run ten kilometres?");
  expect(results).toHaveLength(1);
  expect(results[0]?.explain?.collapsed).toBe(2);
});
