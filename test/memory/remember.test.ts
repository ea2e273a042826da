import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { remember } from "../../src/memory/remember.ts";
import type { NewMemory, Remembered } from "../../src/memory/types.ts";
import { type Bench, bench, scripted } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const write = (memory: string | NewMemory) =>
  remember(at.deps, at.scope, typeof memory === "string" ? { content: memory } : memory);
const active = async () => {
  const store = await at.store();
  const records = await store.list({}, { limit: 100 });
  await store.close();
  return records.map((record) => record.content).sort();
};
const brief = (results: readonly Remembered[]) =>
  results.map((one) => [one.outcome, one.outcome === "refused" ? one.reason : one.record.content]);

describe("B1–B4: remember", () => {
  it.each(["I ride horses", "Ada owns a boat."])("B1: what is asked to be stored is: %s", async (text) => {
    expect((await write(text)).map(({ outcome }) => outcome)).toEqual(["stored"]);
  });

  it.each(["Meet at gate 12", "登机口12见"])("B3: a note that speaks of nobody is kept as it is: %s", async (note) => {
    await write(note);
    expect(await active()).toEqual([note]);
  });

  it("stores one record a statement, in English and in Chinese", async () => {
    expect(brief(await write("I'm allergic to peanuts and I fly to Oslo on Friday"))).toEqual([
      ["stored", "The user is allergic to peanuts"],
      ["stored", "The user flies to Oslo on Friday, 4 December 2026"],
    ]);
    expect(brief(await write("我对花生过敏，周五飞奥斯陆"))).toEqual([
      ["stored", "用户对花生过敏"],
      ["stored", "用户2026年12月4日（周五）飞奥斯陆"],
    ]);
    const store = await at.store();
    const record = (await store.list({}, { limit: 9 })).find(
      (one) => one.content === "The user is allergic to peanuts",
    );
    await store.close();
    expect(record).toMatchObject({
      source: "user",
      importance: 0.95,
      context: "I'm allergic to peanuts",
      language: "en",
      timeZone: "Europe/Oslo",
      status: "active",
      version: 1,
    });
  });

  it("three equal adds make one record, whose use is counted", async () => {
    const results = [
      await write("I prefer window seats"),
      await write("I prefer window seats"),
      await write("i prefer window seats!"),
    ];
    expect(results.map(([one]) => one!.outcome)).toEqual(["stored", "duplicate", "duplicate"]);
    expect(results[2]![0]).toMatchObject({ by: expect.stringMatching(/content|near/u), record: { accessCount: 2 } });
    expect(await active()).toHaveLength(1);
  });

  it("fifty equal writes at the same moment make one record", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => write("I live in Oslo")));
    expect(results.flat().filter((one) => one.outcome === "stored")).toHaveLength(1);
    expect(await active()).toEqual(["The user lives in Oslo"]);
  });

  it("near duplicates touch the existing one; other numbers, names and denials do not", async () => {
    await write("I prefer a window seat");
    expect((await write("I really prefer window seats"))[0]).toMatchObject({ outcome: "duplicate", by: "near" });
    await write("Room 12 has a projector");
    await write("Room 13 has a projector");
    expect(await active()).toHaveLength(3);
  });

  it("an embedder that can tell merges paraphrases, and never against the words", async () => {
    const { embedder } = at.deps;
    at.deps.embedder = { ...embedder, nearDuplicate: -1 }; // every neighbour is near: only the guard is left
    await write({ content: "The user is allergic to peanuts" });
    expect((await write({ content: "The user has a peanut allergy" }))[0]).toMatchObject({
      outcome: "duplicate",
      by: "near",
    });
    for (const content of [
      "The user is not allergic to peanuts",
      "The user is allergic to walnuts",
      "The user is allergic to peanuts and eggs",
    ])
      expect((await write({ content }))[0]?.outcome).toBe("stored");
  });

  it("a contradiction supersedes, and the history keeps both", async () => {
    await write("I live in Oslo");
    at.pass(1000);
    const [moved] = await write("I moved to Bergen");
    expect(moved).toMatchObject({ outcome: "stored", record: { version: 2 } });
    expect(await active()).toEqual(["The user moved to Bergen"]);
    const store = await at.store();
    const history = await store.history((moved as { record: { id: string } }).record.id);
    await store.close();
    expect(history.map((record) => [record.content, record.status])).toEqual([
      ["The user lives in Oslo", "superseded"],
      ["The user moved to Bergen", "active"],
    ]);
  });

  it("contradicting writers at the same moment leave one active version and lose none", async () => {
    await write("My favourite colour is blue");
    const colours = ["red", "green", "yellow", "black", "white"];
    await Promise.all(colours.map((colour) => write(`My favourite colour is ${colour}`)));
    expect(await active()).toHaveLength(1);
    const store = await at.store();
    const [head] = await store.list({}, { limit: 1 });
    expect(await store.history(head!.id)).toHaveLength(6);
    await store.close();
  });

  it("hearsay does not replace what the user said", async () => {
    await write("I live in Oslo");
    at.pass(1000);
    await write({ content: "The user lives in Bergen", source: "agent" });
    expect(await active()).toEqual(["The user lives in Bergen", "The user lives in Oslo"]);
  });

  it("a second write under the same origin key is the first one, for every statement of it", async () => {
    const memory = { content: "I'm vegan and I live in Oslo", originKey: "thread 1 / message 2" };
    const first = await write(memory);
    const second = await write(memory);
    expect(second.map((one) => one.outcome)).toEqual(["duplicate", "duplicate"]);
    expect(second.map((one) => (one as { by: string }).by)).toEqual(["origin", "origin"]);
    expect(first).toHaveLength(2);
    expect(await active()).toHaveLength(2);
  });

  it("refuses with a reason, and in parts", async () => {
    expect(await write("ok thanks!")).toEqual([
      { outcome: "refused", content: "ok thanks!", reason: "acknowledgement" },
    ]);
    expect(await write({ content: "I'm vegan", recalled: ["The user is vegan"] })).toMatchObject([
      { reason: "recalled_text" },
    ]);
    expect(brief(await write("I'm vegan. It was fun."))).toEqual([["stored", "The user is vegan. It was fun."]]);
    expect(brief(await write("I'm vegetarian. I had a nice walk."))).toEqual([
      ["stored", "The user is vegetarian."],
      ["refused", "low_score"],
    ]);
    expect(await active()).toEqual(["The user is vegetarian."]); // which replaced vegan
  });

  it("verbatim text is stored as it is, `constructor` and `__proto__` too", async () => {
    for (const content of ["constructor", "__proto__", "I fly tomorrow", "ok"])
      expect((await write({ content, verbatim: true }))[0]).toMatchObject({ outcome: "stored", record: { content } });
    expect((await write("Remember constructor and __proto__"))[0]).toMatchObject({ outcome: "stored" });
  });

  it("keeps what the caller says about it", async () => {
    const [one] = await write({
      content: "I visited the dentist yesterday",
      kind: "episodic",
      tags: ["health", "health"],
      importance: 0.2,
      confidence: 1,
      entities: ["Dr Bo"],
      metadata: { a: [1, null] },
    });
    expect(one).toMatchObject({
      record: {
        content: "The user visited the dentist on Sunday, 29 November 2026",
        kind: "episodic",
        type: "event",
        tags: ["health"],
        importance: 0.2,
        confidence: 1,
        happenedAt: "2026-11-28T23:00:00.000Z",
        metadata: { a: [1, null] },
      },
    });
    expect((one as { record: { entities: string[] } }).record.entities).toEqual(["Dr Bo", "2026-11-29"]);
  });

  it("reads dates against when it was said", async () => {
    const [one] = await write({ content: "I fly to Oslo on Friday", happenedAt: "2020-01-01T12:00" });
    expect(one).toMatchObject({
      record: { content: "The user flies to Oslo on Friday, 3 January 2020", happenedAt: "2020-01-01T11:00:00.000Z" },
    });
  });

  it.each([
    [{ content: "" }, /content/u],
    [{ content: " \n " }, /content/u],
    [{ content: "x".repeat(100_001) }, /100,000/u],
    [{ content: "half \ud800 pair" }, /Unicode/u],
    [{ content: "I'm vegan", importance: Number.NaN }, /importance/u],
    [{ content: "I'm vegan", importance: 2 }, /importance/u],
    [{ content: "I'm vegan", happenedAt: "yesterday" }, /happenedAt.*time stamp/u],
    [{ content: "I'm vegan", kind: "dream" }, /kind/u],
    [{ content: "I'm vegan", tags: [""] }, /tags/u],
    [{ content: "I'm vegan", color: "red" }, /color/u],
    [{ content: 7 }, /content/u],
  ])("refuses wrong input and says which: %j", async (memory, message) => {
    await expect(write(memory as NewMemory)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(message),
    });
    expect(await active()).toEqual([]);
  });

  it("G1: a shared namespace must be granted", async () => {
    await expect(write({ content: "I'm vegan", namespace: "team" })).rejects.toMatchObject({ code: "NOT_GRANTED" });
    at.scope.namespaces = ["team"];
    expect((await write({ content: "I'm vegan", namespace: "team" }))[0]).toMatchObject({
      outcome: "stored",
      record: { namespace: "team", user: "ada" },
    });
    expect(await active()).toEqual([]);
    expect(await at.deps.ledger.namespaces("ada")).toEqual(["team"]);
  });

  it("G5: the audit says that something was written, not what", async () => {
    await write("I'm allergic to peanuts");
    const store = await at.store();
    const trail = await store.auditTrail(10);
    await store.close();
    expect(trail).toMatchObject([{ action: "write", actor: "ada" }]);
    expect(JSON.stringify(trail)).not.toContain("peanut");
  });
});

describe("B2: the scoring model", () => {
  it("decides what the rules cannot, against the preset's threshold", async () => {
    const model = scripted(
      { density: 5, timeliness: 4, reusability: 4 },
      { density: 2, timeliness: 2, reusability: 2 },
    );
    at.deps.scorer = model;
    expect((await write("We travel by train and sleep on board"))[0]?.outcome).toBe("stored");
    expect((await write("The sky is blue"))[0]).toMatchObject({ outcome: "refused", reason: "low_score" });
    expect(model.asked).toHaveLength(2);
    await write("I'm vegan");
    expect(model.asked).toHaveLength(2); // settled by rules
  });

  it("when it fails the rules decide, and a dead letter says so", async () => {
    at.deps.scorer = scripted({ fails: "not_json", raw: "I'd say four" });
    expect((await write("We travel by train and sleep on board"))[0]?.outcome).toBe("stored");
    expect(await at.deps.ledger.deadLetters("ada")).toMatchObject([
      { job: "score", reason: "not_json", raw: "I'd say four" },
    ]);
  });
});
