import { rowsPerByteBlock, type ByteRows } from './byte-rows.ts';
import { TopRows } from './top-rows.ts';
import type { RowScore } from './top-rows.ts';
import { rowsPerScoreBlock } from './vector-matrix.ts';
import type { VectorMatrix } from './vector-matrix.ts';

/** What an exact scan looks for. */
export interface VectorScan {
  /** As long as the matrix is wide. */
  query: Float32Array;
  limit: number;
  /** Only these rows, ascending without repetition; null means all. */
  rows: Int32Array | null;
  /** Order of two rows with the same score. */
  precedes: (rowA: number, rowB: number) => boolean;
}

/** Rows for each that is wanted from which on bytes save more than they cost. */
const leastRowsPerHit = 8;

/**
 * The rows with the greatest dot products, best first. Exact; time grows with the rows that are looked at. `bytes`, where they are given, are the same rows rounded: with
 * them only those are looked at exactly that may be among the best, and the answer is the same.
 */
export function scanVectors(matrix: VectorMatrix, scan: VectorScan, bytes: ByteRows | null = null): RowScore[] {
  const top = new TopRows(Math.min(scan.limit, matrix.rows), scan.precedes);
  matrix.setQuery(scan.query);
  if (bytes !== null && (scan.rows?.length ?? matrix.rows) >= scan.limit * leastRowsPerHit) {
    const rows = rowsWithin(bytes, scan, matrix.rows);
    const scores = new Float32Array(rows.length);
    matrix.scoresOf(rows, scores);
    for (const [place, row] of rows.entries()) top.offer(row, scores[place]!);
  } else if (scan.rows === null) offerRun(matrix, top, 0, matrix.rows);
  else for (const [start, end] of runs(scan.rows)) offerRun(matrix, top, start, end);
  return top.sorted();
}

/**
 * Rows that may be among the best: those whose upper bound reaches what `limit` rows have at least. Whoever is among the best has it, so that none is missing.
 */
function rowsWithin(bytes: ByteRows, { query, limit, rows }: VectorScan, total: number): number[] {
  bytes.setQuery(query);
  const surest = new TopRows(limit, (one, other) => one < other);
  const lower = new Float64Array(rowsPerByteBlock);
  const upper = new Float64Array(rowsPerByteBlock);
  const within: { row: number; most: number }[] = [];
  for (const [start, end] of rows === null ? [[0, total] as const] : runs(rows)) {
    for (let block = start; block < end; block += rowsPerByteBlock) {
      const count = Math.min(end - block, rowsPerByteBlock);
      bytes.bounds(block, block + count, lower, upper);
      let { threshold } = surest;
      for (let index = 0; index < count; index += 1) {
        const most = upper[index]!;
        if (most < threshold) continue;
        within.push({ row: block + index, most });
        const least = lower[index]!;
        if (least < threshold) continue;
        surest.offer(block + index, least);
        ({ threshold } = surest);
      }
    }
  }
  const { threshold } = surest;
  return within.flatMap(({ row, most }) => (most < threshold ? [] : [row]));
}

function offerRun(matrix: VectorMatrix, top: TopRows, start: number, end: number): void {
  for (let block = start; block < end; block += rowsPerScoreBlock) {
    const blockEnd = Math.min(end, block + rowsPerScoreBlock);
    const scores = matrix.scores(block, blockEnd);
    let threshold = top.threshold;
    for (let index = 0; index < scores.length; index++) {
      const score = scores[index] as number;
      if (score < threshold) continue;
      top.offer(block + index, score);
      threshold = top.threshold;
    }
  }
}

/** Neighbouring rows together, as [start, end): one source's chunks mostly lie side by side. */
function* runs(rows: Int32Array): Generator<[number, number]> {
  let start = 0;
  for (let index = 1; index <= rows.length; index++) {
    if (index < rows.length && rows[index] === (rows[index - 1] as number) + 1) continue;
    if (index > start) yield [rows[start] as number, (rows[index - 1] as number) + 1];
    start = index;
  }
}

/** Dot product of two vectors of the same length: the cosine of unit vectors. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}
