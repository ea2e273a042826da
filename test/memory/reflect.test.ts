import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryRecord } from "../../src/domain/record.ts";
import type { ReflectInput, Reflection, SemanticUpdate } from "../../src/domain/reflection.ts";
import { userOwner } from "../../src/domain/scope.ts";
import { reflect, worthReflecting } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import type { FinishedTask, Reflected } from "../../src/memory/types.ts";
import { AT, type Bench, bench, crashing, scripted, talk } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const run = (task: FinishedTask) => reflect(at.deps, at.scope, task);
async function records(kind?: "episodic" | "semantic"): Promise<MemoryRecord[]> {
  const store = await at.store();
  const all = await store.list(
    { statuses: ["active", "superseded", "forgotten", "compressed"], ...(kind === undefined ? {} : { kinds: [kind] }) },
    { limit: 500 },
  );
  await store.close();
  return all;
}
const active = async (kind: "episodic" | "semantic" = "semantic") =>
  (await records(kind))
    .filter((one) => one.status === "active")
    .map((one) => one.content)
    .sort();
/** Episodes that were only told of: kept as originals, not recalled beside their statements. */
const originals = async () => (await records("episodic")).filter((one) => one.status === "compressed");
const contents = (list: readonly MemoryRecord[]) => list.map((one) => one.content);

const update = (statement: string, more: Partial<SemanticUpdate> = {}): SemanticUpdate => ({
  op: "add",
  statement,
  type: "fact",
  importance: 0.5,
  confidence: 0.9,
  evidence: [1],
  target: null,
  ...more,
});
const answer = (updates: SemanticUpdate[], more: Partial<Reflection> = {}): Reflection => ({
  summary: "The user told something about their life.",
  outcome: "success",
  taskType: /\p{Script=Han}/u.test(more.summary ?? "") ? "闲聊" : "small talk",
  decisions: [],
  lessons: [],
  semanticUpdates: updates,
  entities: [],
  relations: [],
  ...more,
});
const numberOf = (input: ReflectInput, content: string) => input.existing.find((one) => one.content === content)!.n;
const inputOf = (request: { input: unknown }) => request.input as ReflectInput;

describe("D1–D3 with the built-in rules", () => {
  it.each([
    [
      "I'm allergic to peanuts and I fly to Oslo on Friday",
      ["The user is allergic to peanuts", "The user flies to Oslo on Friday, 4 December 2026"],
      /^The user said: "I'm allergic/u,
    ],
    [
      "我对花生过敏，周五飞奥斯陆",
      ["用户对花生过敏", "用户2026年12月4日（周五）飞奥斯陆"],
      /^用户说：“我对花生过敏，2026年12月4日/u,
    ],
  ])("keeps what was told, in the user's language, with an episode: %s", async (said, expected, summary) => {
    const made = await run(talk([said]));
    expect(contents(made.added)).toEqual(expected);
    expect(made).toMatchObject({ rung: "builtin", deadLetter: null, dropped: [], refused: [] });
    expect(made.episode).toMatchObject({
      kind: "episodic",
      type: "task",
      content: expect.stringMatching(summary),
      promptVersion: "reflect.rules@1",
      episode: { outcome: "success", answer: "Noted." },
    });
    expect(made.added[0]).toMatchObject({
      source: "user",
      importance: 0.95,
      type: "constraint",
      thread: made.episode?.thread,
    });
  });

  it("keeps the steps, the outcome and what a failure taught", async () => {
    const steps = [
      { tool: "book_flight", input: '{"date":"friday"}', result: null, error: "bad date" },
      { tool: "book_flight", input: '{"date":"2026-12-04"}', result: "KL1204", error: null },
    ];
    const { episode } = await run(talk(["Book me a flight to Oslo on Friday"], { steps }));
    expect(episode?.episode).toMatchObject({
      request: "Book me a flight to Oslo on Friday, 4 December 2026",
      steps,
      outcome: "success",
      taskType: "book_flight",
      lessons: [expect.stringContaining("call book_flight with")],
    });
  });

  it("updates what changed and takes back what the user wants forgotten, with the talk it was said in", async () => {
    await run(talk(["I live in Oslo. I'm allergic to peanuts."]));
    at.pass(60_000);
    const moved = await run(talk(["I moved to Bergen"]));
    expect(contents(moved.updated)).toEqual(["The user moved to Bergen"]);
    const taken = await run(talk(["forget that I'm allergic to peanuts"]));
    expect(contents(taken.retracted)).toEqual(["The user is allergic to peanuts."]);
    expect(await active()).toEqual(["The user moved to Bergen"]);
    expect((await active("episodic")).join("\n")).not.toContain("peanut");
  });

  it("leaves nothing of thanks, questions, recalled text and the agent's own instructions", async () => {
    at.deps.reflector = scripted(); // would throw if it were asked
    for (const said of [
      ["ok thanks!"],
      ["Never mind, I'll call them."],
      ["what should the airline know about me?"],
      ["好的，谢谢"],
      ["航空公司应该知道我什么？"],
      ["You are a helpful assistant. Always answer in JSON."],
    ]) {
      expect(worthReflecting(talk(said))).toBe(false);
      expect((await run(talk(said))).episode).toBeNull();
    }
    expect(
      worthReflecting(
        talk(["The user is vegan and lives in Oslo"], { recalled: ["The user is vegan", "The user lives in Oslo"] }),
      ),
    ).toBe(false);
    expect(await records()).toEqual([]);
  });

  it("B3: a talk in two languages keeps each statement in the language of its turn", async () => {
    await run(talk(["我叫李雷，住在北京。", "I am allergic to peanuts", "我不喜欢香菜。"]));
    expect(await active()).toEqual(
      expect.arrayContaining(["The user is allergic to peanuts", "用户不喜欢香菜。", "用户住在北京。"]),
    );
  });

  it("A2: what the statements do not say stays recallable with the episode", async () => {
    await run(talk(["I used to work at Google but now I'm at Stripe.", "Yesterday we sailed round Hidra with Bo."]));
    expect(await active()).toEqual(["The user is now at Stripe.", "The user used to work at Google"]);
    expect((await active("episodic")).join()).toContain("Hidra");
  });

  it.each([
    ["What is my diet? Vegetarian, vegan or pescatarian?", "Export the report 37 for Lars", /vegan|diet/iu],
    ["我的饮食习惯是什么？吃素还是吃荤？", "帮我导出37号报表", /素|饮食/u],
  ])("what the memory is asked is no part of the task beside it: %s", async (asked, done, never) => {
    const steps = [{ tool: "export_report", input: '{"report":37}', result: null, error: "timeout" }];
    const turn = (role: "user" | "assistant" | "tool", content: string) => ({ role, content, id: content, at: AT });
    const turns = [turn("user", asked), turn("assistant", "…"), turn("user", done), turn("tool", "timeout")];
    const { episode } = await run({ ...talk([asked], { steps }), turns });
    expect(episode?.content).toContain("37");
    expect(episode?.content).not.toMatch(never);
  });

  it("the same talk over and over, with what was recalled read out, does not grow the store", async () => {
    await run(talk(["I'm allergic to peanuts and I live in Oslo"]));
    const recalled = await active();
    for (let i = 0; i < 20; i++) {
      const task = talk(["What do you know about me?"], { recalled });
      await run({
        ...task,
        turns: [
          ...task.turns,
          { role: "assistant", content: recalled.join(". "), id: `r${i}`, at: AT },
          { role: "user", content: `So: ${recalled.join(". ")}`, id: `s${i}`, at: AT },
        ],
      });
    }
    expect(await active()).toEqual(recalled);
    expect(await active("episodic")).toEqual([]);
    expect(await originals()).toHaveLength(1);
  });
});

describe("D1: what a model answers", () => {
  it("shows known memories under small numbers and maps them back", async () => {
    await remember(at.deps, at.scope, { content: "I live in Oslo" });
    await remember(at.deps, at.scope, { content: "I play chess" });
    at.pass(1000);
    const model = scripted((request: { input: unknown }) => {
      const input = inputOf(request);
      expect(input.existing.map((one) => one.n)).toEqual(input.existing.map((_, i) => i + 1));
      return answer([
        update("The user lives in Bergen since November 2026", {
          op: "update",
          target: numberOf(input, "The user lives in Oslo"),
        }),
        update("The user plays chess", { op: "retract", target: numberOf(input, "The user plays chess") }),
        update("The user has a dog called Rex"),
      ]);
    });
    at.deps.reflector = model;
    const made = await run(talk(["I live in Bergen since this month, I gave up playing chess and have a dog, Rex"]));
    expect([contents(made.updated), contents(made.retracted), contents(made.added)]).toEqual([
      ["The user lives in Bergen since November 2026"],
      ["The user plays chess"],
      ["The user has a dog called Rex"],
    ]);
    expect(made.episode).toMatchObject({ promptVersion: "reflect.en@2", source: "agent", tags: [], metadata: {} });
    expect(model.asked[0]?.messages[0]?.content).toContain("[1] user");
  });

  it.each([
    ["I'm allergic to peanuts. My hotel budget is 900 kroner a night.", /peanuts/u, /900/u, "The user lives in Oslo."],
    ["我对花生过敏。我的酒店预算是每晚900元。", /花生/u, /900/u, "用户问了或说了什么，结果如何。"],
  ])("a model that leaves out what was said outright loses none of it: %s", async (said, first, second, summary) => {
    at.deps.reflector = scripted(
      answer([], { summary, relations: [{ from: "the user", relation: "lives in", to: "Oslo" }] }),
    );
    const made = await run(talk([said]));
    expect(contents(made.added)).toEqual([expect.stringMatching(first), expect.stringMatching(second)]);
    expect(made.added.map(({ source }) => source)).toEqual(["user", "user"]);
    expect(made.episode?.metadata).toEqual({});
    expect(made.dropped.map(({ why }) => why)).toEqual([
      "nothing in the task bears it out",
      "the summary is not of this task",
    ]);
    expect(made.deadLetter).toBeNull();
  });

  it("what the model made of a turn stands; the rules add nothing to it", async () => {
    const own = "The user gets hives from peanuts and must never be served any.";
    at.deps.reflector = scripted(answer([update(own)], { summary: "The user is allergic to peanuts." }));
    expect(contents((await run(talk(["I'm allergic to peanuts."]))).added)).toEqual([own]);
  });

  it.each([
    [
      ["nuts", "milk", "eggs"].map((food) => `I am allergic to ${food}.`),
      "I am allergic to pollen.",
      "The user is allergic to pollen.",
    ],
    [["坚果", "牛奶", "鸡蛋"].map((food) => `我对${food}过敏。`), "我对花粉过敏。", "用户对花粉过敏。"],
  ])("takes back nothing that the turns it names do not speak of: %j", async (before, said, learnt) => {
    for (const one of before) await remember(at.deps, at.scope, { content: one });
    at.pass(1000);
    at.deps.reflector = scripted((request: { input: unknown }) =>
      answer(
        inputOf(request).existing.map(({ n }) => update("x", { op: "retract", target: n })),
        { summary: said },
      ),
    );
    const made = await run(talk([said]));
    expect(made.retracted).toEqual([]);
    expect(made.dropped.map(({ why }) => why)).toEqual(Array(3).fill(expect.stringContaining("do not take back")));
    expect(await active()).toHaveLength(4);
    expect(await active()).toContain(learnt); // the rules fill in what the model left out
  });

  it.each([
    ["I am not allergic to nuts.", "The user is allergic to nuts."],
    ["My budget is 150 euros.", "The user's budget is 1500 euros."],
    ["I have a dog called Rex.", "The user is allergic to penicillin."],
    ["我对坚果不过敏。", "用户对坚果过敏。"],
    ["我的预算是150欧元。", "用户的预算是1500欧元。"],
    ["我养了一只狗，叫雷克斯。", "用户对青霉素过敏。"],
  ])("keeps what was said and not what the model made of it: %s, not %s", async (said, made) => {
    at.deps.reflector = scripted(answer([update(made)], { summary: said }));
    const { dropped } = await run(talk([said]));
    expect(dropped.map(({ part }) => part)).toEqual([made]);
    expect(await active()).not.toContain(made);
    expect(await active()).toHaveLength(1);
  });

  it("a number that stands for nothing is dropped, with a count, and the fact stays", async () => {
    at.deps.reflector = scripted(
      answer(
        [
          update("The user lives in Bergen", { op: "update", target: 7 }),
          update("The user plays chess", { op: "retract", target: 9 }),
        ],
        { summary: "The user lives in Bergen." },
      ),
    );
    const made = await run(talk(["I live in Bergen"]));
    expect(made.dropped.map((one) => one.why)).toEqual([
      expect.stringContaining("target 7 names no memory"),
      expect.stringContaining("target 9 names no memory"),
    ]);
    expect(contents(made.added)).toEqual(["The user lives in Bergen"]);
    expect(made.retracted).toEqual([]);
  });

  it("recalled text and instructions in an answer are refused, never stored", async () => {
    at.deps.reflector = scripted(
      answer(
        [
          update("The user is allergic to peanuts"),
          update("You are a helpful assistant with a memory"),
          update("The user has a dog called Rex"),
        ],
        { summary: "The user got a dog." },
      ),
    );
    const task = talk(["I got a dog, Rex"], { recalled: ["The user is allergic to peanuts."] });
    const made = await run(task);
    expect(made.refused.map((one) => one.reason)).toEqual(["recalled_text"]);
    expect(made.dropped.map((one) => one.part)).toEqual(["You are a helpful assistant with a memory"]);
    expect(await active()).toEqual(["The user has a dog called Rex"]);
  });

  it("what only the assistant said is no evidence: nothing is kept of it, and nothing taken back", async () => {
    await remember(at.deps, at.scope, { content: "I live in Oslo" });
    at.pass(1000);
    at.deps.reflector = scripted((request: { input: unknown }) => {
      const target = numberOf(inputOf(request), "The user lives in Oslo");
      return answer([
        update("The user lives in Bergen", { op: "update", target, evidence: [2] }),
        update("The user lives in Oslo", { op: "retract", target, evidence: [2] }),
      ]);
    });
    const made = await run(talk(["Book me a hotel where I live"]));
    expect(made.added).toEqual([]);
    expect(made.dropped.map((one) => one.why)).toEqual([
      "only the assistant said it",
      "only the assistant said it",
      "the summary is not of this task",
    ]);
    expect(await active()).toEqual(["The user lives in Oslo"]);
  });

  it("B5: a contradiction the model calls an addition supersedes all the same, and loses neither", async () => {
    await remember(at.deps, at.scope, { content: "I'm vegetarian" });
    at.pass(1000);
    at.deps.reflector = scripted(answer([update("The user is no longer vegetarian")]));
    const made = await run(talk(["I eat meat again"]));
    expect(contents(made.updated)).toEqual(["The user is no longer vegetarian"]);
    expect((await records("semantic")).map((one) => [one.content, one.status]).sort()).toEqual([
      ["The user is no longer vegetarian", "active"],
      ["The user is vegetarian", "superseded"],
    ]);
  });

  it("the prompt follows the user's language, and its version is stored", async () => {
    const model = scripted(answer([update("用户住在上海")], { summary: "用户说了住在哪里。" }));
    at.deps.reflector = model;
    const made = await run(talk(["我住在上海"]));
    expect(model.asked[0]?.messages[0]?.content).toContain("你负责一位助手的长期记忆");
    expect([made.episode?.promptVersion, made.added[0]?.promptVersion]).toEqual(["reflect.zh@2", "reflect.zh@2"]);
  });

  it("passing events get an end, entities a name", async () => {
    at.deps.reflector = scripted(answer([update("The user flies to Oslo on Friday, 4 December 2026")]));
    const { added } = await run(talk(["I fly to Oslo on Friday"]));
    expect(added).toMatchObject([{ validUntil: "2026-12-04T23:00:00.000Z", entities: ["Oslo", "2026-12-04"] }]);
  });

  it.each([
    [{ thread: "", turns: talk(["x"]).turns }],
    [{ thread: "t", turns: [] }],
    [{ thread: "t", turns: [{ role: "user", content: "x", id: "1", at: "today" }] }],
  ])("refuses a task that is none", async (task) => {
    await expect(run(task as FinishedTask)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("B7: a replay writes once", () => {
  const task = talk(["I moved to Bergen, I gave up chess, I have a dog, Rex, and a bicycle"], { thread: "replayed" });
  const first = (request: { input: unknown }) => {
    const input = inputOf(request);
    return answer([
      update("The user lives in Bergen", { op: "update", target: numberOf(input, "The user lives in Oslo") }),
      update("The user plays chess", { op: "retract", target: numberOf(input, "The user plays chess") }),
      update("The user has a dog called Rex"),
      update("The user owns a bicycle"),
    ]);
  };
  /** Another wording, another order, one statement less: what a model says the second time. */
  const second = (request: { input: unknown }) => {
    const target = inputOf(request).existing.find((one) => /Oslo|Bergen/u.test(one.content))?.n ?? null;
    return answer([update("The user owns a bike"), update("The user's home is in Bergen", { op: "update", target })], {
      summary: "The user spoke of a move.",
    });
  };

  it("without asking the model again", async () => {
    await remember(at.deps, at.scope, { content: "I live in Oslo" });
    await remember(at.deps, at.scope, { content: "I play chess" });
    at.pass(1000);
    at.deps.reflector = scripted(first);
    const made = await run(task);
    const before = await records();
    const again = await run(task);
    expect(again).toMatchObject({ episode: { id: made.episode?.id }, added: [], updated: [], retracted: [] });
    expect(await records()).toEqual(before);
  });

  it("two runs of the same task at the same moment make one episode and one of each statement", async () => {
    at.deps.reflector = scripted(
      answer([update("The user has a dog called Rex")]),
      answer([update("The user owns a dog, Rex")]),
    );
    const made = await Promise.all([run(task), run(task)]);
    expect(new Set(made.map((one) => one.episode?.id)).size).toBe(1);
    expect(await active()).toHaveLength(1);
    expect(await records("episodic")).toHaveLength(1);
  });

  it("after a crash before any call to the store, whatever the model says the second time", async () => {
    const wholes = [
      ["The user has a dog called Rex", "The user lives in Bergen", "The user owns a bicycle"],
      ["The user owns a bike", "The user plays chess", "The user's home is in Bergen"],
    ];
    const seen = new Set<number>();
    for (let crashAt = 1, crashed = true; crashed; crashAt++) {
      const scope = { ...at.scope, user: `crash ${crashAt}` };
      await remember(at.deps, scope, { content: "I live in Oslo" });
      await remember(at.deps, scope, { content: "I play chess" });
      at.pass(1000);
      crashed = false;
      const broken = {
        ...at.deps,
        reflector: scripted(first),
        stores: crashing(at.deps.stores, (_method, call) => {
          if (call === crashAt) crashed = true;
          return call >= crashAt;
        }),
      };
      const outcome: Reflected | Error = await reflect(broken, scope, task).catch((error: unknown) => error as Error);
      if (crashed) expect(outcome).toBeInstanceOf(Error);
      await reflect({ ...at.deps, reflector: scripted(second) }, scope, task);
      const store = await at.deps.stores.open(userOwner(scope.user));
      const all = await store.list({ statuses: ["active", "superseded", "forgotten", "compressed"] }, { limit: 100 });
      const statements = all.filter((record) => record.kind === "semantic");
      const now = statements.filter((record) => record.status === "active").map((record) => record.content);
      const whole = wholes.findIndex((expected) => expected.join() === [...now].sort().join());
      expect(whole, `crash before call ${crashAt} left ${now.join(" | ")}`).toBeGreaterThanOrEqual(0);
      seen.add(whole);
      expect(all.filter((record) => record.kind === "episodic")).toMatchObject([{ tags: [], metadata: {} }]);
      const home = await store.history(statements.find((record) => record.content === "The user lives in Oslo")!.id);
      expect(home.map((record) => record.status)).toEqual(["superseded", "active"]);
      await store.close();
      at.pass(-1000); // the turns of the task stay later than what each user said before
    }
    expect(seen).toEqual(new Set([0, 1])); // crashes before the plan was safe, and after
  });

  it("what was interrupted is completed by the next reflection of the user", async () => {
    await remember(at.deps, at.scope, { content: "I live in Oslo" });
    await remember(at.deps, at.scope, { content: "I play chess" });
    at.pass(1000);
    const stores = crashing(at.deps.stores, (method) => method === "supersede");
    await expect(reflect({ ...at.deps, stores, reflector: scripted(first) }, at.scope, task)).rejects.toThrow("crash");
    expect(await active()).toContain("The user lives in Oslo");
    await run(talk(["I like tea"]));
    expect(await active()).toEqual([
      "The user has a dog called Rex",
      "The user likes tea",
      "The user lives in Bergen",
      "The user owns a bicycle",
    ]);
  });
});

it.each([
  ["The user likes tea.", "Forget my garage code"],
  ["用户喜欢喝茶", "忘掉我的车库密码"],
])(
  "E2: an order to forget that meets nothing takes nothing back and leaves nothing to recall: %s",
  async (known, order) => {
    await remember(at.deps, at.scope, { content: known });
    const made = await run(talk([order]));
    expect(made.retracted).toEqual([]);
    expect(await active("episodic")).toEqual([]);
    expect(contents(await records("episodic")).join()).not.toMatch(/took something back|收回/u);
    expect((await active()).length).toBe(1);
  },
);

it.each([
  [["My favourite colour is green. Actually no, it's blue."], ["The user's favourite colour is blue."]],
  [["我最喜欢的颜色是绿色。不对，是蓝色。"], ["用户最喜欢的颜色是蓝色。"]],
  [["I moved to Bergen. No, sorry, to Oslo."], ["The user moved to Oslo."]],
  [
    ["我吃素，不吃香菜。", "其实我现在不吃素了"],
    ["用户不吃香菜。", "用户现在不吃素了"],
  ],
])("B5: what is put right in passing leaves the new value and what still holds: %j", async (said, held) => {
  for (const [i, text] of said.entries()) {
    const turns = talk([text]).turns.map((turn) => ({
      ...turn,
      at: new Date(Date.parse(turn.at) + i * 60_000).toISOString(),
    }));
    await run({ ...talk([text]), thread: `t${i}`, turns });
  }
  expect(await active()).toEqual(held);
});

it.each([
  [["I moved to Bergen. No, sorry, to Oslo."], ["The user moved to Oslo."]],
  [["我搬到了卑尔根。不对，是奥斯陆。"], ["用户搬到了奥斯陆。"]],
  [
    ["My dentist appointment is on 14 December", "Actually it's on the 15th, not the 14th"],
    ["The user's dentist appointment is on 15 December 2026"],
  ],
  [["牙医预约在12月14日", "是12月15日，不是14日"], ["牙医预约在2026年12月15日（周二）"]],
])(
  "B5: a value put right in the same talk lives on nowhere that is recalled, nor does the tail “not …”: %j",
  async (said, held) => {
    await run(talk(said));
    expect(await active()).toEqual(held);
    expect(await active("episodic")).toEqual([]);
  },
);

it.each(["Actually it's on the 15th, not the 14th", "是12月15日，不是14日"])(
  "B3: a correction of something that was never said becomes no statement: %s",
  async (said) => {
    await run(talk([said]));
    expect(await active()).toEqual([]);
  },
);
