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

describe("an order that the scores do not give is explained", () => {
  const note = (content: string, day: number, thread: string): ImportedMemory => ({
    ...{ content, thread, kind: "episodic", type: "event" },
    happenedAt: `2026-0${(day % 9) + 1}-11T08:00:00Z`,
  });
  const visits = [
    note("We saw the zoo in Aalborg, the zoo zoo with the old bears.", 0, "a"),
    note("A zoo visit with Ida.", 7, "b"),
    note("动物园一日游，动物园里看了熊猫。", 1, "c"),
    note("和小雨去了动物园。", 6, "d"),
    note("Ida and I went to the zoo in the rain and it was long and cold and windy.", 3, "a"),
  ];
  const inversions = ({ results }: Awaited<ReturnType<typeof ask>>) =>
    results.filter((one, at) =>
      results.some((other, i) => (i < at ? other.score < one.score : i > at && other.score > one.score)),
    );

  for (const [query, place] of [
    ["When was the last visit to the zoo?", "last"],
    ["When did I first see the zoo?", "first"],
    ["我最后一次去动物园是什么时候？", "last"],
    ["我第一次去动物园是什么时候？", "first"],
  ] as const)
    it(query, async () => {
      await store(visits);
      const found = await ask(query);
      const turned = inversions(found);
      expect(turned.length).toBeGreaterThan(1);
      expect(turned.map(({ explain }) => explain?.place)).toEqual(turned.map(() => place));
      for (const one of found.results) expect(one.explain?.place !== undefined).toBe(turned.includes(one));
    });

  it("a statement in the place of the event it bears out", async () => {
    await store([
      {
        ...{ content: "Nora prefers window seats on trains.", kind: "semantic", importance: 0.1, confidence: 0.4 },
        ...{
          thread: "trip",
          context: "Window seats on trains, window seats only.",
          happenedAt: "2024-01-01T00:00:00Z",
        },
      },
      { ...turns("trip", ["Nora", "Window seats on trains, window seats only."])[0]!, importance: 1 },
      { ...note("Window seats on night trains are cold.", 8, "x"), importance: 0.9 },
    ]);
    const found = await ask("window seats on trains");
    expect(found.results[0]?.evidence).toHaveLength(1);
    expect(inversions(found)).toHaveLength(2);
    expect(found.results.map(({ explain }) => explain?.place)).toEqual(["evidence", "evidence"]);
  });
});

it("C8: every result that the block has no room for is listed, beside the five best left out", async () => {
  await store(Array.from({ length: 14 }, (_, i) => ({ content: `Pier ${i} has ${i + 3} boats moored.` })));
  const { results, blockIds, leftOut } = await ask("boats moored at the pier", { tokenBudget: 60 });
  const cut = leftOut.filter(({ reason }) => reason === "token_budget");
  expect(cut.map(({ id }) => id).sort()).toEqual(
    results
      .map(({ record }) => record.id)
      .filter((id) => !blockIds.includes(id))
      .sort(),
  );
  expect(cut.length).toBeGreaterThan(5);
  expect(leftOut.filter(({ reason }) => reason === "beyond_k")).toHaveLength(5);
});

it("C8: Chinese memories that differ in marks and 的 alone come as one", async () => {
  const statement = { kind: "semantic", type: "fact" } as const;
  await store([
    { ...statement, content: "用户的妹妹在周末，爱爬山" },
    { ...statement, content: "用户妹妹在周末爱爬山。" },
    { ...statement, content: "用户的弟弟在周末爱爬山。" },
  ]);
  const { results } = await ask("谁在周末爱爬山？");
  expect(results).toHaveLength(2);
});
