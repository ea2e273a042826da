import { expect, test } from "vitest";
import { timeRanges } from "../../src/domain/recurring.ts";
import { timeCues } from "../../src/domain/timerange.ts";
import { NOW, read } from "../support/time-cues.ts";

const JANUARY = Date.UTC(2026, 0, 10, 11);

test.each([
  ["this winter", JANUARY, "2025-12-01 … 2026-01-11"],
  ["this winter", Date.UTC(2025, 11, 20), "2025-12-01 … 2025-12-21"],
  ["last winter", JANUARY, "2024-12-01 … 2025-03-01"],
  ["这个冬天", JANUARY, "2025-12-01 … 2026-01-11"],
  ["今年冬天", JANUARY, "2025-12-01 … 2026-01-11"],
  ["去年冬天", JANUARY, "2024-12-01 … 2025-03-01"],
  ["今年夏天", NOW, "2026-06-01 … 2026-09-01"],
])("C4: a season under way is this one, and the one before it the last: %s", (words, now, expected) => {
  expect(read(words, now)).toBe(expected);
});

test.each([
  ["between 1 and 15 October", "2026-10-01 … 2026-10-16"],
  ["between the 1st and the 15th of October", "2026-10-01 … 2026-10-16"],
  ["3-5 July", "2026-07-03 … 2026-07-06"],
  ["from 3 to 5 July", "2026-07-03 … 2026-07-06"],
  ["3–5 July 2024", "2024-07-03 … 2024-07-06"],
  ["十月一号到十五号", "2026-10-01 … 2026-10-16"],
  ["十月一到十五号", "2026-10-01 … 2026-10-16"],
  ["7月3-5号", "2026-07-03 … 2026-07-06"],
])("C4: the month behind two days is the month of both: %s", (words, expected) => {
  expect(read(`What happened ${words}?`)).toBe(expected);
});

test.each([
  ["What did I do on Labour Day?", "2026-05-01 … 2026-05-02"],
  ["What did I do on Labor Day?", "2026-09-07 … 2026-09-08"],
  ["What did I do on Mother's Day?", "2026-05-10 … 2026-05-11"],
  ["五号我做了什么", "2026-11-05 … 2026-11-06"],
  ["五号去了哪里", "2026-11-05 … 2026-11-06"],
  ["五一吃了什么", "2026-05-01 … 2026-05-06"],
  ["我五一", "2026-05-01 … 2026-05-06"],
  ["母亲节我做了什么", "2026-05-10 … 2026-05-11"],
  ["十一个人来了", ""],
  ["坐15号线去了哪里", ""],
])("C4: days that are called by a name: %s", (question, expected) => {
  expect(read(question)).toBe(expected);
});

const SPAN = { oldest: "2025-01-01T12:00:00.000Z", newest: "2026-11-29T12:00:00.000Z" };
const ranges = (question: string) =>
  timeCues(question, NOW, "UTC")
    .flatMap((cue) => timeRanges(cue, SPAN, "UTC"))
    .map(({ since, until }) => `${since?.slice(0, 10)} … ${until?.slice(0, 10)}`);

test.each([
  ["in mid-August", ["2026-08-11 … 2026-08-21", "2025-08-11 … 2025-08-21"]],
  ["in late October", ["2026-10-21 … 2026-11-01", "2025-10-21 … 2025-11-01"]],
  ["the week of 10 August", ["2026-08-10 … 2026-08-17", "2025-08-04 … 2025-08-11"]],
  ["十月中旬", ["2026-10-11 … 2026-10-21", "2025-10-11 … 2025-10-21"]],
  ["八月底", ["2026-08-21 … 2026-09-01", "2025-08-21 … 2025-09-01"]],
  ["国庆假期", ["2026-10-01 … 2026-10-08", "2025-10-01 … 2025-10-08"]],
  ["on New Year's", ["2025-12-31 … 2026-01-02", "2024-12-31 … 2025-01-02"]],
  ["on May 1st", ["2026-05-01 … 2026-05-02", "2025-05-01 … 2025-05-02"]],
  ["in mid-August 2025", ["2025-08-11 … 2025-08-21"]],
  ["last May", ["2026-05-01 … 2026-06-01"]],
])(
  "C4: without a year, the same part of the month or holiday in every year of the memories, none wider: %s",
  (words, expected) => {
    expect(ranges(words)).toEqual(expected);
  },
);

const nearOf = (question: string) => timeCues(question, NOW, "UTC")[0]?.range?.near?.slice(0, 10) ?? null;

test.each([
  ["ten days ago", "2026-11-20"],
  ["a fortnight ago", "2026-11-16"],
  ["one month ago", "2026-10-30"],
  ["half a year ago", "2026-05-30"],
  ["a year ago", "2025-11-30"],
  ["一周前", "2026-11-23"],
  ["半年前", "2026-05-30"],
  ["去年今天", "2025-11-30"],
  ["recently", "2026-12-01"],
  ["最近", "2026-12-01"],
  ["before March", "2026-03-01"],
  ["三月之前", "2026-03-01"],
  ["last year", null],
  ["上个月", null],
  ["since March", null],
])("C4: a rough time has a point that it means: %s", (words, expected) => {
  expect(nearOf(words)).toBe(expected);
});

test.each([
  ["What was my first zoo visit?", "first"],
  ["What was the last concert I went to?", "last"],
  ["Who came to Anna's first recital?", "first"],
  ["What was the last thing we talked about?", "last"],
  ["Who did I visit the zoo with first?", "first"],
  ["What is my first name?", ""],
  ["Where did I leave the first aid kit?", ""],
  ["How long did the meeting last?", ""],
  ["What was my last job?", ""],
  ["What did I do last Christmas?", "2025-12-24 … 2025-12-27"],
  ["Who starred in The Last Emperor?", ""],
])(
  "C4: 'first' and 'last' order what stands behind them, where they do not belong to its name: %s",
  (words, expected) => {
    expect(read(words)).toBe(expected);
  },
);
