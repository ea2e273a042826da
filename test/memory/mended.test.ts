import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userOwner } from "../../src/domain/scope.ts";
import { reflect } from "../../src/memory/reflect.ts";
import { type Bench, bench, NOW } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

let said = 0;
const tell = (content: string, later = 0) => {
  const time = new Date(NOW + ++said * 60_000 + later).toISOString();
  return reflect(at.deps, at.scope, {
    thread: "deploys",
    turns: [
      { role: "user", content, id: `u${said}`, at: time },
      { role: "assistant", content: "OK.", id: `a${said}`, at: time },
    ],
  });
};
const episodes = async () =>
  (await at.deps.stores.open(userOwner(at.scope.user))).list({ kinds: ["episodic"] }, { limit: 10 });

describe("B1: a failure told and the fix told after it become one episode with a lesson", () => {
  it.each([
    [
      "deploy failed: missing env var DB_URL",
      "set DB_URL in .env and it works now",
      /^When deploy failed: missing env var DB_URL, set DB_URL in \.env, because /u,
    ],
    [
      "部署失败：缺少环境变量 DB_URL",
      "在 .env 里加上 DB_URL，现在好了",
      /^当部署失败：缺少环境变量 DB_URL时，在 \.env 里加上 DB_URL，因为/u,
    ],
  ])("%s / %s", async (failure, fix, lesson) => {
    await tell(failure);
    await tell(fix);
    const [one, ...more] = await episodes();
    expect(more).toEqual([]);
    expect(one!.content).toContain(failure);
    expect(one!.content).toContain(fix);
    expect(one!.supersedes).not.toBeNull();
    expect(one!.episode!.lessons).toEqual([expect.stringMatching(lesson)]);
  });

  it("not a fix of something else, two days later", async () => {
    await tell("deploy failed: missing env var DB_URL");
    await tell("replaced the battery of the doorbell and it works now", 2 * 86_400_000);
    expect(await episodes()).toHaveLength(2);
  });
});
