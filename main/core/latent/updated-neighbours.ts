import { compareRows, type NeighbourWork } from './exact-neighbours.ts';
import { emptyNeighbours, type NeighbourTable } from './neighbour-table.ts';

/** With more than this share of rows to be found anew, everything is compared with everything at once. */
const worthKeeping = 0.4;

/**
 * The table after some points came and went, as exact as one made anew: new points and those that lost a neighbour are compared with all, the others with the new
 * ones only. `newOf` gives each old point its number now, -1 when it is gone. Null where too little of the old table would be left.
 */
export async function updatedNeighbours(
  before: NeighbourTable,
  newOf: Int32Array,
  vectors: Float32Array,
  wanted: number,
  work: NeighbourWork,
): Promise<NeighbourTable | null> {
  const points = vectors.length / work.search.dimension;
  const table = emptyNeighbours(points, wanted);
  if (before.k < table.k) return null;
  const isSettled = new Uint8Array(points);
  const isOld = new Uint8Array(points);
  for (let old = 0; old < before.points; old += 1) {
    const point = newOf[old]!;
    if (point === -1) continue;
    isOld[point] = 1;
    if (keepRow(table, point, before, old, newOf)) isSettled[point] = 1;
  }
  const [settled, open, added] = [where(isSettled, 1), where(isSettled, 0), where(isOld, 0)];
  if (open.length > points * worthKeeping) return null;
  const { search, onShare } = work;
  await compareRows(
    table,
    vectors,
    open,
    Int32Array.from({ length: points }, (_, index) => index),
    { search, onShare },
  );
  await compareRows(table, vectors, settled, added, { search, onShare });
  return table;
}

/** Takes an old row over; false, and nothing taken, when one of its neighbours is gone. */
function keepRow(table: NeighbourTable, point: number, before: NeighbourTable, old: number, newOf: Int32Array): boolean {
  const from = old * before.k;
  const to = point * table.k;
  for (let place = 0; place < table.k; place += 1) if (newOf[before.indices[from + place]!] === -1) return false;
  for (let place = 0; place < table.k; place += 1) {
    table.indices[to + place] = newOf[before.indices[from + place]!]!;
    table.distances[to + place] = before.distances[from + place]!;
  }
  return true;
}

function where(flags: Uint8Array, value: number): Int32Array {
  const found: number[] = [];
  for (let index = 0; index < flags.length; index += 1) if (flags[index] === value) found.push(index);
  return Int32Array.from(found);
}
