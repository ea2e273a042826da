import { strictMode } from "./errors.ts";
import type { PayloadIndex } from "./indexes.ts";
import { type Condition, type Expression, type Filter, listOf, type Match } from "./types.ts";

/** Limits of a collection's strict mode that the test server enforces; rates and sizes in bytes are only kept. */
export interface StrictModeConfig {
  enabled?: boolean | null;
  max_query_limit?: number | null;
  max_timeout?: number | null;
  unindexed_filtering_retrieve?: boolean | null;
  unindexed_filtering_update?: boolean | null;
  search_max_hnsw_ef?: number | null;
  search_allow_exact?: boolean | null;
  upsert_max_batchsize?: number | null;
  search_max_batchsize?: number | null;
  max_points_count?: number | null;
  filter_max_conditions?: number | null;
  condition_max_size?: number | null;
  max_payload_index_count?: number | null;
}

export function checkLimit(value: number | null | undefined, limit: number | null | undefined, name: string): void {
  if (typeof value !== "number" || typeof limit !== "number" || value <= limit) return;
  throw strictMode(
    `Limit exceeded ${value} > ${limit} for "${name}"`,
    `Reduce the "${name}" parameter to or below ${limit}.`,
  );
}

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const ANY = ["bool", "datetime", "float", "geo", "integer", "keyword", "text", "uuid"];

function kindsForValues(values: readonly unknown[]): string[] {
  if (values.length === 0) return [];
  if (typeof values[0] === "boolean") return ["bool"];
  if (typeof values[0] === "number") return ["integer"];
  return values.every((value) => UUID.test(String(value))) ? ["uuid", "keyword"] : ["keyword"];
}

function kindsForMatch(match: Match): string[] {
  if (match.value !== undefined) return kindsForValues([match.value]);
  const list = match.any ?? match.except;
  if (list) return kindsForValues(list);
  return match.prefix !== undefined ? ["keyword"] : ["text"];
}

/** Kinds of index any of which serves a condition on a key (lib/collection/src/problems/unindexed_field.rs); none: no index is needed. */
function kindsFor(condition: Condition): string[] {
  const { match, range, values_count: count, is_empty: empty, is_null: none } = condition;
  const kinds = match ? kindsForMatch(match) : [];
  if (range) {
    const bounds = Object.values(range).filter((bound) => bound !== null && bound !== undefined);
    kinds.push(...(bounds.some((bound) => typeof bound === "string") ? ["datetime"] : ["float", "integer"]));
  }
  if (count || typeof empty === "boolean" || typeof none === "boolean") kinds.push(...ANY);
  return kinds;
}

function serves(index: PayloadIndex | undefined, kinds: readonly string[], condition: Condition): boolean {
  if (!index || !kinds.includes(index.type)) return false;
  if (index.type === "integer")
    return condition.range ? index.params?.range !== false : !condition.match || index.params?.lookup !== false;
  return condition.match?.prefix === undefined || index.params?.prefix === true;
}

type Indexes = ReadonlyMap<string, PayloadIndex>;
type Missing = { key: string; kinds: string[] } | undefined;

/** The first key of a filter that lacks a fitting index. */
export function unindexedKey(filter: Filter, indexes: Indexes, prefix = ""): Missing {
  const all = [filter.must, filter.should, filter.must_not, filter.min_should?.conditions].flatMap(listOf);
  for (const condition of all) {
    const missing = unindexedCondition(condition, indexes, prefix);
    if (missing) return missing;
  }
  return undefined;
}

function unindexedCondition(condition: Condition, indexes: Indexes, prefix: string): Missing {
  if (condition.has_id || condition.has_vector !== undefined) return undefined;
  if (condition.nested)
    return unindexedKey(condition.nested.filter, indexes, `${prefix}${condition.nested.key.replace(/\[\]$/, "")}[].`);
  const { is_empty: empty, is_null: none } = condition;
  const path =
    condition.key ??
    (typeof empty === "object" ? empty?.key : undefined) ??
    (typeof none === "object" ? none?.key : undefined);
  if (path === undefined) return unindexedKey(condition, indexes, prefix);
  const kinds = condition.key === undefined ? ANY : kindsFor(condition);
  const key = prefix + path;
  return kinds.length === 0 || serves(indexes.get(key), kinds, condition) ? undefined : { key, kinds };
}

/** The first key of a formula that lacks a fitting index. */
export function unindexedExpression(expression: Expression, indexes: Indexes): Missing {
  if (typeof expression === "number") return undefined;
  if (typeof expression === "string")
    return expression.startsWith("$") || ["integer", "float"].includes(indexes.get(expression)?.type ?? "")
      ? undefined
      : { key: expression, kinds: ["float", "integer"] };
  if (expression.datetime !== undefined) return undefined;
  if (expression.datetime_key !== undefined)
    return indexes.get(expression.datetime_key)?.type === "datetime"
      ? undefined
      : { key: expression.datetime_key, kinds: ["datetime"] };
  const decay = expression.exp_decay ?? expression.gauss_decay ?? expression.lin_decay;
  const { neg, abs, sqrt, exp, ln, log10, div, pow, mult, sum } = expression;
  const inner = decay
    ? [decay.x, decay.target]
    : [
        neg,
        abs,
        sqrt,
        exp,
        ln,
        log10,
        div?.left,
        div?.right,
        pow?.base,
        pow?.exponent,
        ...(mult ?? []),
        ...(sum ?? []),
      ];
  const given = inner.filter((part): part is Expression => part !== undefined && part !== null);
  if (given.length === 0) return unindexedCondition(expression, indexes, "");
  for (const part of given) {
    const missing = unindexedExpression(part, indexes);
    if (missing) return missing;
  }
  return undefined;
}

export function refuse(missing: Missing, what: "filter" | "formula expression"): void {
  if (!missing) return;
  throw strictMode(
    `Index required but not found for "${missing.key}" of one of the following types: [${[...new Set(missing.kinds)].sort().join(", ")}]`,
    `Create an index for this key or use a different ${what}.`,
  );
}

/** Checks a filter against strict mode; `unindexed` is the setting that counts, for reads or for writes. */
export function checkFilter(
  config: StrictModeConfig,
  filter: Filter | null | undefined,
  indexes: Indexes,
  unindexed: boolean | null | undefined,
): void {
  if (!filter) return;
  if (unindexed === false) refuse(unindexedKey(filter, indexes), "filter");
  const count = countConditions(filter);
  if (typeof config.filter_max_conditions === "number" && count > config.filter_max_conditions)
    throw strictMode(
      `Filter condition limit reached (${count} > ${config.filter_max_conditions})`,
      "Reduce the amount of conditions of your filter.",
    );
  const size = largestCondition(filter);
  if (typeof config.condition_max_size === "number" && size > config.condition_max_size)
    throw strictMode(
      `Condition size limit reached (${size} > ${config.condition_max_size})`,
      "Reduce the size of your condition.",
    );
}

const inside = (filter: Filter): Condition[] =>
  [filter.must, filter.should, filter.must_not, filter.min_should?.conditions].flatMap(listOf);
const isFilter = (condition: Condition) =>
  Boolean(condition.must ?? condition.should ?? condition.must_not ?? condition.min_should);

function countConditions(filter: Filter): number {
  return inside(filter).reduce(
    (sum, condition) =>
      sum +
      (condition.nested
        ? countConditions(condition.nested.filter)
        : isFilter(condition)
          ? countConditions(condition)
          : 1),
    0,
  );
}

function largestCondition(filter: Filter): number {
  const sizes = inside(filter).map((condition) => {
    if (condition.nested) return largestCondition(condition.nested.filter);
    if (isFilter(condition)) return largestCondition(condition);
    return condition.has_id?.length ?? condition.match?.any?.length ?? condition.match?.except?.length ?? 0;
  });
  return Math.max(0, ...sizes);
}
