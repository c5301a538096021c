import { pointDiameter, type MapView } from './map-view.ts';
import { flagDimmed, flagHidden } from './point-flags.ts';

/** A pointer need not be nearer than this. Unit: CSS pixels. */
export const pickRadius = 6;

export interface PickCloud {
  /** Three numbers a point. */
  positions: Float32Array;
  flags: Uint8Array;
  /** Points that are drawn: the first so many. */
  drawn: number;
}

/**
 * The point under the pointer, or -1: of those whose disc lies under it the one in front, else of those within the radius the one in front. Bright points
 * come before dimmed ones, hidden ones do not count. One pass over all points: exact to what is drawn, with no read-back from the graphics card.
 * @param among the only points that are looked at; all that are drawn where it is left out
 */
export function pickPoint(
  { positions, flags, drawn }: PickCloud,
  view: MapView,
  x: number,
  y: number,
  among?: readonly number[],
): number {
  const m = view.matrix;
  const [m0, m1, m3, m4, m5, m7] = [m[0]!, m[1]!, m[3]!, m[4]!, m[5]!, m[7]!];
  const [m8, m9, m11, m12, m13, m15] = [m[8]!, m[9]!, m[11]!, m[12]!, m[13]!, m[15]!];
  // The pointer in clip space, so that the loop has one division less.
  const pointerX = (x / view.width) * 2 - 1;
  const pointerY = 1 - (y / view.height) * 2;
  const reachX = (pickRadius / view.width) * 2;
  const reachY = (pickRadius / view.height) * 2;
  const reach = pickRadius * pickRadius;
  let best = -1;
  let bestRank = 4;
  let bestDepth = Number.POSITIVE_INFINITY;
  const looks = among?.length ?? drawn;
  for (let look = 0; look < looks; look += 1) {
    const point = among === undefined ? look : among[look]!;
    const at = point * 3;
    const px = positions[at]!;
    const py = positions[at + 1]!;
    const pz = positions[at + 2]!;
    const depth = m3 * px + m7 * py + m11 * pz + m15;
    if (depth <= 0) continue;
    const offX = m0 * px + m4 * py + m8 * pz + m12 - pointerX * depth;
    if (offX > reachX * depth || offX < -reachX * depth) continue;
    const offY = m1 * px + m5 * py + m9 * pz + m13 - pointerY * depth;
    if (offY > reachY * depth || offY < -reachY * depth) continue;
    const flag = flags[point]!;
    if ((flag & flagHidden) !== 0) continue;
    const awayX = (offX / depth) * 0.5 * view.width;
    const awayY = (offY / depth) * 0.5 * view.height;
    const away = awayX * awayX + awayY * awayY;
    if (away > reach) continue;
    const radius = pointDiameter(view, depth) / 2;
    const rank = ((flag & flagDimmed) === 0 ? 0 : 2) + (away <= radius * radius ? 0 : 1);
    if (rank > bestRank || (rank === bestRank && (depth > bestDepth || (depth === bestDepth && point > best)))) continue;
    best = point;
    bestRank = rank;
    bestDepth = depth;
  }
  return best;
}
