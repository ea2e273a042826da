import { afterEach, beforeEach, expect, test } from "vitest";
import { newHome } from "./support/process.ts";
import { runReal } from "./support/run.ts";

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ home, remove } = await newHome());
});
afterEach(() => remove());

test("D4: hindsight reflect finds what several chats show together, once", async () => {
  expect((await runReal(home, ["reflect"])).err).toContain("No new pattern in 0 tasks.");
  for (const thread of ["a", "b", "c"]) await runReal(home, ["chat", "--thread", thread, "--once", "不要预付的酒店"]);
  const { code, out } = await runReal(home, ["reflect", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ looked: 3, added: [{ content: "用户不要预付的酒店", confidence: 0.75 }] });
  expect((await runReal(home, ["reflect"])).err).toContain("No new pattern in 3 tasks.");
  expect((await runReal(home, ["search", "预付酒店"])).out).toContain("用户不要预付的酒店");
});

test("A4: hindsight reflect --thread keeps what of a thread was not reflected upon yet, once, and the owner's only", async () => {
  const turns = [
    "Which trains go to Bergen?",
    "Is there one in the evening?",
    "How long does it take?",
    "Is there a night train?",
  ];
  for (const text of turns) await runReal(home, ["chat", "--thread", "a", "--once", text]);
  expect((await runReal(home, ["reflect", "--thread", "a", "--user", "eve"])).err).toContain("holds nothing more");
  const { code, out } = await runReal(home, ["reflect", "--thread", "a", "--json"]);
  expect(code).toBe(0);
  const { thread, kept, problem } = JSON.parse(out);
  expect({ thread, problem }).toEqual({ thread: "a", problem: null });
  expect(kept).toMatchObject([{ how: "episode", record: { kind: "episodic", thread: "a" } }]);
  expect((await runReal(home, ["reflect", "--thread", "a"])).err).toContain("holds nothing more");
  expect((await runReal(home, ["reflect", "--thread", " "])).code).toBe(2);
});
