import type { Schemas } from "@qdrant/js-client-rest";
import { statusesOf } from "../../owner-image/filter.ts";
import type { Filter } from "../../ports/store.ts";
import { type Scope, wellFormed } from "./points.ts";

export type Condition = Schemas["Condition"];
export type QdrantFilter = Schemas["Filter"];

export const is = (key: string, value: string | number): Condition => ({ key, match: { value: wellFormed(value) } });
export const isAny = (key: string, values: readonly string[]): Condition => ({
  key,
  match: { any: values.map(wellFormed) },
});
export const between = (key: string, range: Schemas["Range"]): Condition => ({ key, range });
export const ids = (points: readonly string[]): Condition => ({ has_id: [...points] });

/** The way every filter is made: points of this scope, and of them those that fulfil `must`. */
export function within({ owner, inc }: Scope, must: readonly Condition[] = []): QdrantFilter {
  return { must: [is("owner", owner), is("inc", inc), ...must] };
}

/** Whatever lies there of an owner, of all beginnings of their memory: for erasing only. */
export const anyOf = (owner: string, must: readonly Condition[] = []): QdrantFilter => ({
  must: [is("owner", owner), ...must],
});

/** What was written at most at this version, and what was staged by then. */
export const upTo = (version: number): Condition => ({
  should: [between("rev", { gte: 1, lte: version }), { must: [is("rev", 0), between("base", { lte: version })] }],
});

/** Memories that are committed. */
export const VISIBLE = between("rev", { gte: 1 });

/** A bound that is no time is left to `matcher`, which compares text: Qdrant would refuse the request. */
const instant = (key: string, bound: keyof Schemas["DatetimeRange"], at: string): Condition[] =>
  Number.isNaN(Date.parse(at)) ? [] : [{ key, range: { [bound]: at } }];
const someOf = (key: string, values: readonly string[] | undefined): Condition[] =>
  values === undefined || values.length === 0 ? [] : [isAny(key, values)];

/** A port's filter as Qdrant's; `now` as in `matcher` of owner-image, which it agrees with. */
export function filterOf(scope: Scope, filter: Filter, now: string | null): QdrantFilter {
  const { tags = [], since, until, asOf } = filter;
  const must: Condition[] = [
    VISIBLE,
    isAny("status", statusesOf(filter)),
    ...someOf("kind", filter.kinds),
    ...someOf("type", filter.types),
    ...someOf("source", filter.sources),
    ...someOf("thread", filter.threads),
    ...someOf("speaker", filter.speakers),
    ...tags.map((tag) => is("tags", tag)),
    ...someOf("entities", filter.entities),
  ];
  if (since !== undefined) must.push(...instant("happenedAt", "gte", since));
  if (until !== undefined) must.push(...instant("happenedAt", "lt", until));
  if (asOf !== undefined) {
    const open: Condition = { is_empty: { key: "validUntil" } };
    must.push(...instant("validFrom", "lte", asOf), { should: [open, ...instant("validUntil", "gt", asOf)] });
  }
  const made = within(scope, must);
  if (asOf !== undefined || now === null) return made;
  return { ...made, must_not: [{ must: [is("status", "active"), ...instant("validUntil", "lte", now)] }] };
}
