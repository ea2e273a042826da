import { describe, expect, it } from "vitest";
import { createMatrix } from "../../../src/adapters/sqlite/matrix.ts";
import { hasSimd } from "../../../src/adapters/sqlite/simd.ts";

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer);

describe("matrix", () => {
  it("runs on this machine's SIMD instructions, so that both loops are tested", () => {
    expect(hasSimd).toBe(true);
  });

  for (const simd of [false, true])
    for (const dimensions of [1, 7, 8, 384, 1025])
      it(`${simd ? "SIMD" : "plain"}, ${dimensions} dimensions: dot products of every row, also after growing`, () => {
        let seed = 1;
        const random = () => {
          seed = (seed * 48_271) % 2_147_483_647;
          return seed / 2_147_483_647 - 0.5;
        };
        const vectors = Array.from({ length: 300 }, () => new Float32Array(dimensions).map(random));
        const query = new Float32Array(dimensions).map(random);
        const matrix = createMatrix(dimensions, 1, simd);
        vectors.forEach((vector, index) => {
          matrix.set(index + 1, bytesOf(vector));
        });
        const scores = matrix.scores(query, vectors.length);
        vectors.forEach((vector, index) => {
          const exact = vector.reduce((sum, value, i) => sum + value * query[i]!, 0);
          expect(Math.abs(scores[index + 1]! - exact)).toBeLessThan(1e-4);
        });
      });

  it("SIMD: more rows than one call compares", () => {
    const matrix = createMatrix(8, 1, true);
    const rows = 40_000;
    for (let row = 1; row <= rows; row++) matrix.set(row, bytesOf(new Float32Array(8).fill(row)));
    const scores = matrix.scores(new Float32Array(8).fill(1), rows);
    for (const row of [1, 16_384, 16_385, 32_769, rows]) expect(scores[row]).toBe(row * 8);
  });
});
