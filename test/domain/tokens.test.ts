import fc from "fast-check";
import { countTokens as exact } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countTokens, MOST_TOKENS_A_UNIT } from "../../src/domain/tokens.ts";

/** Texts of the kinds a block or a thread is made of. */
const SAMPLES: Record<string, string> = {
  talk:
    "Hey! I finally booked the cabin near Lillehammer, so we're leaving on Friday at half past six. Could you remind me " +
    "to pack the blue tent, two sleeping bags and Grandma's old stove? Last time we forgot the matches, and I don't want " +
    "to drive forty kilometres back again. Also, Marta can't eat walnuts, so no granola bars this year.",
  chinese:
    "我上周三在人民路的那家店买了一台洗衣机，保修两年。他们说周五上午送货，但是我那天要去奥斯陆出差，所以请帮我改到下周一。" +
    "另外，我女儿对花生过敏，订餐的时候一定要提前告诉餐厅。上次他们忘了，结果我们等了四十分钟。",
  mixed: "把 order ORD-2024-118 的状态改成 shipped，然后发 email 给 li.wei@example.com，抄送 support 团队，谢谢！",
  code: `export function clamp(value: number, low: number, high: number): number {
  if (low > high) throw new RangeError(\`low \${low} is above high \${high}\`);
  return Math.min(Math.max(value, low), high);
}`,
  json: JSON.stringify({
    id: "0193c1de-7f00-7abc-8def-0123456789ab",
    tags: ["travel", "seat"],
    importance: 0.7,
    n: 12345,
  }),
  block:
    '<memories note="Notes from earlier conversations.">\n[1] (preference · said by the user · 2026-11-30) Ada prefers ' +
    "window seats on long flights.\n[2] (constraint · said by the user · 2026-10-02) Ada is allergic to peanuts.\n</memories>",
};

/** The pieces that are counted, as a pattern. */
const PIECE =
  /\p{Script=Han}+|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}{1,2}(?!\p{L}))?|\p{N}{1,3}|\n+|[^\S\n]{2,}|\p{Extended_Pictographic}\uFE0F?|[^\s\p{L}\p{N}\p{Extended_Pictographic}]+/gu;

function weightOf(piece: string): number {
  if (/^\p{Script=Han}/u.test(piece)) return piece.length * 0.88;
  if (/^\p{Extended_Pictographic}/u.test(piece)) return 2;
  if (/^\p{Script=Latin}/u.test(piece))
    return 1 + (/['’]/u.test(piece) ? 1 : 0) + Math.max(0, (piece.length - 7) / 4.5);
  if (/^\p{L}/u.test(piece)) return Math.max(1, piece.length / 2.2);
  return /^[^\s\p{N}]/u.test(piece) ? Math.max(1, piece.length / 1.8) : 1;
}

describe("token estimate", () => {
  it("weighs the pieces a tokenizer cuts first, in any script", () => {
    const part = fc.constantFrom(
      ..."a B é z ' ’ s ll re ve 1 23 4567 Ⅷ 〇 々 中 文 ひ カ 한 😊 ❤️ ☺ © ℹ ! ? 。 ， - _ / ⺀ 𠮷 Ж ß １ Ａ".split(
        " ",
      ),
      ...[" ", "  ", "\n", "\t", "\u3000", "\uFE0F", "\u0301", "\u200D", "\uD83D"],
    );
    const texts = fc.oneof(
      fc.array(part, { maxLength: 14 }).map((parts) => parts.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const sum = (text.match(PIECE) ?? []).reduce((total, piece) => total + weightOf(piece), 0);
        expect(countTokens(text)).toBe(Math.ceil(sum));
        expect(countTokens(text)).toBeLessThanOrEqual(text.length * MOST_TOKENS_A_UNIT);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(Object.entries(SAMPLES))("leans high and stays near the real count: %s", (_, text) => {
    const ratio = countTokens(text) / exact(text);
    expect(ratio).toBeGreaterThanOrEqual(0.97);
    expect(ratio).toBeLessThanOrEqual(1.35);
  });

  it("is 0 for nothing, grows with the text, and is a whole number for any text", () => {
    expect(countTokens("")).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const count = countTokens(text);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
        expect(countTokens(`${text}\n${text}`)).toBeGreaterThanOrEqual(count);
      }),
    );
  });
});
