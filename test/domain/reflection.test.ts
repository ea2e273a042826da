import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  problemsOf,
  type ReflectInput,
  type Reflection,
  reflectionSchema,
  withoutProblems,
} from "../../src/domain/reflection.ts";
import { AT, ZONE } from "../support/memory-deps.ts";

const input = (language: "en" | "zh"): ReflectInput => ({
  language,
  timeZone: ZONE,
  preset: "assistant",
  turns: [
    { n: 1, role: "user", content: "…", at: AT },
    { n: 2, role: "assistant", content: "…", at: AT },
  ],
  steps: [],
  error: null,
  existing: [],
  lastSaid: null,
  recalled: [],
});
const update = (statement: string, evidence = [1]): Reflection["semanticUpdates"][number] => ({
  op: "add",
  statement,
  type: "fact",
  importance: 0.5,
  confidence: 0.9,
  evidence,
  target: null,
});
const reflection = (more: Partial<Reflection>): Reflection => ({
  summary: "The user told where they live.",
  outcome: "success",
  taskType: "talk",
  decisions: [],
  lessons: [],
  semanticUpdates: [],
  entities: [],
  relations: [],
  ...more,
});
const why = (more: Partial<Reflection>, language: "en" | "zh" = "en") =>
  problemsOf(
    reflection({ ...(language === "zh" ? { summary: "用户说了住在哪里。", taskType: "对话" } : {}), ...more }),
    input(language),
  ).map((problem) => problem.why);

describe("D1: one strict definition", () => {
  it("every field of every object is required and nothing extra is allowed, in the JSON schema too", () => {
    const objects: Record<string, unknown>[] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("properties" in node) objects.push(node as Record<string, unknown>);
      for (const value of Object.values(node)) walk(value);
    };
    walk(z.toJSONSchema(reflectionSchema));
    expect(objects).toHaveLength(5);
    for (const one of objects) {
      expect(one.additionalProperties).toBe(false);
      expect(one.required).toEqual(Object.keys(one.properties as object));
    }
    expect(reflectionSchema.safeParse({ ...reflection({}), extra: 1 }).success).toBe(false);
  });

  it("evidence names turns that exist", () => {
    expect(why({ semanticUpdates: [update("The user lives in Oslo", [1, 9])] })).toEqual([
      expect.stringContaining("names turn 9; there are turns 1 to 2"),
    ]);
    expect(why({ semanticUpdates: [update("The user lives in Oslo", [])] })).toEqual([
      expect.stringContaining("names no turn"),
    ]);
    expect(why({ semanticUpdates: [update("The user lives in Oslo", [1, 2])] })).toEqual([]);
  });
});

describe("B3, D1: statements of a model are checked", () => {
  it.each([
    ["en", "She likes tea", "She"],
    ["en", "I like tea", "I"],
    ["en", "The user likes your tea", "your"],
    ["en", "The user flies to Oslo tomorrow", "tomorrow"],
    ["en", "用户喜欢喝茶", "not in English"],
    ["zh", "The user likes tea", "not in Chinese"],
    ["zh", "她喜欢喝茶", "她"],
    ["zh", "我喜欢喝茶", "我"],
    ["zh", "用户明天飞奥斯陆", "明天"],
  ] as const)("%s: %s", (language, statement, part) =>
    expect(why({ semanticUpdates: [update(statement)] }, language)).toEqual([expect.stringContaining(part)]),
  );

  it.each([
    ["en", 'The user said: "I fly with my sister"'],
    ["en", "The user's cat Miso likes when she is fed at 7"],
    ["en", "The user has yoga every Friday"],
    ["zh", "用户使用 PostgreSQL 和 Kubernetes"],
    ["zh", "用户说：“我们去奥斯陆”"],
    ["zh", "用户每周五打球"],
  ] as const)("%s passes: %s", (language, statement) =>
    expect(why({ semanticUpdates: [update(statement)] }, language)).toEqual([]),
  );

  it("a summary in another language is a problem; English from Chinese talk never stands", () => {
    expect(why({ summary: "The user told where they live." }, "zh")).toHaveLength(1);
  });

  it("statements past the most of one reflection are a problem", () => {
    const many = Array.from({ length: 53 }, (_, i) => update(`The user has ${i + 2} bicycles`));
    const problems = problemsOf(reflection({ semanticUpdates: many }), input("en"));
    expect(new Set(problems.map((problem) => problem.why))).toEqual(
      new Set(["semanticUpdates has 53 entries; at most 50 are allowed"]),
    );
    expect(withoutProblems(reflection({ semanticUpdates: many }), problems).semanticUpdates).toHaveLength(50);
  });

  it("what is wrong goes, what is right stays", () => {
    const bad = reflection({
      lessons: [{ when: "booking", do: "be careful", because: "it failed" }],
      semanticUpdates: [update("She likes tea"), update("The user lives in Oslo")],
    });
    const kept = withoutProblems(bad, problemsOf(bad, input("en")));
    expect(kept.lessons).toEqual([]);
    expect(kept.semanticUpdates.map((one) => one.statement)).toEqual(["The user lives in Oslo"]);
  });
});

const lesson = {
  when: "the build fails with EACCES",
  do: "run chmod +x deploy.sh",
  because: "the script was not executable",
};
const 经验 = { when: "构建报EACCES错误", do: "先运行chmod +x deploy.sh", because: "脚本没有执行权限" };

describe("D1: lessons, decisions and the kind of task are in a language the user speaks", () => {
  it.each([
    ["en", { lessons: [经验] }, "lessons[0] is not in English, which the user speaks"],
    ["en", { decisions: ["用户决定买红色的"] }, "decisions[0] is not in English, which the user speaks"],
    ["en", { taskType: "订餐" }, "taskType is not in English, which the user speaks"],
    ["zh", { taskType: "对话", lessons: [lesson] }, "lessons[0] is not in Chinese, which the user speaks"],
    [
      "zh",
      { taskType: "对话", decisions: ["The user took the red one"] },
      "decisions[0] is not in Chinese, which the user speaks",
    ],
    ["zh", { taskType: "table booking" }, "taskType is not in Chinese, which the user speaks"],
  ] as const)("%s: %j is sent back", (language, more, expected) => {
    const made = reflection({
      ...(more as Partial<Reflection>),
      ...(language === "zh" ? { summary: "用户说了住在哪里。" } : {}),
    });
    const problems = problemsOf(made, input(language));
    expect(problems.map((one) => one.why)).toEqual([expected]);
    const left = withoutProblems(made, problems);
    expect([left.lessons, left.decisions]).toEqual([[], []]);
  });

  it("what is in the user's language stays, with code and names of the other; so does a tool's name for the kind of task", () => {
    expect(why({ lessons: [lesson], decisions: ["The user took 大红袍"] })).toEqual([]);
    expect(why({ taskType: "订餐", lessons: [经验], decisions: ["用户决定用pnpm"] }, "zh")).toEqual([]);
    const steps = [{ tool: "book_table", input: "", result: "ok", error: null }];
    const made = reflection({ summary: "用户订了桌子。", taskType: "book_table" });
    expect(problemsOf(made, { ...input("zh"), steps })).toEqual([]);
  });

  it("who speaks both is answered in either", () => {
    const turns = [{ n: 1, role: "user" as const, content: "Book a table. 要靠窗的座位", at: AT }];
    expect(problemsOf(reflection({ lessons: [经验, lesson] }), { ...input("en"), turns })).toEqual([]);
  });
});
