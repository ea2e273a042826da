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
    reflection({ ...(language === "zh" ? { summary: "用户说了住在哪里。" } : {}), ...more }),
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
