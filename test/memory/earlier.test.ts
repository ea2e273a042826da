import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asOfNow } from "../../src/domain/question.ts";
import { recall } from "../../src/memory/recall.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

describe("C10: what was superseded comes when it is asked for", () => {
  it.each([
    ["I live in Oslo.", "I moved to Bergen.", "Where did I live before?", "Where do I live?", "Oslo"],
    ["I work as a nurse.", "I'm a teacher now.", "What was my old job?", "What do I do for work?", "nurse"],
    ["我住在杭州。", "我搬到上海了。", "我以前住哪里？", "我住哪里？", "杭州"],
  ])("%s %s", async (old, now, before, present, value) => {
    for (const content of [old, now]) {
      await remember(at.deps, at.scope, { content });
      at.pass(3_600_000);
    }
    const then = await recall(at.deps, at.scope, before, { touch: false });
    expect(then.results[0]?.record).toMatchObject({ status: "superseded", content: expect.stringContaining(value) });
    expect(then.block).toMatch(/was true until|有效至/u);
    const today = await recall(at.deps, at.scope, present, { touch: false });
    expect(today.results.filter(({ record }) => record.status === "superseded")).toEqual([]);
    const chosen = await recall(at.deps, at.scope, before, { touch: false, filter: { statuses: ["active"] } });
    expect(chosen.results.filter(({ record }) => record.status !== "active")).toEqual([]);
  });

  it.each([
    "Did I tell you before that I like tea?",
    "我之前说过什么",
    "Where do I live?",
    "What did I eat before the film?",
  ])("and not otherwise: %s", (question) => {
    expect(asOfNow(question)).toBeNull();
  });
});
