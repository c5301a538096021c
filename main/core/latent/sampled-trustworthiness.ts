import { VectorMatrix } from '../vector-matrix.ts';
import { trustNeighbours, trustworthiness } from './trust.ts';

/** Points that are looked at; more change the third digit at most. */
const sampledPoints = 600;

/** Trustworthiness (k = 15) of points spread evenly over the map, each ranked against all. 1 where there are too few points to tell. Copies the sample's vectors alone. */
export function sampledTrustworthiness(vectors: Float32Array, dimension: number, places: Float32Array): number {
  const points = places.length / 3;
  if (points < 3 * trustNeighbours) return 1;
  const row = (point: number): Float32Array => vectors.subarray(point * dimension, (point + 1) * dimension);
  const size = Math.min(points, sampledPoints);
  const sample = Int32Array.from({ length: size }, (_, index) => Math.floor((index * points) / size));
  const matrix = new VectorMatrix(dimension);
  for (const point of sample) matrix.append(row(point));
  return trustworthiness(places, {
    sample,
    k: trustNeighbours,
    similaritiesTo: (point) => {
      matrix.setQuery(row(point));
      return matrix.scores(0, size);
    },
  });
}
