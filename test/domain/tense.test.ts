import { expect, test } from "vitest";
import { asksAhead } from "../../src/domain/tense.ts";
import { timeCues } from "../../src/domain/timerange.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const ahead = (question: string) => asksAhead(question, timeCues(question, NOW, "UTC"), new Date(NOW).toISOString());

test.each([
  "When is my dentist appointment?",
  "Do I have anything booked?",
  "What's my next flight?",
  "Book me a table",
  "Where am I flying tomorrow?",
  "What do I have next week?",
  "我的牙医预约是什么时候？",
  "我什么时候飞上海？",
  "下周我有什么安排？",
  "帮我订一家餐厅",
])("is about now or what is ahead: %s", (question) => {
  expect(ahead(question)).toBe(true);
});

test.each([
  "When was my dentist appointment?",
  "Have I been to the dentist?",
  "When did I last see the dentist?",
  "Which dentist treated me?",
  "Do I have a receipt from before?",
  "What is on 6 November 2026?",
  "What do I do on Friday?",
  "the dentist",
  "我上次看牙医是什么时候？",
  "我去看牙医了吗？",
  "我看过牙医吗？",
  "11月6日我有什么安排？",
  "牙医",
])("is about the past or a date, or does not say: %s", (question) => {
  expect(ahead(question)).toBe(false);
});
