import { HubError } from '../../contract/errors.ts';
import type { SearchHit } from '../../contract/search.ts';
import type { VectorStore } from '../../core/vectors.ts';
import type { ChunkRow, SearchIndex } from '../../store/search-index.ts';
import { toHit } from './hit.ts';

export interface NeighboursAnswer {
  /** Why there are none. */
  reason: string | null;
  hits: (SearchHit & { similarity: number })[];
}

export interface NeighbourParts {
  index: SearchIndex;
  vectors: VectorStore | null;
  spaceId: number | null;
  /** Why there are no vectors at all, where that is known. */
  withoutMeaning: string | null;
}

const noStems: ReadonlySet<string> = new Set();

/** The chunk itself, and windows of its file that share lines with it: they are alike because they hold the same text. */
function isSameText(row: ChunkRow, other: ChunkRow): boolean {
  return row.fileId === other.fileId && row.startLine <= other.endLine && other.startLine <= row.endLine;
}

/** Chunks that mean nearly the same, by cosine of the stored vectors, best first. Throws `not-found`, `cancelled`. */
export async function findNeighbours(
  chunkId: string,
  limit: number,
  parts: NeighbourParts,
  signal?: AbortSignal,
): Promise<NeighboursAnswer> {
  const { index, vectors, spaceId } = parts;
  const rowId = index.rowIds([chunkId]).get(chunkId);
  const row = rowId === undefined ? undefined : index.chunks([rowId])[0];
  if (!row) throw new HubError('not-found', 'This chunk is not indexed any more. Search again.', { chunkId });
  if (vectors === null || spaceId === null)
    return { reason: parts.withoutMeaning ?? 'No chunk has a vector yet: the index is still being made.', hits: [] };
  const vector = index.vectors([row.id], spaceId).get(row.id);
  if (!vector) return { reason: 'This chunk has no vector yet: its text still waits for the model.', hits: [] };
  const overlapping = index.chunksOfFile(row.fileId).filter((other) => isSameText(row, other)).length;
  const found = await vectors.query({ vector, limit: limit + overlapping }, signal);
  // The store is a cache: what it knows and SQLite does not is no neighbour.
  const ids = index.rowIds(found.map((match) => match.id));
  const rows = new Map(index.chunks([...ids.values()]).map((other) => [other.chunkId, other]));
  const hits = found.flatMap(({ id, similarity }) => {
    const other = rows.get(id);
    return other && !isSameText(row, other) ? [{ ...toHit(other, similarity, noStems), similarity }] : [];
  });
  return { reason: hits.length === 0 ? 'No other chunk has a vector yet.' : null, hits: hits.slice(0, limit) };
}
