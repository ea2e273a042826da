/** Rows of equal length that are compared with a query all at once. Row numbers start at 1, as `seq` does. */
export interface Matrix {
  readonly dimensions: number;
  /** Little-endian float32 values of one row. */
  set(row: number, bytes: Uint8Array): void;
  /** Dot product of the query with rows 1 … last; index = row. Valid until the next call. */
  scores(query: Float32Array, last: number): Float32Array;
}

/** Cells the matrix starts with. */
const FIRST_ROWS = 64;

export function createMatrix(dimensions: number): Matrix {
  let cells = new Float32Array(FIRST_ROWS * dimensions);
  let bytes = new Uint8Array(cells.buffer);
  let out = new Float32Array(FIRST_ROWS);
  const reserve = (row: number) => {
    if ((row + 1) * dimensions <= cells.length) return;
    const rows = Math.max(row + 1, Math.ceil((cells.length / dimensions) * 1.5));
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
      const tail = dimensions & ~3;
      for (let row = 1; row <= last; row++) {
        let at = row * dimensions;
        let a = 0;
        let b = 0;
        let c = 0;
        let d = 0;
        for (let i = 0; i < tail; i += 4, at += 4) {
          a += (query[i] as number) * (cells[at] as number);
          b += (query[i + 1] as number) * (cells[at + 1] as number);
          c += (query[i + 2] as number) * (cells[at + 2] as number);
          d += (query[i + 3] as number) * (cells[at + 3] as number);
        }
        for (let i = tail; i < dimensions; i++, at++) a += (query[i] as number) * (cells[at] as number);
        out[row] = a + b + c + d;
      }
      return out;
    },
  };
}
