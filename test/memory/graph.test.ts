import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import type { Memory, RecallOptions, Turn } from "../../src/memory/types.ts";

/** What else the user once said, so that finding the cat is no matter of course. */
const ELSE = [
  "The user prefers window seats.",
  "The user works as a nurse.",
  "I booked a table for Friday.",
  "The user reads a book every week.",
  "We bought a new sofa.",
  "用户对花生过敏。",
  "用户在杭州工作。",
  "用户喜欢看电影。",
];

const CASES = [
  {
    language: "English",
    said: ["I have a cat.", "She has been sneezing a lot lately."],
    asked: ["book the vet for her", "book the vet"],
  },
  { language: "Chinese", said: ["我养了一只猫", "她最近老打喷嚏"], asked: ["帮她预约兽医", "预约兽医"] },
];

describe("A5: I have a cat … she has been sneezing … book the vet", () => {
  let home: string;
  let hindsight: Hindsight;
  let memory: Memory;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "hindsight-graph-"));
    hindsight = await createHindsight({
      ...{ home, timeZone: "Europe/Oslo", logLevel: "silent", mcpConfig: null, encryptionKey: null },
      ...{ apiKey: null, baseUrl: null, model: null, reflectionModel: null, scoringModel: null, embeddingModel: null },
    });
    memory = hindsight.user("ada");
    for (const content of ELSE) await memory.remember({ content, verbatim: true });
  });
  afterEach(async () => {
    await hindsight.close();
    rmSync(home, { recursive: true, force: true });
  });

  async function recalled(question: string, options: RecallOptions = {}) {
    const found = await memory.recall(question, { thread: "fresh", explain: true, touch: false, ...options });
    expect(found.failures).toEqual([]);
    return found.results.map(({ record, explain }) => ({
      content: record.content,
      byGraph: explain?.routes.some(({ route }) => route === "graph") === true,
    }));
  }
  const onCat = /cat|猫|sneez|喷嚏/u;

  for (const { language, said, asked } of CASES) {
    it(`${language}: said as separate memories`, async () => {
      for (const content of said)
        expect((await memory.remember({ content, thread: "t" })).map(({ outcome }) => outcome)).toEqual(["stored"]);
      for (const question of asked)
        expect(
          (await recalled(question)).filter(({ content, byGraph }) => byGraph && onCat.test(content)),
        ).toHaveLength(2);
    });

    it(`${language}: said as turns of a conversation that are kept as they are`, async () => {
      await memory.rememberAll(
        said.map((content, i) => ({
          ...{ content, kind: "episodic" as const, type: "turn" as const, thread: "t", speaker: "user" },
          happenedAt: new Date(Date.UTC(2026, 10, 1, 9, i)).toISOString(),
        })),
      );
      for (const question of asked) {
        const found = (await recalled(question)).filter(({ byGraph }) => byGraph).map(({ content }) => content);
        expect(found.toSorted(), question).toEqual(said.toSorted());
      }
    });

    it(`${language}: said in two talks of one thread, each reflected upon`, async () => {
      for (const [i, content] of said.entries()) {
        const at = new Date(Date.now() - 60_000 + i).toISOString();
        const turns: Turn[] = [
          { role: "user", content, id: `u${i}`, at },
          { role: "assistant", content: "Noted.", id: `a${i}`, at },
        ];
        const { added, episode } = await memory.reflect({ thread: "t", turns });
        expect([...added, ...(episode?.status === "active" ? [episode] : [])].length).toBeGreaterThan(0);
      }
      for (const question of asked) {
        const found = await recalled(question);
        expect(found.filter(({ content, byGraph }) => byGraph && onCat.test(content))).toHaveLength(2);
      }
    });
  }

  for (const { language, cat, ill, other, asked } of [
    {
      language: "English",
      cat: "I have a cat called Miso.",
      ill: "She has been sneezing all night.",
      other: "My sister Anna came to stay.",
      asked: ["book the vet for her", "What is wrong with my cat?"],
    },
    {
      language: "Chinese",
      cat: "我养了一只猫叫年糕",
      ill: "她一直打喷嚏",
      other: "我姐姐来我家住了",
      asked: ["帮它约兽医", "我的猫怎么了？"],
    },
  ]) {
    const tell = (content: string, thread: string, day: number) =>
      memory.remember({ content, thread, happenedAt: `2026-11-0${day}T09:00:00Z` });

    it(`${language}: told in different threads on different days`, async () => {
      await tell(cat, "monday", 2);
      expect((await tell(ill, "tuesday", 3)).map(({ outcome }) => outcome)).toEqual(["stored"]);
      for (const question of asked)
        expect(
          (await recalled(question)).filter(({ byGraph }) => byGraph),
          question,
        ).toHaveLength(2);
    });

    it(`${language}: whoever was spoken of since is meant, not the cat`, async () => {
      await tell(cat, "monday", 2);
      await tell(other, "tuesday", 3);
      await tell(ill, "wednesday", 4);
      const found = await recalled(asked[1]!);
      expect(found.filter(({ content, byGraph }) => byGraph && /sneez|喷嚏/u.test(content))).toEqual([]);
    });
  }

  it("notes of no thread belong together for an hour, as one writes them on the command line", async () => {
    await memory.remember({ content: "I have a cat.", happenedAt: "2026-11-01T09:00:00Z" });
    const [near] = await memory.remember({
      content: "She has been sneezing a lot.",
      happenedAt: "2026-11-01T09:50:00Z",
    });
    expect(near).toMatchObject({ outcome: "stored", record: { content: "The user's cat has been sneezing a lot." } });
    await memory.remember({ content: "I have a dog.", happenedAt: "2026-11-02T09:00:00Z" });
    await memory.remember({ content: "She was born in Bergen.", happenedAt: "2026-11-05T09:00:00Z" });
    expect((await recalled("the vet for my dog")).filter(({ content }) => /Bergen/u.test(content))).toEqual([]);
  });

  it("a name, a relation and a pronoun in the question lead to the same person, in both languages", async () => {
    for (const content of [
      "My sister Anna lives in Oslo.",
      "Anna is allergic to shellfish.",
      "我姐姐叫李娜。",
      "李娜在华为公司上班。",
    ])
      await memory.remember({ content, thread: "t" });
    const allergy = async (question: string, options?: RecallOptions) =>
      (await recalled(question, options)).find(({ content }) => content.includes("shellfish"))?.byGraph;
    expect(await allergy("What can my sister not eat?")).toBe(true);
    expect(await allergy("what about anna")).toBe(true);
    expect(
      await allergy("What can she not eat?", {
        conversation: [{ role: "user", content: "My sister Anna is coming." }],
      }),
    ).toBe(true);
    expect((await recalled("我姐姐在哪里工作？")).find(({ content }) => content.includes("华为"))?.byGraph).toBe(true);
  });

  it("C10: what was forgotten is not reached, nor what it alone linked", async () => {
    const [told] = await memory.remember({ content: "My sister Anna lives in Oslo.", thread: "t" });
    await memory.remember({ content: "Anna is allergic to shellfish.", thread: "t" });
    if (told?.outcome !== "stored") throw new Error("the sister was not stored");
    await memory.forget(told.record.id);
    const found = await recalled("What can my sister not eat?");
    expect(found.filter(({ byGraph }) => byGraph)).toEqual([]);
  });

  it("G1: another user's cat is not reached", async () => {
    const other = hindsight.user("eve");
    await other.remember({ content: "I have a cat.", thread: "t" });
    for (const question of ["book the vet", "how is my cat?"])
      expect((await recalled(question)).filter(({ content }) => onCat.test(content))).toEqual([]);
  });

  it("E5: the receipt counts the entities that went", async () => {
    await memory.remember({ content: "My sister Anna lives in Oslo.", thread: "t" });
    expect((await memory.erase()).erased.entities).toBeGreaterThanOrEqual(3);
  });
});

it.each([
  ["我老婆叫小雅，在文一街小学教语文。", "我爱人在哪里工作？"],
  ["My husband Tom plays the cello.", "What is the name of my spouse?"],
])("whoever is meant by one word for a spouse is found by another: %s", async (said, asked) => {
  const home = mkdtempSync(join(tmpdir(), "hindsight-graph-"));
  const hindsight = await createHindsight({ home, timeZone: "Europe/Oslo", logLevel: "silent" });
  try {
    const memory = hindsight.user("ada");
    for (const content of [...ELSE, said]) await memory.remember({ content, verbatim: true });
    const { results } = await memory.recall(asked, { explain: true });
    const found = results.find(({ record }) => record.content === said);
    expect(found?.explain?.routes.map(({ route }) => route)).toContain("graph");
  } finally {
    await hindsight.close();
    rmSync(home, { recursive: true, force: true });
  }
});
