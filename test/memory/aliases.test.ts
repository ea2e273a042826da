import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { USER } from "../../src/domain/entities/keys.ts";
import { graphOf, namedIn } from "../../src/domain/entities/mentions.ts";
import { recall } from "../../src/memory/recall.ts";
import { remember } from "../../src/memory/remember.ts";
import { type Bench, bench } from "../support/memory-deps.ts";

let at: Bench;
beforeEach(() => {
  at = bench();
});
afterEach(() => at.close());

async function tell(...said: string[]): Promise<void> {
  for (const [day, content] of said.entries())
    await remember(at.deps, at.scope, {
      ...{ content, thread: `t${day}` },
      happenedAt: `2026-10-${String(day + 1).padStart(2, "0")}T12:00:00Z`,
    });
}
/** What the graph alone finds. */
const walked = async (query: string) =>
  (await recall(at.deps, at.scope, query, { routes: ["graph"], touch: false })).results.map(
    ({ record }) => record.content,
  );

const OTHERS = ["The garden gate squeaks since the storm.", "我周末去爬山了。"];

describe("A5: a name told outright stands for the thing it names", () => {
  for (const [told, then, query, word] of [
    [
      "My friend Elizabeth, everyone calls her Liz, plays chess.",
      "Liz won the city tournament.",
      "What did Elizabeth win?",
      "tournament",
    ],
    [
      "We use Kubernetes (k8s) at work.",
      "k8s ran out of memory on Sunday.",
      "What happened to our Kubernetes?",
      "out of memory",
    ],
    ["k8s is Kubernetes.", "The k8s cluster ran out of memory on Sunday.", "What about Kubernetes?", "out of memory"],
    [
      "My employer is Deutsche Bahn, DB for short.",
      "DB pays salaries early.",
      "When does Deutsche Bahn pay?",
      "salaries",
    ],
    [
      "Ms Warner is Elizabeth, my landlady.",
      "I met Ms Warner at the bakery on Monday.",
      "Where did I meet Elizabeth?",
      "bakery",
    ],
    [
      "My colleague Robert, also known as Bob, paints boats.",
      "Bob moved to Bergen.",
      "Where does Robert live?",
      "Bergen",
    ],
    ["我的同事张伟，大家叫他老张。", "老张下周去青岛出差。", "张伟去哪出差", "青岛"],
    ["我朋友李静外号叫小辣椒。", "小辣椒周日拿了冠军。", "李静拿了什么", "冠军"],
    ["我们公司叫德意志银行，简称德银。", "德银在法兰克福搬了新楼。", "德意志银行搬到哪了", "法兰克福"],
  ] as const)
    it(query, async () => {
      await tell(told, ...OTHERS, then);
      const found = await walked(query);
      expect(found.filter((content) => content.includes(word)).length, found.join(" | ")).toBeGreaterThan(0);
      expect(found.some((content) => OTHERS.some((other) => content.includes(other.slice(0, 8))))).toBe(false);
    });
});

it("whose name it is may stand in what was said before: a pronoun tells", async () => {
  await remember(at.deps, at.scope, { content: "My friend Elizabeth plays chess.", thread: "a" });
  await remember(at.deps, at.scope, { content: "Everyone calls her Liz.", thread: "a", verbatim: true });
  await tell(...OTHERS, "Liz won the city tournament.");
  expect(await walked("What did Elizabeth win?")).toContain("Liz won the city tournament.");
});

describe("A5: a belonging told by pronoun hangs on whom the pronoun means", () => {
  for (const [first, second, then, query, key] of [
    [
      "My neighbour Greta grows roses.",
      "Her son Max plays the tuba.",
      "Max broke his arm at school.",
      "What happened to Greta's son?",
      "o:greta:son",
    ],
    [
      "My colleague Viktor sails.",
      "His daughter is called Ines.",
      "Ines won a regatta.",
      "What did Viktor's daughter win?",
      "o:viktor:daughter",
    ],
    ["我的同事李芳喜欢种花。", "她儿子叫小龙，在学钢琴。", "小龙在学校摔断了胳膊。", "李芳的儿子怎么了", "o:李芳:son"],
  ] as const)
    it(query, async () => {
      for (const content of [first, second])
        await remember(at.deps, at.scope, { content, thread: "a", verbatim: true });
      await tell(...OTHERS, then);
      const found = await walked(query);
      expect(
        found.some((content) => content.startsWith(then.slice(0, 4))),
        found.join(" | "),
      ).toBe(true);
      const heard = [{ mentions: namedIn(first, USER).mentions, speaker: null }];
      const { mentions } = graphOf({ content: second, speaker: null, entities: [] }, heard);
      expect(mentions.map(({ key }) => key)).toContain(key); // theirs, not the user's
    });
});

it("what someone is, is no other name", async () => {
  await tell("Dr Berg is Norwegian.", "Anna (Oslo) writes often.", "Norwegian waffles are my favourite breakfast.");
  expect(await walked("Where is Dr Berg?")).not.toContain("Norwegian waffles are my favourite breakfast.");
});
