import fc from "fast-check";
import { expect, test } from "vitest";
import { diversify } from "../../src/domain/diversify.ts";

const item = (id: string, score: number, topic: string) => ({ id, score, topic });
const alike = (a: { topic: string }, b: { topic: string }) => Number(a.topic === b.topic);

test("of two alike the second gives way to a worse one about something else", () => {
  const items = [item("a", 1, "x"), item("b", 0.95, "x"), item("c", 0.9, "y")];
  const ids = (lambda: number) => diversify(items, alike, { lambda, limit: 2 }).map(({ id }) => id);
  expect(ids(0.8)).toEqual(["a", "c"]);
  expect(ids(1)).toEqual(["a", "b"]);
});

test("the best comes first, nothing twice, never more than the limit", () => {
  const items = fc.array(
    fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), topic: fc.string({ maxLength: 1 }) }),
  );
  fc.assert(
    fc.property(items, fc.double({ min: 0.5, max: 1, noNaN: true }), fc.nat(8), (some, lambda, limit) => {
      const taken = diversify(some, alike, { lambda, limit });
      expect(taken).toHaveLength(Math.min(limit, some.length));
      expect(new Set(taken).size).toBe(taken.length);
      if (taken.length > 0) expect(taken[0]?.score).toBeCloseTo(Math.max(...some.map(({ score }) => score)), 12);
    }),
  );
});

test("what is held against what lazily is chosen as if all were held against all", () => {
  const score = fc.integer({ min: 0, max: 4 }).map((one) => one / 4); // many equal ones
  const items = fc.array(fc.record({ score, at: fc.integer({ min: 0, max: 6 }) }), { minLength: 1, maxLength: 14 });
  const near = (a: { at: number }, b: { at: number }) => 1 - Math.abs(a.at - b.at) / 6;
  fc.assert(
    fc.property(items, fc.constantFrom(0.5, 0.9), (some, lambda) => {
      const best = Math.max(...some.map((one) => one.score), Number.EPSILON);
      const left = some.slice();
      const taken: typeof some = [];
      while (left.length > 0) {
        const worth = (one: (typeof some)[number]) =>
          (lambda * one.score) / best - (1 - lambda) * Math.max(0, ...taken.map((other) => near(other, one)));
        const most = Math.max(...left.map(worth));
        taken.push(
          ...left.splice(
            left.findIndex((one) => worth(one) === most),
            1,
          ),
        );
      }
      expect(diversify(some, near, { lambda, limit: some.length })).toEqual(taken);
    }),
  );
});
