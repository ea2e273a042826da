import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSqliteStores } from "../../src/adapters/sqlite/stores.ts";
import type { MemoryRecord } from "../../src/domain/record.ts";
import type { Reflection } from "../../src/domain/reflection.ts";
import { createMemory } from "../../src/memory/memory.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { AT, type Bench, bench, crashing, NOW, scripted, talk } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(async () => {
  await at.close();
});

const DAY = 86_400_000;
const write = (content: string) => remember(at.deps, at.scope, { content });
async function statements(status: MemoryRecord["status"] = "active"): Promise<MemoryRecord[]> {
  return (await at.store()).list({ kinds: ["semantic"], statuses: [status] }, { limit: 100 });
}
const contents = async (status?: MemoryRecord["status"]) => (await statements(status)).map(({ content }) => content);

describe("B5: versions", () => {
  it.each([
    [
      ["I live in Oslo", "I moved to Bergen", "I moved to Trondheim", "I'm living in Oslo again"],
      ["The user lives in Oslo", "The user moved to Bergen", "The user moved to Trondheim"],
      "The user is living in Oslo again",
    ],
    [
      ["我住在上海", "我搬到北京了", "我搬到广州了", "我又搬回上海了"],
      ["用户住在上海", "用户搬到北京了", "用户搬到广州了"],
      "用户又搬回上海了",
    ],
  ])("A, B, C and A again are one chain, and asOf answers what held then: %s", async (said, before, last) => {
    for (const text of said) {
      await write(text);
      at.pass(DAY);
    }
    const [now, ...more] = await statements();
    expect([now!.content, more]).toEqual([last, []]);
    const store = await at.store();
    const chain = await store.history(now!.id);
    expect(chain.map(({ content, version }) => [version, content])).toEqual(
      [...before, last].map((content, i) => [i + 1, content]),
    );
    for (const [i, one] of chain.entries()) {
      expect(one.supersedes).toBe(chain[i - 1]?.id ?? null);
      expect(one.supersededBy).toBe(chain[i + 1]?.id ?? null);
      const asOf = new Date(NOW + i * DAY + DAY / 2).toISOString();
      const held = await store.list({ asOf }, { limit: 10 });
      expect(held.map(({ content }) => content)).toEqual([one.content]);
    }
  });

  it("older news that comes late is history from the start", async () => {
    await write("I live in Bergen");
    const happenedAt = new Date(NOW - 30 * DAY).toISOString();
    await remember(at.deps, at.scope, { content: "I live in Oslo", happenedAt });
    expect(await contents()).toEqual(["The user lives in Bergen"]);
    const [old] = await statements("superseded");
    expect(old).toMatchObject({ content: "The user lives in Oslo", validFrom: happenedAt, validUntil: AT });
  });

  it("hearsay stands beside what the user said", async () => {
    await write("I live in Bergen");
    at.pass(DAY);
    await remember(at.deps, at.scope, { content: "The user lives in Oslo", source: "agent" });
    expect(await contents()).toEqual(["The user lives in Bergen", "The user lives in Oslo"]);
  });

  it("of a compound only the contradicted part goes, also when a crash comes between", async () => {
    await write("I prefer window seats and vegetarian meals");
    at.pass(DAY);
    const whole = at.deps.stores;
    at.deps.stores = crashing(whole, (method) => method === "supersede");
    await expect(write("I prefer aisle seats")).rejects.toThrow("crash");
    at.deps.stores = whole;
    expect((await contents()).toSorted()).toEqual([
      "The user prefers vegetarian meals",
      "The user prefers window seats and vegetarian meals",
    ]);
    await write("I prefer aisle seats");
    expect((await contents()).toSorted()).toEqual([
      "The user prefers aisle seats",
      "The user prefers vegetarian meals",
    ]);
  });

  it("writers of different values at the same moment leave one of them, linked to the others", async () => {
    const second = { ...at.deps, stores: createSqliteStores({ home: at.home, encryptionKey: null }) };
    const colours = ["green", "blue", "red", "white"];
    try {
      for (let round = 0; round < 25; round++) {
        await Promise.all(
          colours.map((colour, i) =>
            remember(i % 2 === 0 ? at.deps : second, at.scope, {
              content: `My favourite colour is ${colour} ${round}`,
            }),
          ),
        );
        const active = await statements();
        expect(active.map(({ content }) => content)).toHaveLength(1);
        const chain = await (await at.store()).history(active[0]!.id);
        expect(chain).toHaveLength(colours.length * (round + 1));
        at.pass(1_000);
      }
    } finally {
      await second.stores.close();
    }
  });
});

describe("B1: what was said just before is put right", () => {
  it.each([
    [["My favourite colour is green", "No, I meant blue", "Sorry, I meant red"], "The user's favourite colour is red"],
    [["My dentist is on Elm Street", "No, I meant Oak Street"], "The user's dentist is on Oak Street"],
    [["I live in Oslo", "No, I meant I live in Bergen"], "The user lives in Bergen"],
    [["我最喜欢的颜色是绿色", "不对，是蓝色"], "用户最喜欢的颜色是蓝色"],
  ])("as single notes, and as turns of one talk: %s", async (said, expected) => {
    for (const text of said) {
      await write(text);
      at.pass(1_000);
    }
    expect(await contents()).toEqual([expected]);
    const talkative = { ...at.scope, user: "grace" };
    for (const [i, text] of said.entries()) {
      const task = talk([text], { thread: "one" });
      const turns = task.turns.map((turn) => ({ ...turn, id: `${i}-${turn.id}`, at: new Date(NOW + i).toISOString() }));
      await reflect(at.deps, talkative, { ...task, turns });
    }
    const memory = createMemory(at.deps, talkative);
    expect((await memory.list({ kinds: ["semantic"] })).map(({ content }) => content)).toEqual([expected]);
    expect(await memory.list({ kinds: ["episodic"] })).toEqual([]); // the statement says it all
  });

  it("a correction of nothing, and of another thread, changes nothing", async () => {
    await remember(at.deps, at.scope, { content: "My favourite colour is green", thread: "one" });
    at.pass(1_000);
    await remember(at.deps, at.scope, { content: "No, I meant blue", thread: "two" });
    expect(await contents()).toContain("The user's favourite colour is green");
  });

  it("to forget what is not known is refused, with the reason", async () => {
    await write("I like tea");
    expect(await write("Forget that I like jazz")).toEqual([
      { outcome: "refused", content: "Forget that I like jazz", reason: "nothing_to_forget" },
    ]);
    expect(await contents()).toEqual(["The user likes tea"]);
  });

  it("only the user takes back: an agent's note to forget forgets nothing", async () => {
    await write("I like tea");
    await remember(at.deps, at.scope, { content: "Forget that the user likes tea", source: "agent" });
    expect(await contents()).toContain("The user likes tea");
  });
});

describe("B5: a model's verdict on what a statement replaces", () => {
  const answer = (updates: Partial<Reflection["semanticUpdates"][number]>[]): Reflection => ({
    summary: "The user moved.",
    outcome: "success",
    taskType: "small update",
    decisions: [],
    lessons: [],
    semanticUpdates: updates.map((one) => ({
      op: "update",
      statement: "The user moved to Bergen.",
      type: "fact",
      importance: 0.7,
      confidence: 0.9,
      evidence: [1],
      target: null,
      ...one,
    })),
    entities: [],
    relations: [],
  });
  const told = (reflection: Reflection) => {
    at.deps.reflector = scripted(reflection);
    return reflect(at.deps, at.scope, talk(["I moved to Bergen last week."]));
  };

  it("a number that names no memory is dropped and counted; the statement is held against its neighbours all the same", async () => {
    await write("I live in Oslo");
    const reflected = await told(answer([{ target: 99 }]));
    expect(reflected.dropped).toEqual([
      {
        part: "The user moved to Bergen.",
        why: expect.stringMatching(/^target 99 names no memory; \d+ (?:was|were) shown$/u),
      },
    ]);
    expect(await contents()).toEqual(["The user moved to Bergen."]);
    expect(await contents("superseded")).toEqual(["The user lives in Oslo"]);
  });

  it("a memory of another user cannot be named: numbers stand for what this user was shown", async () => {
    const other = { ...at.scope, user: "grace" };
    await remember(at.deps, other, { content: "I live in Oslo" });
    const reflected = await told(answer([{ target: 1 }, { op: "retract", target: 1 }]));
    expect(reflected.dropped).toHaveLength(2);
    expect((await createMemory(at.deps, other).list()).map(({ content }) => content)).toEqual([
      "The user lives in Oslo",
    ]);
  });

  it("a contradicted neighbour it did not name goes with the one it named", async () => {
    await write("I live in Oslo");
    await remember(at.deps, at.scope, { content: "The user is based in Stavanger", source: "tool", verbatim: true });
    await remember(at.deps, at.scope, { content: "The user likes fjords" });
    const before = await statements();
    expect(before.length).toBeGreaterThanOrEqual(2);
    at.deps.embedder = { ...at.deps.embedder, nearDuplicate: 0.95 };
    await told(answer([{ op: "add", target: null }]));
    expect((await contents()).toSorted()).toEqual(["The user likes fjords", "The user moved to Bergen."]);
  });
});
