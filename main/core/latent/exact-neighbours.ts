import { distanceOf, emptyNeighbours, offerNeighbour, type NeighbourTable } from './neighbour-table.ts';
import type { SimilaritySearch } from './similarity-search.ts';

/** Rows compared in one go: the scores of a block (4 MB) are what it costs in memory. */
const queriesAtOnce = 128;
const candidatesAtOnce = 8_192;

export interface NeighbourWork {
  search: SimilaritySearch;
  /** Called between blocks with the share that is done, 0 to 1; throws to cancel. */
  onShare?: ((share: number) => void) | undefined;
}

/** Compares everything with everything. */
export async function exactNeighbours(
  vectors: Float32Array,
  wanted: number,
  { search, onShare }: NeighbourWork,
): Promise<NeighbourTable> {
  const points = vectors.length / search.dimension;
  const table = emptyNeighbours(points, wanted);
  const all = rowsFrom(0, points);
  await compareRows(table, vectors, all, all, { search, onShare });
  return table;
}

/** Offers every candidate row to every query row. Rows that lie side by side cost no copy. */
export async function compareRows(
  table: NeighbourTable,
  vectors: Float32Array,
  queries: Int32Array,
  candidates: Int32Array,
  { search, onShare }: NeighbourWork,
): Promise<void> {
  if (table.k === 0) return;
  for (let from = 0; from < candidates.length; from += candidatesAtOnce) {
    const others = candidates.subarray(from, from + candidatesAtOnce);
    const otherVectors = gather(vectors, others, search.dimension);
    for (let start = 0; start < queries.length; start += queriesAtOnce) {
      const asked = queries.subarray(start, start + queriesAtOnce);
      // One more than wanted, since a row finds itself.
      const { k, indices, similarities } = await search.top(gather(vectors, asked, search.dimension), otherVectors, table.k + 1);
      for (let row = 0; row < asked.length; row += 1)
        for (let at = row * k; at < (row + 1) * k; at += 1)
          offerNeighbour(table, asked[row]!, others[indices[at]!]!, distanceOf(similarities[at]!));
      onShare?.((from * queries.length + (start + asked.length) * others.length) / (queries.length * candidates.length));
    }
  }
}

/** The row numbers from `start` to before `end`. */
function rowsFrom(start: number, end: number): Int32Array {
  return Int32Array.from({ length: end - start }, (_, index) => start + index);
}

/** The vectors of some rows, one after the other. */
function gather(vectors: Float32Array, rows: Int32Array, dimension: number): Float32Array {
  const first = rows[0] ?? 0;
  if (rows.length > 0 && rows.at(-1) === first + rows.length - 1 && isRun(rows))
    return vectors.subarray(first * dimension, (first + rows.length) * dimension);
  const gathered = new Float32Array(rows.length * dimension);
  for (let index = 0; index < rows.length; index += 1)
    gathered.set(vectors.subarray(rows[index]! * dimension, (rows[index]! + 1) * dimension), index * dimension);
  return gathered;
}

function isRun(rows: Int32Array): boolean {
  for (let index = 1; index < rows.length; index += 1) if (rows[index] !== rows[0]! + index) return false;
  return true;
}
