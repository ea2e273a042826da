import type { DateTime } from "luxon";

/** Days with a name: of the calendar, of the moon, and Easter. */

type DayIn = (year: number, zone: DateTime) => DateTime | null;

const fixed =
  (month: number, day: number): DayIn =>
  (year, at) =>
    at.startOf("year").set({ year, month, day });

/** Easter Sunday by the anonymous Gregorian algorithm (Nature, 20 April 1876), so many days later. */
const easter =
  (later: number): DayIn =>
  (year, at) => {
    const a = year % 19;
    const b = Math.floor(year / 100);
    const c = year % 100;
    const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
    const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
    const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
    return at
      .startOf("year")
      .set({ year, month: Math.floor(f / 31), day: (f % 31) + 1 })
      .plus({ days: later });
  };

const MOON = new Intl.DateTimeFormat("en-u-ca-chinese", { month: "numeric", day: "numeric", timeZone: "UTC" });
/** A day of the Chinese calendar as the runtime's own tables have it; leap months ("6bis") are no festival's. */
const lunar =
  (month: number, day: number): DayIn =>
  (year, at) => {
    // The first month begins between 21 January and 20 February, each further one 29 or 30 days later.
    const earliest = Date.UTC(year, 0, 21) + ((month - 1) * 29 + day - 1) * 86_400_000;
    for (let shift = 0; shift < 75; shift++) {
      const parts = MOON.formatToParts(earliest + shift * 86_400_000);
      const part = (type: string) => parts.find((one) => one.type === type)?.value;
      if (part("month") !== String(month) || part("day") !== String(day)) continue;
      const found = new Date(earliest + shift * 86_400_000);
      return at
        .startOf("year")
        .set({ year: found.getUTCFullYear(), month: found.getUTCMonth() + 1, day: found.getUTCDate() });
    }
    return null;
  };

/**
 * Chinese New Year, 2020 to 2040, as month and day (Hong Kong Observatory's calendar). By hand, since the runtime's tables
 * err by a day where the new moon falls within minutes of midnight: 2027 and 2030.
 */
const NEW_YEARS =
  "1-25 2-12 2-1 1-22 2-10 1-29 2-17 2-6 1-26 2-13 2-3 1-23 2-11 1-31 2-19 2-8 1-28 2-15 2-4 1-24 2-12".split(" ");
/** So many days after Chinese New Year. */
const newYear =
  (later: number): DayIn =>
  (year, at) => {
    const [month, day] = NEW_YEARS[year - 2020]?.split("-").map(Number) ?? [];
    return month === undefined || day === undefined ? null : fixed(month, day)(year, at)!.plus({ days: later });
  };

const ENGLISH: readonly [string, DayIn][] = [
  ["christmas eve", fixed(12, 24)],
  ["christmas day", fixed(12, 25)],
  ["christmas", fixed(12, 25)],
  ["boxing day", fixed(12, 26)],
  ["new year's eve", fixed(12, 31)],
  ["new year's day", fixed(1, 1)],
  ["new year's", fixed(1, 1)],
  ["valentine's day", fixed(2, 14)],
  ["halloween", fixed(10, 31)],
  ["good friday", easter(-2)],
  ["easter sunday", easter(0)],
  ["easter monday", easter(1)],
  ["easter", easter(0)],
];
const CHINESE: readonly [string, DayIn][] = [
  ["平安夜", fixed(12, 24)],
  ["圣诞节", fixed(12, 25)],
  ["圣诞", fixed(12, 25)],
  ["跨年夜", fixed(12, 31)],
  ["元旦", fixed(1, 1)],
  ["情人节", fixed(2, 14)],
  ["劳动节", fixed(5, 1)],
  ["儿童节", fixed(6, 1)],
  ["国庆节", fixed(10, 1)],
  ["国庆", fixed(10, 1)],
  ["万圣节", fixed(10, 31)],
  ["除夕", newYear(-1)],
  ["春节", newYear(0)],
  ["元宵节", newYear(14)],
  ["端午节", lunar(5, 5)],
  ["端午", lunar(5, 5)],
  ["七夕", lunar(7, 7)],
  ["中秋节", lunar(8, 15)],
  ["中秋", lunar(8, 15)],
];
const DAYS: ReadonlyMap<string, DayIn> = new Map([...ENGLISH, ...CHINESE]);

/** The names as alternatives of a pattern, longest first. */
export const FESTIVALS_EN = ENGLISH.map(([name]) => name.replace("'", "['’]")).join("|");
export const FESTIVALS_ZH = CHINESE.map(([name]) => name).join("|");

/**
 * The festival's day that is meant: one of up to `grace` days ago, else the next. Infinity where the tense is past, 0 where
 * it is to come; today counts for both. Null for a name that is none.
 */
export function festival(name: string, now: DateTime, grace: number): DateTime | null {
  const dayIn = DAYS.get(name.toLowerCase().replace("’", "'"));
  if (dayIn === undefined) return null;
  const today = now.startOf("day");
  const days = [-1, 0, 1].flatMap((shift) => dayIn(now.year + shift, now) ?? []);
  const last = days.findLast((day) => day <= today);
  if (last !== undefined && today.diff(last, "days").days <= grace) return last;
  return days.find((day) => day >= today) ?? null;
}
