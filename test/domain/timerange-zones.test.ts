import { describe, expect, test } from "vitest";
import { timeCues } from "../../src/domain/timerange.ts";
import { read } from "../support/time-cues.ts";

const HOUR = 3_600_000;
const hours = (question: string, now: number, zone: string): number => {
  const range = timeCues(question, now, zone)[0]?.range;
  return (Date.parse(range?.until ?? "") - Date.parse(range?.since ?? "")) / HOUR;
};

describe("C4: a day is as long as the user's clocks make it", () => {
  test.each([
    ["Europe/Oslo", "2026-03-29", 23, "2026-03-28T23:00:00.000Z"],
    ["Europe/Oslo", "2026-10-25", 25, "2026-10-24T22:00:00.000Z"],
    ["America/New_York", "2026-03-08", 23, "2026-03-08T05:00:00.000Z"],
    ["America/New_York", "2026-11-01", 25, "2026-11-01T04:00:00.000Z"],
    ["Pacific/Auckland", "2026-04-05", 25, "2026-04-04T11:00:00.000Z"],
    ["Pacific/Auckland", "2026-09-27", 23, "2026-09-26T12:00:00.000Z"],
    ["Asia/Shanghai", "2026-03-29", 24, "2026-03-28T16:00:00.000Z"],
    // Clocks that jump at midnight: the day begins at one, or its first hour comes twice.
    ["America/Sao_Paulo", "2018-11-04", 23, "2018-11-04T03:00:00.000Z"],
    ["America/Havana", "2026-11-01", 25, "2026-11-01T04:00:00.000Z"],
  ])("%s on %s has %d hours", (zone, date, length, since) => {
    const noon = Date.parse(`${date}T12:00:00Z`) + 36 * HOUR;
    const question = `on ${date}`;
    expect(hours(question, noon, zone)).toBe(length);
    expect(timeCues(question, noon, zone)[0]?.range?.since).toBe(since);
  });

  test("days are counted on the calendar across a change of clocks", () => {
    // 00:30 on the Monday after the change: 24 hours earlier it was still 23:30 on Saturday by the old clock.
    const now = Date.parse("2026-03-29T22:30:00Z");
    expect(read("昨天", now, "Europe/Oslo")).toBe("2026-03-29 … 2026-03-30");
    expect(read("two days ago", now, "Europe/Oslo")).toBe("2026-03-28 … 2026-03-29");
    expect(read("last week", now, "Europe/Oslo")).toBe("2026-03-23 … 2026-03-30");
    expect(hours("last week", now, "Europe/Oslo")).toBe(167);
  });

  test("hours are counted on the clock's own time", () => {
    const now = Date.parse("2026-10-25T03:00:00Z"); // 04:00 in Oslo, an hour after it was set back from 03:00
    const range = timeCues("four hours ago", now, "Europe/Oslo")[0]?.range;
    expect(Date.parse(range?.since ?? "")).toBeLessThanOrEqual(now - 4 * HOUR);
    expect(Date.parse(range?.until ?? "")).toBeGreaterThan(now - 4 * HOUR);
  });
});

describe("C4: the user's day, not the server's", () => {
  const now = Date.parse("2026-12-31T11:30:00Z"); // New Year's morning in Auckland, still the old year elsewhere
  test.each([
    ["Pacific/Auckland", "2027-01-01", "2026-12-31", "2026"],
    ["Asia/Shanghai", "2026-12-31", "2026-12-30", "2025"],
    ["Europe/Oslo", "2026-12-31", "2026-12-30", "2025"],
    ["America/New_York", "2026-12-31", "2026-12-30", "2025"],
  ])("%s at the end of a year", (zone, today, yesterday, lastYear) => {
    expect(read("今天", now, zone)).toMatch(new RegExp(`^${today}`, "u"));
    expect(read("yesterday", now, zone)).toBe(`${yesterday} … ${today}`);
    expect(read("去年", now, zone)).toBe(`${lastYear}-01-01 … ${Number(lastYear) + 1}-01-01`);
    expect(read("in December", now, zone)).toMatch(/^2026-12-01 …/u);
  });

  test("weeks that straddle the year", () => {
    const friday = Date.parse("2027-01-01T12:00:00Z");
    expect(read("last week", friday, "UTC")).toBe("2026-12-21 … 2026-12-28");
    expect(read("上周日", friday, "UTC")).toBe("2026-12-27 … 2026-12-28");
    expect(read("this week", friday, "UTC")).toBe("2026-12-28 … 2027-01-02");
    expect(read("last month", friday, "UTC")).toBe("2026-12-01 … 2027-01-01");
  });

  test("on a Sunday this week began on Monday", () => {
    const sunday = Date.parse("2026-11-29T12:00:00Z");
    expect(read("this week", sunday, "UTC")).toBe("2026-11-23 … 2026-11-30");
    expect(read("last weekend", sunday, "UTC")).toBe("2026-11-21 … 2026-11-23");
    expect(read("周末", sunday, "UTC")).toBe("2026-11-28 … 2026-11-30");
  });
});

describe("C4: the 29th of February", () => {
  test("is looked for in the last leap year", () => {
    const now = Date.parse("2027-05-05T12:00:00Z");
    for (const words of ["on February 29", "2月29日", "2月29号", "on 2/29"])
      expect(read(words, now, "UTC"), words).toBe("2024-02-29 … 2024-03-01");
  });
  test("is itself on the day, and a year before it is the 28th", () => {
    const now = Date.parse("2028-02-29T12:00:00Z");
    expect(read("on February 29", now, "UTC")).toBe("2028-02-29 … 2028-03-01");
    expect(read("a year ago today", now, "UTC")).toBe("2027-02-28 … 2027-03-01");
    expect(read("in February", now, "UTC")).toBe("2028-02-01 … 2028-03-01");
  });
  test("of a common year is no date", () => {
    const now = Date.parse("2028-02-29T12:00:00Z");
    for (const words of ["2027-02-29", "on 2/30", "on 13/13/2023", "2023-13-01", "on 5/32/2023"])
      expect(timeCues(words, now, "UTC"), words).toEqual([]);
  });
});

test("C4: a zone that is none reads as UTC, a time that is none says nothing", () => {
  const now = Date.parse("2026-11-30T23:30:00Z");
  expect(timeCues("today", now, "Mars/Olympus")).toEqual(timeCues("today", now, "UTC"));
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, -8.64e15, 8.64e15])
    expect(timeCues("today", odd, "UTC")).toEqual([]);
});
