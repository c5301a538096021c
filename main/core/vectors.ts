import type { ContentType } from './chunk.ts';

export interface VectorRecord {
  /** chunk_id. */
  id: string;
  /** Unit length, `dimension` floats. */
  vector: Float32Array;
  source: string;
  contentType: ContentType;
  language: string;
}

/** Coarse filter that every backend can evaluate itself; a list means "one of". */
export interface VectorFilter {
  sources?: readonly string[];
  contentTypes?: readonly ContentType[];
  languages?: readonly string[];
}

export interface VectorQuery {
  vector: Float32Array;
  limit: number;
  filter?: VectorFilter;
  /** Only these chunk ids (from a filter that SQLite evaluated); an empty set finds nothing. Not changed afterwards: a store may remember what it means. */
  allowedIds?: ReadonlySet<string>;
}

export interface VectorMatch {
  id: string;
  /** Cosine, -1 to 1. */
  similarity: number;
}

/** The vector side of the store; a rebuildable cache of the embeddings in SQLite. */
export interface VectorStore extends AsyncDisposable {
  readonly kind: 'chroma' | 'embedded';
  /** Ids that exist are replaced wholly. Rejects vectors of the wrong dimension, NaN and zero vectors with `vector-backend`. */
  upsert(records: readonly VectorRecord[], signal?: AbortSignal): Promise<void>;
  /** Unknown ids are no error. */
  delete(ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Best first; equal similarity is ordered by id, so that the same query gives the same list in every process. */
  query(query: VectorQuery, signal?: AbortSignal): Promise<VectorMatch[]>;
  /** Cosines of the given chunks, those it knows; only where the vectors are at hand. */
  similarities?(vector: Float32Array, ids: readonly string[]): Map<string, number>;
  count(): Promise<number>;
  ids(): Promise<Set<string>>;
}

/** Identity of an embedding space; part of every key and collection name, so that two models never mix. */
export interface EmbeddingSpace {
  /** e.g. all-MiniLM-L6-v2 */
  model: string;
  /** First 12 hex digits of the ONNX file's SHA-256: two exports of one model give different vectors. */
  checksum: string;
  dimension: number;
  pooling: 'mean';
}

/** Name of the space, valid as a Chroma collection name. */
export function spaceName(space: EmbeddingSpace): string {
  return `${space.model}-${space.pooling}-${space.dimension}-${space.checksum}`;
}
