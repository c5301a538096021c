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

/** The rows with the greatest dot products, best first. Exact; time grows with the rows that are looked at. */
export function scanVectors(matrix: VectorMatrix, scan: VectorScan): RowScore[] {
  const top = new TopRows(Math.min(scan.limit, matrix.rows), scan.precedes);
  matrix.setQuery(scan.query);
  if (scan.rows === null) offerRun(matrix, top, 0, matrix.rows);
  else for (const [start, end] of runs(scan.rows)) offerRun(matrix, top, start, end);
  return top.sorted();
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
