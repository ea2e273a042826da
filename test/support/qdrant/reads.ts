import { type Collection, select, strictOf } from "./collection.ts";
import { badRequest, notFound } from "./errors.ts";
import type { Scored } from "./fusion.ts";
import { facet, ordered } from "./indexes.ts";
import { type Leaks, withoutTenants } from "./leaks.ts";
import { selectPayload } from "./payload-path.ts";
import { byId, idKey, type Point } from "./points.ts";
import { checkFilter, checkLimit } from "./strict.ts";
import type { Filter, OrderBy, Payload, PayloadSelection, PointId, SparseVector, VectorSelection } from "./types.ts";
import { onWire, shortest } from "./vectors.ts";

interface Selection {
  with_payload?: PayloadSelection | null;
  with_vector?: VectorSelection | null;
}

/** Points by filter, after the checks of strict mode. */
function filtered(collection: Collection, filter: Filter | null | undefined, leaks: Leaks): Point[] {
  const strict = strictOf(collection);
  checkFilter(strict, filter, collection.indexes, strict.unindexed_filtering_retrieve);
  if (leaks.unfiltered) return select(collection, undefined);
  return select(collection, leaks.reads ? withoutTenants(collection, filter) : filter);
}

export function retrieve(collection: Collection, ids: PointId[], selection: Selection, leaks: Leaks) {
  const wanted = new Set(ids.map(idKey));
  const found = [...wanted].flatMap((id) => collection.points.get(id) ?? []);
  if (leaks.reads) found.push(...[...collection.points.values()].filter((point) => !wanted.has(point.id)).slice(0, 3));
  return found.map((point) => record(point, { with_payload: true, ...selection }));
}

export function onePoint(collection: Collection, text: string) {
  const id = idKey(/^\d+$/.test(text) ? Number(text) : text);
  const point = collection.points.get(id);
  if (!point) throw notFound(`Point with id ${id} does not exists!`);
  return record(point, { with_payload: true, with_vector: true });
}

export interface ScrollRequest extends Selection {
  offset?: PointId | null;
  limit?: number | null;
  filter?: Filter | null;
  order_by?: OrderBy | null;
}

export function scroll(collection: Collection, request: ScrollRequest, leaks: Leaks) {
  const { filter, order_by: orderBy, offset } = request;
  const limit = request.limit ?? 10;
  checkLimit(limit, strictOf(collection).max_query_limit, "limit");
  const selection = { with_payload: true, ...request };
  const points = filtered(collection, filter, leaks);
  if (orderBy !== null && orderBy !== undefined) {
    if (offset !== null && offset !== undefined)
      throw badRequest(
        "Cannot use an `offset` when using `order_by`. The alternative for paging is to use `order_by.start_from` and a filter to exclude the IDs you've already seen.",
      );
    const page = ordered(collection.indexes, points, orderBy).slice(0, limit);
    return {
      points: page.map(({ point, value }) => ({ ...record(point, selection), order_value: value })),
      next_page_offset: null,
    };
  }
  const from = offset === null || offset === undefined ? undefined : idKey(offset);
  const rest = from === undefined ? points : points.filter((point) => byId(point, { id: from }) >= 0);
  return {
    points: rest.slice(0, limit).map((point) => record(point, selection)),
    next_page_offset: rest[limit]?.id ?? null,
  };
}

export const count = (collection: Collection, filter: Filter | null | undefined, leaks: Leaks) => ({
  count: filtered(collection, filter, leaks).length,
});

export function facets(
  collection: Collection,
  request: { key: string; limit?: number | null; filter?: Filter | null },
  leaks: Leaks,
) {
  const limit = request.limit ?? 10;
  checkLimit(limit, strictOf(collection).max_query_limit, "limit");
  return { hits: facet(collection.indexes, filtered(collection, request.filter, leaks), request.key, limit) };
}

/** A hit as it is answered. */
export function scoredPoint({ point, score, order }: Scored, selection: Selection) {
  const { id, ...parts } = record(point, selection);
  return {
    id,
    version: point.version,
    score: shortest(score),
    ...parts,
    ...(order === undefined ? {} : { order_value: order }),
  };
}

function record(point: Point, { with_payload: payload, with_vector: vector }: Selection) {
  return {
    id: point.id,
    ...(payload ? { payload: payloadOf(point, payload) } : {}),
    ...(vector ? { vector: vectorsOf(point, vector) } : {}),
  };
}

function payloadOf(point: Point, selection: PayloadSelection): Payload {
  if (selection === true || selection === false) return point.payload;
  if (Array.isArray(selection)) return selectPayload(point.payload, selection, "include");
  return "include" in selection
    ? selectPayload(point.payload, selection.include, "include")
    : selectPayload(point.payload, selection.exclude, "exclude");
}

function vectorsOf(point: Point, selection: VectorSelection): number[] | Record<string, number[] | SparseVector> {
  const chosen = [...point.vectors].filter(([name]) => selection === true || (selection as string[]).includes(name));
  const [first] = chosen;
  if (first?.[0] === "" && chosen.length === 1) return onWire(first[1]) as number[];
  return Object.fromEntries(chosen.map(([name, value]) => [name, onWire(value)]));
}
