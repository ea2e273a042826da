import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHindsight, type Hindsight } from "../../src/hindsight.ts";
import { silentLog } from "../../src/ports/log.ts";

let home: string;
let hindsight: Hindsight;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "hindsight-asked-"));
  hindsight = await createHindsight({ home, log: silentLog, timeZone: "Europe/Oslo", workers: 0 });
});
afterEach(async () => {
  await hindsight.close();
  rmSync(home, { recursive: true, force: true });
});

test.each([
  ["I'm a nurse.", "What do I do for a living?", "nurse"],
  ["I'm pescatarian.", "What is my diet?", "pescatarian"],
  ["我是一名护士。", "我的职业是什么？", "护士"],
  ["我跳槽到阿里了。", "我在哪里上班？", "阿里"],
  ["我今年三十岁。", "我几岁？", "三十岁"],
  ["我吃素。", "我的饮食习惯是什么？", "吃素"],
])(
  "C3: what gives the attribute that was asked for is found, without a word of the question: %s %s",
  async (said, question, answer) => {
    const memory = hindsight.user("ada");
    const first = async () => (await memory.recall(question)).results[0]?.record.content;
    await memory.remember(said);
    expect(await first()).toContain(answer);
    for (const content of ["The office door code is 4471.", "周末要去修自行车。"]) await memory.remember(content);
    expect(await first()).toContain(answer);
  },
);

test.each([
  [["I like jazz.", "I like opera.", "I live in Bergen."], "What music do I like?", ["jazz", "opera"]],
  [["我喜欢爵士乐。", "我喜欢歌剧。", "我住在杭州。"], "我喜欢什么音乐？", ["爵士", "歌剧"]],
])("C3: all that is liked is found when it is asked for: %s", async (said, question, liked) => {
  const memory = hindsight.user("ada");
  for (const content of said) await memory.remember(content);
  const found = (await memory.recall(question)).results.map(({ record }) => record.content).join("\n");
  for (const one of liked) expect(found).toContain(one);
});
