import { expect, test } from "vitest";
import { anchoredRange, asksForTopic, eventAnchor, tellsOf } from "../../src/domain/anchor.ts";
import { NOW, ZONE } from "../support/memory-deps.ts";

test.each([
  ["Where did I live before the move?", "before", "the move"],
  ["What have I learnt since I started at Nordlys?", "since", "I started at Nordlys"],
  ["How did I feel after the wedding?", "after", "the wedding"],
  ["What did I do after moving to Bergen?", "after", "moving to Bergen"],
  ["Which books did I read before Anna's visit?", "before", "Anna's visit"],
  ["搬家之前我住在哪里？", "before", "搬家"],
  ["婚礼之后我们去了哪里？", "after", "婚礼"],
  ["我结婚以后去过哪些地方？", "after", "我结婚"],
  ["自从换工作以来我学了什么？", "since", "换工作"],
  ["搬家前我见了谁", "before", "搬家"],
  ["婚礼后我去了哪里", "after", "婚礼"],
  ["搬家前", "before", "搬家"],
])("C4: %s tells time by an event", (question, side, event) => {
  expect(eventAnchor(question, NOW, ZONE)).toMatchObject({ side, event });
});

test.each([
  "What did I do before March?",
  "What happened after 3 May 2026?",
  "Where was I three days before Christmas?",
  "What have I eaten since yesterday?",
  "三天之前我做了什么？",
  "上周之前我在哪里？",
  "去年五月以后我去过哪里？",
  "很久以前我做过什么？",
  "Tell me before you answer",
  "Since I have time today, what shall I read?",
  "Where do I live?",
  "以前我住在哪里？",
  "目前我在哪里？",
  "然后我去了哪里？",
])("C4: %s does not", (question) => {
  expect(eventAnchor(question, NOW, ZONE)).toBeNull();
});

test.each([
  ["Where did I live before the move?", "Where did I live ?"],
  ["搬家之前我住在哪里？", "我住在哪里？"],
])("C4: what is asked of that time stands apart: %s", (question, rest) => {
  expect(eventAnchor(question, NOW, ZONE)?.rest).toBe(rest);
});

test("C4: before ends where the event begins, after begins where it ends, since begins with it", () => {
  const event = { from: "2026-05-01T00:00:00Z", until: "2026-05-02T00:00:00Z" };
  expect(anchoredRange("before", event)).toEqual({ since: null, until: event.from });
  expect(anchoredRange("after", event)).toEqual({ since: event.until, until: null });
  expect(anchoredRange("since", event)).toEqual({ since: event.from, until: null });
});

test.each([
  ["Who did I see before the move?", false],
  ["What did I do after the wedding?", false],
  ["婚礼之后我去了哪里", false],
  ["Which books did I read before the move?", true],
  ["搬家之后我和谁喝茶", true],
])("C4: %s asks for something of that time: %s", (question, topic) => {
  expect(asksForTopic(eventAnchor(question, NOW, ZONE)!)).toBe(topic);
});

test.each([
  ["The user got married to Leo.", "the wedding", true],
  ["用户和小林办了婚礼。", "我结婚", true],
  ["The user moved house.", "the move", true],
  ["Anna got married.", "Ben's wedding", false],
  ["The user bought a ring.", "the wedding", false],
  ["用户买了戒指。", "婚礼", false],
])("C4: %s tells of %s: %s", (content, event, tells) => {
  expect(tellsOf(content, event)).toBe(tells);
});
