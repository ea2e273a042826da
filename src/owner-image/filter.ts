import type { Status } from "../domain/record.ts";
import type { Filter } from "../ports/store.ts";
import { type Entry, type Image, STATUS_CODE } from "./entry.ts";

/** Statuses that were once believed; what `asOf` looks at. */
const ONCE_BELIEVED: readonly Status[] = ["active", "superseded", "archived", "compressed"];

function condition<T>(wanted: readonly T[] | undefined, of: (entry: Entry) => T | null): ((entry: Entry) => boolean)[] {
  if (wanted === undefined || wanted.length === 0) return [];
  const set: ReadonlySet<unknown> = new Set(wanted);
  return [(entry) => set.has(of(entry))];
}

function conditions(filter: Filter): ((entry: Entry) => boolean)[] {
  const { tags, entities, since, until, asOf } = filter;
  const all = [
    ...condition(filter.kinds, (entry) => entry.kind),
    ...condition(filter.types, (entry) => entry.type),
    ...condition(filter.sources, (entry) => entry.source),
    ...condition(filter.threads, (entry) => entry.thread),
    ...condition(filter.speakers, (entry) => entry.speaker),
  ];
  if (tags !== undefined && tags.length > 0) all.push((entry) => tags.every((tag) => entry.tags.includes(tag)));
  if (entities !== undefined && entities.length > 0)
    all.push((entry) => entities.some((entity) => entry.entities.includes(entity)));
  if (since !== undefined) all.push((entry) => entry.happenedAt >= since);
  if (until !== undefined) all.push((entry) => entry.happenedAt < until);
  if (asOf !== undefined)
    all.push((entry) => entry.validFrom <= asOf && (entry.validUntil === null || asOf < entry.validUntil));
  return all;
}

/** The statuses a query with this filter may see. */
export function statusesOf(filter: Filter): readonly Status[] {
  if (filter.asOf !== undefined) return ONCE_BELIEVED;
  return filter.statuses === undefined || filter.statuses.length === 0 ? ["active"] : filter.statuses;
}

/**
 * The filter as a function of a record's number in the image. `now` is the instant at which active records must not
 * be out of date, or `null` where that does not matter (browsing, exporting).
 */
export function matcher(image: Image, filter: Filter, now: string | null): (seq: number) => boolean {
  const allowed = new Uint8Array(256);
  for (const status of statusesOf(filter)) allowed[STATUS_CODE[status]] = 1;
  const checks = conditions(filter);
  const expiresBefore = filter.asOf === undefined ? now : null;
  const { statusCodes, expiring, entries } = image;
  return (seq) => {
    if (allowed[statusCodes[seq] ?? 0] === 0) return false;
    const outdated = expiresBefore !== null && expiring[seq] === 1;
    if (!outdated && checks.length === 0) return true;
    const entry = entries[seq];
    if (entry === undefined) return false;
    if (outdated && entry.status === "active" && entry.validUntil !== null && entry.validUntil <= expiresBefore)
      return false;
    for (const check of checks) if (!check(entry)) return false;
    return true;
  };
}
