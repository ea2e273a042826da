import { afterEach, beforeEach, expect, test } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { rememberAll } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const askedAt = "2026-11-30T12:00:00.000Z";
const SETS = {
  en: {
    past: "Ada has a dentist appointment on Friday, 6 November 2026 at the dentist's in Storgata.",
    next: "Ada sees the dentist on 9 December 2026.",
    ahead: "When is my dentist appointment?",
    behind: "When was my dentist appointment?",
    dated: "What about the dentist appointment on 6 November?",
  },
  zh: {
    past: "用户2026年11月6日周五有牙医预约，牙医预约在中山路。",
    next: "用户2026年12月9日去看牙医，已经预约。",
    ahead: "我的牙医预约是什么时候？",
    behind: "我上次的牙医预约是什么时候？",
    dated: "11月6日的牙医预约在哪里？",
  },
};

test.each(["en", "zh"] as const)(
  "B9: an event that is over ranks behind one to come, unless it is asked about (%s)",
  async (language) => {
    const { past, next, ahead, behind, dated } = SETS[language];
    const fact = { kind: "semantic", type: "fact", source: "user" } as const;
    await rememberAll(at.deps, at.scope, [
      { ...fact, content: past, happenedAt: "2026-11-02T09:00:00Z", validUntil: "2026-11-07T00:00:00Z" },
      { ...fact, content: next, happenedAt: "2026-11-01T09:00:00Z", validUntil: "2026-12-10T00:00:00Z" },
    ]);
    const ask = async (query: string) =>
      (await recall(at.deps, at.scope, query, { askedAt, explain: true, touch: false })).results;
    const contents = async (query: string) => (await ask(query)).map(({ record }) => record.content);
    expect(await contents(ahead)).toEqual([next, past]);
    expect((await contents(behind))[0]).toBe(past);
    expect((await contents(dated))[0]).toBe(past);
    for (const { score, explain } of await ask(ahead))
      expect(Object.values(explain!.terms).reduce((sum, term) => sum + term, 0)).toBeCloseTo(score);
    expect((await ask(ahead))[1]!.explain!.terms.over).toBeLessThan(0);
  },
);
