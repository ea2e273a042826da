import { describe, expect, test } from "vitest";
import { fuse, type Rankable, score } from "../../src/domain/rank.ts";

const NOW = Date.parse("2026-11-30T00:00:00.000Z");
function candidate(id: string, over: Partial<Rankable> = {}): Rankable {
  return {
    id,
    source: "user",
    happenedAt: "2026-11-29T00:00:00.000Z",
    importance: 0.5,
    confidence: 1,
    accessCount: 0,
    ...over,
  };
}
const hits = (...candidates: Rankable[]) =>
  candidates.map((one, place) => ({ candidate: one, score: 1 / (place + 1), evidence: 0.5 }));

describe("fusion", () => {
  test("C3: a hit on any single route is in the result, with its rank there", () => {
    const fused = fuse([
      { name: "keyword", weight: 1, hits: hits(candidate("a"), candidate("b")) },
      { name: "vector", weight: 1, hits: hits(candidate("c")) },
    ]);
    expect(fused.map(({ candidate: { id } }) => id).sort()).toEqual(["a", "b", "c"]);
    expect(fused.find(({ candidate: { id } }) => id === "c")).toMatchObject({
      relevance: 1,
      routes: [{ route: "vector", rank: 1 }],
    });
  });

  test("a graded route makes little of hits that are hardly better than the rest; others count by rank alone", () => {
    const close = [1, 0.1, 0].map((value, at) => ({ candidate: candidate(`v${at}`), score: value, evidence: 0.5 }));
    const relevances = (graded: boolean) =>
      fuse([{ name: "vector", weight: 1, hits: close, graded }]).map(({ relevance }) => relevance.toFixed(3));
    expect(relevances(false)).toEqual(["1.000", "0.917", "0.846"]);
    expect(relevances(true)).toEqual(["1.000", "0.092", "0.000"]);
  });

  test("what two routes find stands above what one finds", () => {
    const fused = fuse([
      { name: "keyword", weight: 1, hits: hits(candidate("a"), candidate("b")) },
      { name: "vector", weight: 1, hits: hits(candidate("b"), candidate("c")) },
    ]);
    const best = fused.toSorted((a, b) => b.relevance - a.relevance)[0];
    expect(best?.candidate.id).toBe("b");
    expect(best?.relevance).toBe(1);
  });

  test("a weak route cannot turn the order of a strong one round", () => {
    const [a, b] = [candidate("a"), candidate("b")];
    const fused = fuse([
      { name: "keyword", weight: 1, hits: hits(a, b) },
      { name: "vector", weight: 0.05, hits: hits(b, a) },
    ]);
    const relevance = (id: string) => fused.find((one) => one.candidate.id === id)?.relevance ?? 0;
    expect(relevance("a")).toBeGreaterThan(relevance("b"));
  });

  test("hits of equal score share the better rank, and the next one counts on from all of them", () => {
    const tied = ["a", "b", "c"].map((id) => ({ candidate: candidate(id), score: 0.7, evidence: 1 }));
    const last = { candidate: candidate("d"), score: 0.2, evidence: 1 };
    const fused = fuse([{ name: "graph", weight: 1, hits: [...tied, last] }]);
    expect(fused.map(({ relevance }) => relevance).slice(0, 3)).toEqual([1, 1, 1]);
    expect(fused.flatMap(({ routes }) => routes.map(({ rank }) => rank))).toEqual([1, 1, 1, 4]);
  });

  test("C8: a hit counts as relevant when the evidence of any route reaches that route's floor", () => {
    const weak = { candidate: candidate("a"), score: 1, evidence: 0.1 };
    const relevant = (...floors: number[]) =>
      fuse(floors.map((floor, i) => ({ name: `route ${i}`, weight: 1, floor, hits: [weak] })))[0]?.relevant;
    expect([relevant(0.2), relevant(0.1), relevant(0.2, 0.05), relevant(0.2, 0.3)]).toEqual([false, true, true, false]);
  });

  test("nothing found is nothing, and a route without weight is silent", () => {
    expect(fuse([])).toEqual([]);
    expect(fuse([{ name: "vector", weight: 0, hits: hits(candidate("a")) }])).toEqual([]);
  });
});

describe("C5: the formula", () => {
  const rank = (...candidates: Rankable[]) =>
    score(
      candidates.map((one) => ({ candidate: one, relevance: 0.5, evidence: 1, relevant: true, routes: [] })),
      "support",
      NOW,
    );

  test("the terms add up to the score", () => {
    const [one] = rank(candidate("a", { accessCount: 5, confidence: 0.6, source: "agent" }));
    const sum = Object.values(one!.terms).reduce((total, term) => total + term, 0);
    expect(sum).toBeCloseTo(one!.score, 10);
    expect(one!.terms.trust).toBeLessThan(0);
  });

  test("support weighs 0.5 / 0.2 / 0.2 / 0.1 with recency exp(-λ·days)", () => {
    const [one] = rank(candidate("a", { happenedAt: "2026-11-10T00:00:00.000Z", accessCount: 50 }));
    expect(one!.terms.relevance).toBeCloseTo(0.25);
    expect(one!.terms.recency).toBeCloseTo(0.2 * Math.exp(-0.05 * 20));
    expect(one!.terms.importance).toBeCloseTo(0.1);
    expect(one!.terms.usage).toBeCloseTo(0.1);
  });

  test("newer, more important, more used and better sourced each win, all else equal", () => {
    const plain = candidate("z");
    for (const better of [
      { happenedAt: "2026-11-29T23:00:00.000Z" },
      { importance: 0.9 },
      { accessCount: 3 },
    ] satisfies Partial<Rankable>[])
      expect(rank(plain, candidate("a", better))[0]?.candidate.id).toBe("a");
    expect(rank(candidate("a", { source: "agent" }), plain)[0]?.candidate.id).toBe("z");
    expect(rank(candidate("a", { confidence: 0.3 }), plain)[0]?.candidate.id).toBe("z");
  });

  test("a clock that runs behind does not make the future count more than now", () => {
    const [one] = rank(candidate("a", { happenedAt: "2030-01-01T00:00:00.000Z" }));
    expect(one!.terms.recency).toBeCloseTo(0.2);
  });

  test("equal scores keep one order", () => {
    const ids = (...names: string[]) => rank(...names.map((id) => candidate(id))).map((one) => one.candidate.id);
    expect(ids("b", "a", "c")).toEqual(ids("c", "b", "a"));
  });
});
