import { describe, expect, it } from "vitest";
import { grounded, withOverlooked } from "../../src/domain/grounded.ts";
import type { ReflectInput, Reflection, SemanticUpdate } from "../../src/domain/reflection.ts";

const input = (said: string, more: Partial<ReflectInput> = {}): ReflectInput => ({
  language: /\p{Script=Han}/u.test(said) ? "zh" : "en",
  timeZone: "UTC",
  preset: "assistant",
  turns: [{ n: 1, role: "user", content: said, at: "2026-11-30T12:00:00.000Z" }],
  steps: [],
  error: null,
  existing: [],
  lastSaid: null,
  recalled: [],
  ...more,
});
const reflection = (more: Partial<Reflection>): Reflection => ({
  summary: "The user asked for something in Bergen.",
  outcome: "success",
  taskType: "booking",
  decisions: [],
  lessons: [],
  semanticUpdates: [],
  entities: [],
  relations: [],
  ...more,
});
const relation = (from: string, to: string) => ({ from, relation: "knows", to });

describe("a reflection held against its task", () => {
  it("keeps what the turns, the tools or known memories bear out, however it is inflected", () => {
    const made = reflection({
      entities: [{ name: "Bergens hotels", type: "place", aliases: [] }],
      relations: [relation("the user", "Ingrid"), relation("Hotel Norge", "Bergen"), relation("用户", "Ingrid")],
    });
    const task = input("A hotel in Bergen, please", {
      steps: [{ tool: "find", input: '{"city":"Bergen"}', result: "Hotel Norge", error: null }],
      existing: [{ n: 1, type: "fact", content: "The user's boss is Ingrid." }],
    });
    expect(grounded(made, task)).toEqual({ reflection: made, inferred: new Set(), dropped: [] });
  });

  it.each([
    ["A hotel in Bergen, please", "Oslo"],
    ["帮我订卑尔根的酒店", "奥斯陆"],
  ])("%s: a name that nobody said is left out, and told", (said, invented) => {
    const made = reflection({
      summary: said,
      entities: [{ name: invented, type: "place", aliases: [] }],
      relations: [relation("the user", invented)],
    });
    const { reflection: left, dropped } = grounded(made, input(said));
    expect([left.entities, left.relations]).toEqual([[], []]);
    expect(dropped.map(({ part }) => part)).toEqual([invented, `the user knows ${invented}`]);
  });

  it("a summary in the prompt's own words gives way to the rules'", () => {
    const said = "帮我订卑尔根的酒店";
    const { reflection: left } = grounded(reflection({ summary: "用户问了或说了什么，结果如何。" }), input(said));
    expect(left.summary).toContain("卑尔根");
  });

  it.each([
    // The prompt's own words have one in common with what is known, and none with the task.
    ["我妈有糖尿病，帮我列一周的晚饭菜单", "用户询问了或说了什么，结果如何。", "用户问过什么时候交房租。"],
    ["支付接口又报错了，帮我看看日志", "用户的妈不吃芹菜，换一个。", "用户的妈不吃芹菜，换一个。"],
    [
      "Get me the 06:55 flight to Oslo",
      "The user asked about flights and their new address.",
      "The user's new address is Strandgaten 18.",
    ],
  ])("%s: a summary of what was known before gives way to the rules', and is told", (said, summary, content) => {
    const task = input(said, { existing: [{ n: 1, type: "fact", content }] });
    const { reflection: left, dropped } = grounded(reflection({ summary }), task);
    expect(left.summary).toContain(said.slice(0, 6));
    expect(dropped).toEqual([{ part: summary, why: "the summary is not of this task" }]);
  });

  it("a summary that tells what of the known the task changed stays", () => {
    const summary = "The user changed the seat they want from window to aisle.";
    const task = input("I changed my mind, I want an aisle seat", {
      existing: [{ n: 1, type: "preference", content: "The user prefers window seats." }],
    });
    expect(grounded(reflection({ summary }), task).reflection.summary).toBe(summary);
  });

  it("statements of turns that the model's do not refer to are added", () => {
    const update = (statement: string, evidence: number[]): SemanticUpdate => ({
      ...{ op: "add", statement, type: "fact", importance: 0.5, confidence: 0.8, target: null },
      evidence,
    });
    const byRules = [update("The user is vegan.", [1]), update("The user lives in Bergen.", [3])];
    const model = reflection({ semanticUpdates: [update("The user eats no animals.", [1, 2])] });
    const whole = withOverlooked(model, reflection({ semanticUpdates: byRules }));
    expect(whole.semanticUpdates).toEqual([...model.semanticUpdates, byRules[1]]);
  });

  it("the lesson of a mended call is drawn by the rules where the model draws none", () => {
    const lesson = { when: "book fails", do: "name the date as 2026-12-04", because: "the date was refused" };
    const own = { ...lesson, do: "ask for the date first" };
    const byRules = reflection({ lessons: [lesson] });
    expect(withOverlooked(reflection({}), byRules).lessons).toEqual([lesson]);
    expect(withOverlooked(reflection({ lessons: [own] }), byRules).lessons).toEqual([own]);
  });
});
