import { instantiateByteKernel, type ByteKernel } from './byte-kernel.ts';
import { createKernelMemory, growthShare, growTo, mostPages, pageBytes, type WasmMemory } from './wasm-runtime.ts';

/** Rows per call of the kernel: their sums (16 KB) stay in the first cache level. */
export const rowsPerByteBlock = 4_096;
/** The kernel reads 32 bytes per step. */
const strideUnitBytes = 32;
const greatestByte = 127;
const greatestShort = 32_767;
const greatestSum = 2 ** 31 - 1;
/** What one operation on float32 numbers is off by at most: a share of what comes out, and what is too small for them. */
const floatUnit = 2 ** -24;
const floatLeast = 2 ** -149;

/**
 * Rows of numbers as bytes, each with its own scale, beside the exact ones of a VectorMatrix: a quarter of their memory. They tell between which bounds a
 * dot product lies, so that few rows have to be looked at exactly. For vectors that are no longer than 1e15.
 */
export class ByteRows {
  readonly dimension: number;
  readonly #memory: WasmMemory;
  readonly #kernel: ByteKernel;
  readonly #strideBytes: number;
  readonly #sumsAddress: number;
  readonly #rowsAddress: number;
  readonly #greatestOfQuery: number;
  // Renewed after every growth, which detaches the views of before.
  #bytes: Int8Array;
  #shorts: Int16Array;
  #sums: Int32Array;
  #rows = 0;
  /** By row: what a byte stands for, how long what the bytes leave out is, and how long the row is. Lengths are never too small. */
  #scales = new Float64Array(0);
  #errors = new Float64Array(0);
  #lengths = new Float64Array(0);
  #query = { scale: 0, error: 0, length: 0, roundedLength: 0 };

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#strideBytes = Math.ceil(dimension / strideUnitBytes) * strideUnitBytes;
    // No sum of products can be greater than 32 bits hold.
    this.#greatestOfQuery = Math.min(greatestShort, Math.floor(greatestSum / (greatestByte * dimension)));
    this.#sumsAddress = this.#strideBytes * 2; // the query lies at 0
    this.#rowsAddress = this.#sumsAddress + rowsPerByteBlock * 4;
    this.#memory = createKernelMemory(Math.ceil(this.#rowsAddress / pageBytes), mostPages);
    this.#kernel = instantiateByteKernel(this.#memory);
    const { buffer } = this.#memory;
    [this.#bytes, this.#shorts, this.#sums] = [new Int8Array(buffer), new Int16Array(buffer), new Int32Array(buffer)];
  }

  get rows(): number {
    return this.#rows;
  }

  /** Bytes of memory held. */
  get bytes(): number {
    return this.#memory.buffer.byteLength + this.#scales.byteLength * 3;
  }

  append(vector: Float32Array): void {
    this.#reserve(this.#rows + 1);
    this.#rows += 1;
    this.set(this.#rows - 1, vector);
  }

  set(row: number, vector: Float32Array): void {
    const start = this.#rowsAddress + row * this.#strideBytes;
    const bytes = this.#bytes;
    const scale = greatest(vector) / greatestByte;
    let error = 0;
    let length = 0;
    for (let index = 0; index < vector.length; index += 1) {
      const value = vector[index]!;
      const rounded = scale === 0 ? 0 : Math.round(value / scale);
      bytes[start + index] = rounded;
      const left = value - rounded * scale;
      error += left * left;
      length += value * value;
    }
    this.#scales[row] = scale;
    this.#errors[row] = Math.sqrt(error);
    this.#lengths[row] = Math.sqrt(length);
  }

  /** As VectorMatrix: the last row takes the place of the one that goes. */
  swapRemove(row: number): void {
    const last = this.#rows - 1;
    const from = this.#rowsAddress + last * this.#strideBytes;
    this.#bytes.copyWithin(this.#rowsAddress + row * this.#strideBytes, from, from + this.#strideBytes);
    for (const facts of [this.#scales, this.#errors, this.#lengths]) facts[row] = facts[last]!;
    this.#rows = last;
  }

  /** Sets the query of the `bounds` calls that follow. */
  setQuery(vector: Float32Array): void {
    const scale = greatest(vector) / this.#greatestOfQuery;
    let [error, length, roundedLength] = [0, 0, 0];
    for (let index = 0; index < vector.length; index += 1) {
      const value = vector[index]!;
      const rounded = scale === 0 ? 0 : Math.round(value / scale);
      this.#shorts[index] = rounded; // what pads it stays zero
      const left = value - rounded * scale;
      error += left * left;
      length += value * value;
      roundedLength += rounded * rounded;
    }
    this.#query = {
      scale,
      error: Math.sqrt(error),
      length: Math.sqrt(length),
      roundedLength: Math.sqrt(roundedLength) * scale,
    };
  }

  /**
   * Between what a kernel of float32 numbers can find for a row: writes the lower and the upper bound of at most `rowsPerByteBlock` rows from 0 on. With x = b + e
   * (bytes and what they leave out) and q = r + f likewise, x·q − b·r = e·r + x·f, whose parts are at most |e||r| and |x||f|.
   */
  bounds(start: number, end: number, lower: Float64Array, upper: Float64Array): void {
    const count = end - start;
    this.#kernel.dots(this.#rowsAddress + start * this.#strideBytes, count, this.#strideBytes, 0, this.#sumsAddress);
    const { scale, error, length, roundedLength } = this.#query;
    const [sums, scales, errors, lengths] = [this.#sums, this.#scales, this.#errors, this.#lengths];
    const first = this.#sumsAddress / 4;
    // Products and sums of the exact kernel are each rounded once: |x||q| times that share, for every dimension and a few more.
    const rounding = length * (this.dimension + 8) * floatUnit * 2;
    const least = this.dimension * floatLeast * 2;
    for (let index = 0; index < count; index += 1) {
      const row = start + index;
      const middle = sums[first + index]! * scale * scales[row]!;
      const away = errors[row]! * roundedLength + lengths[row]! * (error + rounding) + least;
      lower[index] = middle - away;
      upper[index] = middle + away;
    }
  }

  #reserve(rows: number): void {
    if (growTo(this.#memory, this.#rowsAddress + rows * this.#strideBytes)) {
      const { buffer } = this.#memory;
      [this.#bytes, this.#shorts, this.#sums] = [new Int8Array(buffer), new Int16Array(buffer), new Int32Array(buffer)];
    }
    if (rows <= this.#scales.length) return;
    const size = Math.ceil(rows * (1 + growthShare)) + 64;
    [this.#scales, this.#errors, this.#lengths] = [
      grown(this.#scales, size),
      grown(this.#errors, size),
      grown(this.#lengths, size),
    ];
  }
}

function greatest(vector: Float32Array): number {
  let most = 0;
  for (let index = 0; index < vector.length; index += 1) most = Math.max(most, Math.abs(vector[index]!));
  return most;
}

function grown(values: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size);
  larger.set(values);
  return larger;
}
