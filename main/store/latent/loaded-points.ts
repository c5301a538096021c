import { chunkIdBytes } from '../../contract/latent-chunk-ids.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import type { LoadedPoints } from './latent-reader.ts';

/** Some of the loaded points, in their order: `kept` ascends. */
export function somePoints({ columns, vectorKeys, vectors, identities, rows }: LoadedPoints, kept: Int32Array): LoadedPoints {
  const dimension = columns.count === 0 ? 0 : vectors.length / columns.count;
  const cut = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      ArrayBuffer.isView(column) ? entriesOf(column as Uint8Array, kept, name === 'chunkIds' ? chunkIdBytes : 1) : column,
    ]),
  ) as unknown as PointColumns;
  return {
    columns: { ...cut, count: kept.length },
    vectorKeys: entriesOf(vectorKeys, kept, 2),
    vectors: entriesOf(vectors, kept, dimension),
    identities: Array.from(kept, (point) => identities[point]!),
    rows: entriesOf(rows, kept, 1),
  };
}

function entriesOf<Numbers extends Uint8Array | Uint32Array | Float32Array | Float64Array>(
  all: Numbers,
  kept: Int32Array,
  width: number,
): Numbers {
  const some = new (all.constructor as new (length: number) => Numbers)(kept.length * width);
  kept.forEach((point, place) => some.set(all.subarray(point * width, (point + 1) * width), place * width));
  return some;
}
