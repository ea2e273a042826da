import { expect, test } from "vitest";
import { replyTo } from "../../../src/adapters/builtin/reply.ts";

const BLOCK = `<memories>
[1] (fact · user · 2026-11-01) The user's personal email is ravi@example.org.
[2] (fact · user · 2026-11-01) The user's locker code is 5512.
[3] (fact · user · 2026-11-01) The user's door code is 8821.
[4] (fact · user · 2026-11-01) 用户的储物柜密码是5512
</memories>`;
const reply = (said: string) => {
  const made = replyTo({ system: BLOCK, said: [said], results: [], tools: new Set(), now: 0, timeZone: "UTC" });
  return "text" in made ? made.text : "";
};

test.each([
  ["please forget my email address", "To be forgotten:", "ravi@example.org"],
  ["Forget my code", "before you say which", "8821"],
  ["Forget my garage code", "I recall nothing like", "my garage code"],
  ["把储物柜密码忘了吧", "将要忘掉", "5512"],
  ["忘掉我的车库密码", "没有想起", "我的车库密码"],
  ["Forget my door code. I like tea.", "To be forgotten:", "Noted: you like tea."],
])("E2: an order to forget is answered with what is meant, never with more than is so: %s", (said, ...held) => {
  for (const part of held) expect(reply(said)).toContain(part);
});
