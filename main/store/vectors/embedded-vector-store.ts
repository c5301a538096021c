import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import { ByteRows } from '../../core/byte-rows.ts';
import { VectorMatrix } from '../../core/vector-matrix.ts';
import { scanVectors, type VectorScan } from '../../core/vector-scan.ts';
import type { EmbeddingSpace, VectorFilter, VectorMatch, VectorQuery, VectorRecord, VectorStore } from '../../core/vectors.ts';
import { optimizeWasm } from '../optimize-wasm.ts';
import { ValueCodes } from './value-codes.ts';
import { checkedRecords, unitVector } from './vector-checks.ts';

/** Exact search over all vectors in memory: `dimension * 5` bytes and a small entry per vector, nothing on disk. */
export class EmbeddedVectorStore implements VectorStore {
  readonly kind = 'embedded';
  readonly #matrix: VectorMatrix;
  /** The same rows, rounded: what is looked at first. */
  readonly #bytes: ByteRows;
  readonly #rowOfId = new Map<string, number>();
  // By row:
  readonly #ids: string[] = [];
  readonly #sources: number[] = [];
  readonly #contentTypes: number[] = [];
  readonly #languages: number[] = [];
  readonly #sourceCodes = new ValueCodes();
  readonly #contentTypeCodes = new ValueCodes();
  readonly #languageCodes = new ValueCodes();
  /** Rows of sets of ids that were asked for: a filter's set comes again with each search. */
  readonly #rowsOfIds = new WeakMap<ReadonlySet<string>, { version: number; rows: Int32Array }>();
  /** Raised when an id comes, goes or moves to another row. */
  #version = 0;
  #disposed = false;

  constructor(space: EmbeddingSpace) {
    this.#matrix = new VectorMatrix(space.dimension);
    this.#bytes = new ByteRows(space.dimension);
    // Called once while it may be optimised: a thread that parses says otherwise for all.
    optimizeWasm(true);
    this.#matrix.scores(0, 0);
    this.#bytes.bounds(0, 0, new Float64Array(0), new Float64Array(0));
  }

  /** Bytes that the vectors themselves hold. */
  get vectorBytes(): number {
    return this.#matrix.bytes + this.#bytes.bytes;
  }

  /** Fills the store record by record, without holding more than one beside what is stored. */
  load(records: Iterable<VectorRecord>, signal?: AbortSignal): void {
    this.#assertOpen();
    for (const record of records) {
      throwIfCancelled(signal);
      for (const checked of checkedRecords([record], this.#matrix.dimension)) this.#put(checked);
    }
  }

  async upsert(records: readonly VectorRecord[], signal?: AbortSignal): Promise<void> {
    this.#assertOpen();
    throwIfCancelled(signal);
    for (const record of checkedRecords(records, this.#matrix.dimension)) this.#put(record);
  }

  async delete(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    this.#assertOpen();
    throwIfCancelled(signal);
    for (const id of ids) this.#remove(id);
  }

  async query(query: VectorQuery, signal?: AbortSignal): Promise<VectorMatch[]> {
    this.#assertOpen();
    throwIfCancelled(signal);
    const vector = unitVector(query.vector, this.#matrix.dimension, 'The query vector');
    if (!(query.limit >= 1)) return [];
    const ids = this.#ids;
    const scan: VectorScan = {
      query: vector,
      limit: Math.floor(query.limit),
      rows: this.#rowsFor(query),
      precedes: (rowA, rowB) => (ids[rowA] as string) < (ids[rowB] as string),
    };
    const hits = scanVectors(this.#matrix, scan, this.#bytes);
    // Rounding can carry a product of unit vectors a hair beyond 1.
    return hits.map(({ row, score }) => ({ id: ids[row] as string, similarity: Math.max(-1, Math.min(1, score)) }));
  }

  similarities(vector: Float32Array, ids: readonly string[]): Map<string, number> {
    this.#assertOpen();
    const query = unitVector(vector, this.#matrix.dimension, 'The query vector');
    const known: string[] = [];
    const rows: number[] = [];
    for (const id of ids) {
      const row = this.#rowOfId.get(id);
      if (row === undefined) continue;
      known.push(id);
      rows.push(row);
    }
    const cosines = this.#matrix.dots(rows, query);
    const found = new Map<string, number>();
    for (let place = 0; place < known.length; place += 1) found.set(known[place]!, cosines[place]!);
    return found;
  }

  async count(): Promise<number> {
    this.#assertOpen();
    return this.#ids.length;
  }

  async ids(): Promise<Set<string>> {
    this.#assertOpen();
    return new Set(this.#ids);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
  }

  #assertOpen(): void {
    if (this.#disposed) throw new HubError('vector-backend', 'The vector store is closed.');
  }

  #put(record: VectorRecord): void {
    let row = this.#rowOfId.get(record.id);
    if (row === undefined) {
      row = this.#append(record);
      this.#version += 1;
      this.#rowOfId.set(record.id, row);
      this.#ids[row] = record.id;
    } else {
      this.#matrix.set(row, record.vector);
      this.#bytes.set(row, record.vector);
    }
    this.#sources[row] = this.#sourceCodes.encode(record.source);
    this.#contentTypes[row] = this.#contentTypeCodes.encode(record.contentType);
    this.#languages[row] = this.#languageCodes.encode(record.language);
  }

  #append(record: VectorRecord): number {
    try {
      const row = this.#matrix.append(record.vector);
      this.#bytes.append(record.vector);
      return row;
    } catch (error) {
      const advice = 'Use a Chroma server for a corpus of this size, or index less.';
      throw new HubError('vector-backend', `The vectors do not fit in memory: ${(error as Error).message} ${advice}`, {}, error);
    }
  }

  #remove(id: string): void {
    const row = this.#rowOfId.get(id);
    if (row === undefined) return;
    const last = this.#matrix.swapRemove(row);
    this.#bytes.swapRemove(row);
    this.#version += 1;
    this.#rowOfId.delete(id);
    const movedId = this.#ids[last] as string;
    for (const column of [this.#sources, this.#contentTypes, this.#languages]) {
      column[row] = column[last] as number;
      column.pop();
    }
    this.#ids[row] = movedId;
    this.#ids.pop();
    if (row !== last) this.#rowOfId.set(movedId, row);
  }

  /** Rows that pass filter and allowed ids, ascending; null where all do. */
  #rowsFor(query: VectorQuery): Int32Array | null {
    const accepts = this.#acceptor(query.filter);
    if (query.allowedIds !== undefined) {
      const rows = this.#rowsOf(query.allowedIds);
      return accepts === null ? rows : rows.filter(accepts);
    }
    if (accepts === null) return null;
    const rows = new Int32Array(this.#ids.length);
    let count = 0;
    for (let row = 0; row < rows.length; row++) if (accepts(row)) rows[count++] = row;
    return rows.subarray(0, count);
  }

  /** Ascending. */
  #rowsOf(ids: ReadonlySet<string>): Int32Array {
    const known = this.#rowsOfIds.get(ids);
    if (known?.version === this.#version) return known.rows;
    const found: number[] = [];
    for (const id of ids) {
      const row = this.#rowOfId.get(id);
      if (row !== undefined) found.push(row);
    }
    const rows = Int32Array.from(found).sort();
    this.#rowsOfIds.set(ids, { version: this.#version, rows });
    return rows;
  }

  #acceptor(filter: VectorFilter | undefined): ((row: number) => boolean) | null {
    const sources = this.#sourceCodes.mask(filter?.sources);
    const contentTypes = this.#contentTypeCodes.mask(filter?.contentTypes);
    const languages = this.#languageCodes.mask(filter?.languages);
    if (sources === null && contentTypes === null && languages === null) return null;
    return (row) =>
      (sources === null || sources[this.#sources[row] as number] === 1) &&
      (contentTypes === null || contentTypes[this.#contentTypes[row] as number] === 1) &&
      (languages === null || languages[this.#languages[row] as number] === 1);
  }
}
