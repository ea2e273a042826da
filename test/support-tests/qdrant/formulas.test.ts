import { describe, expect, test } from "vitest";
import { microseconds } from "../../support/qdrant/datetime.ts";
import { decay } from "../../support/qdrant/decay.ts";
import { formulaScore } from "../../support/qdrant/formula.ts";
import { dbsf, rrf, type Scored } from "../../support/qdrant/fusion.ts";
import type { Point } from "../../support/qdrant/points.ts";
import type { Expression, Payload } from "../../support/qdrant/types.ts";
import { idf, keepDense, keepSparse, sparseDot, weighted } from "../../support/qdrant/vectors.ts";

const point = (id: number, payload: Payload = {}): Point => ({ id, payload, vectors: new Map(), version: 1 });
const list = (...entries: [id: number, score: number][]): Scored[] =>
  entries.map(([id, score]) => ({ point: point(id), score }));
const told = (scored: Scored[]) => scored.map((entry) => [entry.point.id, Number(entry.score.toFixed(6))]);

describe("reciprocal rank fusion, by hand", () => {
  test("the default k is 2: first place gives 1/2, second 1/3", () => {
    expect(told(rrf([list([1, 9], [2, 8]), list([2, 5], [3, 4])]))).toEqual([
      [2, 0.833333], // 1/3 + 1/2
      [1, 0.5],
      [3, 0.333333],
    ]);
  });

  test("a weight stretches the ranks: 1/((rank + 1)/w + k − 1)", () => {
    // k 60; list of weight 3: 1/(1/3 + 59); of weight 1: 1/(1 + 59)
    expect(told(rrf([list([1, 9]), list([2, 9])], 60, [3, 1]))).toEqual([
      [1, 0.016854],
      [2, 0.016667],
    ]);
  });

  test("weight 0 gives nothing, and a weight too few is refused", () => {
    expect(told(rrf([list([1, 9]), list([2, 9])], 2, [0, 1]))).toEqual([
      [2, 0.5],
      [1, 0],
    ]);
    expect(() => rrf([list([1, 9]), list([2, 9])], 2, [1])).toThrow("does not match number of prefetches");
  });
});

test("distribution-based fusion, by hand: mean ± 3 sample deviations go to 0 and 1, lone or equal scores to 0.5", () => {
  // 1, 2, 3: mean 2, deviation 1, bounds −1 and 5: 4/6, 3/6, 2/6
  expect(told(dbsf([list([1, 3], [2, 2], [3, 1]), list([3, 7])]))).toEqual([
    [3, 0.833333],
    [1, 0.666667],
    [2, 0.5],
  ]);
  expect(told(dbsf([list([1, 4], [2, 4])]))).toEqual([
    [1, 0.5],
    [2, 0.5],
  ]);
});

describe("decay functions, by hand", () => {
  const week = 604_800;

  test("each is 1 at the target and the midpoint one scale away, on either side", () => {
    for (const kind of ["exp", "gauss", "lin"] as const) {
      expect(decay(kind, 100, 100, 10, 0.25)).toBe(1);
      expect(decay(kind, 110, 100, 10, 0.25)).toBeCloseTo(0.25, 6);
      expect(decay(kind, 90, 100, 10, 0.25)).toBeCloseTo(0.25, 6);
    }
  });

  test("two scales away: exp squares the midpoint, gauss takes its fourth power, lin reaches 0", () => {
    expect(decay("exp", 2 * week, 0, week)).toBeCloseTo(0.25, 9);
    expect(decay("gauss", 2 * week, 0, week)).toBeCloseTo(0.0625, 9);
    expect(decay("lin", 2 * week, 0, week)).toBe(0);
    expect(decay("lin", 3 * week, 0, week)).toBe(0);
  });

  test("a midpoint or scale out of bounds is refused", () => {
    expect(() => decay("exp", 0, 0, 1, 1)).toThrow("midpoint");
    expect(() => decay("gauss", 0, 0, 0)).toThrow("scale");
    expect(decay("lin", 1, 0, 1, 0)).toBe(0);
  });
});

describe("formulas", () => {
  const score = (
    formula: Expression,
    payload: Payload = {},
    scores: (number | undefined)[] = [],
    defaults: Payload = {},
  ) => formulaScore(formula, { point: point(1, payload), scores, defaults, kinds: () => undefined });

  test("scores of prefetches by number, 0 or the default where one did not find the point", () => {
    expect(score({ sum: ["$score", { mult: [10, "$score[1]"] }] }, {}, [2, 3])).toBe(32);
    expect(score("$score[1]", {}, [2])).toBe(0);
    expect(score("$score[1]", {}, [2], { "$score[1]": 4 })).toBe(4);
    expect(() => score("$rank")).toThrow("Invalid reserved variable");
  });

  test("a key missing in payload and defaults is an error, unless it stands behind a zero factor", () => {
    expect(() => score("boost")).toThrow("No value found in a payload nor defaults");
    expect(score("boost", {}, [], { boost: 2 })).toBe(2);
    expect(score({ mult: ["$score", "boost"] })).toBe(0);
    expect(() => score("boost", { boost: "high" })).toThrow("Value is not a number");
  });

  test("a condition counts 1 or 0; arithmetic; division by zero", () => {
    expect(score({ mult: [3, { key: "kind", match: { value: "fact" } }] }, { kind: "fact" })).toBe(3);
    expect(score({ key: "kind", match: { value: "fact" } }, { kind: "other" })).toBe(0);
    expect(score({ pow: { base: { abs: { neg: 3 } }, exponent: 2 } })).toBe(9);
    expect(score({ sum: [{ sqrt: 16 }, { ln: { exp: 1 } }, { log10: 100 }] })).toBeCloseTo(7, 6);
    expect(score({ div: { left: 1, right: 0, by_zero_default: 5 } })).toBe(5);
    expect(() => score({ div: { left: 1, right: 0 } })).toThrow("non-finite");
  });

  test("date-times count in seconds; constants are single precision, so a moment belongs in `datetime`", () => {
    const formula = {
      exp_decay: { x: { datetime_key: "at" }, target: { datetime: "2026-01-15T00:00:00Z" }, scale: 604_800 },
    };
    expect(score(formula, { at: "2026-01-08T00:00:00Z" })).toBeCloseTo(0.5, 7);
    expect(score(formula, { at: "2026-01-01T08:00:00+08:00" })).toBeCloseTo(0.25, 7);
    expect(() => score(formula, { at: 5 })).toThrow("Value is not a string");
    expect(score({ sum: [16_777_217, -16_777_216] })).toBe(0);
  });
});

test("date-times as Qdrant reads them: with or without zone, seconds, time", () => {
  const noon = Date.UTC(2026, 0, 2, 12) * 1000;
  expect(microseconds("2026-01-02T12:00:00Z")).toBe(noon);
  expect(microseconds("2026-01-02 12:00")).toBe(noon);
  expect(microseconds("2026-01-02T20:00:00.000001+08:00")).toBe(noon + 1);
  expect(microseconds("2026-01-02")).toBe(Date.UTC(2026, 0, 2) * 1000);
  expect(microseconds("2026-02-30")).toBeUndefined();
  expect(microseconds("soon")).toBeUndefined();
});

test("idf is ln((N − n + 0.5)/(n + 0.5) + 1); a query weighs by it, and a point without a common token is no hit", () => {
  expect(idf(3, 1)).toBeCloseTo(Math.log(2.5 / 1.5 + 1), 12);
  const query = weighted(keepSparse({ indices: [7, 2], values: [1, 1] }), { count: 3, frequency: new Map([[2, 3]]) });
  const document = keepSparse({ indices: [2], values: [2] });
  expect(sparseDot(query, document)).toBeCloseTo(2 * Math.log(0.5 / 3.5 + 1), 6);
  expect(sparseDot(query, keepSparse({ indices: [1], values: [2] }))).toBeUndefined();
});

test("a cosine vector is kept at length 1, a dot vector as it came, a zero vector as it is", () => {
  expect([...keepDense([3, 4], { size: 2, distance: "Cosine" })]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  expect([...keepDense([3, 4], { size: 2, distance: "Dot" })]).toEqual([3, 4]);
  expect([...keepDense([0, 0], { size: 2, distance: "Cosine" })]).toEqual([0, 0]);
  expect(() => keepDense([1], { size: 2, distance: "Dot" })).toThrow("expected dim: 2, got 1");
});
