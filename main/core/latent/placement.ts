/**
 * The place among others by their true distances: a mean that the nearest ones dominate. Three numbers; null when there is nobody to stand among. Any point that
 * was not laid out itself (a query, a new chunk before the map is made anew, what stands among landmarks) goes there.
 */
export function placeAmong(
  places: Float32Array,
  others: readonly { point: number; distance: number }[],
): [number, number, number] | null {
  if (others.length === 0) return null;
  let nearest = Infinity;
  let sum = 0;
  for (const { distance } of others) {
    nearest = Math.min(nearest, distance);
    sum += distance;
  }
  const scale = Math.max(sum / others.length - nearest, 1e-6);
  const place: [number, number, number] = [0, 0, 0];
  let total = 0;
  for (const { point, distance } of others) {
    const weight = Math.exp(-(distance - nearest) / scale);
    total += weight;
    for (let axis = 0; axis < 3; axis += 1) place[axis]! += weight * places[point * 3 + axis]!;
  }
  return [place[0] / total, place[1] / total, place[2] / total];
}
