import fc from "fast-check";
import { expect, test } from "vitest";
import { selection, topScores } from "../../src/owner-image/top.ts";

/** Few different scores, so that many are equal. */
const scored = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 });
const limits = fc.integer({ min: 0, max: 70 });

test("the best by score are those a sort puts first, equal ones by the rule for them", () => {
  fc.assert(
    fc.property(scored, limits, (scores, limit) => {
      const chosen = topScores(limit, (a, b) => a > b);
      let floor = Number.NEGATIVE_INFINITY;
      scores.forEach((score, item) => {
        if (score >= floor) floor = chosen.offer(item, score); // as callers do
      });
      const sorted = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || b - a);
      expect(chosen.best()).toEqual(sorted.slice(0, limit));
    }),
  );
});

test("a selection by any order is what a sort puts first", () => {
  fc.assert(
    fc.property(scored, limits, (scores, limit) => {
      const order = (a: number, b: number) => scores[a]! - scores[b]! || a - b;
      const chosen = selection(limit, order);
      for (const item of scores.keys()) chosen.offer(item);
      expect(chosen.best()).toEqual(Array.from(scores.keys()).sort(order).slice(0, limit));
    }),
  );
});
