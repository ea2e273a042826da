import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SummaryTurn, summariseByRules } from "../../src/domain/summary.ts";
import { countTokens } from "../../src/domain/tokens.ts";

const english: SummaryTurn[] = [
  { role: "user", content: "Hi there! I'm allergic to peanuts and I fly to Oslo on Friday." },
  { role: "assistant", content: "Thank you. Have a wonderful day." },
  { role: "user", content: "My order ORD-2024-118 has not arrived. It is rather grey outside somehow." },
  { role: "assistant", content: "I booked room 12 at Grand Hotel for you. You're welcome!" },
  { role: "user", content: "Thanks!" },
];
const chinese: SummaryTurn[] = [
  { role: "user", content: "你好！我对花生过敏，周五飞奥斯陆。" },
  { role: "assistant", content: "不客气！" },
  { role: "user", content: "我的订单号是20240118，还没收到。外面好像有点灰蒙蒙的。" },
  { role: "user", content: "谢谢！" },
];

describe("A1: the running summary without a model", () => {
  it("keeps facts, codes and bookings with their speaker and drops wording, in English", () => {
    const summary = summariseByRules(english, 200, "en");
    expect(summary).toContain("User: I'm allergic to peanuts and I fly to Oslo on Friday.");
    expect(summary).toContain("ORD-2024-118");
    expect(summary).toContain("Assistant: I booked room 12");
    expect(summary).not.toMatch(/wonderful|welcome|Thanks|Hi there|grey/u);
  });

  it("does the same in Chinese", () => {
    const summary = summariseByRules(chinese, 200, "zh");
    expect(summary).toContain("用户：我对花生过敏，周五飞奥斯陆。");
    expect(summary).toContain("20240118");
    expect(summary).not.toMatch(/你好|谢谢|不客气|灰蒙蒙/u);
  });

  it("drops the least important first when it must be short", () => {
    const summary = summariseByRules(english, 24, "en");
    expect(summary).toContain("allergic to peanuts");
    expect(summary).not.toContain("ORD-2024-118");
  });

  it("folds the summary so far in: nothing twice, the speakers kept, also over many rounds", () => {
    let summary = summariseByRules(english, 120, "en");
    for (let round = 0; round < 5; round++) {
      const again = summariseByRules([{ role: "summary", content: summary }, ...english], 120, "en");
      expect(again.match(/allergic to peanuts/gu)).toHaveLength(1);
      summary = again;
    }
    expect(summary).toContain("User: I'm allergic to peanuts");
    expect(summary).not.toContain("User: User:");
  });

  it("keeps the budget whatever it is given, and is deterministic", () => {
    const role = fc.constantFrom("user" as const, "assistant" as const, "tool" as const, "summary" as const);
    const content = fc.string({ unit: "grapheme", maxLength: 300 });
    fc.assert(
      fc.property(fc.array(fc.record({ role, content })), fc.integer({ min: 5, max: 200 }), (turns, budget) => {
        const made = summariseByRules(turns, budget, "en");
        expect(countTokens(made)).toBeLessThanOrEqual(budget);
        expect(summariseByRules(turns, budget, "en")).toBe(made);
      }),
    );
  });

  it("cuts one statement that is too long by itself, and says nothing of nothing", () => {
    const long = { role: "user" as const, content: `I need ${"very ".repeat(300)}much room in seat 12.` };
    const summary = summariseByRules([long], 40, "en");
    expect(summary).toMatch(/^User: I need very .*…$/u);
    expect(summariseByRules([{ role: "user", content: "Thanks!" }], 40, "en")).toBe("");
  });
});
