import { chunkIdAt, chunkIdBytes, pointOfChunk } from '../../contract/latent-chunk-ids.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';

export interface ChunkPlace {
  source: string;
  path: string;
  symbol: string | null;
}

export interface PointChunk extends ChunkPlace {
  chunkId: string;
}

/** Where the chunk behind a point lies. */
export function chunkPlaceAt(
  points: Pick<PointColumns, 'source' | 'path' | 'symbol' | 'dictionaries'>,
  point: number,
): ChunkPlace {
  const { source, path, symbol } = points.dictionaries;
  return {
    source: source[points.source[point]!]!,
    path: path[points.path[point]!]!,
    symbol: symbol[points.symbol[point]!] || null,
  };
}

/** The chunk behind a point. */
export function chunkAt(points: PointColumns, point: number): PointChunk {
  return { chunkId: chunkIdAt(points.chunkIds, point), ...chunkPlaceAt(points, point) };
}

/** What a chunk is called; another text at the same place has the same name. */
export function chunkNameAt(points: PointColumns, point: number): string {
  const { source, path, symbol } = chunkPlaceAt(points, point);
  return `${source}\0${path}\0${symbol ?? ''}`;
}

/** All chunk ids in order, which is ascending. */
export function chunkIdsOf(points: Pick<PointColumns, 'chunkIds' | 'count'>): string[] {
  const all = Buffer.from(points.chunkIds.buffer, points.chunkIds.byteOffset, points.chunkIds.byteLength).toString('hex');
  const digits = chunkIdBytes * 2;
  return Array.from({ length: points.count }, (_, point) => all.slice(point * digits, (point + 1) * digits));
}

/** The point of a chunk; null for one that the map does not have. */
export function pointOf(points: PointColumns, chunkId: string): number | null {
  const point = pointOfChunk(points.chunkIds, chunkId);
  return point === -1 ? null : point;
}

/** Two chunks of one file whose lines overlap: they are alike because they hold the same text. */
export function shareLines(points: PointColumns, point: number, other: number): boolean {
  return (
    points.path[point] === points.path[other] &&
    points.source[point] === points.source[other] &&
    points.startLine[point]! <= points.endLine[other]! &&
    points.startLine[other]! <= points.endLine[point]!
  );
}
