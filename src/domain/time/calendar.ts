import { IANAZone, type Zone } from "luxon";
import { millisecondsOf } from "../instant.ts";
import type { Instant } from "../record.ts";

/**
 * A reading of the wall clock and calendar in the user's zone: milliseconds as if that reading were UTC. Days, weeks and
 * months are counted on it, so that a day is a day also where daylight saving makes it 23 or 25 hours long; only the
 * ends of a finished range become instants.
 */
export type Wall = number;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** `now` as the user's calendar shows it. */
export interface Clock {
  readonly now: Wall;
  /** Midnight that began today. */
  readonly today: Wall;
  readonly zone: Zone;
}

const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const named = IANAZone.create(name);
  const zone = named.isValid ? named : IANAZone.create("UTC");
  if (zones.size >= 1_000) zones.clear();
  zones.set(name, zone);
  return zone;
}

/** The clock of a zone at an instant in milliseconds; a name that is no IANA zone reads as UTC. */
export function clockAt(instant: number, timeZone: string): Clock {
  const zone = zoneOf(timeZone);
  const now = wallAt(instant, zone);
  return { now, today: startOfDay(now), zone };
}

/** Since 1972 clocks have changed on the quarter of an hour only, and never twice within six days (Recife 2000: a week). */
const QUARTER = HOUR / 4;
const STRETCH = 4 * DAY;
const EVEN_SINCE = Date.UTC(1972, 0);
const offsets = new Map<Zone, Map<number, number>>();

/** Milliseconds that a zone is ahead of UTC at an instant. Asking takes 15 µs, and a recall asks a dozen times. */
function offsetAt(instant: number, zone: Zone): number {
  if (!(instant >= EVEN_SINCE)) return zone.offset(instant) * 60_000;
  const from = Math.floor(instant / STRETCH) * STRETCH;
  const offset = keptOffset(from, zone);
  return offset === keptOffset(from + STRETCH, zone) ? offset : keptOffset(instant, zone);
}

/** The same of the quarter of an hour the instant is in, asked once. */
function keptOffset(instant: number, zone: Zone): number {
  const quarter = Math.floor(instant / QUARTER);
  let kept = offsets.get(zone);
  if (kept === undefined) {
    if (offsets.size >= 1_000) offsets.clear();
    kept = new Map();
    offsets.set(zone, kept);
  }
  const known = kept.get(quarter);
  if (known !== undefined) return known;
  const offset = zone.offset(instant) * 60_000;
  if (kept.size >= 1_000) kept.clear();
  kept.set(quarter, offset);
  return offset;
}

/** What the wall clock reads at an instant (milliseconds since 1970). */
export function wallAt(instant: number, zone: Zone): Wall {
  return instant + offsetAt(instant, zone);
}

/** The date, `2026-11-30`, of an instant in a zone. */
export function dayOn(instant: Instant, timeZone: string): string {
  return new Date(wallAt(millisecondsOf(instant), zoneOf(timeZone))).toISOString().slice(0, 10);
}

/**
 * The first instant, in milliseconds since 1970, at which the clock reads `wall`; where clocks jumped over it, the
 * instant of the jump (or as long after it as `wall` is into the gap).
 */
export function instantOf(wall: Wall, zone: Zone): number {
  const before = offsetAt(wall - DAY, zone);
  const after = offsetAt(wall + DAY, zone);
  const earliest = wall - Math.max(before, after);
  if (wallAt(earliest, zone) === wall) return earliest;
  const latest = wall - Math.min(before, after);
  return wallAt(latest, zone) === wall ? latest : wall - before;
}

export function startOfDay(wall: Wall): Wall {
  return Math.floor(wall / DAY) * DAY;
}

export function yearOf(wall: Wall): number {
  return new Date(wall).getUTCFullYear();
}

/** 1 … 12 */
export function monthOf(wall: Wall): number {
  return new Date(wall).getUTCMonth() + 1;
}

/** 1 … 31 */
export function dayOf(wall: Wall): number {
  return new Date(wall).getUTCDate();
}

/** 1 Monday … 7 Sunday */
export function weekdayOf(wall: Wall): number {
  return new Date(wall).getUTCDay() || 7;
}

/** Midnight of a date; months and days past their end carry over, also backwards. */
export function midnight(year: number, month: number, day = 1): Wall {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

/** Midnight of a date that exists, else null (30 February). */
export function realDate(year: number, month: number, day: number): Wall | null {
  const wall = midnight(year, month, day);
  return monthOf(wall) === month && dayOf(wall) === day ? wall : null;
}

/** The same day so many months on (or back, when negative), or the month's last day where that is earlier. */
export function addMonths(wall: Wall, months: number): Wall {
  const first = midnight(yearOf(wall), monthOf(wall) + months);
  const length = midnight(yearOf(first), monthOf(first) + 1) - first;
  return first + Math.min((dayOf(wall) - 1) * DAY, length - DAY);
}

/** Monday's midnight: weeks begin on Monday, as in ISO 8601 and in Chinese usage. */
export function startOfWeek(wall: Wall): Wall {
  return startOfDay(wall) - (weekdayOf(wall) - 1) * DAY;
}

export function startOfMonth(wall: Wall): Wall {
  return midnight(yearOf(wall), monthOf(wall));
}
