import { rowsPerScoreBlock, VectorMatrix } from '../vector-matrix.ts';
import { trustNeighbours, trustworthiness } from './trust.ts';

/** Points that are looked at; more change the third digit at most. */
const sampledPoints = 600;

/** Trustworthiness (k = 15) of points spread evenly over the map, each ranked against all. 1 where there are too few points to tell. */
export function sampledTrustworthiness(vectors: Float32Array, dimension: number, places: Float32Array): number {
  const points = places.length / 3;
  if (points < 3 * trustNeighbours) return 1;
  const matrix = new VectorMatrix(dimension);
  const row = (point: number): Float32Array => vectors.subarray(point * dimension, (point + 1) * dimension);
  for (let point = 0; point < points; point += 1) matrix.append(row(point));
  const size = Math.min(points, sampledPoints);
  const similarities = new Float32Array(points);
  return trustworthiness(places, {
    sample: Int32Array.from({ length: size }, (_, index) => Math.floor((index * points) / size)),
    k: trustNeighbours,
    similaritiesOf: (point) => {
      matrix.setQuery(row(point));
      for (let start = 0; start < points; start += rowsPerScoreBlock)
        similarities.set(matrix.scores(start, Math.min(points, start + rowsPerScoreBlock)), start);
      return similarities;
    },
  });
}
