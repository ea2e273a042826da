import { describe, expect, it } from "vitest";
import { answersTo, askedAttributes } from "../../src/domain/asked.ts";
import { askedToRemember } from "../../src/domain/cues.ts";
import { reflectByRules } from "../../src/domain/extract.ts";
import { AT, ZONE } from "../support/memory-deps.ts";

const learnt = (content: string) =>
  reflectByRules({
    language: /\p{Script=Han}/u.test(content) ? "zh" : "en",
    timeZone: ZONE,
    preset: "assistant",
    turns: [{ n: 1, role: "user", content, at: AT }],
    steps: [],
    error: null,
    existing: [],
    lastSaid: null,
    recalled: [],
  }).semanticUpdates.map(({ type, statement }) => `${type}: ${statement}`);

describe("B2: what matters is kept as a statement, however tersely it is told", () => {
  it.each([
    ["阿尔玛对花生过敏，很严重，出门要带肾上腺素笔。", ["constraint: 阿尔玛对花生过敏，很严重，出门要带肾上腺素笔。"]],
    ["I gave up coffee.", ["constraint: The user gave up coffee."]],
    ["我戒了咖啡。", ["constraint: 用户戒了咖啡。"]],
    ["Emma is my sister.", ["fact: Emma is the user's sister."]],
    ["My dad doesn't eat pork.", ["constraint: The user's dad doesn't eat pork."]],
    ["No Ryanair, never again.", ['preference: The user asked the assistant: "No Ryanair, never again."']],
    ["Aisle seat, always.", ['preference: The user asked the assistant: "Aisle seat, always."']],
    ["shorter, please", ['preference: The user asked the assistant: "shorter, please"']],
    ["千万别给我订瑞安航空。", ["preference: 用户要求助手：“千万别给我订瑞安航空。”"]],
    ["I gave up on the printer", []],
    ["Just a coffee for me, always good to see you", []],
    ["打印机一直报错E05", []],
  ])("%s", (said, kept) => expect(learnt(said)).toEqual(kept));

  it.each(["don't forget my coffee order", "别忘了我的咖啡"])("%s: tells nothing to keep", (said) =>
    expect(askedToRemember(said)).toBeNull(),
  );
});

describe("C1: what is known answers a question in other words", () => {
  it.each([
    ["What do I weigh?", "The user's weight is 82 kg"],
    ["What's my weight?", "The user weighs 82 kg"],
    ["我多重？", "用户的体重是82公斤。"],
    ["Who do I report to?", "Zainab is the user's manager now"],
    ["我的上级是谁？", "扎伊娜布现在是用户的经理。"],
    ["What medicine do I take?", "The user's doctor switched the user from lisinopril to losartan 50 mg"],
    ["我吃什么药？", "医生把用户的药从赖诺普利换成了氯沙坦50毫克。"],
    ["Which airline should I avoid?", 'The user asked the assistant: "Please never book Ryanair for me"'],
    ["我应该避开哪家航空公司？", "用户要求助手：“千万别给我订瑞安航空。”"],
    ["How far may I run?", "The physio told the user to stay under 6 km until January 2026."],
    ["我能跑多远？", "理疗师让用户2026年1月前跑步别超过6公里。"],
  ])("%s", (question, statement) => {
    const answered = answersTo(statement);
    expect(askedAttributes(question).some((key) => answered.includes(key))).toBe(true);
  });
});
