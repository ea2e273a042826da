import { expect, test } from "vitest";
import { timeCues } from "../../src/domain/timerange.ts";
import { NOW, ZONE } from "../support/memory-deps.ts";

test.each([
  ["Is the meeting on the 15th, not the 14th?", ["on the 15th"]],
  ["What did I do on Tuesday, not on Monday?", ["on Tuesday"]],
  ["我说的是上周四，不是上周三，做了什么", ["上周四"]],
  ["Why did I not go yesterday?", ["yesterday"]],
  ["我们见面是不是昨天", ["昨天"]],
])("C4: a time that is said not to be meant is none: %s", (question, times) => {
  expect(timeCues(question, NOW, ZONE).map(({ text }) => text)).toEqual(times);
});
