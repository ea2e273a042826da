import { createDots, hasSimd } from "./simd.ts";

/** Vectors of length 1 that are compared with a query all at once. Row numbers start at 1, as `seq` does. */
export interface Matrix {
  readonly dimensions: number;
  /** What it takes in memory. */
  bytes(): number;
  /** Little-endian float32 values of one row. */
  set(row: number, bytes: Uint8Array): void;
  /**
   * Cosine of the query with rows 1 … last, true to 2·10⁻⁵ on average; index = row. Valid until the next call on any
   * matrix.
   */
  scores(query: Float32Array, last: number): Float32Array;
}

/**
 * Values are kept as 16-bit fractions: half the memory of floats and a quarter of the time. By Cauchy and Schwarz no sum
 * of products passes 2³⁰ for vectors of length 1, whatever their dimension.
 */
const ONE = 32_767;
const FIRST_ROWS = 64;
const PAGE = 65_536;
/** Rows compared in one call; their results take one page. */
const CHUNK = PAGE / 4;
/** Values a step of the loop takes in. */
const STEP = 16;

/**
 * Cells up to which rows lie in JavaScript's memory and are copied to where they are compared, a few microseconds. A
 * WebAssembly memory reserves gigabytes of address space, which the many small files of a server must not do each.
 */
const COPIED_CELLS = 500_000;

type Dots = ReturnType<typeof createDots>;

/** Where rows are compared: the query comes first, then one page of results, then the rows. */
interface Bench {
  memory: WebAssembly.Memory;
  dots: Dots;
}

function createBench(): Bench {
  const memory = new WebAssembly.Memory({ initial: 1 });
  return { memory, dots: createDots(memory) };
}

function reserveBytes({ memory }: Bench, size: number, growth = 1): void {
  const { byteLength } = memory.buffer;
  if (size > byteLength) memory.grow(Math.ceil(Math.max(size, byteLength * growth) / PAGE) - byteLength / PAGE);
}

/** The one for small files, of this thread. */
let shared: Bench | null = null;
let results = new Float32Array(FIRST_ROWS);

function resultsFor(last: number): Float32Array {
  if (last >= results.length) results = new Float32Array(Math.max(last + 1, results.length * 2));
  return results;
}

const fraction = (value: number) => Math.max(-ONE, Math.min(ONE, Math.round(value * ONE)));
const floatsOf = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer);

function write(into: Int16Array, at: number, values: Float32Array): void {
  for (let i = 0; i < values.length; i++) into[at + i] = fraction(values[i] as number);
}

/** Compares `count` rows that lie in `bench` from byte `from` on; their scores go to `out` from `row` on. */
function compare(bench: Bench, stride: number, from: number, count: number, out: Float32Array, row: number): void {
  const at = resultsAt(stride);
  bench.dots(0, from, at, count, stride);
  const sums = new Int32Array(bench.memory.buffer, at, count);
  for (let i = 0; i < count; i++) out[row + i] = (sums[i] as number) / (ONE * ONE);
}

const strideOf = (dimensions: number) => Math.ceil(dimensions / STEP) * STEP * 2; // bytes, padded with zeros
const resultsAt = (stride: number) => Math.ceil(stride / PAGE) * PAGE;
const rowsAt = (stride: number) => resultsAt(stride) + PAGE;

/** Rows in JavaScript's memory. */
function createSmallMatrix(dimensions: number, simd: boolean): Matrix {
  const stride = strideOf(dimensions);
  const width = stride / 2;
  let cells = new Int16Array(FIRST_ROWS * width);
  const plain = (query: Float32Array, last: number, out: Float32Array) => {
    for (let row = 1; row <= last; row++) {
      let sum = 0;
      for (let i = 0, at = row * width; i < dimensions; i++, at++) sum += (query[i] as number) * (cells[at] as number);
      out[row] = sum / ONE;
    }
  };
  return {
    dimensions,
    bytes: () => cells.byteLength,
    set(row, bytes) {
      if ((row + 1) * width > cells.length) {
        const grown = new Int16Array(Math.max(row + 1, (cells.length / width) * 2) * width);
        grown.set(cells);
        cells = grown;
      }
      write(cells, row * width, floatsOf(bytes));
    },
    scores(query, last) {
      const out = resultsFor(last);
      if (!simd) {
        plain(query, last, out);
        return out;
      }
      shared ??= createBench();
      reserveBytes(shared, rowsAt(stride) + Math.min(CHUNK, last) * stride);
      const place = new Int16Array(shared.memory.buffer);
      place.fill(0, 0, width);
      write(place, 0, query);
      for (let row = 1; row <= last; row += CHUNK) {
        const count = Math.min(CHUNK, last - row + 1);
        place.set(cells.subarray(row * width, (row + count) * width), rowsAt(stride) / 2);
        compare(shared, stride, rowsAt(stride), count, out, row);
      }
      return out;
    },
  };
}

/** Rows where they are compared. */
function createLargeMatrix(dimensions: number): Matrix {
  const stride = strideOf(dimensions);
  const bench = createBench();
  const rows = rowsAt(stride);
  return {
    dimensions,
    bytes: () => bench.memory.buffer.byteLength,
    set(row, bytes) {
      reserveBytes(bench, rows + (row + 1) * stride, 1.5);
      write(new Int16Array(bench.memory.buffer), (rows + row * stride) / 2, floatsOf(bytes));
    },
    scores(query, last) {
      const out = resultsFor(last);
      reserveBytes(bench, rows + (last + 1) * stride);
      write(new Int16Array(bench.memory.buffer), 0, query);
      for (let row = 1; row <= last; row += CHUNK)
        compare(bench, stride, rows + row * stride, Math.min(CHUNK, last - row + 1), out, row);
      return out;
    },
  };
}

/** Kinds of matrix: `plain` for the rare processor without the instructions. */
export type MatrixKind = "plain" | "small" | "large";

export function kindOf(dimensions: number, rows: number): MatrixKind {
  if (!hasSimd) return "plain";
  return rows * dimensions > COPIED_CELLS ? "large" : "small";
}

/** A matrix for about so many rows; `kind` is for tests. */
export function createMatrix(dimensions: number, rows: number, kind = kindOf(dimensions, rows)): Matrix {
  return kind === "large" ? createLargeMatrix(dimensions) : createSmallMatrix(dimensions, kind === "small");
}

/** True when so many rows would be better served by another kind of matrix than `createMatrix(dimensions, before)`. */
export function isOutgrown(dimensions: number, before: number, rows: number): boolean {
  return kindOf(dimensions, before) !== kindOf(dimensions, rows);
}
