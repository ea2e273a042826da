import type { Collection } from "./collection.ts";
import { type Condition, type Filter, listOf } from "./types.ts";

/** What a leaky server does wrong; for tests that a client never believes what it did not ask for. */
export interface Leaks {
  /** Ignores the filter of a query's root. */
  root?: boolean;
  /** Ignores the filters inside prefetches. */
  leaves?: boolean;
  /** Ignores conditions on tenant keys in scroll, count and facet, and answers a retrieve with points nobody asked for. */
  reads?: boolean;
  /** Ignores the filters of scroll, count and facet altogether. */
  unfiltered?: boolean;
}

/** A filter without the conditions on keys whose index says `is_tenant`. */
export function withoutTenants(collection: Collection, filter: Filter | null | undefined): Filter | null | undefined {
  if (!filter) return filter;
  const tenant = (condition: Condition) =>
    condition.key !== undefined && collection.indexes.get(condition.key)?.params?.is_tenant === true;
  const kept = (conditions: Filter["must"]) =>
    listOf(conditions)
      .filter((condition) => !tenant(condition))
      .map((condition) =>
        condition.must || condition.should || condition.must_not
          ? (withoutTenants(collection, condition) as Condition)
          : condition,
      );
  return {
    must: kept(filter.must),
    should: kept(filter.should),
    must_not: kept(filter.must_not),
    ...(filter.min_should ? { min_should: filter.min_should } : {}),
  };
}
