import { createVectorMemory, instantiateVectorKernel } from './vector-kernel.ts';
import type { VectorKernel } from './vector-kernel.ts';
import { growTo, mostPages, pageBytes, type WasmMemory } from './wasm-runtime.ts';

/** Rows per call of the kernel: their scores (16 KB) stay in the first cache level. */
export const rowsPerScoreBlock = 4_096;
/** The kernel reads 16 floats per step. */
const strideUnitBytes = 64;

/**
 * Rows of float32 numbers in one memory that grows in place: about `dimension * 4` bytes per row and nothing else. Rows
 * are numbered from 0 without gaps. Memory that removed rows leave behind is used again, but not given back.
 */
export class VectorMatrix {
  readonly dimension: number;
  readonly #memory: WasmMemory;
  readonly #kernel: VectorKernel;
  readonly #strideBytes: number;
  readonly #scoresAddress: number;
  readonly #rowsAddress: number;
  readonly #maximumRows: number;
  /** Renewed after every growth, which detaches the views of before. */
  #floats: Float32Array;
  #rows = 0;

  constructor(dimension: number) {
    if (!Number.isInteger(dimension) || dimension < 1 || dimension > 65_536) {
      throw new RangeError(`A vector has 1 to 65,536 dimensions, not ${dimension}.`);
    }
    this.dimension = dimension;
    this.#strideBytes = Math.ceil((dimension * 4) / strideUnitBytes) * strideUnitBytes;
    this.#scoresAddress = this.#strideBytes; // the query lies at 0
    this.#rowsAddress = this.#scoresAddress + rowsPerScoreBlock * 4;
    this.#maximumRows = Math.floor((mostPages * pageBytes - this.#rowsAddress) / this.#strideBytes);
    this.#memory = createVectorMemory(Math.ceil(this.#rowsAddress / pageBytes), mostPages);
    this.#floats = new Float32Array(this.#memory.buffer);
    this.#kernel = instantiateVectorKernel(this.#memory);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Bytes of memory held. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Adds a row at the end and returns its number. */
  append(vector: Float32Array): number {
    this.#assertDimension(vector);
    if (this.#rows >= this.#maximumRows) throw new RangeError(`No more than ${this.#maximumRows} vectors fit in memory.`);
    this.#reserve(this.#rows + 1);
    const row = this.#rows++;
    this.set(row, vector);
    return row;
  }

  set(row: number, vector: Float32Array): void {
    this.#assertDimension(vector);
    this.#floats.set(vector, this.#index(row));
  }

  /** One row where it lies, without a copy; valid until the matrix changes. */
  view(row: number): Float32Array {
    const start = this.#index(row);
    return this.#floats.subarray(start, start + this.dimension);
  }

  /** Dot product of a row with a vector, in the order of the dimensions: the same number wherever it is computed, unlike the kernel's. */
  dot(row: number, vector: Float32Array): number {
    this.#assertDimension(vector);
    const floats = this.#floats;
    const start = this.#index(row);
    let sum = 0;
    for (let index = 0; index < vector.length; index += 1) sum += vector[index]! * floats[start + index]!;
    return sum;
  }

  /**
   * As `dot` for many rows, number by number: several rows at a time, each summed up in its own order, so that no sum waits for the one before.
   */
  dots(rows: readonly number[], vector: Float32Array): Float64Array {
    this.#assertDimension(vector);
    const floats = this.#floats;
    const asked = Float64Array.from(vector);
    const found = new Float64Array(rows.length);
    const starts = Int32Array.from(rows, (row) => this.#index(row));
    let place = 0;
    for (; place + 3 < starts.length; place += 4) {
      const [a, b, c, d] = [starts[place]!, starts[place + 1]!, starts[place + 2]!, starts[place + 3]!];
      let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
      for (let index = 0; index < asked.length; index += 1) {
        const value = asked[index]!;
        sumA += value * floats[a + index]!;
        sumB += value * floats[b + index]!;
        sumC += value * floats[c + index]!;
        sumD += value * floats[d + index]!;
      }
      found[place] = sumA;
      found[place + 1] = sumB;
      found[place + 2] = sumC;
      found[place + 3] = sumD;
    }
    for (; place < rows.length; place += 1) found[place] = this.dot(rows[place]!, vector);
    return found;
  }

  /** Removes a row by moving the last one into its place; returns the number that the moved row had. */
  swapRemove(row: number): number {
    const last = this.#rows - 1;
    const from = this.#index(last);
    this.#floats.copyWithin(this.#index(row), from, from + this.dimension);
    this.#rows = last;
    return last;
  }

  /** Sets the query of the `scores` calls that follow. */
  setQuery(vector: Float32Array): void {
    this.#assertDimension(vector);
    this.#floats.set(vector, 0); // what pads it stays zero
  }

  /** Dot products of the query with at most `rowsPerScoreBlock` rows; the view is valid until the next call. */
  scores(start: number, end: number): Float32Array {
    const count = end - start;
    if (start < 0 || count < 0 || end > this.#rows || count > rowsPerScoreBlock)
      throw new RangeError(`No rows ${start} to ${end}.`);
    this.#kernel.dots(this.#rowsAddress + start * this.#strideBytes, count, this.#strideBytes, 0, this.#scoresAddress);
    return this.#floats.subarray(this.#scoresAddress / 4, this.#scoresAddress / 4 + count);
  }

  /** The same numbers, row by row, for rows that lie apart; `found` is as long as `rows`. */
  scoresOf(rows: readonly number[], found: Float32Array): void {
    for (let place = 0; place < rows.length; place += 1) {
      const address = this.#index(rows[place]!) * 4;
      this.#kernel.dots(address, 1, this.#strideBytes, 0, this.#scoresAddress);
      found[place] = this.#floats[this.#scoresAddress / 4]!;
    }
  }

  #assertDimension(vector: Float32Array): void {
    if (vector.length !== this.dimension) throw new RangeError(`Expected ${this.dimension} dimensions, got ${vector.length}.`);
  }

  #index(row: number): number {
    if (row < 0 || row >= this.#rows) throw new RangeError(`No row ${row}.`);
    return (this.#rowsAddress + row * this.#strideBytes) / 4;
  }

  #reserve(rows: number): void {
    if (!growTo(this.#memory, this.#rowsAddress + rows * this.#strideBytes)) return;
    this.#floats = new Float32Array(this.#memory.buffer);
  }
}
