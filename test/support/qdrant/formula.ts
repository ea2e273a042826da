import { microseconds } from "./datetime.ts";
import { type DecayKind, decay } from "./decay.ts";
import { unsupported, wrongInput } from "./errors.ts";
import { type IndexKind, passes } from "./filter.ts";
import { indexHolds } from "./index-kinds.ts";
import { valuesAt } from "./payload-path.ts";
import type { Point } from "./points.ts";
import type { Decay, Expression, Json, Payload } from "./types.ts";

/** What a formula is evaluated over: a point, its score in each prefetch that found it, and the request's defaults. */
export interface FormulaInput {
  point: Point;
  /** By number of prefetch; `undefined` where the prefetch did not find the point. */
  scores: readonly (number | undefined)[];
  defaults: Payload;
  kinds: IndexKind;
}

/**
 * The score a formula gives a point: lib/segment/src/index/query_optimization/rescore_formula/formula_scorer.rs.
 * Constants are single precision, as on the wire; a date-time counts in seconds since 1970; a condition is 1 or 0.
 */
export function formulaScore(formula: Expression, input: FormulaInput): number {
  return finite(Math.fround(evaluate(formula, input)), "the formula");
}

function evaluate(expression: Expression, input: FormulaInput): number {
  if (typeof expression === "number") return Math.fround(expression);
  if (typeof expression === "string") return variable(expression, input);
  const { mult, sum, neg, abs, sqrt, exp, ln, log10, div, pow, datetime, datetime_key: datetimeKey } = expression;
  const of = (inner: Expression) => evaluate(inner, input);
  if (mult) return product(mult, of);
  if (sum) return sum.reduce<number>((total, part) => total + of(part), 0);
  if (neg !== undefined) return -of(neg);
  if (abs !== undefined) return Math.abs(of(abs));
  if (sqrt !== undefined) return finite(Math.sqrt(of(sqrt)), "√");
  if (exp !== undefined) return finite(Math.exp(of(exp)), "exp");
  if (ln !== undefined) return finite(Math.log(of(ln)), "ln");
  if (log10 !== undefined) return finite(Math.log10(of(log10)), "log10");
  if (div) return quotient(div, of);
  if (pow) return finite(of(pow.base) ** of(pow.exponent), "pow");
  if (datetime !== undefined) return seconds(datetime, "datetime");
  if (datetimeKey !== undefined) return seconds(payloadValue(datetimeKey, input, "datetime"), datetimeKey);
  for (const kind of ["exp", "gauss", "lin"] as const) {
    const given = expression[`${kind}_decay`];
    if (given) return decayed(kind, given, of);
  }
  if (expression.geo_distance) throw unsupported("geo distance");
  return passes(input.point, { must: [expression] }, input.kinds) ? 1 : 0;
}

/** Stops at the first zero, so that what follows is not evaluated. */
function product(parts: readonly Expression[], of: (part: Expression) => number): number {
  let total = 1;
  for (const part of parts) {
    const value = of(part);
    if (value === 0) return 0;
    total *= value;
  }
  return total;
}

function quotient(
  { left, right, by_zero_default: byZero }: { left: Expression; right: Expression; by_zero_default?: number | null },
  of: (part: Expression) => number,
): number {
  const above = of(left);
  if (above === 0) return 0;
  const below = of(right);
  if (below === 0 && typeof byZero === "number") return Math.fround(byZero);
  return finite(above / below, `${above}/${below}`);
}

function decayed(kind: DecayKind, { x, target, scale, midpoint }: Decay, of: (part: Expression) => number): number {
  return decay(kind, of(x), target === null || target === undefined ? 0 : of(target), scale, midpoint);
}

function finite(value: number, what: string): number {
  if (Number.isFinite(value)) return value;
  throw wrongInput(`The expression ${what} = ${value} produced a non-finite number`);
}

function variable(name: string, input: FormulaInput): number {
  if (!name.startsWith("$")) return number(payloadValue(name, input, "number"), name);
  const parts = /^\$score(?:\[(\d+)\])?$/.exec(name);
  if (!parts) throw wrongInput(`Validation failed: Invalid reserved variable: ${name}`);
  const index = Number(parts[1] ?? 0);
  const fallback = input.defaults[`$score[${index}]`] ?? (index === 0 ? input.defaults.$score : undefined);
  return input.scores[index] ?? (typeof fallback === "number" ? fallback : 0);
}

/** A key's value: as its index has it where it has one, so that a value of another kind counts as missing. */
function payloadValue(key: string, input: FormulaInput, expected: string): Json {
  const kind = input.kinds(key);
  const values = valuesAt(input.point.payload, key)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value) => kind === undefined || indexHolds(kind, value));
  const value = values.length > 1 ? values : values.length === 1 ? values[0] : input.defaults[key];
  if (value === undefined) throw typeError(key, expected, "No value found in a payload nor defaults");
  return value;
}

const typeError = (key: string, expected: string, problem: string) =>
  wrongInput(`Expected ${expected} value for ${key} in the payload and/or in the formula defaults. Error: ${problem}`);

function number(value: Json, key: string): number {
  if (typeof value === "number") return value;
  throw typeError(key, "number", "Value is not a number");
}

function seconds(value: Json, key: string): number {
  const at = typeof value === "string" ? microseconds(value) : undefined;
  if (at === undefined)
    throw typeError(key, "datetime", typeof value === "string" ? "Input is not a date-time" : "Value is not a string");
  return at / 1_000_000;
}
