import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recall } from "../../src/memory/recall.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

const DAY = 86_400_000;
async function tell(said: readonly string[]): Promise<void> {
  for (const content of said) {
    await remember(at.deps, at.scope, { content });
    at.pass(DAY);
  }
}
const ask = async (question: string) =>
  (await recall(at.deps, at.scope, question, { touch: false })).results.map(({ record }) => record.content);

const HOMES = ["I live in York.", "I moved to Leeds.", "I moved to Bristol.", "I live in Cardiff now."];
const NOISE = ["My sister Anna lives in Leeds.", "I had a great curry in Leeds."];
const JOBS = ["I work for Siemens.", "I work at Brennstoff GmbH.", "I started a new job at Nordlicht Robotics."];
const ZH_HOMES = ["我住在南京。", "我搬到杭州了。", "我搬到深圳了。", "我姐姐住在杭州。"];
const ZH_JOBS = ["我在中兴上班。", "我在华为工作。", "我跳槽到大疆了。", "大疆的食堂很好吃。"];

describe("C10: the value before or after another one", () => {
  test.each([
    [[...HOMES, ...NOISE], "Where did I live before Leeds?", "York"],
    [[...HOMES, ...NOISE], "Where did I live before I moved to Bristol?", "Leeds"],
    [[...HOMES, ...NOISE], "Where did I live after Leeds?", "Bristol"],
    [[...HOMES, ...NOISE], "Where did I live before?", "Bristol"],
    [[...JOBS, "Before work I go for a run."], "Where did I work before Nordlicht?", "Brennstoff"],
    [[...JOBS, "Nordlicht Robotics has a nice canteen."], "What did I do before Nordlicht?", "Brennstoff"],
    [JOBS, "What was my previous job?", "Brennstoff"],
    [
      ["I drive a red Skoda Fabia.", "I sold the Skoda and now drive a blue Renault Zoe."],
      "What car did I have before the Zoe?",
      "Skoda Fabia",
    ],
    [ZH_HOMES, "搬到杭州之前我住哪里？", "南京"],
    [ZH_HOMES, "我搬来深圳前住哪", "杭州"],
    [ZH_JOBS, "我上一份工作是什么", "华为"],
    [ZH_JOBS, "华为之前我在哪家公司", "中兴"],
    [ZH_JOBS, "我离开中兴之后去了哪家公司", "华为"],
  ])("%j %s", async (said, question, answer) => {
    await tell(said);
    expect((await ask(question))[0]).toContain(answer);
  });

  test("a value nobody told of: what holds no more, and the words go on as content", async () => {
    await tell([...HOMES, "The user had an interview in Paris."]);
    const found = await ask("Where did I live before Paris?");
    expect(found[0]).toContain("Bristol");
    expect(found.join("\n")).toContain("interview in Paris");
  });

  test("no former value is shown to a question that may ask for something else", async () => {
    await tell([...JOBS, "The user rented a tent before the festival."]);
    expect((await ask("What did I do before the festival?")).join("\n")).not.toContain("Brennstoff");
  });
});
