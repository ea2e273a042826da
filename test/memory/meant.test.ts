import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const DAY = 86_400_000;
/** Told a day after another, and asked that many days after the last. */
async function told(said: readonly string[], later = 1): Promise<void> {
  for (const content of said) {
    await remember(at.deps, at.scope, { content });
    at.pass(DAY);
  }
  at.pass((later - 1) * DAY);
}
const ask = (question: string, conversation: { role: "user" | "assistant"; content: string }[] = []) =>
  recall(at.deps, at.scope, question, { touch: false, explain: true, conversation });

const SISTER = ["My sister Anna works as a nurse.", "I bought a red kayak.", "I'm allergic to walnuts."];

describe("C3: she whom neither the question nor the conversation names is the one person she can be", () => {
  test.each([
    [SISTER, "What does she do?", "my sister Anna", "nurse"],
    [["My name is Priya.", "My husband Tom doesn't eat meat."], "Does he eat meat?", "my husband Tom", "Tom"],
    [["My wife is from Leeds.", "My brother lives in York."], "Is she still in Leeds?", "my wife", "Leeds"],
    [["My brother's name is Carl.", "Carl plays the tuba."], "What does he play?", "my brother Carl", "tuba"],
    [["我女儿在上海做设计师。", "我老公对海鲜过敏。"], "她是做什么的", "我的女儿", "设计师"],
    [["我女儿在上海做设计师。", "我老公对海鲜过敏。"], "他对什么过敏？", "我的老公", "海鲜"],
    [["My mother is a judge.", "My father keeps bees."], "她是做什么的", "我的妈妈", "judge"],
  ])("%j %s", async (said, question, who, answer) => {
    await told(said, 60);
    const { results, meant } = await ask(question);
    expect(meant).toMatchObject({ who, among: [] });
    expect(results[0]?.record.content).toContain(answer);
  });

  test("of several nobody is taken, and the explanation names them", async () => {
    await told(["My mother is a judge.", "My sister Anna works as a nurse."]);
    const { meant, searched } = await ask("What does she do?");
    expect(meant).toEqual({ pronoun: "she", who: null, among: ["my sister Anna", "my mother"] });
    expect(searched).toBe("What does she do?");
  });

  test("two sisters are two", async () => {
    await told(["My sister Anna works as a nurse.", "My sister Bea works as a pilot."]);
    expect((await ask("What does she do?")).meant?.who).toBeNull();
  });

  test("someone of whom only the name is known, mentioned since, leaves a doubt that passes with time", async () => {
    await told(["My sister Anna works as a nurse.", "I had lunch with Robin, it was lovely."]);
    expect((await ask("What does she do?")).meant?.who).toBeNull();
    at.pass(20 * DAY);
    expect((await ask("What does she do?")).meant?.who).toBe("my sister Anna");
  });

  test("the conversation comes first, and a question that names someone is asked as it is", async () => {
    await told(SISTER);
    const talk = [{ role: "user", content: "I met Robin today." }] as const;
    expect((await ask("What does she do?", [...talk])).meant).toBeUndefined();
    for (const question of ["What does Robin do at her school?", "Did my boss say he was ill?", "When was the move?"])
      expect((await ask(question)).meant, question).toBeUndefined();
  });

  test("a name the memory knows explains it however it is written", async () => {
    await told(["我老婆叫小雅。", "我妹妹叫 Anna。"]);
    for (const question of ["小雅的生日是哪天，她喜欢什么花？", "does anna like her job?"])
      expect((await ask(question)).meant, question).toBeUndefined();
  });

  test("the user is never she", async () => {
    await told(["My name is Anna.", "I love Anna Karenina."]);
    expect((await ask("What does she do?")).meant).toMatchObject({ who: null, among: [] });
  });
});

describe("C3: 妈妈 alone is the user's own, as Mum is", () => {
  const HABIT = "我妈妈每个星期天晚上给我打电话。";
  test.each([
    [[HABIT, "昨天给物业打电话，说电梯坏了，妈妈很担心。", "小李给妈妈打电话了。"], "妈妈什么时候打电话", HABIT],
    [["My mum calls every Sunday evening.", "Mum is worried about the lift."], "When does Mum call?", "Sunday"],
    [["老婆不吃香菜。", "同事也不吃香菜。"], "我妻子不吃什么？", "老婆"],
  ])("%j %s", async (said, question, answer) => {
    await told(said);
    const { results } = await ask(question);
    expect(results[0]?.record.content).toContain(answer.replace(/[我。]/gu, "").slice(0, 8));
  });
});

describe("C8: a statement stands by itself", () => {
  test("what was said beside it in one talk is no reason to bring it", async () => {
    const said = ["My husband Tom bakes bread.", "I open at six.", "I paint boats."];
    for (const [turn, content] of said.entries())
      await remember(at.deps, at.scope, { content, thread: "first", happenedAt: `2026-11-29T10:0${turn}:00.000Z` });
    expect((await ask("Who is my husband?")).results.map(({ record }) => record.content)).toEqual([
      "The user's husband Tom bakes bread.",
    ]);
  });

  test("he after a name in the same text is not someone of another talk", async () => {
    await told(["My son Kai is six.", "I hired an apprentice, Leon. He starts on Monday."]);
    expect((await ask("Who is Leon?")).results.map(({ record }) => record.content)).toEqual([
      expect.stringContaining("apprentice"),
    ]);
  });
});
