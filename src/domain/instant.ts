import type { Instant } from "./record.ts";

const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const two = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

/**
 * Milliseconds since 1970 of an instant as records have it, `2026-11-30T12:00:00.000Z`; any other form as `Date.parse`
 * reads it. A fifth of the time of `Date.parse`, which ranking would call for every candidate. Days from the civil date
 * after Howard Hinnant's "chrono-compatible low-level date algorithms".
 */
export function millisecondsOf(instant: Instant): number {
  if (instant.length !== 24 || instant[23] !== "Z" || instant[19] !== ".") return Date.parse(instant);
  const month = two(instant, 5);
  const year = two(instant, 0) * 100 + two(instant, 2) - (month <= 2 ? 1 : 0); // years begin in March
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + two(instant, 8) - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * 146_097 + dayOfEra - 719_468;
  const seconds = (two(instant, 11) * 60 + two(instant, 14)) * 60 + two(instant, 17);
  return days * 86_400_000 + seconds * 1_000 + digit(instant, 20) * 100 + two(instant, 21);
}
