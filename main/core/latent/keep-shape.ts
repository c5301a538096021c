import { widthOf } from './drift.ts';
import type { NeighbourTable } from './neighbour-table.ts';

/** How far half of the points may have moved after a refresh, as a share of the map's width. */
export const mostMedianMove = 0.015;

/**
 * Turns, shifts and scales a refreshed map onto the one before, and takes back as much of what points moved as is needed for half of them to have moved by less
 * than `mostMedianMove`. New points are taken back with their neighbours. `places` is changed.
 */
export function keepShape(
  places: Float32Array,
  before: Float32Array,
  newOf: Int32Array,
  table: NeighbourTable,
  isFlat: boolean,
): void {
  const kept: number[] = [];
  newOf.forEach((point, old) => {
    if (point !== -1) kept.push(old);
  });
  if (kept.length === 0) return;
  align(places, before, kept, newOf, isFlat);
  const width = widthOf(before);
  const lengths = Float64Array.from(kept, (old) => moveOf(places, before, newOf[old]!, old)).sort();
  const median = lengths[lengths.length >> 1]!;
  const limit = mostMedianMove * width;
  if (median <= limit) return;
  takeBack(places, before, newOf, table, 1 - limit / median);
}

/** Moves every point back by a share of its own move, new ones by that of their old neighbours. */
function takeBack(places: Float32Array, before: Float32Array, newOf: Int32Array, table: NeighbourTable, share: number): void {
  const moves = new Float32Array(places.length);
  const isOld = new Uint8Array(table.points);
  newOf.forEach((point, old) => {
    if (point === -1) return;
    isOld[point] = 1;
    for (let axis = 0; axis < 3; axis += 1)
      moves[point * 3 + axis] = (places[point * 3 + axis]! - before[old * 3 + axis]!) * share;
  });
  for (let point = 0; point < table.points; point += 1) {
    if (isOld[point] === 1) continue;
    const near = table.indices
      .subarray(point * table.k, (point + 1) * table.k)
      .filter((other) => other !== -1 && isOld[other] === 1);
    for (let axis = 0; axis < 3; axis += 1)
      moves[point * 3 + axis] = near.reduce((sum, other) => sum + moves[other * 3 + axis]!, 0) / Math.max(1, near.length);
  }
  for (let at = 0; at < places.length; at += 1) places[at]! -= moves[at]!;
}

function moveOf(places: Float32Array, before: Float32Array, point: number, old: number): number {
  return Math.hypot(
    places[point * 3]! - before[old * 3]!,
    places[point * 3 + 1]! - before[old * 3 + 1]!,
    places[point * 3 + 2]! - before[old * 3 + 2]!,
  );
}

/** The similarity transform that brings kept points nearest to where they were, done to all. */
function align(places: Float32Array, before: Float32Array, kept: readonly number[], newOf: Int32Array, isFlat: boolean): void {
  const from = [0, 0, 0];
  const to = [0, 0, 0];
  for (const old of kept)
    for (let axis = 0; axis < 3; axis += 1) {
      from[axis]! += places[newOf[old]! * 3 + axis]! / kept.length;
      to[axis]! += before[old * 3 + axis]! / kept.length;
    }
  // Products of the two, summed: rows by the axis now, columns by the axis before.
  const products = new Float64Array(9);
  let spread = 0;
  for (const old of kept)
    for (let row = 0; row < 3; row += 1) {
      const now = places[newOf[old]! * 3 + row]! - from[row]!;
      spread += now * now;
      for (let column = 0; column < 3; column += 1)
        products[row * 3 + column]! += now * (before[old * 3 + column]! - to[column]!);
    }
  if (!(spread > 0)) return;
  const turn = isFlat ? flatTurn(products) : turnOf(products);
  let scale = 0;
  for (let row = 0; row < 3; row += 1)
    for (let column = 0; column < 3; column += 1) scale += turn[column * 3 + row]! * products[row * 3 + column]!;
  scale /= spread;
  if (!(scale > 0)) return;
  for (let at = 0; at < places.length; at += 3) {
    const centred = from.map((middle, axis) => places[at + axis]! - middle);
    for (let axis = 0; axis < 3; axis += 1)
      places[at + axis] =
        to[axis]! +
        scale * (turn[axis * 3]! * centred[0]! + turn[axis * 3 + 1]! * centred[1]! + turn[axis * 3 + 2]! * centred[2]!);
  }
}

/** A rotation about the third axis alone. */
function flatTurn(products: Float64Array): Float64Array {
  const angle = Math.atan2(products[1]! - products[3]!, products[0]! + products[4]!);
  return Float64Array.of(Math.cos(angle), -Math.sin(angle), 0, Math.sin(angle), Math.cos(angle), 0, 0, 0, 1);
}

/** The best rotation as a matrix, by Horn's method: the greatest eigenvector of a symmetric 4 × 4 matrix is its quaternion. */
function turnOf(products: Float64Array): Float64Array {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = products as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const rows = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
  // Shifted, so that the greatest is also the greatest in size.
  const shift = Math.max(...rows.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  let q = [1, 0, 0, 0];
  for (let round = 0; round < 200; round += 1) {
    const next = rows.map((row, index) => row.reduce((sum, value, at) => sum + value * q[at]!, shift * q[index]!));
    const length = Math.hypot(...next);
    if (!(length > 0)) break;
    q = next.map((value) => value / length);
  }
  const [w, x, y, z] = q as [number, number, number, number];
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  );
}
