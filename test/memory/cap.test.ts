import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobHandlers, reflectLater, rememberLater } from "../../src/memory/jobs.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { retryDeadLetter } from "../../src/memory/retry.ts";
import { stats } from "../../src/memory/stats.ts";
import { supersede } from "../../src/memory/supersede.ts";
import { createWorker, type Worker } from "../../src/memory/worker.ts";
import type { Log } from "../../src/ports/log.ts";
import { silentLog } from "../../src/ports/log.ts";
import { type Bench, bench, scripted, talk } from "../support/memory-deps.ts";

const HOUR = 3_600_000;
const THINGS = ["tea", "coffee", "milk", "juice", "water", "cider", "cocoa"];

let at: Bench;
let warnings: string[];
let worker: Worker;
beforeEach(() => {
  warnings = [];
  const log: Log = { ...silentLog, warn: (_fields, message) => warnings.push(message) };
  at = bench({ dailyWrites: 5, log }); // 04:33 in Oslo
  const { queue, ledger, clock } = at.deps;
  worker = createWorker({ queue, ledger, clock, log, handlers: jobHandlers(at.deps) });
});
afterEach(async () => {
  await worker.stop(0);
  await at.close();
});

const like = (thing: string) => remember(at.deps, at.scope, { content: `I like ${thing}.` });
async function fill(): Promise<void> {
  for (const thing of THINGS.slice(0, 5)) await like(thing);
}
const active = async () => {
  const store = await at.store();
  const all = await store.list({}, { limit: 100 });
  await store.close();
  return all.map(({ content }) => content);
};

describe("B10: a daily cap of writes", () => {
  it("a write past it is refused with the cap and its setting named, until the user's next day begins", async () => {
    await fill();
    const refused = like("cider");
    await expect(refused).rejects.toMatchObject({
      code: "WRITE_CAP",
      message: expect.stringMatching(/cap of 5 .*HINDSIGHT_DAILY_WRITES/),
      hint: expect.stringContaining("2026-12-01 00:00 (Europe/Oslo)"),
    });
    const [first] = await like("tea").catch(() => []);
    expect(first).toBeUndefined(); // also what would be known already: nothing is looked at past the cap
    at.pass(19 * HOUR); // 23:33 in Oslo
    await expect(like("cider")).rejects.toMatchObject({ code: "WRITE_CAP" });
    at.pass(HOUR);
    expect(await like("cider")).toMatchObject([{ outcome: "stored" }]);
  });

  it("known statements use up nothing; other users have a cap of their own", async () => {
    for (let i = 0; i < 12; i++) await like("tea");
    expect((await stats(at.deps, at.scope)).writesToday).toEqual({ count: 1, cap: 5 });
    await fill();
    await remember(at.deps, { ...at.scope, user: "bo" }, { content: "I like cider." });
    expect((await stats(at.deps, at.scope)).writesToday).toEqual({ count: 5, cap: 5 });
  });

  it("a new version counts, and is refused past the cap", async () => {
    const [tea] = await like("tea");
    if (tea?.outcome !== "stored") throw new Error("not stored");
    for (const thing of THINGS.slice(1, 5)) await like(thing);
    await expect(supersede(at.deps, at.scope, tea.record.id, { content: "I like iced tea." })).rejects.toMatchObject({
      code: "WRITE_CAP",
    });
    expect(await active()).toContain("The user likes tea.");
  });

  it("the log warns once when it comes near and once when it is reached", async () => {
    await fill();
    await like("cider").catch(() => undefined);
    expect(warnings).toEqual([
      "a user has nearly used up the day's writes",
      "a user has used up the day's writes; further ones are refused or put off",
    ]);
  });

  it("a queued reflection past it is put off to the next day without asking the model, and is not lost", async () => {
    await fill();
    const { reflector } = at.deps;
    at.deps.reflector = scripted(); // would throw
    await reflectLater(at.deps, at.scope, talk(["I live in Oslo."], { thread: "t1" }));
    await rememberLater(at.deps, at.scope, { content: "I like cider." });
    expect(await worker.idle()).toMatchObject({ delayed: 2 });
    expect(await at.deps.ledger.countDeadLetters()).toBe(0);
    expect(await at.deps.queue.nextIn(["reflect"])).toBe(19 * HOUR + 27 * 60_000);
    at.deps.reflector = reflector;
    at.pass(20 * HOUR);
    expect(await worker.idle()).toMatchObject({ delayed: 0, waiting: 0 });
    expect(await active()).toEqual(expect.arrayContaining(["The user lives in Oslo.", "The user likes cider."]));
  });

  it.each([
    ["I have dogs called Rex1 to Rex60.", (i: number) => `The user has a dog called Rex${i}.`, "The user has dogs."],
    ["我对这些食品过敏：", (i: number) => `用户对${i}号食品过敏。`, "用户对一些食品过敏。"],
  ])(
    "holds inside one reflection, which keeps what there is room for; the rest waits for the next day: %s",
    async (said, dog, summary) => {
      const numbers = Array.from({ length: 60 }, (_, i) => i + 1);
      const names = numbers.map((i) => (dog(i).includes("Rex") ? `Rex${i}` : `${i}号`)).join(", ");
      const { reflector } = at.deps;
      const dogs = numbers.map(dog);
      at.deps.reflector = scripted({
        ...{ summary, outcome: "success", taskType: "talk" },
        ...{ decisions: [], lessons: [], entities: [], relations: [] },
        semanticUpdates: numbers.slice(0, 20).map((i) => ({
          op: "add",
          statement: dog(i),
          type: "fact",
          importance: 0.5,
          confidence: 0.9,
          evidence: [1],
          target: null,
        })),
      });
      const made = await reflect(at.deps, at.scope, talk([`${said} ${names}`], { safety: true }));
      expect((await stats(at.deps, at.scope)).writesToday).toEqual({ count: 5, cap: 5 });
      expect(made.added).toHaveLength(4); // and the episode
      expect(made.dropped.filter(({ why }) => why.includes("HINDSIGHT_DAILY_WRITES"))).toHaveLength(16);
      expect(made.deadLetter).not.toBeNull();
      await reflect({ ...at.deps, reflector, dailyWrites: 100 }, at.scope, talk(["I like tea."], { thread: "next" }));
      expect((await active()).filter((one) => dogs.includes(one))).toHaveLength(20);
    },
  );

  const SAID = [
    ["My bike is a blue Trek and my locker is number 12 and I am allergic to kiwi.", /kiwi/, /locker/, /Trek/],
    ["我的自行车是蓝色的捷安特。我的储物柜号码是12。我对猕猴桃过敏。", /猕猴桃/, /储物柜/, /捷安特/],
  ] as const;
  const statementsOf = async () => {
    const store = await at.store();
    const all = await store.list({ kinds: ["semantic"] }, { limit: 100 });
    await store.close();
    return all.map(({ content }) => content).filter((content) => !/tea|coffee|milk|juice/.test(content));
  };
  const workerWith = (dailyWrites: number) => {
    const { queue, ledger, clock, log } = at.deps;
    return createWorker({ queue, ledger, clock, log, handlers: jobHandlers({ ...at.deps, dailyWrites }) });
  };

  it.each(SAID)(
    "a job that meets it halfway writes constraints first and leaves the rest waiting: %s",
    async (said, constraint, ...others) => {
      for (const thing of THINGS.slice(0, 3)) await like(thing);
      await reflectLater(at.deps, at.scope, talk([said], { thread: "t" }));
      expect(await worker.idle()).toMatchObject({ delayed: 1 });
      const today = await statementsOf();
      expect(today).toEqual([expect.stringMatching(constraint)]);
      expect((await stats(at.deps, at.scope)).writesToday).toEqual({ count: 5, cap: 5 });
      at.pass(20 * HOUR);
      expect(await worker.idle()).toMatchObject({ delayed: 0, waiting: 0 });
      const all = await statementsOf();
      expect(all).toHaveLength(3);
      for (const other of others) expect(all).toContainEqual(expect.stringMatching(other));
      expect(await at.deps.ledger.countDeadLetters()).toBe(0);
    },
  );

  it.each(SAID)("the last write goes to a constraint, and the talk waits as a whole: %s", async (said, ...all) => {
    for (const thing of THINGS.slice(0, 4)) await like(thing);
    await reflectLater(at.deps, at.scope, talk([said], { thread: "t" }));
    expect(await worker.idle()).toMatchObject({ delayed: 1 });
    expect(await statementsOf()).toEqual([expect.stringMatching(all[0])]);
    at.pass(20 * HOUR);
    expect(await worker.idle()).toMatchObject({ delayed: 0, waiting: 0 });
    const after = await statementsOf();
    expect(after).toHaveLength(3);
    for (const one of all) expect(after).toContainEqual(expect.stringMatching(one));
  });

  it.each(SAID)("under a higher cap a new worker does at once what was put off: %s", async (said, ...all) => {
    for (const thing of THINGS.slice(0, 3)) await like(thing);
    await reflectLater(at.deps, at.scope, talk([said], { thread: "t" }));
    await rememberLater(at.deps, at.scope, { content: "I like cocoa." });
    expect(await worker.idle()).toMatchObject({ delayed: 2 });
    await worker.stop(0);
    worker = workerWith(100);
    expect(await worker.idle()).toMatchObject({ delayed: 0, waiting: 0 });
    const after = await statementsOf();
    expect(after).toHaveLength(4);
    for (const one of [...all, /cocoa/]) expect(after).toContainEqual(expect.stringMatching(one));
  });

  it("jobs put off are logged once a user and day, the user by a hash", async () => {
    await fill();
    warnings.length = 0;
    for (const [i, thing] of THINGS.entries())
      await reflectLater(at.deps, at.scope, talk([`I like ${thing}.`], { thread: `put-off-${i}` }));
    await worker.idle();
    expect(warnings).toEqual([expect.stringContaining("jobs are put off")]);
  });

  it("a reflection that is waited for becomes a dead letter, which can be retried the next day", async () => {
    await fill();
    const { deadLetter } = await reflect(at.deps, at.scope, talk(["I live in Oslo."]));
    expect(deadLetter).toMatchObject({ reason: "WRITE_CAP", job: "reflect" });
    at.pass(20 * HOUR);
    await retryDeadLetter(at.deps, at.scope, deadLetter!.id);
    expect(await active()).toContain("The user lives in Oslo.");
    expect(await at.deps.ledger.countDeadLetters()).toBe(0);
  });
});
