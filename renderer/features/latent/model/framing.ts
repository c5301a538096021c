export interface Sphere {
  centre: readonly [number, number, number];
  radius: number;
}

/** Points that are looked at to find the middle and the extent of a map. */
const sampleSize = 5_000;
/** A few that lie far out do not make the rest small. */
const shownShare = 0.98;

/** A sphere around nearly all of the points, or exactly around the given ones. */
export function sphereAround(positions: Float32Array, points: ArrayLike<number> | null = null): Sphere {
  const all = positions.length / 3;
  const size = points === null ? Math.min(all, sampleSize) : points.length;
  if (size === 0) return { centre: [0, 0, 0], radius: 1 };
  // Any beginning of the points is a fair sample of all.
  const at = (index: number): number => (points === null ? index : points[index]!) * 3;
  const centre: [number, number, number] = [0, 0, 0];
  for (let axis = 0; axis < 3; axis += 1) {
    const values = Float64Array.from({ length: size }, (_, index) => positions[at(index) + axis]!).sort();
    centre[axis] = (quantile(values, (1 - shownShare) / 2) + quantile(values, (1 + shownShare) / 2)) / 2;
  }
  const distances = Float64Array.from({ length: size }, (_, index) =>
    Math.hypot(positions[at(index)]! - centre[0], positions[at(index) + 1]! - centre[1], positions[at(index) + 2]! - centre[2]),
  ).sort();
  return { centre, radius: Math.max(quantile(distances, points === null ? shownShare : 1), 1e-3) };
}

/** How far from the middle of a sphere a camera has to stand to have all of it in the picture. */
export function distanceToSee(radius: number, verticalFieldDegrees: number, aspect: number): number {
  const vertical = (verticalFieldDegrees * Math.PI) / 360;
  const horizontal = Math.atan(Math.tan(vertical) * aspect);
  return radius / Math.sin(Math.min(vertical, horizontal));
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!;
}
