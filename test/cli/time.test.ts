import { describe, expect, test } from "vitest";
import { inZone, toInstant } from "../../src/time.ts";

describe("times on the command line (I5, B6)", () => {
  test.each([
    ["2026-03-31", "Europe/Oslo", "2026-03-30T22:00:00.000Z"],
    ["2026-03-31", "Asia/Shanghai", "2026-03-30T16:00:00.000Z"],
    ["2026-03-31T18:30", "Europe/Oslo", "2026-03-31T16:30:00.000Z"],
    ["2026-03-31T18:30+05:30", "Europe/Oslo", "2026-03-31T13:00:00.000Z"],
    ["2026-03-31T18:30:00.123Z", "Europe/Oslo", "2026-03-31T18:30:00.123Z"],
    [" 2026-03 ", "UTC", "2026-03-01T00:00:00.000Z"],
    ["2026", "UTC", "2026-01-01T00:00:00.000Z"],
  ])("%s in %s is %s", (text, zone, instant) => {
    expect(toInstant(text, zone)).toBe(instant);
  });

  test.each([
    "",
    "yesterday",
    "31.3.2026",
    "2026-02-30",
    "2026-13-01",
    "1711900800",
    "12026-01-01",
    "2026-03-31 or so",
  ])("%j is no time", (text) => {
    expect(toInstant(text, "UTC")).toBeNull();
  });

  test("the end of a bare date is the start of the next, also when the clocks change that day", () => {
    expect(toInstant("2026-03-29", "Europe/Oslo", "start")).toBe("2026-03-28T23:00:00.000Z");
    expect(toInstant("2026-03-29", "Europe/Oslo", "end")).toBe("2026-03-29T22:00:00.000Z"); // 23 hours
    expect(toInstant("2026-10-25", "Europe/Oslo", "end")).toBe("2026-10-25T23:00:00.000Z"); // 25 hours
    expect(toInstant("2026-12", "UTC", "end")).toBe("2027-01-01T00:00:00.000Z");
    expect(toInstant("2026", "UTC", "last")).toBe("2026-12-31T23:59:59.999Z");
  });

  test("a time of day is that moment, whichever edge is asked for", () => {
    for (const edge of ["start", "end", "last"] as const)
      expect(toInstant("2026-03-31T18:30Z", "Europe/Oslo", edge)).toBe("2026-03-31T18:30:00.000Z");
  });

  test("an instant is shown in the user's zone", () => {
    expect(inZone("2026-07-01T22:30:00.000Z", "Europe/Oslo")).toBe("2026-07-02 00:30");
  });
});
