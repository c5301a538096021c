import { chunkIdBytes } from '../../contract/latent-points.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import type { LoadedPoints } from './latent-reader.ts';

/** Some of the loaded points, in their order: `kept` ascends. */
export function somePoints(
  { columns, vectorKeys, vectors, identities, pointOfRow }: LoadedPoints,
  kept: Int32Array,
): LoadedPoints {
  const dimension = columns.count === 0 ? 0 : vectors.length / columns.count;
  const cut = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      ArrayBuffer.isView(column) ? entriesOf(column as Uint8Array, kept, name === 'chunkIds' ? chunkIdBytes : 1) : column,
    ]),
  ) as unknown as PointColumns;
  const placeOf = new Map(Array.from(kept, (point, place) => [point, place]));
  const rows = [...pointOfRow].flatMap(([row, point]): [number, number][] =>
    placeOf.has(point) ? [[row, placeOf.get(point)!]] : [],
  );
  return {
    columns: { ...cut, count: kept.length },
    vectorKeys: entriesOf(vectorKeys, kept, 2),
    vectors: entriesOf(vectors, kept, dimension),
    identities: Array.from(kept, (point) => identities[point]!),
    pointOfRow: new Map(rows),
  };
}

function entriesOf<Numbers extends Uint8Array | Uint32Array | Float32Array>(
  all: Numbers,
  kept: Int32Array,
  width: number,
): Numbers {
  const some = new (all.constructor as new (length: number) => Numbers)(kept.length * width);
  kept.forEach((point, place) => some.set(all.subarray(point * width, (point + 1) * width), place * width));
  return some;
}
