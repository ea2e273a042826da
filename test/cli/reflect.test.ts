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
