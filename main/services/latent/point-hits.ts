import { chunkIdAt } from '../../contract/latent-chunk-ids.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import type { ReturnedChunk } from '../../store/user-data/returned-chunks.ts';

/** How often answers to agents had each point's chunk; null while nothing is recorded. Both lists are in order of chunk id. */
export function pointHits(points: PointColumns, returned: readonly ReturnedChunk[]): Uint32Array | null {
  if (returned.length === 0) return null;
  const hits = new Uint32Array(points.count);
  let point = 0;
  let id = points.count === 0 ? '' : chunkIdAt(points.chunkIds, 0);
  for (const { chunk, times } of returned) {
    while (point < points.count && id < chunk) {
      point += 1;
      if (point < points.count) id = chunkIdAt(points.chunkIds, point);
    }
    // Of several that begin so, which are none among millions, the first.
    if (point < points.count && id.startsWith(chunk)) hits[point]! += times;
  }
  return hits;
}
