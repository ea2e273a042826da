import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { each, meanOf, ndcgAt, quantile, rankOf, recallAt, reciprocalRank } from "../../src/domain/metrics.ts";

describe("J1, J4: figures of a ranked list", () => {
  test("recall@k, reciprocal rank and nDCG@k of a worked example", () => {
    const found = ["x", "a", "y", "b", "z"];
    const wanted = each(["a", "b", "c"]);
    expect(recallAt(found, wanted, 5)).toBeCloseTo(2 / 3);
    expect(recallAt(found, wanted, 3)).toBeCloseTo(1 / 3);
    expect(recallAt(found, wanted, 1)).toBe(0);
    expect(reciprocalRank(found, wanted)).toBe(1 / 2);
    expect(reciprocalRank(["x"], wanted)).toBe(0);
    const dcg = 1 / Math.log2(3) + 1 / Math.log2(5);
    expect(ndcgAt(found, wanted, 5)).toBeCloseTo(dcg / (1 + 1 / Math.log2(3) + 1 / Math.log2(4)));
  });

  test("a fact stored twice is one item, found when either is", () => {
    const wanted = [new Set(["a", "a again"]), new Set(["b"])];
    expect(rankOf(["x", "a again", "a"], wanted[0]!)).toBe(2);
    expect(recallAt(["a", "a again"], wanted, 5)).toBe(1 / 2);
    expect(ndcgAt(["a", "a again", "b"], [new Set(["a", "a again"])], 3)).toBe(1);
    expect(each(["a", "a"])).toHaveLength(1);
  });

  test("an item that names nothing is never found", () => {
    expect(recallAt(["a"], [new Set()], 5)).toBe(0);
    expect(reciprocalRank(["a"], [new Set()])).toBe(0);
  });

  test("the figures stay between 0 and 1, reach 1 for the perfect list, and never fall with k", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 20 }), (found, relevant, k) => {
        const wanted = each(relevant);
        for (const value of [recallAt(found, wanted, k), ndcgAt(found, wanted, k), reciprocalRank(found, wanted)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(recallAt(found, wanted, k + 1)).toBeGreaterThanOrEqual(recallAt(found, wanted, k));
        expect(ndcgAt(relevant, wanted, k)).toBeCloseTo(1);
        expect(recallAt(relevant, wanted, relevant.length)).toBe(1);
      }),
    );
  });

  test("quantiles by nearest rank; nothing has none", () => {
    expect(quantile([3, 1, 2], 0.5)).toBe(2);
    expect(quantile([1, 2, 3, 4], 0.95)).toBe(4);
    expect(quantile([1, 2, 3, 4], 0)).toBe(1);
    expect(quantile([], 0.5)).toBeNaN();
    expect(meanOf([1, 2])).toBe(1.5);
    expect(meanOf([])).toBeNaN();
  });
});
