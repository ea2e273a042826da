import { describe, expect, it } from "vitest";
import { createMatrix } from "../../../src/adapters/sqlite/matrix.ts";
import { hasSimd } from "../../../src/adapters/sqlite/simd.ts";

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer);

describe("matrix", () => {
  it("runs on this machine's SIMD instructions, so that both loops are tested", () => {
    expect(hasSimd).toBe(true);
  });

  for (const kind of ["plain", "small", "large"] as const)
    for (const dimensions of [1, 7, 8, 384, 1025])
      it(`${kind}, ${dimensions} dimensions: cosines of every row, also after growing`, () => {
        let seed = 1;
        const random = () => {
          seed = (seed * 48_271) % 2_147_483_647;
          return seed / 2_147_483_647 - 0.5;
        };
        const unit = () => {
          const vector = new Float32Array(dimensions).map(random);
          const norm = Math.hypot(...vector);
          return vector.map((value) => value / norm);
        };
        const vectors = Array.from({ length: 300 }, unit);
        const query = unit();
        const matrix = createMatrix(dimensions, 1, kind);
        // of another matrix, where the same memory is used
        createMatrix(64, 1, kind).scores(new Float32Array(64).fill(1 / 8), 5);
        vectors.forEach((vector, index) => {
          matrix.set(index + 1, bytesOf(vector));
        });
        const scores = matrix.scores(query, vectors.length);
        vectors.forEach((vector, index) => {
          const exact = vector.reduce((sum, value, i) => sum + value * query[i]!, 0);
          expect(Math.abs(scores[index + 1]! - exact)).toBeLessThan(1e-4);
        });
      });

  for (const kind of ["small", "large"] as const)
    it(`${kind}: more rows than one call compares, in one direction or against it`, () => {
      const matrix = createMatrix(4, 1, kind);
      const rows = 40_000;
      for (let row = 1; row <= rows; row++)
        matrix.set(row, bytesOf(new Float32Array(4).fill(row % 3 === 0 ? -0.5 : 0.5)));
      const scores = matrix.scores(new Float32Array(4).fill(0.5), rows);
      for (const row of [1, 16_384, 16_385, 32_769, rows]) expect(scores[row]).toBeCloseTo(row % 3 === 0 ? -1 : 1, 3);
    });
});
