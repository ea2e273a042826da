import { microseconds } from "./datetime.ts";
import { wrongInput } from "./errors.ts";
import { isEmpty } from "./filter.ts";
import { type IndexType, indexHolds } from "./index-kinds.ts";
import { valuesAt } from "./payload-path.ts";
import type { Point } from "./points.ts";
import { type Filter, type Json, listOf, type OrderBy } from "./types.ts";

export interface PayloadIndex {
  type: IndexType;
  /** As it was asked for, when more than the type was. */
  params?: {
    type: IndexType;
    is_tenant?: boolean | null;
    lookup?: boolean | null;
    range?: boolean | null;
    prefix?: boolean | null;
  };
  /** How many points have something under the key. */
  points: number;
  /** Points by value, of keyword and UUID indexes. */
  lookup?: Map<string, Set<Point>>;
}

export function newIndex(schema: IndexType | NonNullable<PayloadIndex["params"]>): PayloadIndex {
  const type = typeof schema === "string" ? schema : schema.type;
  return {
    type,
    points: 0,
    ...(typeof schema === "string" ? {} : { params: schema }),
    ...(type === "keyword" || type === "uuid" ? { lookup: new Map() } : {}),
  };
}

const flat = (values: Json[]): Json[] => values.flatMap((value) => (Array.isArray(value) ? value : [value]));

/** Puts a point into an index, or takes it out; call with the payload it has at that moment. */
export function indexPoint(index: PayloadIndex, key: string, point: Point, add: boolean): void {
  const values = valuesAt(point.payload, key);
  if (!values.every(isEmpty)) index.points += add ? 1 : -1;
  if (!index.lookup) return;
  for (const value of flat(values)) {
    if (typeof value !== "string") continue;
    const points = index.lookup.get(value);
    if (add) points ? points.add(point) : index.lookup.set(value, new Set([point]));
    else if (points?.delete(point) && points.size === 0) index.lookup.delete(value);
  }
}

/**
 * Fewer points than all to look a filter's matches up in: those of an indexed keyword that it demands. `undefined`
 * when it demands none.
 */
export function candidates(indexes: ReadonlyMap<string, PayloadIndex>, filter: Filter | null | undefined) {
  let best: ReadonlySet<Point> | undefined;
  for (const condition of listOf(filter?.must)) {
    const lookup = condition.key === undefined ? undefined : indexes.get(condition.key)?.lookup;
    const wanted = condition.match?.value;
    const alone = !condition.range && !condition.values_count;
    const points =
      lookup && typeof wanted === "string" && alone
        ? (lookup.get(wanted) ?? new Set<Point>())
        : condition.must && condition.key === undefined
          ? candidates(indexes, { must: condition.must })
          : undefined;
    if (points && (!best || points.size < best.size)) best = points;
  }
  return best;
}

/** Values of a point that an index of a kind holds, each once; date-times in microseconds, so that one instant is one value. */
const held = (point: Point, key: string, type: IndexType): Json[] => {
  const values = flat(valuesAt(point.payload, key)).filter((value) => indexHolds(type, value));
  return [...new Set(type === "datetime" ? values.map((value) => microseconds(String(value))!) : values)];
};

/**
 * Points in the order of a payload key, one for each of its values, those without it left out
 * (lib/segment/src/data_types/order_by.rs). Needs an index that knows ranges. `start_from` counts in.
 */
export function ordered(indexes: ReadonlyMap<string, PayloadIndex>, points: Iterable<Point>, by: OrderBy) {
  const { key, direction, start_from: start } = typeof by === "string" ? { key: by } : by;
  const index = indexes.get(key);
  if (!index || !["integer", "float", "datetime"].includes(index.type) || index.params?.range === false)
    throw wrongInput(
      `No range index for \`order_by\` key: \`${key}\`. Please create one to use \`order_by\`. Check https://qdrant.tech/documentation/concepts/indexing/#payload-index to see which payload schemas support Range conditions`,
    );
  const sign = direction === "desc" ? -1 : 1;
  const from = typeof start === "string" ? microseconds(start) : (start ?? undefined);
  if (typeof start === "string" && from === undefined) throw wrongInput(`Invalid start_from: ${start}`);
  return [...points]
    .flatMap((point) => held(point, key, index.type).map((value) => ({ point, value: Number(value) })))
    .filter(({ value }) => from === undefined || sign * value >= sign * from)
    .sort((one, other) => sign * (one.value - other.value));
}

/** How often each value of a key occurs among points: most frequent first, then by value. */
export function facet(indexes: ReadonlyMap<string, PayloadIndex>, points: Iterable<Point>, key: string, limit: number) {
  const index = indexes.get(key);
  if (!index || !["keyword", "integer", "bool", "uuid"].includes(index.type) || index.params?.lookup === false)
    throw wrongInput(
      `No appropriate index for faceting: \`${key}\`. Please create one to facet on this field. Check https://qdrant.tech/documentation/concepts/indexing/#payload-index to see which payload schemas support Match conditions`,
    );
  const counts = new Map<Json, number>();
  for (const point of points)
    for (const value of held(point, key, index.type)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (String(one.value) < String(other.value) ? -1 : 1))
    .slice(0, limit);
}
