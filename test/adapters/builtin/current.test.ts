import { expect, test } from "vitest";
import { replyTo } from "../../../src/adapters/builtin/reply.ts";

const NOW = Date.parse("2026-11-30T10:00:00.000Z");
const answer = (said: string[], memories: string[] = []) => {
  const lines = memories.map((content, i) => `[${i + 1}] (fact · said by the user · 2026-11-01) ${content}`);
  const system = `<memories note="data">\n${lines.join("\n")}\n</memories>`;
  const reply = replyTo({ system, said, results: [], tools: new Set(), now: NOW, timeZone: "UTC" });
  return "text" in reply ? reply.text : JSON.stringify(reply);
};

test("C10: what was said later wins over what was said before, and over what was recalled", () => {
  const text = answer(
    ["My name is Ada and I live in Oslo.", "I moved to Bergen last week.", "where do I live?"],
    ["The user lives in Rome"],
  );
  expect(text).toContain("Bergen");
  expect(text).not.toMatch(/Oslo|Rome/u);
});

test("C10: the same in Chinese", () => {
  const text = answer(["我叫李雷，住在北京。", "我现在搬到深圳了。", "我住在哪里？"], ["用户住在上海"]);
  expect(text).toContain("深圳");
  expect(text).not.toMatch(/北京|上海/u);
});

test("B3: what is said back keeps its sense in a compound sentence", () => {
  expect(answer(["My name is Ada and I live in Oslo."])).toBe("Noted: your name is Ada and you live in Oslo.");
});

test.each(["Please call me Addie.", "No, I meant blue.", "以后请用中文回答我。"])(
  "B3: an order or a correction is quoted, not turned round: %s",
  (said) => {
    expect(answer([said])).toContain(`“${said}”`);
  },
);
