import { DateTime } from "luxon";
import { type TimeCue, timeCues } from "../../src/domain/timerange.ts";

/** Monday, 30 November 2026, noon in Oslo: what the tables of the tests are read against. */
export const NOW = Date.UTC(2026, 10, 30, 11);
export const OSLO = "Europe/Oslo";

const local = (instant: string | null, zone: string): string => {
  if (instant === null) return "";
  const at = DateTime.fromISO(instant, { zone });
  return at.toFormat(at.hour === 0 && at.minute === 0 ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HH:mm");
};

/** A cue in one line, its ends on the wall clock of the zone: `2026-11-24 … 2026-11-25`, `last`, `every {"weekday":2}`. */
export function shown(cue: TimeCue, zone = OSLO): string {
  if (cue.order !== null) return cue.order;
  if (cue.range === null) return `every ${JSON.stringify(cue.recurring)}`;
  return `${local(cue.range.since, zone)} … ${local(cue.range.until, zone)}`.trim();
}

/** What a question says about when, joined by `; `; empty when it says nothing. */
export function read(question: string, now = NOW, zone = OSLO): string {
  return timeCues(question, now, zone)
    .map((cue) => shown(cue, zone))
    .join("; ");
}
