import { describe, expect, it } from "vitest";
import { askedAttributes } from "../../src/domain/asked.ts";
import { attributeOf } from "../../src/domain/attribute.ts";
import { withNameTold } from "../../src/domain/introduction.ts";
import { statements } from "../../src/domain/statement.ts";

const MOMENT = { said: Date.UTC(2026, 10, 30, 9), timeZone: "UTC" };
const contents = (text: string) => statements(text, MOMENT).map(({ content }) => content);

describe("who one is, told without the word name", () => {
  it.each([
    ["Hi! I'm Priya, I run a small bakery.", ["The user's name is Priya", "The user runs a small bakery."]],
    ["I am Ben and I live in Leeds.", ["The user's name is Ben", "The user lives in Leeds."]],
    ["I'm Anna-Lena O'Brien.", ["The user's name is Anna-Lena O'Brien."]],
    ["I'm Ben, a plumber from Leeds.", ["The user's name is Ben", "The user is a plumber from Leeds."]],
    ["我是王芳，在深圳开了一家花店。", ["用户叫王芳", "用户在深圳开了一家花店。"]],
    ["我是小雨。", ["用户叫小雨。"]],
  ])("%s", (text, expected) => {
    expect(contents(text)).toEqual(expected);
  });

  it.each(
    "I'm German.|I'm Catholic, I go to church.|I'm Scorpio.|I'm Vegan.|I'm Sorry.|I'm Chef.|I'm from Leeds.|I'm Korean American.|I'm Monday off.|我是高中生。|我是党员。|我是金牛座。|我是董事长。|我是程序员，在北京工作。|我是小学老师。|我是高血压患者。|我是北京人。|我是小白。".split(
      "|",
    ),
  )("%s is no name", (text) => {
    expect(withNameTold(text)).toBe(text);
  });
});

describe("what one runs for a living", () => {
  it.each([
    ["The user runs a small bakery in Bristol with the user's husband Tom.", "business:bakery"],
    ["The user owns a pub in York.", "business:pub"],
    ["用户在深圳开了一家花店。", "business:花店"],
    ["用户经营一家小餐厅。", "business:餐厅"],
  ])("%s", (statement, key) => {
    expect(attributeOf(statement)?.key).toBe(key);
  });

  it("answers what one does, and a podcast or a race is none", () => {
    expect(askedAttributes("What do I do for a living?")).toContain("business");
    expect(askedAttributes("我是做什么的？")).toContain("business");
    expect(attributeOf("The user runs a podcast.")).toBeNull();
    expect(attributeOf("The user runs a marathon in May.")).toBeNull();
  });
});
