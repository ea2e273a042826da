import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reflection } from "../../src/domain/reflection.ts";
import { reflectPatterns } from "../../src/memory/patterns.ts";
import { reflect } from "../../src/memory/reflect.ts";
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
  it.each<StructuredFailure>(["refused", "cut_off", "not_json", "wrong_shape", "unreachable"])(
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
    expect(made.dropped).toMatchObject([{ why: expect.stringContaining("not in Chinese") }]);
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
