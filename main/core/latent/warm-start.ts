import type { NeighbourTable } from './neighbour-table.ts';
import { placeAmong } from './placement.ts';

/** Epochs and learning rate after a refresh: enough for new points to find their place, too little to move the old ones. */
export const warmEpochs = 50;
export const warmLearningRate = 0.3;

/**
 * Places to start from when a map is made anew: points that were there stand where they stood, new ones among their true neighbours that were.
 * Null when so few were there that nothing would be kept.
 */
export function warmStart(before: Float32Array, newOf: Int32Array, table: NeighbourTable): Float32Array | null {
  const places = new Float32Array(table.points * 3);
  const isPlaced = new Uint8Array(table.points);
  let kept = 0;
  newOf.forEach((point, old) => {
    if (point === -1) return;
    places.set(before.subarray(old * 3, old * 3 + 3), point * 3);
    isPlaced[point] = 1;
    kept += 1;
  });
  if (kept < table.points / 2) return null;
  // A second round reaches new points whose neighbours are all new themselves; who is left stands in the middle.
  for (let round = 0; round < 2; round += 1) {
    const placed: number[] = [];
    for (let point = 0; point < table.points; point += 1) {
      if (isPlaced[point] === 1) continue;
      const others: { point: number; distance: number }[] = [];
      for (let at = point * table.k; at < (point + 1) * table.k; at += 1) {
        const other = table.indices[at]!;
        if (other !== -1 && isPlaced[other] === 1) others.push({ point: other, distance: table.distances[at]! });
      }
      const place = placeAmong(places, others);
      if (place === null) continue;
      places.set(place, point * 3);
      placed.push(point);
    }
    for (const point of placed) isPlaced[point] = 1;
  }
  return places;
}
