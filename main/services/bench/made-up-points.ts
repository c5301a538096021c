import { chunkIdBytes } from '../../contract/latent-points.ts';
import { seededRandom } from '../../core/seeded-random.ts';
import type { LoadedPoints } from '../../store/latent/latent-reader.ts';
import { somePoints } from '../../store/latent/loaded-points.ts';

/** How far copies are from their original: about the distance of near neighbours. */
const noise = 0.3;

/** More points than there are: each again and again with some noise on its vector, in an order that has nothing to do with it. Copies have no texts. */
export function manyTimes(loaded: LoadedPoints, points: number): LoadedPoints {
  const { count } = loaded.columns;
  const dimension = loaded.vectors.length / count;
  const many = somePoints(
    loaded,
    Int32Array.from({ length: points }, (_, point) => point % count),
  );
  const random = seededRandom(7);
  const scale = noise * Math.sqrt(12 / dimension);
  for (let point = count; point < points; point += 1) {
    const vector = many.vectors.subarray(point * dimension, (point + 1) * dimension);
    let squares = 0;
    vector.forEach((value, axis) => {
      const moved = value + (random() - 0.5) * scale;
      vector[axis] = moved;
      squares += moved * moved;
    });
    const length = Math.sqrt(squares);
    vector.forEach((value, axis) => (vector[axis] = value / length));
  }
  // Ids ascend with the points, as those of a store do.
  const ids = new DataView(many.columns.chunkIds.buffer);
  for (let point = 0; point < points; point += 1) ids.setUint32(point * chunkIdBytes, point);
  const identities = Array.from({ length: points }, (_, point) => ({
    chunkId: Buffer.from(many.columns.chunkIds.subarray(point * chunkIdBytes, (point + 1) * chunkIdBytes)).toString('hex'),
    hash: String(point),
  }));
  return { ...many, identities, rows: many.rows.fill(-1, count) };
}
