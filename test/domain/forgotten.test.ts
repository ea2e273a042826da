import { expect, test } from "vitest";
import { remaining } from "../../src/domain/forgotten.ts";

test.each([
  [
    ["My door code is 4471. I like tea.", "Forget my door code", "What is my door code?"],
    ["I like tea.", "", "What is my door code?"],
    ["my door code"],
  ],
  [
    ["我的门禁码是4471。我喜欢喝茶。", "忘掉我的门禁码", "我的门禁码是多少？"],
    ["我喜欢喝茶。", "", "我的门禁码是多少？"],
    ["我的门禁码"],
  ],
  [
    ["My door code is 4471.", "Please forget my door code.", "My door code is 5566."],
    ["", "", "My door code is 5566."],
    [],
  ],
  [["I like tea.", "Forget my door code"], ["I like tea.", ""], ["my door code"]],
  [
    ["I like tea.\n  And coffee.", "Never mind, forget it"],
    ["I like tea.\n  And coffee.", "Never mind, forget it"],
    [],
  ],
])("what was taken back is gone from what was said: %j", (messages, said, forgotten) => {
  expect(remaining(messages)).toEqual({ said, forgotten });
});
