import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reflection } from "../../src/domain/reflection.ts";
import { sharedOwner, userOwner } from "../../src/domain/scope.ts";
import { createUpkeeper } from "../../src/memory/consolidate/upkeep.ts";
import { forget } from "../../src/memory/forget.ts";
import { reflectPatterns } from "../../src/memory/patterns.ts";
import { reflect, reflectJob } from "../../src/memory/reflect.ts";
import { remember } from "../../src/memory/remember.ts";
import { retryDeadLetter } from "../../src/memory/retry.ts";
import type { StructuredFailure } from "../../src/ports/model.ts";
import { type Bench, bench, scripted, talk } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const task = talk(["I'm allergic to peanuts and I have a dog, Rex"], { thread: "retried" });
const good: Reflection = {
  summary: "The user told of an allergy and a dog.",
  outcome: "success",
  taskType: "small talk",
  decisions: [],
  lessons: [],
  semanticUpdates: [
    {
      op: "add",
      statement: "The user is allergic to peanuts",
      type: "constraint",
      importance: 0.95,
      confidence: 0.9,
      evidence: [1],
      target: null,
    },
    {
      op: "add",
      statement: "The user has a dog called Rex",
      type: "fact",
      importance: 0.5,
      confidence: 0.9,
      evidence: [1],
      target: null,
    },
  ],
  entities: [],
  relations: [],
};
async function active(kind: "episodic" | "semantic"): Promise<string[]> {
  const store = await at.store();
  const records = await store.list({ kinds: [kind], statuses: ["active", "compressed"] }, { limit: 50 });
  await store.close();
  return records.map((record) => record.content).sort();
}
const letters = () => at.deps.ledger.deadLetters("ada");
const run = (...answers: unknown[]) => reflect({ ...at.deps, reflector: scripted(...answers) }, at.scope, task);

describe("D3: nothing fails silently", () => {
  it.each<StructuredFailure>(["refused", "cut_off", "not_json", "wrong_shape", "unreachable", "timed_out"])(
    "%s goes to a dead letter with the raw text, and can be retried",
    async (fails) => {
      const made = await run({ fails, raw: '{"summary": "The user is all' });
      expect(made).toMatchObject({
        episode: null,
        deadLetter: {
          reason: fails,
          raw: '{"summary": "The user is all',
          model: "scripted",
          thread: "retried",
          job: "reflect",
        },
      });
      expect(await active("semantic")).toEqual([]);
      const [letter] = await letters();
      const again = await retryDeadLetter({ ...at.deps, reflector: scripted(good) }, at.scope, letter!.id);
      expect(again.added.map((record) => record.content)).toEqual([
        "The user is allergic to peanuts",
        "The user has a dog called Rex",
      ]);
      expect(await letters()).toEqual([]);
    },
  );

  it.each([
    ["unreachable", "MODEL_FAILED"],
    ["timed_out", "MODEL_TIMED_OUT"],
  ] as const)("%s is for a worker to try again, and no letter yet", async (fails, code) => {
    const deps = { ...at.deps, reflector: scripted({ fails, raw: "" }) };
    const running = { signal: new AbortController().signal, stillOurs: async () => undefined };
    const job = { task, timeZone: "Europe/Oslo", salt: null };
    await expect(reflectJob(deps, at.scope, job, running)).rejects.toMatchObject({ code });
    expect(await letters()).toEqual([]);
  });

  it("a retry that fails keeps the letter, with one attempt more", async () => {
    await run({ fails: "not_json", raw: "no" });
    const [letter] = await letters();
    await retryDeadLetter({ ...at.deps, reflector: scripted({ fails: "cut_off", raw: "{" }) }, at.scope, letter!.id);
    expect(await letters()).toMatchObject([{ id: letter!.id, attempts: letter!.attempts + 1, reason: "cut_off" }]);
  });

  it("one bad part costs the facts beside it nothing, is named, and can be retried without writing twice", async () => {
    const bad: Reflection = {
      ...good,
      lessons: [{ when: "next time", do: "be careful", because: "it matters" }],
      semanticUpdates: [
        { ...good.semanticUpdates[0]!, statement: "She is allergic to peanuts" },
        good.semanticUpdates[1]!,
      ],
    };
    const made = await run(bad);
    expect(made.added.map((record) => record.content)).toEqual(["The user has a dog called Rex"]);
    expect(made.dropped.map((one) => one.part)).toEqual(["be careful", "She is allergic to peanuts"]);
    expect(made.deadLetter).toMatchObject({ reason: "failed_check", raw: expect.stringContaining("She is allergic") });
    const again = await retryDeadLetter({ ...at.deps, reflector: scripted(good) }, at.scope, made.deadLetter!.id);
    expect(again.added.map((record) => record.content)).toEqual(["The user is allergic to peanuts"]);
    expect(await active("semantic")).toEqual(["The user has a dog called Rex", "The user is allergic to peanuts"]);
    expect(await active("episodic")).toEqual(["The user told of an allergy and a dog."]);
    expect(await letters()).toEqual([]);
  });

  it("a summary in another language is replaced by one in the user's", async () => {
    const chinese = talk(["我对花生过敏"]);
    const made = await reflect(
      { ...at.deps, reflector: scripted({ ...good, semanticUpdates: [] }) },
      at.scope,
      chinese,
    );
    expect(made.episode?.content).toBe("用户说：“我对花生过敏”");
    expect(made.episode?.episode?.taskType).toBe("对话");
    expect(made.dropped.map(({ why }) => why)).toEqual([
      expect.stringContaining("summary is not in Chinese"),
      expect.stringContaining("taskType is not in Chinese"),
    ]);
  });

  it("a score that failed is scored again", async () => {
    const failing = { ...at.deps, preset: "companion" as const, scorer: scripted({ fails: "unreachable", raw: "" }) };
    expect((await remember(failing, at.scope, { content: "We travel by train" }))[0]?.outcome).toBe("refused");
    const [letter] = await letters();
    const scorer = scripted({ density: 5, timeliness: 5, reusability: 5 });
    const again = await retryDeadLetter({ ...failing, scorer }, at.scope, letter!.id);
    expect(again.added).toHaveLength(1);
    expect(await letters()).toEqual([]);
  });

  it("G1: a dead letter of another user is not found", async () => {
    await run({ fails: "not_json", raw: "no" });
    const [letter] = await letters();
    await expect(retryDeadLetter(at.deps, { ...at.scope, user: "bob" }, letter!.id)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("E3: a dead letter of a summary", () => {
  const DAY = 86_400_000;
  const SUMMARY = {
    en: "The user booked, moved and paid a table at Maaemo for 2, 3, 4, 5 and 6 people, each time on the phone, over several evenings of that month, and was content with all of them in the end, as was said to everyone who asked.",
    zh: "用户在那个月里先后订了Maaemo的桌子，分别是2人、3人、4人、5人和6人，每次都是打电话订的，最后都很满意，问起的人也都这么说。",
  };
  const events = {
    en: (i: number) => `Booked a table at Maaemo for ${i + 2} people`,
    zh: (i: number) => `订了Maaemo的桌子，${i + 2}人`,
  };
  const refused = { fails: "not_json", raw: "Sorry" } as const;

  /** Upkeep, whose model answered nothing of use. */
  async function buried(language: "en" | "zh", namespace = "private") {
    at.scope.namespaces = namespace === "private" ? [] : [namespace];
    for (let i = 0; i < 5; i++) {
      const content = events[language](i);
      const written = { content, kind: "episodic", type: "task", verbatim: true, thread: `t${i}`, namespace } as const;
      await remember(at.deps, at.scope, written);
    }
    at.pass(40 * DAY);
    at.deps.reflector = scripted(refused);
    const owner = namespace === "private" ? userOwner("ada") : sharedOwner(namespace);
    const upkeeper = createUpkeeper(at.deps, { episodeCap: null, timeZone: "Europe/Oslo" });
    const begun = await upkeeper.begin(owner);
    if (typeof begun === "string") throw new Error(begun);
    await begun.step("compress");
    await begun.end(true);
    at.scope.namespaces = [];
    return (await letters())[0]!;
  }
  const statuses = async (owner = userOwner("ada")) => {
    const store = await at.deps.stores.open(owner);
    const all = await store.list({ statuses: ["active", "compressed", "forgotten"] }, { limit: 50 });
    await store.close();
    return all.map(({ type, status }) => `${type} ${status}`).sort();
  };
  const told = [...Array<string>(5).fill("task compressed"), "summary active"].sort();

  it.each(["en", "zh"] as const)("is written after all by a retry, and the letter goes (%s)", async (language) => {
    const letter = await buried(language);
    expect(letter).toMatchObject({ job: "compress", raw: "Sorry" });
    at.deps.reflector = scripted(refused, { summary: SUMMARY[language] });
    expect((await retryDeadLetter(at.deps, at.scope, letter.id)).deadLetter).toMatchObject({ attempts: 2 });
    expect(await statuses()).toEqual(Array(5).fill("task active"));
    const made = await retryDeadLetter(at.deps, at.scope, letter.id);
    expect(made.added.map(({ content }) => content)).toEqual([SUMMARY[language]]);
    expect(await letters()).toEqual([]);
    expect(await statuses()).toEqual(told);
  });

  it("also in a shared namespace, to which a retry is given no other way", async () => {
    const letter = await buried("en", "team");
    at.deps.reflector = scripted({ summary: SUMMARY.en });
    expect((await retryDeadLetter(at.deps, at.scope, letter.id)).added).toHaveLength(1);
    expect(await statuses(sharedOwner("team"))).toEqual(told);
  });

  it("of which an event was forgotten since does nothing, and goes", async () => {
    const letter = await buried("en");
    const { ids } = JSON.parse(letter.input) as { ids: string[] };
    await forget(at.deps, at.scope, ids[2]!);
    at.deps.reflector = scripted();
    expect(await retryDeadLetter(at.deps, at.scope, letter.id)).toMatchObject({ added: [], deadLetter: null });
    expect(await letters()).toEqual([]);
    expect(await statuses()).toEqual(["task active", "task active", "task active", "task active", "task forgotten"]);
  });

  it("a dry run of upkeep leaves none", async () => {
    const letter = await buried("en");
    await at.deps.ledger.removeDeadLetter(letter.id);
    at.deps.reflector = scripted(refused);
    const upkeeper = createUpkeeper(at.deps, { episodeCap: null, timeZone: "Europe/Oslo" });
    const begun = await upkeeper.begin(userOwner("ada"), { dryRun: true });
    if (typeof begun === "string") throw new Error(begun);
    await begun.step("compress");
    await begun.end(true);
    expect(await letters()).toEqual([]);
  });
});

describe("D4: a dead letter of patterns", () => {
  const refused = {
    ok: false as const,
    reason: "not_json" as const,
    detail: "no JSON",
    raw: "Sorry",
    rung: "prompt" as const,
  };
  const failing = () => ({ name: "m", builtin: false, structured: async () => ({ ...refused, calls: 1, model: "m" }) });
  /** Three refusals of one kind, by rules, then a look across them by a model that answers nothing of use. */
  async function buried() {
    const rules = at.deps.reflector;
    for (const [n, city] of ["Rome", "Oslo", "Bergen"].entries())
      await reflect(
        at.deps,
        at.scope,
        talk([`Find me a hotel in ${city}`, "no prepaid hotels please"], { thread: `t${n}` }),
      );
    at.deps.reflector = failing();
    const [letter] = (await reflectPatterns(at.deps, at.scope)).deadLetters;
    return { rules, letter: letter! };
  }
  const letters = () => at.deps.ledger.deadLetters(at.scope.user);

  it("is done again, with what the model finds now, and goes", async () => {
    const { rules, letter } = await buried();
    at.deps.reflector = rules;
    const made = await retryDeadLetter(at.deps, at.scope, letter.id);
    expect(made.added.map(({ content }) => content)).toEqual(["The user does not want prepaid hotels"]);
    expect(made.deadLetter).toBeNull();
    expect(await letters()).toEqual([]);
  });

  it("stays with an attempt more when it fails again", async () => {
    const { letter } = await buried();
    const made = await retryDeadLetter(at.deps, at.scope, letter.id);
    expect(made.deadLetter).toMatchObject({ id: letter.id, attempts: 2 });
    expect(await letters()).toHaveLength(1);
  });

  it("is refused while another run looks at the memory, and stays", async () => {
    const { letter } = await buried();
    await at.deps.ledger.takeLease(`patterns user ${at.scope.user}`, at.scope.user, at.deps.clock.now(), 60_000);
    await expect(retryDeadLetter(at.deps, at.scope, letter.id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await letters()).toHaveLength(1);
  });
});
