import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userOwner } from "../../src/domain/scope.ts";
import { originals } from "../../src/memory/originals.ts";
import { recall } from "../../src/memory/recall.ts";
import { reflect } from "../../src/memory/reflect.ts";
import type { Turn } from "../../src/memory/types.ts";
import { type Bench, bench, NOW } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const MINUTE = 60_000;
let clock = 0;
/** Exchanges of user and assistant, reflected upon as one task. */
const talk = (said: readonly [string, string][], thread = "a", later = 0, recalled: string[] = []) => {
  const turns = said.flatMap(([user, assistant]): Turn[] => {
    const time = new Date(NOW + ++clock * MINUTE + later).toISOString();
    return [
      { role: "user", content: user, id: `u${clock}`, at: time },
      { role: "assistant", content: assistant, id: `a${clock}`, at: time },
    ];
  });
  return reflect(at.deps, at.scope, { thread, turns, recalled });
};
const store = () => at.deps.stores.open(userOwner(at.scope.user));
const episodes = async () => (await store()).list({ kinds: ["episodic"] }, { limit: 10 });
const facts = async () =>
  (await (await store()).list({ kinds: ["semantic"] }, { limit: 10 })).map(({ content }) => content);
const block = async (query: string) =>
  (await recall(at.deps, at.scope, query, { askedAt: new Date(NOW + 6 * 86_400_000).toISOString() })).block;

const DAY = 86_400_000;

describe("issue 4: what the user corrects is linked to what it corrects", () => {
  const friday = "Friday, 4 December 2026";
  const saturday = "Saturday, 5 December 2026";

  it.each([
    ["right after it", "Book a table for Friday", "No, I said Saturday, not Friday", "a", 0, saturday, friday],
    [
      "by what it is about, in another thread",
      "Book a table for Friday",
      "About the table: it was Saturday, not Friday",
      "b",
      3 * DAY,
      saturday,
      friday,
    ],
    [
      "with what it is about as its subject",
      "Book a table for Friday",
      "The table was for Saturday, not Friday",
      "b",
      3 * DAY,
      saturday,
      friday,
    ],
    [
      "of the week it was about",
      "Book a table for next Friday",
      "No, I meant Saturday",
      "a",
      0,
      "Saturday, 12 December 2026",
      "Friday, 11 December 2026",
    ],
    ["紧接着说的", "帮我订周五的桌子", "不对，我说的是周六", "a", 0, "2026年12月5日（周六）", "2026年12月4日（周五）"],
    [
      "在另一个对话里说的",
      "帮我订周五的桌子",
      "关于桌子：是周六，不是周五",
      "b",
      3 * DAY,
      "2026年12月5日（周六）",
      "2026年12月4日（周五）",
    ],
  ])("%s", async (_name, asked, correction, thread, later, right, wrong) => {
    await talk([[asked, "OK."]]);
    const [first] = await episodes();
    await talk([[correction, "OK."]], thread, later, [first!.content]);
    const [one, ...more] = await episodes();
    expect(more).toEqual([]);
    expect(one!.episode!.request).toContain(right);
    expect(one!.episode!.request).not.toContain(wrong);
    expect(one!.metadata.corrections).toEqual([{ now: right, was: [wrong] }]);
    // It happened when it did, and is linked both ways.
    expect(one!.happenedAt).toBe(first!.happenedAt);
    expect(one!.supersedes).toBe(first!.id);
    const [old] = await (await store()).get([first!.id]);
    expect(old).toMatchObject({ status: "superseded", supersededBy: one!.id });
    expect((await originals(await store(), one!)).records.map(({ id }) => id)).toContain(first!.id);
    const shown = await block(/\p{Script=Han}/u.test(asked) ? "我订的桌子是什么时候？" : "When is the table booked?");
    expect(shown).toContain(right);
    expect(shown.indexOf(right)).toBeLessThan(shown.indexOf(wrong));
    expect(shown.split(wrong)).toHaveLength(2);
  });

  it("a correction of a correction ends with the last", async () => {
    await talk([["Book a table for Friday", "Booked for Friday."]]);
    await talk([["No, I said Saturday, not Friday", "Changed."]]);
    await talk([["Sorry, I meant Sunday", "Changed."]]);
    const [one, ...more] = await episodes();
    expect(more).toEqual([]);
    expect(one!.content).toBe(
      `The user said: "Book a table for Sunday, 6 December 2026" Corrected by the user: Sunday, 6 December 2026, not ${saturday} or ${friday}.`,
    );
    expect(one!.version).toBe(3);
  });

  it("nothing else of the thread, and nothing that merely shares a word", async () => {
    await talk([["Order 3 pizzas", "Ordered."]]);
    await talk([["About the table: it was Saturday, not Friday", "OK."]], "b", DAY);
    expect((await episodes()).every(({ supersedes }) => supersedes === null)).toBe(true);
  });

  it("what the user told is put right where it is known, whatever was said last", async () => {
    await talk([["My dentist appointment is on 14 December. I live in Bergen.", "Noted."]]);
    await talk([["About the dentist: it's the 15th, not the 14th", "OK."]], "b", DAY);
    expect((await facts()).toSorted()).toEqual([
      "The user lives in Bergen.",
      "The user's dentist appointment is on 15 December 2026",
    ]);
  });
});

describe("issue 4: what the assistant got wrong is remembered as the user put it right", () => {
  it.each([
    [
      "What is the capital of Australia?",
      "The capital of Australia is Sydney.",
      "That's wrong, it's Canberra",
      "The capital of Australia is Canberra (the user corrected the assistant, who had said Sydney).",
    ],
    [
      "What is the capital of Australia?",
      "Sydney.",
      "That's wrong. It's Canberra.",
      'The answer to "What is the capital of Australia?" is Canberra (the user corrected the assistant, who had said Sydney).',
    ],
    [
      "When does my flight leave?",
      "Your flight leaves at 6 pm.",
      "You got that wrong, it's 7 pm",
      "The user's flight leaves at 7 pm (the user corrected the assistant, who had said 6 pm).",
    ],
    [
      "澳大利亚的首都是哪里？",
      "澳大利亚的首都是悉尼。",
      "不是悉尼，是堪培拉",
      "澳大利亚的首都是堪培拉（用户更正：助手曾说是悉尼）。",
    ],
    [
      "澳大利亚的首都是哪里？",
      "悉尼。",
      "你搞错了，应该是堪培拉",
      "“澳大利亚的首都是哪里？”的答案是堪培拉（用户更正：助手曾说是悉尼）。",
    ],
  ])("%s %s – %s", async (question, answer, correction, held) => {
    await talk([
      [question, answer],
      [correction, "OK."],
    ]);
    expect(await facts()).toEqual([held]);
    expect(await block(question)).toContain(held);
  });

  it("corrected again, only the last is known", async () => {
    await talk([
      ["What is the capital of Australia?", "The capital of Australia is Sydney."],
      ["That's wrong, it's Melbourne", "OK."],
    ]);
    await talk([["Sorry, I meant Canberra", "OK."]]);
    expect(await facts()).toEqual([
      "The capital of Australia is Canberra (the user corrected the assistant, who had said Sydney).",
    ]);
  });
});
