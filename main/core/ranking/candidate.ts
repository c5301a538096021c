import type { ContentType, ChunkType } from '../chunk.ts';
import type { ScorePart } from '../../contract/search.ts';

/** What ranking knows of a chunk that a list or a look-up brought up. */
export interface Candidate {
  /** Row in the store. */
  id: number;
  chunkId: string;
  fileId: number;
  sourceId: number;
  path: string;
  contentType: ContentType;
  chunkType: ChunkType;
  symbol: string | null;
  exampleRoot: string | null;
  versionPin: string | null;
  /** Place in the keyword list (1 = best) and BM25, larger = better. */
  keyword: { rank: number; raw: number } | null;
  /** Place in the vector list, null when only looked up; cosine. */
  vector: { rank: number | null; similarity: number } | null;
  /** How the query names this chunk's symbol. */
  symbolMatch: 'exact' | 'last' | 'prefix' | null;
}

/** A candidate with the named parts of its score. */
export interface Scored {
  candidate: Candidate;
  parts: ScorePart[];
  score: number;
}

/** Sum of the parts: the score by definition. */
export function sumOf(parts: readonly ScorePart[]): number {
  return parts.reduce((sum, part) => sum + part.value, 0);
}
