import { createDots, hasSimd } from "./simd.ts";

/** Rows of equal length that are compared with a query all at once. Row numbers start at 1, as `seq` does. */
export interface Matrix {
  readonly dimensions: number;
  /** Little-endian float32 values of one row. */
  set(row: number, bytes: Uint8Array): void;
  /** Dot product of the query with rows 1 … last; index = row. Valid until the next call. */
  scores(query: Float32Array, last: number): Float32Array;
}

/**
 * Cells up to which the plain loop is used, a fraction of a millisecond. A WebAssembly memory reserves gigabytes of
 * address space, which the many small files of a server must not do each.
 */
const PLAIN_CELLS = 500_000;
const FIRST_ROWS = 64;
const PAGE = 65_536;
/** Rows compared in one call; their results take one page. */
const CHUNK = PAGE / 4;

function createPlainMatrix(dimensions: number): Matrix {
  let cells = new Float32Array(FIRST_ROWS * dimensions);
  let bytes = new Uint8Array(cells.buffer);
  let out = new Float32Array(FIRST_ROWS);
  const reserve = (row: number) => {
    if (row < out.length) return;
    const rows = Math.max(row + 1, out.length * 2);
    const grown = new Float32Array(rows * dimensions);
    grown.set(cells);
    cells = grown;
    bytes = new Uint8Array(cells.buffer);
    out = new Float32Array(rows);
  };
  return {
    dimensions,
    set(row, values) {
      reserve(row);
      bytes.set(values, row * dimensions * 4);
    },
    scores(query, last) {
      reserve(last);
      for (let row = 1; row <= last; row++) {
        let sum = 0;
        for (let i = 0, at = row * dimensions; i < dimensions; i++, at++)
          sum += (query[i] as number) * (cells[at] as number);
        out[row] = sum;
      }
      return out;
    },
  };
}

function createSimdMatrix(dimensions: number): Matrix {
  const stride = Math.ceil(dimensions / 8) * 32; // bytes of a row, padded with zeros to eight floats
  const results = Math.ceil(stride / PAGE) * PAGE; // the query comes first, then one page of results, then the rows
  const rows = results + PAGE;
  const memory = new WebAssembly.Memory({ initial: rows / PAGE });
  const dots = createDots(memory);
  let out = new Float32Array(FIRST_ROWS);
  const reserve = (row: number) => {
    const missing = rows + (row + 1) * stride - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength / 2) / PAGE));
    if (row < out.length) return;
    out = new Float32Array(Math.max(row + 1, out.length * 2));
  };
  return {
    dimensions,
    set(row, values) {
      reserve(row);
      new Uint8Array(memory.buffer).set(values, rows + row * stride);
    },
    scores(query, last) {
      reserve(last);
      new Float32Array(memory.buffer).set(query);
      for (let row = 1; row <= last; row += CHUNK) {
        const count = Math.min(CHUNK, last - row + 1);
        dots(0, rows + row * stride, results, count, stride);
        out.set(new Float32Array(memory.buffer, results, count), row);
      }
      return out;
    },
  };
}

/** A matrix for about so many rows; `simd` is for tests. */
export function createMatrix(
  dimensions: number,
  rows: number,
  simd = hasSimd && rows * dimensions > PLAIN_CELLS,
): Matrix {
  return simd ? createSimdMatrix(dimensions) : createPlainMatrix(dimensions);
}

/** True when so many rows would be better served by another kind of matrix than `createMatrix(dimensions, before)`. */
export function isOutgrown(dimensions: number, before: number, rows: number): boolean {
  return hasSimd && before * dimensions <= PLAIN_CELLS && rows * dimensions > PLAIN_CELLS;
}
