import { DateTime } from "luxon";
import type { Instant } from "./domain/record.ts";

/** A date without a time of day: a year, a month, a week, a day. */
const BARE = /^(\d{4})(-(\d{2}(-\d{2})?|W\d{2}(-\d)?|\d{3}))?$/;

function unit(text: string): "year" | "month" | "week" | "day" {
  if (/^\d{4}$/.test(text)) return "year";
  if (/^\d{4}-\d{2}$/.test(text)) return "month";
  return /^\d{4}-W\d{2}$/.test(text) ? "week" : "day";
}

/**
 * Which moment of a bare date is meant: its first (`start`), the first after it (`end`, for an exclusive bound, so that
 * "until 2026-03-31" takes in all of that day), or its last millisecond (`last`, so that "as of 2026-03-31" answers as
 * that day closed). A date with a time of day is that time.
 */
export type Edge = "start" | "end" | "last";

/**
 * The instant an ISO 8601 date or time names, `null` when it is none or outside the years 0 to 9998. What has no offset
 * is read in `zone`, an IANA name.
 */
export function toInstant(text: string, zone: string, edge: Edge = "start"): Instant | null {
  const trimmed = text.trim();
  const at = DateTime.fromISO(trimmed, { zone });
  const utc = at.toUTC();
  if (!at.isValid || utc.year < 0 || utc.year > 9998) return null;
  if (edge === "start" || !BARE.test(trimmed)) return new Date(at.toMillis()).toISOString();
  const after = at.plus({ [unit(trimmed)]: 1 }).toMillis();
  return new Date(edge === "end" ? after : after - 1).toISOString();
}

/** An instant as people read it, in their zone: `2026-03-31 18:30`. */
export function inZone(instant: Instant, zone: string): string {
  return DateTime.fromISO(instant, { zone }).toFormat("yyyy-MM-dd HH:mm");
}
