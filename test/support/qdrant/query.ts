import { type Collection, select, strictOf } from "./collection.ts";
import { badRequest, notFound, unsupported, wrongInput } from "./errors.ts";
import { mergeFilters } from "./filter.ts";
import { formulaScore } from "./formula.ts";
import { byScore, dbsf, rrf, type Scored } from "./fusion.ts";
import { ordered } from "./indexes.ts";
import type { Leaks } from "./leaks.ts";
import { diversified } from "./mmr.ts";
import { idKey, isSparse, type Point, type StoredVector } from "./points.ts";
import { checkFilter, checkLimit, refuse, unindexedExpression } from "./strict.ts";
import { type Filter, listOf, type Prefetch, type Query, type QueryRequest, type VectorInput } from "./types.ts";
import {
  countDocument,
  type Documents,
  dot,
  keepDense,
  keepSparse,
  noDocuments,
  sparseDot,
  weighted,
} from "./vectors.ts";

const DEFAULT_LIMIT = 10;
const MAX_DEPTH = 64;

/**
 * Runs a query as Qdrant plans it (lib/shard/src/query/planned_query.rs): the root's filter goes down into every leaf,
 * a leaf searches the collection, and what stands above it scores what its prefetches found.
 */
export function runQuery(collection: Collection, request: QueryRequest, leaks: Leaks): Scored[] {
  const offset = request.offset ?? 0;
  const limit = request.limit ?? DEFAULT_LIMIT;
  checkStrict(collection, request, 0);
  const root = leaks.root ? { ...request, filter: null } : request;
  return run(collection, { ...root, limit: limit + offset }, undefined, leaks, true).slice(offset, offset + limit);
}

function run(collection: Collection, node: Prefetch, above: Filter | undefined, leaks: Leaks, root: boolean): Scored[] {
  if (node.lookup_from) throw unsupported("lookup_from");
  const own = leaks.leaves && !root ? undefined : (node.filter ?? undefined);
  const filter = mergeFilters(above, own);
  const limit = node.limit ?? DEFAULT_LIMIT;
  const prefetches = listOf(node.prefetch);
  if (prefetches.length === 0) return leaf(collection, node, filter, limit);
  if (node.query === null || node.query === undefined)
    throw wrongInput("Validation failed: cannot have prefetches without a query");
  const sources = prefetches.map((prefetch) => run(collection, prefetch, filter, leaks, false));
  return rescore(collection, node, node.query, sources, limit);
}

function leaf(collection: Collection, node: Prefetch, filter: Filter | undefined, limit: number): Scored[] {
  const { query } = node;
  if (query === null || query === undefined)
    return select(collection, filter)
      .slice(0, limit)
      .map((point) => ({ point, score: 1 }));
  if (isKind(query, "fusion") || isKind(query, "rrf"))
    throw wrongInput("Validation failed: cannot apply Fusion without prefetches");
  if (isKind(query, "formula")) throw wrongInput("Validation failed: cannot apply Formula without prefetches");
  return scorePoints(collection, node, query, select(collection, filter), limit);
}

function rescore(collection: Collection, node: Prefetch, query: Query, sources: Scored[][], limit: number): Scored[] {
  const threshold = node.score_threshold ?? Number.NEGATIVE_INFINITY;
  const best = (scored: Scored[]) => scored.filter((entry) => entry.score >= threshold).slice(0, limit);
  if (isKind(query, "fusion")) return best(query.fusion === "rrf" ? rrf(sources) : dbsf(sources));
  if (isKind(query, "rrf")) return best(rrf(sources, query.rrf.k ?? undefined, query.rrf.weights));
  const found = [...new Map(sources.flat().map(({ point }) => [point.id, point])).values()];
  if (!isKind(query, "formula")) return scorePoints(collection, node, query, found, limit);
  const scores = sources.map((source) => new Map(source.map((entry) => [entry.point.id, entry.score])));
  const kinds = (key: string) => collection.indexes.get(key)?.type;
  const defaults = query.defaults ?? {};
  return best(
    found
      .map((point) => ({
        point,
        score: formulaScore(query.formula, {
          point,
          scores: scores.map((list) => list.get(point.id)),
          defaults,
          kinds,
        }),
      }))
      .sort(byScore),
  );
}

/** Scores points by a vector, or orders them by a payload key. */
function scorePoints(collection: Collection, node: Prefetch, query: Query, points: Point[], limit: number): Scored[] {
  if (isKind(query, "order_by"))
    return ordered(collection.indexes, points, query.order_by)
      .slice(0, limit)
      .map(({ point, value }) => ({ point, score: 1, order: value }));
  if (isKind(query, "nearest")) {
    const { mmr } = query;
    if (!mmr) return nearest(collection, node, query.nearest, points, limit);
    const candidates = nearest(collection, node, query.nearest, points, mmr.candidates_limit ?? limit);
    const using = node.using ?? "";
    return diversified(candidates, queryVector(collection, using, query.nearest), using, mmr, limit);
  }
  if (typeof query === "object" && !Array.isArray(query) && !("indices" in query))
    throw unsupported(`query of kind ${Object.keys(query).join(", ")}`);
  return nearest(collection, node, query, points, limit);
}

function nearest(collection: Collection, node: Prefetch, input: VectorInput, points: Point[], limit: number): Scored[] {
  const using = node.using ?? "";
  const score = scorer(collection, node, using, input);
  const self = typeof input === "object" ? undefined : idKey(input);
  const threshold = node.score_threshold ?? undefined;
  const scored: Scored[] = [];
  for (const point of points) {
    if (point.id === self) continue;
    const value = score(point);
    if (value !== undefined && (threshold === undefined || value > threshold)) scored.push({ point, score: value });
  }
  return scored.sort(byScore).slice(0, limit);
}

function scorer(collection: Collection, node: Prefetch, using: string, input: VectorInput) {
  const given = queryVector(collection, using, input);
  if (!isSparse(given))
    return (point: Point) => {
      const vector = point.vectors.get(using);
      return vector instanceof Float32Array ? dot(given, vector) : undefined;
    };
  const query = collection.sparse.get(using)!.idf ? weighted(given, corpus(collection, node, using)) : given;
  return (point: Point) => {
    const vector = point.vectors.get(using);
    return vector && isSparse(vector) ? sparseDot(query, vector) : undefined;
  };
}

/** What is searched for, of the kind that the vector's name stands for. */
function queryVector(collection: Collection, using: string, input: VectorInput): StoredVector {
  const dense = collection.dense.get(using);
  if (!dense && !collection.sparse.has(using)) throw wrongInput(`Not existing vector name error: ${using}`);
  if (typeof input !== "object") return vectorOf(collection, using, input);
  if (Array.isArray(input) !== (dense !== undefined))
    throw wrongInput("Conversion between sparse and regular vectors failed");
  return Array.isArray(input) ? keepDense(input, dense!) : keepSparse(input);
}

/** The documents whose statistics count: all that have the vector, or those of `params.idf.corpus`. */
function corpus(collection: Collection, node: Prefetch, using: string): Documents {
  const scope = node.params?.idf;
  if (!scope || scope === "global") return collection.sparse.get(using)!.documents;
  const documents = noDocuments();
  for (const point of select(collection, scope.corpus)) {
    const vector = point.vectors.get(using);
    if (vector && isSparse(vector)) countDocument(documents, vector, 1);
  }
  return documents;
}

function vectorOf(collection: Collection, using: string, id: number | string): StoredVector {
  const point = collection.points.get(idKey(id));
  if (!point) throw notFound(`No point with id ${id} found`);
  const vector = point.vectors.get(using);
  if (!vector) throw badRequest(`Point ${id} has no vector ${using}`);
  return vector;
}

type Keyed = Extract<Query, Record<string, unknown>>;
function isKind<Kind extends "fusion" | "rrf" | "formula" | "order_by" | "nearest">(
  query: Query,
  kind: Kind,
): query is Extract<Keyed, { [key in Kind]: unknown }> {
  return typeof query === "object" && !Array.isArray(query) && kind in query;
}

function checkStrict(collection: Collection, node: Prefetch, depth: number): void {
  if (depth > MAX_DEPTH)
    throw wrongInput(`Validation failed: prefetches depth ${depth} exceeds max depth ${MAX_DEPTH}`);
  const strict = strictOf(collection);
  for (const prefetch of listOf(node.prefetch)) checkStrict(collection, prefetch, depth + 1);
  if (strict.unindexed_filtering_retrieve === false && node.query && isKind(node.query, "formula"))
    refuse(unindexedExpression(node.query.formula, collection.indexes), "formula expression");
  checkLimit(node.limit ?? DEFAULT_LIMIT, strict.max_query_limit, "limit");
  checkFilter(strict, node.filter, collection.indexes, strict.unindexed_filtering_retrieve);
  if (node.params?.exact && strict.search_allow_exact === false)
    throw badRequest("Exact search disabled!. Help: Set exact=false.");
  checkLimit(node.params?.hnsw_ef, strict.search_max_hnsw_ef, "hnsw_ef");
  const scope = node.params?.idf;
  if (scope && scope !== "global")
    checkFilter(strict, scope.corpus, collection.indexes, strict.unindexed_filtering_retrieve);
}
