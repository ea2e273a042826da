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
