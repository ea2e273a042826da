import fc from "fast-check";
import { DateTime } from "luxon";
import { expect, test } from "vitest";
import { millisecondsOf } from "../../src/domain/instant.ts";
import { dayOn } from "../../src/domain/time/calendar.ts";

const moments = fc.date({ min: new Date("0001-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });

test("an instant has the milliseconds that Date gives it, in any form", () => {
  fc.assert(
    fc.property(moments, (moment) => {
      expect(millisecondsOf(moment.toISOString())).toBe(moment.getTime());
    }),
  );
  for (const text of ["2026-11-30T12:00:00Z", "2026-11-30", "2026-11-30T12:00:00.000+02:00", "never"])
    expect(millisecondsOf(text)).toBe(Date.parse(text));
});

test("an instant's day is the one luxon finds, in every zone, also around a change of clocks", () => {
  const zones = fc.constantFrom("UTC", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe", "America/Recife");
  const near = fc.constantFrom("2000-10-08T03:00Z", "2000-10-15T02:00Z", "2026-03-08T07:00Z", "2026-11-01T06:00Z");
  const around = fc.tuple(near, fc.integer({ min: -200, max: 200 })).map(([at, quarters]) => {
    return new Date(Date.parse(at) + quarters * 900_000);
  });
  fc.assert(
    fc.property(fc.oneof(moments, around), zones, (moment, zone) => {
      const instant = moment.toISOString();
      expect(dayOn(instant, zone)).toBe(DateTime.fromISO(instant, { zone }).toISODate());
    }),
  );
});
