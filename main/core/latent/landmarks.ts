import type { NeighbourWork } from './exact-neighbours.ts';
import { distanceOf } from './neighbour-table.ts';
import { placeAmong } from './placement.ts';

/** Landmarks that a point stands among. */
const landmarksEach = 15;
const queriesAtOnce = 512;
const candidatesAtOnce = 8_192;

/** Puts every point after the landmarks (the first points, placed already) among the landmarks that are nearest to it. `places` is filled in. */
export async function placeAmongLandmarks(
  vectors: Float32Array,
  places: Float32Array,
  landmarks: number,
  { search, onShare }: NeighbourWork,
): Promise<void> {
  const { dimension } = search;
  const points = places.length / 3;
  for (let start = landmarks; start < points; start += queriesAtOnce) {
    const end = Math.min(points, start + queriesAtOnce);
    const queries = vectors.subarray(start * dimension, end * dimension);
    const near = Array.from({ length: end - start }, (): { point: number; distance: number }[] => []);
    for (let from = 0; from < landmarks; from += candidatesAtOnce) {
      const candidates = vectors.subarray(from * dimension, Math.min(landmarks, from + candidatesAtOnce) * dimension);
      const { k, indices, similarities } = await search.top(queries, candidates, landmarksEach);
      for (const [row, found] of near.entries())
        for (let at = row * k; at < (row + 1) * k; at += 1)
          found.push({ point: from + indices[at]!, distance: distanceOf(similarities[at]!) });
    }
    for (const [row, found] of near.entries()) {
      const nearest = found.sort((a, b) => a.distance - b.distance || a.point - b.point).slice(0, landmarksEach);
      places.set(placeAmong(places, nearest) ?? [0, 0, 0], (start + row) * 3);
    }
    onShare?.((end - landmarks) / (points - landmarks));
  }
}
