import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cueOf } from "../../src/domain/cue.ts";

describe("C1: what calls for memory", () => {
  it.each([
    ["Book the same hotel as last time.", "past"],
    ["As I said, no aisle seats.", "past"],
    ["You told me something about the ferry, what was it?", "past"],
    ["I still get that error.", "past"],
    ["上次那家餐厅叫什么？", "past"],
    ["我之前说过不要靠过道", "past"],
    ["跟昨天一样就好", "past"],
    ["Do you remember the wifi password?", "remember"],
    ["Remind me what to pack.", "remember"],
    ["你还记得我女儿的名字吗？", "remember"],
    ["我记得有个折扣", "remember"],
    ["别忘了明天的会", "remember"],
    ["What should the airline know about me?", "self"],
    ["What's my order number?", "self"],
    ["Which size do I wear?", "self"],
    ["I prefer trains.", "self"],
    ["航空公司应该知道我什么？", "self"],
    ["我的航班几点？", "self"],
    ["我对什么过敏？", "self"],
    ["我喜欢靠窗的座位", "self"],
    ["Recommend a restaurant in Oslo.", "request"],
    ["推荐一家奥斯陆的餐厅", "request"],
    ["How is she?", "referent"],
    ["Is it fixed?", "referent"],
    ["她怎么样了？", "referent"],
    ["它坏了", "referent"],
  ])("%s → %s", (message, cue) => {
    expect(cueOf(message)).toBe(cue);
  });

  it.each([
    "What is the capital of France?",
    "Translate good morning into Spanish.",
    "2 + 2?",
    "Is it raining in Bergen?",
    "Are there trains to Bergen?",
    "法国的首都是哪里？",
    "把早上好翻译成西班牙语",
    "谢谢！",
    "",
  ])("%s is no cue", (message) => {
    expect(cueOf(message)).toBeNull();
  });

  it("a pronoun that the message or the talk explains is no cue", () => {
    expect(cueOf("Anna called. Has she arrived?")).toBeNull();
    expect(cueOf("Has she arrived?", ["Anna takes the noon train."])).toBeNull();
    expect(cueOf("How old is it?", ["The Eiffel Tower is in Paris."])).toBeNull();
    expect(cueOf("它多高？", ["埃菲尔铁塔在巴黎。"])).toBeNull();
    expect(cueOf("她到了吗？", ["姐姐坐中午的火车。"])).toBeNull();
  });

  it("a person's pronoun is not explained by talk about things", () => {
    expect(cueOf("How is she?", ["the weather is fine"])).toBe("referent");
  });

  it("never throws, and never hangs on any text", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (message, conversation) => {
        const cue = cueOf(message, conversation);
        expect(cue === null || typeof cue === "string").toBe(true);
      }),
    );
    const long = "what could ".repeat(100_000);
    for (const cue of [cueOf(long, [long]), cueOf("什么".repeat(200_000))])
      expect(cue === null || typeof cue === "string").toBe(true);
  });
});
