import { describe, expect, test } from "vitest";
import { timeCues } from "../../src/domain/timerange.ts";
import { NOW, OSLO, read } from "../support/time-cues.ts";

/** Read on Monday, 30 November 2026. */
const DAYS: [words: string, range: string][] = [
  ["today", "2026-11-30 … 2026-12-01"],
  ["yesterday", "2026-11-29 … 2026-11-30"],
  ["the day before yesterday", "2026-11-28 … 2026-11-29"],
  ["tomorrow", "2026-12-01 … 2026-12-02"],
  ["yesterday morning", "2026-11-29T05:00 … 2026-11-29T12:00"],
  ["this morning", "2026-11-30T05:00 … 2026-11-30T12:00"],
  ["last night", "2026-11-29T18:00 … 2026-11-30T06:00"],
  ["yesterday at 3pm", "2026-11-29T14:00 … 2026-11-29T17:00"],
  ["at 3pm yesterday", "2026-11-29T14:00 … 2026-11-29T17:00"],
  ["on the evening of May 1st", "2026-05-01T17:00 … 2026-05-02"],
  ["three days ago", "2026-11-27 … 2026-11-28"],
  ["a week ago today", "2026-11-23 … 2026-11-24"],
];
const WEEKS: [string, string][] = [
  ["last week", "2026-11-23 … 2026-11-30"],
  ["this week", "2026-11-30 … 2026-12-01"],
  ["the week before last", "2026-11-16 … 2026-11-23"],
  ["last weekend", "2026-11-28 … 2026-11-30"],
  ["over the weekend", "2026-11-28 … 2026-11-30"],
  ["the past weekend", "2026-11-28 … 2026-11-30"],
  ["two weekends ago", "2026-11-21 … 2026-11-23"],
  ["two weeks ago", "2026-11-13 … 2026-11-20"],
  ["a couple of weeks ago", "2026-11-06 … 2026-11-20"],
  ["on the weekend of May 1st", "2026-05-02 … 2026-05-04"],
  ["in the past two weeks", "2026-11-16 … 2026-12-01"],
  ["the week of May 1st", "2026-04-27 … 2026-05-04"],
  ["the week of 10 August", "2026-08-10 … 2026-08-17"],
];
const WEEKDAYS: [string, string][] = [
  ["on Tuesday", "2026-11-24 … 2026-11-25"],
  ["last Tuesday", "2026-11-24 … 2026-11-25"],
  ["on Monday", "2026-11-23 … 2026-11-24"],
  ["the Tuesday before last", "2026-11-17 … 2026-11-18"],
  ["Tuesday before last", "2026-11-17 … 2026-11-18"],
  ["two Tuesdays ago", "2026-11-17 … 2026-11-18"],
  ["Tuesday last week", "2026-11-24 … 2026-11-25"],
  ["last week on Friday", "2026-11-27 … 2026-11-28"],
  ["this past Sunday", "2026-11-29 … 2026-11-30"],
  ["on Sunday night", "2026-11-29T18:00 … 2026-11-30T06:00"],
  ["this Friday", "2026-12-04 … 2026-12-05"],
  ["the Sunday before October 25", "2026-10-18 … 2026-10-19"],
];
const MONTHS: [string, string][] = [
  ["in March", "2026-03-01 … 2026-04-01"],
  ["in December", "2025-12-01 … 2026-01-01"],
  ["last March", "2026-03-01 … 2026-04-01"],
  ["last month", "2026-10-01 … 2026-11-01"],
  ["this month", "2026-11-01 … 2026-12-01"],
  ["in the last month", "2026-10-30 … 2026-12-01"],
  ["in May 2023", "2023-05-01 … 2023-06-01"],
  ["in March of last year", "2025-03-01 … 2025-04-01"],
  ["last year in March", "2025-03-01 … 2025-04-01"],
  ["at the end of March", "2026-03-21 … 2026-04-01"],
  ["at the beginning of last month", "2026-10-01 … 2026-10-11"],
  ["in mid-March", "2026-03-11 … 2026-03-21"],
  ["the first week of May", "2026-05-01 … 2026-05-08"],
  ["the last Friday of May", "2026-05-29 … 2026-05-30"],
  ["the March meeting", "2026-03-01 … 2026-04-01"],
  ["a month ago", "2026-10-15 … 2026-11-15"],
  ["six months ago", "2026-05-12 … 2026-06-18"],
];
const DATES: [string, string][] = [
  ["on May 1st", "2026-05-01 … 2026-05-02"],
  ["on December 24", "2025-12-24 … 2025-12-25"],
  ["on the 1st of May", "2026-05-01 … 2026-05-02"],
  ["on 1 May 2023", "2023-05-01 … 2023-05-02"],
  ["on May 1, 2023", "2023-05-01 … 2023-05-02"],
  ["on Tuesday, May 2nd, 2023", "2023-05-02 … 2023-05-03"],
  ["on May 1st last year", "2025-05-01 … 2025-05-02"],
  ["on 2023-05-01", "2023-05-01 … 2023-05-02"],
  ["on 5/1/2023", "2023-05-01 … 2023-05-02"],
  ["on 25/12/2023", "2023-12-25 … 2023-12-26"],
  ["on 01.05.2023", "2023-05-01 … 2023-05-02"],
  ["on 5/1", "2026-05-01 … 2026-05-02"],
  ["on the 15th", "2026-11-15 … 2026-11-16"],
  ["on the 15th of last month", "2026-10-15 … 2026-10-16"],
  ["the day before May 1st", "2026-04-30 … 2026-05-01"],
  ["two days after May 1st", "2026-05-03 … 2026-05-04"],
];
const YEARS: [string, string][] = [
  ["last year", "2025-01-01 … 2026-01-01"],
  ["this year", "2026-01-01 … 2026-12-01"],
  ["earlier this year", "2026-01-01 … 2026-12-01"],
  ["in 2021", "2021-01-01 … 2022-01-01"],
  ["in the year 2021", "2021-01-01 … 2022-01-01"],
  ["two years ago", "2024-06-01 … 2025-06-01"],
  ["a year ago", "2025-08-01 … 2026-04-01"],
  ["half a year ago", "2026-03-31 … 2026-07-30"],
  ["two weeks ago on Tuesday", "2026-11-17 … 2026-11-18"],
  ["on Tuesday two weeks ago", "2026-11-17 … 2026-11-18"],
  ["Friday a fortnight ago", "2026-11-20 … 2026-11-21"],
  ["late 2022", "2022-09-01 … 2023-01-01"],
  ["at the start of the year", "2026-01-01 … 2026-04-01"],
  ["last summer", "2026-06-01 … 2026-09-01"],
  ["in spring 2023", "2023-03-01 … 2023-06-01"],
  ["in the fall of 2022", "2022-09-01 … 2022-12-01"],
  ["last year's summer", "2025-06-01 … 2025-09-01"],
  ["two summers ago", "2025-06-01 … 2025-09-01"],
  ["earlier in the year", "2026-01-01 … 2026-12-01"],
  ["in the previous year", "2025-01-01 … 2026-01-01"],
  ["last winter", "2025-12-01 … 2026-03-01"],
  ["in Q3 2023", "2023-07-01 … 2023-10-01"],
  ["last quarter", "2026-07-01 … 2026-10-01"],
  ["the first half of 2023", "2023-01-01 … 2023-07-01"],
  ["in the 1990s", "1990-01-01 … 2000-01-01"],
  ["this time last year", "2025-11-15 … 2025-12-16"],
];
const BOUNDS: [string, string][] = [
  ["since May", "2026-05-01 …"],
  ["ever since last week", "2026-11-23 …"],
  ["from March on", "2026-03-01 …"],
  ["after last summer", "2026-09-01 …"],
  ["before April 3rd", "… 2026-04-03"],
  ["before 2020", "… 2020-01-01"],
  ["until yesterday", "… 2026-11-30"],
  ["by the end of 2022", "… 2023-01-01"],
  ["between March and May 2023", "2023-03-01 … 2023-06-01"],
  ["between December and February", "2025-12-01 … 2026-03-01"],
  ["from Monday to Wednesday", "2026-11-23 … 2026-11-26"],
  ["from Saturday to Monday", "2026-11-21 … 2026-11-24"],
  ["from May 1st to 5th", "2026-05-01 … 2026-05-06"],
  ["May 1-5, 2023", "2023-05-01 … 2023-05-06"],
  ["May–June 2023", "2023-05-01 … 2023-07-01"],
  ["in 2020-2022", "2020-01-01 … 2023-01-01"],
];
const HOLIDAYS: [string, string][] = [
  ["last Christmas", "2025-12-24 … 2025-12-27"],
  ["on New Year's Eve", "2025-12-31 … 2026-01-01"],
  ["at Easter 2024", "2024-03-29 … 2024-04-02"],
  ["last Thanksgiving", "2026-11-26 … 2026-11-27"],
  ["during Chinese New Year 2024", "2024-02-09 … 2024-02-17"],
];
const ORDERS: [string, string][] = [
  ["When was the last time I ran?", "last"],
  ["When did I last see Anna?", "last"],
  ["When did Anna last visit?", "last"],
  ["What did we decide in our last conversation?", "last"],
  ["What is my latest order?", "last"],
  ["What about my most recent trip?", "last"],
  ["When did I run for the first time?", "first"],
  ["Where did we first meet?", "first"],
];
const PATTERNS: [string, string][] = [
  ["every Tuesday", 'every {"weekday":2}'],
  ["on Tuesdays", 'every {"weekday":2}'],
  ["on weekends", 'every {"weekdays":[6,7]}'],
  ["every summer", 'every {"months":[6,7,8]}'],
  ["in the morning", 'every {"hours":{"from":5,"to":12}}'],
];

describe.each([
  ["days", DAYS],
  ["weeks", WEEKS],
  ["weekdays", WEEKDAYS],
  ["months", MONTHS],
  ["dates", DATES],
  ["years and seasons", YEARS],
  ["open and double ends", BOUNDS],
  ["holidays", HOLIDAYS],
  ["patterns without a range", PATTERNS],
])("C4: %s narrow the range in the user's zone", (_name, table) => {
  test.each(table)("%s", (words, expected) => {
    expect(read(`What did we talk about ${words}?`)).toBe(expected);
    expect(read(words), "alone").toBe(expected);
  });
});

describe("C4: an order is not a range", () => {
  test.each(ORDERS)("%s", (question, expected) => expect(read(question)).toBe(expected));
});

const NONE = `
What may I eat?|Meet May at the station|April said hello, and June too|We march on|the sun and the sea|I sat down|Wed to him
I was 5 years old|5 apples|section 3|page 12 of 40|on the 5th floor|3/4 of the cake|the second thing|one more time|a 2-day trip
for two weeks|in 3 days|in a week|every day|a week|this time|at last|my last name|at the last minute|how long did it last?
order 2023|error 2023|$2023|ORD-2024-118|v2023.05.01|src/2023-05-01.ts|in 2023 words|10:30|ISO 8601|127.0.0.1|2.10.3
Did I fall in the park?|hot spring|summer camp|a Christmas card|week 3|quarter past 3|some day|one day|the other side|come back|since I moved
before the move|after work|what may 5 friends eat?|may 5 people come|between 5 and 10 apples|first of all|the first aid kit|my second cat
30 of them|around 50|on the 13th try|a past life|I have none||?!|…`
  .trim()
  .split(/[|\n]/u);

test.each(NONE)("C4: no false cue in “%s”", (question) => {
  expect(timeCues(question, NOW, OSLO)).toEqual([]);
});

describe("C4: what the words leave open is said beside the range", () => {
  const cue = (question: string) => timeCues(question, NOW, OSLO)[0];
  test("a date without a year may lie in any year", () => {
    expect(cue("What happened on May 1st?")?.recurring).toEqual({ month: 5, day: 1 });
    expect(cue("What happened in March?")?.recurring).toEqual({ month: 3 });
    expect(cue("What happened in summer?")?.recurring).toEqual({ months: [6, 7, 8] });
    expect(cue("What happened on Tuesday?")?.recurring).toEqual({ weekday: 2 });
    expect(cue("What happened on the 15th?")?.recurring).toEqual({ day: 15 });
  });
  test("with the year said nothing is left open", () => {
    expect(cue("What happened on May 1st 2023?")?.recurring).toBeNull();
    expect(cue("What happened last March?")?.recurring).toBeNull();
    expect(cue("before May 1st")?.recurring).toBeNull();
  });
  test("vague words are not exact, named times are", () => {
    for (const vague of ["recently", "lately", "two weeks ago", "a few days ago", "the other day", "in summer"])
      expect(cue(vague)?.exact, vague).toBe(false);
    for (const exact of ["yesterday", "last Tuesday", "on May 1st", "in 2021", "last summer", "three days ago"])
      expect(cue(exact)?.exact, exact).toBe(true);
  });
  test("a vague word gives way to an exact one", () => {
    expect(read("What did I recently watch in May 2022?")).toBe("2022-05-01 … 2022-06-01");
  });
  test("the words and their place are those of the question", () => {
    const question = "So, what did I do LAST  tuesday, then?";
    const [found] = timeCues(question, NOW, OSLO);
    expect(found?.text).toBe("LAST  tuesday");
    expect(question.slice(found?.start, found?.end)).toBe(found?.text);
  });
});
