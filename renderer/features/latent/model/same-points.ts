import { chunkIdAt, pointOfChunk } from '../../../../main/contract/latent-chunk-ids.ts';

/** Where the chunks of some points are on another map; those that it does not have are left out. */
export function samePoints(points: Uint32Array, before: Uint8Array, after: Uint8Array): Uint32Array {
  if (isSame(before, after)) return points;
  return Uint32Array.from(
    Array.from(points, (point) => pointOfChunk(after, chunkIdAt(before, point))).filter((point) => point !== -1),
  );
}

function isSame(before: Uint8Array, after: Uint8Array): boolean {
  return before.length === after.length && before.every((byte, index) => after[index] === byte);
}
