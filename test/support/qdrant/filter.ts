import { microseconds } from "./datetime.ts";
import { unsupported } from "./errors.ts";
import { type IndexType, indexHolds } from "./index-kinds.ts";
import { valuesAt } from "./payload-path.ts";
import { idKey, type Point } from "./points.ts";
import { type Bounds, type Condition, type Filter, type Json, listOf, type Match, type Payload } from "./types.ts";

/** The kind of index on a key, if there is one: an integer index does not see 1.5. */
export type IndexKind = (key: string) => IndexType | undefined;

/**
 * Whether a point passes a filter, by the rules of lib/segment/src/payload_storage (`query_checker.rs`,
 * `condition_checker.rs`): an empty list of any kind restricts nothing.
 */
export function passes(point: Point, filter: Filter | null | undefined, kinds: IndexKind = () => undefined): boolean {
  return filter ? check(filter, (condition) => holds(condition, point.payload, point, kinds)) : true;
}

/**
 * Joins the filter of a query with that of a prefetch inside it as Qdrant does (`merge_owned`, lib/segment/src/types.rs):
 * list by list. Two `must` lists both hold; but of two `should` lists one element is enough, so that a restriction
 * written as `should` is lifted by a `should` further down.
 */
export function mergeFilters(one: Filter | null | undefined, other: Filter | null | undefined): Filter | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  const lists = (["must", "should", "must_not"] as const).flatMap((kind) =>
    one[kind] || other[kind] ? [[kind, [...listOf(one[kind]), ...listOf(other[kind])]]] : [],
  );
  const [least, more] = [one.min_should, other.min_should];
  const joined =
    least && more
      ? {
          conditions: [...least.conditions, ...more.conditions],
          min_count: Math.max(least.min_count, more.min_count),
        }
      : (least ?? more);
  return { ...Object.fromEntries(lists), ...(joined ? { min_should: joined } : {}) };
}

function check(filter: Filter, test: (condition: Condition) => boolean): boolean {
  const should = listOf(filter.should);
  if (should.length > 0 && !should.some(test)) return false;
  const least = filter.min_should;
  if (least && least.conditions.filter(test).length < least.min_count) return false;
  return listOf(filter.must).every(test) && !listOf(filter.must_not).some(test);
}

/** `point` is absent inside a nested filter, where ids and vectors are not looked at. */
function holds(condition: Condition, payload: Payload, point: Point | undefined, kinds: IndexKind): boolean {
  if (condition.key !== undefined) return fieldHolds(condition, payload, kinds);
  if (condition.has_id) return point !== undefined && condition.has_id.some((id) => idKey(id) === point.id);
  if (condition.has_vector !== undefined) return point?.vectors.has(condition.has_vector) ?? false;
  if (typeof condition.is_empty === "object" && condition.is_empty)
    return valuesAt(payload, condition.is_empty.key).every(isEmpty);
  if (typeof condition.is_null === "object" && condition.is_null)
    return valuesAt(payload, condition.is_null.key).some((value) => value === null);
  if (condition.nested) {
    const { key, filter } = condition.nested;
    return valuesAt(payload, key.endsWith("[]") ? key : `${key}[]`).some(
      (value) =>
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        check(filter, (inner) => holds(inner, value, undefined, (path) => kinds(`${key}[].${path}`))),
    );
  }
  if (condition.slice) throw unsupported("slice conditions");
  return check(condition, (inner) => holds(inner, payload, point, kinds));
}

/** What counts as nothing under a key. */
export const isEmpty = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0);

function fieldHolds(condition: Condition, payload: Payload, kinds: IndexKind): boolean {
  if (condition.geo_bounding_box || condition.geo_radius || condition.geo_polygon) throw unsupported("geo conditions");
  const values = valuesAt(payload, condition.key!);
  const { match, range, values_count: count, is_empty: empty, is_null: none } = condition;
  if (values.length === 0) {
    if (count) return within(0, count);
    if (typeof empty === "boolean") return empty;
    return typeof none === "boolean" ? !none : false;
  }
  if (count) return values.some((value) => within(sizeOf(value), count));
  if (typeof empty === "boolean") return values.some((value) => isEmpty(value) === empty);
  if (typeof none === "boolean")
    return values.some((value) => (value === null || (Array.isArray(value) && value.includes(null))) === none);
  const kind = kinds(condition.key!);
  return values
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .some((value) => (match ? matches(value, match, kind) : false) || (range ? inRange(value, range, kind) : false));
}

const sizeOf = (value: Json): number => (value === null ? 0 : Array.isArray(value) ? value.length : 1);

function within<T>(value: T, { lt, gt, lte, gte }: Bounds<T>): boolean {
  const given = (bound: T | null | undefined): bound is T => bound !== null && bound !== undefined;
  return (
    (!given(lt) || value < lt) &&
    (!given(gt) || value > gt) &&
    (!given(lte) || value <= lte) &&
    (!given(gte) || value >= gte)
  );
}

function inRange(value: Json, range: Bounds<number> | Bounds<string>, kind: IndexType | undefined): boolean {
  const bounds = Object.values(range).filter((bound) => bound !== null && bound !== undefined);
  if (bounds.some((bound) => typeof bound === "string")) {
    const at = typeof value === "string" ? microseconds(value) : undefined;
    if (at === undefined) return false;
    const times = Object.entries(range as Bounds<string>).map(([side, bound]) => [
      side,
      typeof bound === "string" ? (microseconds(bound) ?? Number.NaN) : undefined,
    ]);
    return within(at, Object.fromEntries(times) as Bounds<number>);
  }
  if (typeof value !== "number" || (kind === "integer" && !indexHolds(kind, value))) return false;
  return within(value, range as Bounds<number>);
}

/** An index knows only values of its own kind, so only those can differ from a list it is asked about. */
function isSeen(value: Json, list: readonly unknown[], kind: IndexType | undefined): boolean {
  const [first] = list;
  if ((kind === "keyword" && typeof first !== "number") || (kind === "integer" && typeof first === "number"))
    return indexHolds(kind, value);
  return value !== null;
}

function matches(value: Json, match: Match, kind: IndexType | undefined): boolean {
  const same = (wanted: unknown) => wanted === value;
  if (match.value !== undefined) return same(match.value);
  if (match.any) return match.any.some(same);
  if (match.except) return isSeen(value, match.except, kind) && !match.except.some(same);
  if (typeof value !== "string") return false;
  if (match.prefix !== undefined) return value.startsWith(match.prefix);
  if (match.text_any !== undefined) return match.text_any.split(/\s+/).some((word) => value.includes(word));
  return value.includes(match.text ?? match.phrase ?? "");
}
