import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fused, Rankable } from "../../src/domain/rank.ts";
import { judge } from "../../src/domain/rerank.ts";

const candidate: Rankable = {
  id: "x",
  source: "user",
  happenedAt: "2026-11-30T00:00:00Z",
  importance: 0.5,
  confidence: 1,
  accessCount: 0,
};
const fused = (relevance: number[], route = "keyword"): Fused<Rankable>[] =>
  relevance.map((one, i) => ({
    candidate: { ...candidate, id: `m${i}` },
    relevance: one,
    evidence: 0.5,
    relevant: true,
    routes: [{ route, rank: i + 1, score: 1 }],
  }));
const best = (judged: readonly Fused<Rankable>[]) =>
  judged.toSorted((a, b) => b.relevance - a.relevance).map(({ candidate: { id } }) => id);

describe("C6: the reranker's word counts beside the fusion's, whatever its scale", () => {
  test("its favourite passes the fusion's when it thinks little of that one", () => {
    expect(best(judge(fused([1, 0.8, 0.1]), [-9, -8, 4], []))[0]).toBe("m2");
  });

  test("one model gives one ranking, whether it is served as logits or as probabilities", () => {
    const logits = fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(logits, (scores) => {
        const some = fused(scores.map((_, i) => 1 / (i + 1)));
        const probability = (logit: number) => 1 / (1 + Math.exp(-logit));
        const strangers = [-8, -7, -9, -10];
        const served = judge(some, scores.map(probability), strangers.map(probability));
        const raw = judge(some, scores, strangers);
        for (const [i, one] of raw.entries()) expect(served[i]?.relevance).toBeCloseTo(one.relevance, 12);
      }),
    );
  });

  test.each([
    ["says the same of all", [0.5, 0.5, 0.5]],
    ["finds that nothing fits", [0.00001, 0.00003, 0.0002]],
  ])("one that %s changes no order", (_, scores) => {
    expect(best(judge(fused([0.9, 0.7, 0.2]), scores, [0.00001]))).toEqual(["m0", "m1", "m2"]);
  });

  test("what it left out stands behind what it scored; what it was not asked about keeps its relevance", () => {
    const judged = judge(fused([0.4, 0.4, 0.4, 0.4, 0.4]), ["left_out", 0.5, "unasked", 0.9], [0.01]);
    expect(best(judged)).toEqual(["m3", "m1", "m2", "m4", "m0"]);
    expect(judged.map(({ relevance }) => relevance).filter((one) => one === 0.4)).toHaveLength(2);
    expect(judged[3]?.judged).toEqual({ score: 0.9, rank: 1, before: 4 });
    expect(judged[0]?.judged).toBeUndefined();
  });
});

describe("C8: the floor with a reranker is where it puts strangers, not a number", () => {
  test.each([
    ["logits", [5, -11.2, -10.9], [-11, -11.1, -10.95, -11.3]],
    ["probabilities", [0.98, 0.00001, 0.0002], [0.00002, 0.00001, 0.0001, 0.00001]],
    ["cosines", [0.81, 0.02, 0.2], [0.05, 0.03, 0.1, 0]],
  ])("%s", (_, scores, strangers) => {
    const evidence = judge(fused([1, 0.9, 0.8]), scores, strangers).map((one) => one.evidence);
    expect(evidence).toEqual([0.5, 0, 0.5]);
  });

  test("one stranger that happens to fit the question cuts nothing", () => {
    expect(judge(fused([1]), [0.4], [0.9, 0.01, 0.02, 0.01])[0]?.evidence).toBe(0.5);
  });

  test.each(["time", "graph", "standing", "graph@team"])(
    "what the %s route found stays: likeness is not its ground",
    (route) => {
      expect(judge(fused([1], route), [-11], [-5, -5])[0]?.relevant).toBe(true);
      expect(judge(fused([1], "vector@team"), [-11], [-5, -5])[0]).toMatchObject({ evidence: 0, relevant: false });
    },
  );
});
