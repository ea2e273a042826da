import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoryRecord, makeRecord, type RecordDraft } from "../../src/domain/record.ts";
import { sharedOwner, userOwner } from "../../src/domain/scope.ts";
import { undo } from "../../src/memory/consolidate/undo.ts";
import { type Begun, createUpkeeper, STEPS } from "../../src/memory/consolidate/upkeep.ts";
import { erase } from "../../src/memory/erase.ts";
import { forget, restore } from "../../src/memory/forget.ts";
import { indexed } from "../../src/memory/index-record.ts";
import { recall } from "../../src/memory/recall.ts";
import { remember } from "../../src/memory/remember.ts";
import type { Amendment } from "../../src/ports/store.ts";
import { type Bench, bench, crashing, NOW, scripted } from "../support/memory-deps.ts";

const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();
let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

type Draft = Partial<RecordDraft> & { content: string };

async function write(...drafts: Draft[]): Promise<string[]> {
  const records = drafts.map((draft) => {
    const when = draft.happenedAt ?? ago(0);
    const base = {
      user: "ada",
      kind: "semantic",
      type: "fact",
      source: "user",
      createdAt: when,
      happenedAt: when,
    } as const;
    return makeRecord({ ...base, ...draft }, at.deps.clock.now());
  });
  for (const [namespace, some] of Map.groupBy(records, (record) => record.namespace)) {
    const owner = namespace === "private" ? userOwner("ada") : sharedOwner(namespace);
    await at.deps.ledger.noteOwner(owner, ago(0));
    const store = await at.deps.stores.open(owner);
    await store.insert(await indexed(at.deps.embedder, some), await at.deps.embedder.fingerprint());
    await store.close();
  }
  return records.map(({ id }) => id);
}

const episode = (content: string, days: number, more: Partial<RecordDraft> = {}): Draft => ({
  content,
  kind: "episodic",
  type: "task",
  thread: `t${days}`,
  importance: 0.4,
  happenedAt: ago(days),
  ...more,
});

/** Five or six events of one topic each, two months old and older. */
const DINNERS = [
  episode("Booked a table at Maaemo for 4 with Anna on 3 September 2026", 89),
  episode("Moved the table at Maaemo to 6 people, Bo comes too", 88),
  episode("The table at Maaemo was paid: 17,700 kr", 80),
  episode("Asked Maaemo for a quiet table near the window", 78),
  episode("Cancelled the table at Maaemo on 9 September 2026", 70),
];
const TRIPS = [
  episode("和李娜一起订了9月3日去京都的机票，共4200元", 89, { thread: "京1" }),
  episode("京都的机票改成9月5日", 85, { thread: "京2" }),
  episode("京都的机票选了靠窗座位12A", 83, { thread: "京3" }),
  episode("京都的机票已经出票，编号KX8842", 80, { thread: "京4" }),
  episode("京都的机票退了，退回3900元", 75, { thread: "京5" }),
];

/** New and of weight: what a cap of three leaves. */
const RUNS = [1, 2, 3].map((day) => episode(`Ran ${day} km`, day, { importance: 0.9 }));

async function upkeep(dryRun = false, owner = userOwner("ada"), deps = at.deps, episodeCap: number | null = null) {
  const begun = await createUpkeeper(deps, { episodeCap, timeZone: "Europe/Oslo" }).begin(owner, { dryRun });
  if (typeof begun === "string") throw new Error(begun);
  const changes: string[][] = [];
  let complete = false;
  try {
    for (const step of STEPS) await begun.step(step, ({ why, ids }) => void changes.push([step, why, ...ids]));
    complete = true;
  } finally {
    await begun.end(complete);
  }
  return { run: begun.run, changes };
}

async function all(owner = userOwner("ada")): Promise<MemoryRecord[]> {
  const store = await at.deps.stores.open(owner);
  const statuses = ["active", "archived", "compressed", "superseded", "forgotten"] as const;
  const records = await store.list({ statuses }, { limit: 10_000 });
  expect(await store.check()).toEqual([]);
  await store.close();
  return records;
}
const byId = async () => new Map((await all()).map((record) => [record.id, record]));

describe("E3: old events of one topic are told in one", () => {
  it("in both languages, with people, dates and numbers; the originals stay and are linked both ways", async () => {
    const ids = await write(...DINNERS, ...TRIPS, episode("Fixed the bike's brakes", 60));
    await upkeep();
    const records = await byId();
    const summaries = [...records.values()].filter(({ type }) => type === "summary");
    expect(summaries).toHaveLength(2);
    const [en, zh] = ["en", "zh"].map((language) => summaries.find((one) => one.language === language)!) as [
      MemoryRecord,
      MemoryRecord,
    ];
    for (const part of ["Maaemo", "Anna", "Bo", "17,700", "3 September 2026", "9 September"])
      expect(en.content).toContain(part);
    for (const part of ["京都", "李娜", "9月3日", "4200", "12A", "KX8842", "3900"]) expect(zh.content).toContain(part);
    for (const { content } of summaries) expect(content.length).toBeLessThanOrEqual(300);
    for (const id of ids.slice(0, 10)) {
      const original = records.get(id)!;
      expect(original.status).toBe("compressed");
      expect(original.metadata.upkeep).toMatchObject({
        step: "compress",
        into: original.language === "zh" || /京都/u.test(original.content) ? zh.id : en.id,
      });
    }
    expect(en.metadata.compresses).toEqual(ids.slice(0, 5));
    expect(records.get(ids[10]!)!.status).toBe("active");
    const found = await recall(at.deps, at.scope, "what did Maaemo cost?");
    expect(found.results[0]?.record.id).toBe(en.id);
  });

  it("of more than one summary can hold, as many as fit: each of them is told, the rest waits", async () => {
    const rides = Array.from({ length: 8 }, (_, i) =>
      episode(
        `Please look up tram line ${i + 11} to Schönbrunn with Dr. Keller, ${i * 10 + 45} euros, at ${i + 7}:15`,
        80 - i,
      ),
    );
    const ids = await write(...rides);
    await upkeep();
    const records = await byId();
    const summary = [...records.values()].find(({ type }) => type === "summary")!;
    const told = summary.metadata.compresses as string[];
    expect(summary.content.length).toBeLessThanOrEqual(300);
    expect(told.length).toBeGreaterThanOrEqual(5);
    expect(told.length).toBeLessThan(8);
    for (const [i, id] of ids.entries()) {
      expect(records.get(id)!.status).toBe(told.includes(id) ? "compressed" : "active");
      if (told.includes(id))
        for (const part of [`line ${i + 11}`, `${i * 10 + 45} euros`, `${i + 7}:15`])
          expect(summary.content).toContain(part);
    }
  });

  it("is written by a model where there is one; an answer that invents a number is refused, kept, and asked for again", async () => {
    const good =
      "During September 2026 the user first booked Maaemo for 4 with Anna on 3 September 2026, then moved it to 6 with Bo, asked for a quiet window table, paid 17,700 kr, and in the end cancelled the table on 9 September 2026 and did not go there at all.";
    at.deps.reflector = scripted({ summary: `${good} It cost 99 dollars.` }, { summary: good });
    const ids = await write(...DINNERS);
    await upkeep();
    expect((await at.deps.ledger.deadLetters("ada"))[0]).toMatchObject({ job: "compress", reason: "failed_check" });
    expect((await byId()).get(ids[0]!)!.status).toBe("active");
    await upkeep();
    expect(await at.deps.ledger.deadLetters("ada")).toEqual([]); // what it asked for is done
    const summary = (await all()).find(({ type }) => type === "summary")!;
    expect(summary).toMatchObject({ content: good, source: "agent", promptVersion: "compress.en@1" });
  });

  it("not what is recent, was asked for lately, or taught a lesson", async () => {
    const lesson = {
      request: "x",
      steps: [],
      outcome: "failure",
      answer: "",
      taskType: "booking",
      lessons: ["When full, call."],
    } as const;
    const ids = await write(
      ...DINNERS.slice(0, 3),
      episode("A table at Maaemo, again", 10),
      { ...DINNERS[3]!, episode: { ...lesson, steps: [], lessons: [...lesson.lessons] } },
      DINNERS[4]!,
    );
    await upkeep();
    const records = await byId();
    expect(ids.map((id) => records.get(id)!.status)).not.toContain("compressed");
  });
});

describe("E4: repeated statements become one", () => {
  it("merges what adds nothing, keeps what says more, and never what says otherwise", async () => {
    const [brief, brief2, tea, coffee, oslo, long] = await write(
      { content: "The user wants short answers", type: "preference", importance: 0.6, happenedAt: ago(9) },
      {
        content: "The user really wants short answers, please",
        type: "preference",
        importance: 0.8,
        happenedAt: ago(5),
      },
      { content: "The user prefers tea to coffee", type: "preference" },
      { content: "The user prefers coffee to tea", type: "preference" },
      { content: "The user's sister lives in Oslo" },
      { content: "The user's sister Anna lives in Oslo" },
    );
    await upkeep();
    const records = await byId();
    expect(records.get(brief!)).toMatchObject({ status: "archived", metadata: { upkeep: { into: brief2 } } });
    expect(records.get(brief2!)).toMatchObject({ status: "active", importance: 0.8, metadata: { merged: [brief] } });
    expect(records.get(brief2!)!.confidence).toBeGreaterThan(0.9);
    for (const id of [tea, coffee, oslo, long]) expect(records.get(id!)!.status).toBe("active");
    await restore(at.deps, at.scope, brief!);
    await upkeep();
    expect((await byId()).get(brief!)!.status).toBe("active");
  });
});

describe("B9, E1, E2: what leaves recall, and its way back", () => {
  it("out of date, unused and unimportant, over the cap; statements of weight stay however old", async () => {
    const [parcel, madrid, flown, allergy, chat, used, detail] = await write(
      { content: "The parcel is in Hamburg", happenedAt: ago(380), validUntil: ago(366) },
      { content: "The user is in Madrid", happenedAt: ago(380), validUntil: ago(364) },
      { content: "The user flies to Oslo on 4 September 2026", happenedAt: ago(80), validUntil: ago(76) },
      { content: "The user is allergic to peanuts", type: "constraint", importance: 0.95, happenedAt: ago(800) },
      episode("Talked about the weather in Bergen", 91),
      episode("Talked about chess openings", 95, { lastAccessedAt: ago(3) }),
      { content: "The user saw a green tram", importance: 0.3, happenedAt: ago(91) },
    );
    const { changes } = await upkeep();
    const records = await byId();
    expect(records.get(parcel!)).toMatchObject({ status: "archived", tags: ["out-of-date"] });
    for (const id of [allergy, used, flown, madrid]) expect(records.get(id!)!.status).toBe("active");
    for (const id of [chat, detail]) expect(records.get(id!)!.status).toBe("archived");
    expect(changes.map(([step, why]) => [step, why])).toContainEqual([
      "archive",
      "not used for 91 days, importance 0.30",
    ]);
    const store = await at.store();
    expect((await store.auditTrail(9)).filter(({ actor }) => actor === "upkeep")).toHaveLength(changes.length);
    await store.close();

    expect(await restore(at.deps, at.scope, parcel!)).toMatchObject({
      status: "active",
      validUntil: null,
      tags: [],
      metadata: {},
    });
    await restore(at.deps, at.scope, chat!);
    await upkeep();
    for (const id of [parcel, chat]) expect((await byId()).get(id!)!.status).toBe("active");
  });

  it("200 episodes for the quiet, 500 usually, 1,000 for the active; the least important and freshest go first", async () => {
    const many = (count: number, days: number) =>
      Array.from({ length: count }, (_, i) =>
        episode(`Event number${i} of kind${days}`, days + i / 1_000, {
          type: "event",
          importance: i % 2 === 0 ? 0.8 : 0.6,
        }),
      );
    await write(...many(520, 80));
    await upkeep();
    const left = (await all()).filter(({ status }) => status === "active");
    expect(left).toHaveLength(500);
    expect(
      (await all()).filter(({ status }) => status === "archived").every(({ importance }) => importance === 0.6),
    ).toBe(true);
    at.pass(40 * DAY); // nothing for 120 days: a year's importance fades too slowly to put them away, the cap does it
    await write(...many(30, 130).map((draft) => ({ ...draft, importance: 1 })));
    await upkeep();
    expect(
      (await all()).filter(({ status, kind }) => status === "active" && kind === "episodic").length,
    ).toBeLessThanOrEqual(200);
  });

  it("who wrote a hundred episodes in a month keeps 1,000 of them, and one less than a hundred only 500", async () => {
    const many = (count: number, days: number, mark: string) =>
      Array.from({ length: count }, (_, i) =>
        episode(`Event number${i} of ${mark}`, days + i / 1_000, {
          type: "event",
          importance: i % 2 === 0 ? 0.8 : 0.6,
        }),
      );
    const active = async () => (await all()).filter(({ status }) => status === "active").length;
    await write(...many(901, 60, "August"), ...many(99, 20, "November"));
    const { changes: usual } = await upkeep(true);
    expect(usual).toHaveLength(500);
    expect(usual[0]?.[1]).toContain("1000 episodes, at most 500");
    await write(...many(20, 10, "last week"));
    const { changes } = await upkeep();
    expect(changes).toHaveLength(20);
    expect(changes[0]?.[1]).toContain("1020 episodes, at most 1000");
    expect(await active()).toBe(1_000);
  });

  it("a run can be taken back whole, and stays taken back", async () => {
    const ids = await write(...DINNERS, episode("Talked about the weather in Bergen", 91), {
      content: "The user saw a tram",
      importance: 0.2,
      happenedAt: ago(99),
    });
    const before = (await all()).map(({ id, content, status, tags, importance }) => ({
      id,
      content,
      status,
      tags,
      importance,
    }));
    const { run } = await upkeep();
    expect(await undo(at.deps, at.scope, run)).toEqual({ restored: 7, reset: 0, kept: 0 });
    await upkeep();
    const after = (await all()).filter(({ id }) => ids.includes(id));
    expect(
      after.map(({ id, content, status, tags, importance }) => ({
        id,
        content,
        status,
        tags,
        importance: Math.round(importance * 10) / 10,
      })),
    ).toEqual(before);
    await expect(undo(at.deps, at.scope, run)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("what a run wrote and put away itself is forgotten, not brought back, when the run is taken back", async () => {
    const ids = await write(...DINNERS, ...TRIPS, ...RUNS);
    const { run, changes } = await upkeep(false, userOwner("ada"), at.deps, 3);
    expect(changes.map(([step]) => step)).toEqual(["compress", "compress", "cap", "cap"]); // both summaries go again
    expect(await undo(at.deps, at.scope, run)).toEqual({ restored: 10, reset: 0, kept: 0 });
    const active = (await all()).filter(({ status }) => status === "active");
    expect(active.map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it("a statement that a run made surer is as before when the run is taken back, and keeps what came later", async () => {
    const [one, two, three] = await write(
      { content: "The user wants short answers", type: "preference", importance: 0.8, tags: ["a"], happenedAt: ago(9) },
      { content: "The user really wants short answers, please", type: "preference", importance: 0.6, tags: ["b"] },
      { content: "用户想要简短的回答", type: "preference", importance: 0.5 },
    );
    const before = (await byId()).get(two!)!;
    const { run } = await upkeep();
    const surer = (await byId()).get(two!)!;
    expect(surer).toMatchObject({ importance: 0.8, tags: ["b", "a"], metadata: { merged: [one] } });
    expect(surer.confidence).toBeGreaterThan(before.confidence);
    const store = await at.store();
    await store.touch([two!], ago(0), 0.05); // used in the meantime
    await store.close();
    expect(await undo(at.deps, at.scope, run)).toEqual({ restored: 1, reset: 1, kept: 0 });
    const after = (await byId()).get(two!)!;
    expect(after).toMatchObject({ status: "active", tags: ["b"], metadata: { merged: [] } });
    expect(after.confidence).toBeCloseTo(before.confidence);
    expect(after.importance).toBeCloseTo(0.65); // 0.6 before the run, and what being used added after it
    expect((await byId()).get(one!)!.status).toBe("active");
    expect((await byId()).get(three!)!.metadata).toEqual({});
    await expect(undo(at.deps, at.scope, run)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("E5: forgetting an original forgets the summary that tells it; the others stand for themselves again", async () => {
    const ids = await write(...DINNERS);
    await upkeep();
    await forget(at.deps, at.scope, ids[2]!);
    const records = await byId();
    expect(ids.map((id) => records.get(id)!.status)).toEqual(["active", "active", "forgotten", "active", "active"]);
    expect([...records.values()].find(({ type }) => type === "summary")!.status).toBe("forgotten");
  });
});

describe("E5, E6: one at a time, resumable, safe from others", () => {
  it("a dry run says the same as the run that follows, and changes nothing", async () => {
    await write(...DINNERS, episode("Talked about the weather in Bergen", 91), {
      content: "The user saw a tram",
      importance: 0.2,
      happenedAt: ago(99),
    });
    const before = await all();
    const { changes: said } = await upkeep(true);
    expect(await all()).toEqual(before);
    const { changes: done } = await upkeep();
    const plain = (changes: string[][]) =>
      changes.map(([step, why, ...ids]) => [step, why, ...ids.filter((id) => before.some((one) => one.id === id))]);
    expect(plain(said)).toEqual(plain(done));
    expect((await upkeep(true)).changes).toEqual([]);
  });

  it("a dry run counts what it would have written under the cap, and says so of more than one page of records", async () => {
    const many = Array.from({ length: 1_040 }, (_, i) =>
      episode(`q${i}x${i}`, 91, { thread: `n${i}`, importance: 0.1, type: "event" }),
    );
    await write(...many, ...DINNERS, ...TRIPS, ...RUNS);
    const count = ({ changes }: { changes: string[][] }) =>
      ["compress", "archive", "cap"].map((step) => changes.filter((change) => change[0] === step).length);
    const said = count(await upkeep(true, userOwner("ada"), at.deps, 3));
    expect(said).toEqual(count(await upkeep(false, userOwner("ada"), at.deps, 3)));
    expect(said[1]).toBeGreaterThan(0);
    expect(said[2]).toBeGreaterThan(0);
  });

  it("two runs of one memory never work at the same time; one that was taken for dead can do no harm", async () => {
    await write(...DINNERS);
    const upkeeper = createUpkeeper(at.deps, { episodeCap: null, timeZone: "Europe/Oslo" });
    const first = (await upkeeper.begin(userOwner("ada"))) as Begun;
    await first.step("outdated");
    expect(await upkeeper.begin(userOwner("ada"))).toBe("busy");
    at.pass(61_000);
    const second = (await upkeeper.begin(userOwner("ada"))) as Begun;
    expect(second.run).toBe(first.run);
    expect(await second.step("outdated")).toBeNull(); // it goes on where the first one was
    await second.step("merge");
    await expect(first.step("compress")).rejects.toMatchObject({ code: "LEASE_LOST" });
    await first.end(false);
    expect(await upkeeper.begin(userOwner("ada"))).toBe("busy");
    await second.step("compress");
    await second.end(true);
    expect((await all()).filter(({ type }) => type === "summary")).toHaveLength(1);
  });

  it("killed before any call and run again: nothing lost, nothing twice, nothing by halves", async () => {
    const drafts = [
      ...DINNERS,
      ...TRIPS,
      episode("Talked about the weather in Bergen", 91),
      { content: "The parcel is in Hamburg", happenedAt: ago(100), validUntil: ago(86) },
      { content: "The user wants short answers", type: "preference" as const, happenedAt: ago(9) },
      { content: "The user really wants short answers", type: "preference" as const },
    ];
    for (let kill = 1; ; kill++) {
      await at.close();
      at = bench();
      const ids = await write(...drafts);
      let calls = 0;
      const stores = crashing(at.deps.stores, () => ++calls === kill);
      const killed = await upkeep(false, userOwner("ada"), { ...at.deps, stores }).then(
        () => false,
        () => true,
      );
      for (const record of await all()) {
        const into = (record.metadata.upkeep as { into?: string } | undefined)?.into;
        if (record.status === "compressed") expect((await byId()).get(into!)!.status).toBe("active");
      }
      await upkeep();
      const records = await all();
      expect(records.filter(({ type }) => type === "summary")).toHaveLength(2);
      expect(records).toHaveLength(ids.length + 2);
      expect(records.filter(({ status }) => status === "active").map(({ content }) => content)).toContain(
        "The user really wants short answers",
      );
      expect((await upkeep()).changes).toEqual([]);
      if (!killed) break;
    }
  }, 60_000);

  it("in a shared namespace nothing of two people is put together, and erasing one leaves nothing of theirs", async () => {
    const shared = DINNERS.map((draft, i) => ({
      ...draft,
      namespace: "team",
      content: `${draft.content} zanzibar`,
      user: i % 2 === 0 ? "ada" : "bo",
    }));
    await write(...shared);
    await upkeep(false, sharedOwner("team"));
    expect((await all(sharedOwner("team"))).filter(({ type }) => type === "summary")).toEqual([]);
    await write(
      ...DINNERS.map((draft, i) => ({ ...draft, namespace: "team", content: `${draft.content}, part ${i}` })),
    );
    await upkeep(false, sharedOwner("team"));
    expect(
      (await all(sharedOwner("team"))).filter(({ type, user }) => type === "summary" && user === "ada"),
    ).toHaveLength(1);
    await at.deps.ledger.noteNamespace("ada", "team");
    await erase(at.deps, at.scope);
    expect((await all(sharedOwner("team"))).map(({ user }) => user)).toEqual(["bo", "bo"]);
  });

  it("what is written while it runs is kept: a change in between is left for the next run", async () => {
    const ids = await write(...DINNERS);
    const store = await at.store();
    const stores = {
      ...at.deps.stores,
      open: async () => ({
        ...store,
        close: async () => undefined,
        amend: async (amendment: Amendment, print: Parameters<typeof store.amend>[1]) => {
          if (amendment.insert !== undefined) await forget(at.deps, at.scope, ids[0]!);
          return store.amend(amendment, print);
        },
      }),
    };
    await upkeep(false, userOwner("ada"), { ...at.deps, stores });
    const records = await byId();
    expect(ids.map((id) => records.get(id)!.status)).toEqual(["forgotten", "active", "active", "active", "active"]);
    expect(records.size).toBe(5);
    await store.close();
  });
});

it("D4: what several tasks show together is learnt by upkeep, said by a dry run, and taken back with the run", async () => {
  const request = (city: string) => `Find me a hotel in ${city} / no prepaid hotels please`;
  const asked = ["Rome", "Oslo", "Bergen"].map((city, i) =>
    episode(`The user asked: "${request(city)}"`, 9 - i, {
      episode: { request: request(city), steps: [], outcome: "success", answer: "", taskType: "hotel" },
    }),
  );
  await write(...asked);
  const { changes: said } = await upkeep(true);
  expect((await all()).filter(({ kind }) => kind === "semantic")).toEqual([]);
  const { run, changes } = await upkeep();
  expect(changes.map(([step, why]) => [step, why])).toEqual(said.map(([step, why]) => [step, why]));
  const [pattern] = (await all()).filter(({ kind, status }) => kind === "semantic" && status === "active");
  expect(pattern).toMatchObject({ tags: ["pattern"], metadata: { upkeep: { run, step: "promote" } } });
  const before = { confidence: pattern!.confidence, evidence: pattern!.metadata.evidence };
  at.pass(DAY);
  await write(
    episode(`The user asked: "${request("Turin")}"`, 2, {
      episode: { request: request("Turin"), steps: [], outcome: "success", answer: "", taskType: "hotel" },
    }),
  );
  const later = await upkeep();
  const stronger = (await byId()).get(pattern!.id)!;
  expect(stronger.confidence).toBeGreaterThan(before.confidence);
  expect(stronger.metadata.evidence).toHaveLength(4);
  expect(await undo(at.deps, at.scope, later.run)).toEqual({ restored: 0, reset: 1, kept: 0 });
  const again = (await byId()).get(pattern!.id)!;
  expect(again.confidence).toBeCloseTo(before.confidence);
  expect(again.metadata.evidence).toEqual(before.evidence);
  await undo(at.deps, at.scope, run);
  await upkeep();
  expect((await all()).filter(({ kind, status }) => kind === "semantic" && status === "active")).toEqual([]);
});

it("E4: the same wish in five talks is one statement", async () => {
  for (let i = 0; i < 5; i++)
    await remember(at.deps, at.scope, { content: "Please keep your answers shorter", thread: `w${i}` });
  await upkeep();
  expect((await all()).filter(({ status }) => status === "active")).toHaveLength(1);
});
