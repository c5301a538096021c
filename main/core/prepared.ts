import type { ChunkDraft, ContentType } from './chunk.ts';
import type { DeprecationEntry } from './deprecations/entry.ts';
import type { FileGraph } from './graph/facts.ts';

/** Text columns of the full-text index beside the content itself. */
export interface SearchFields {
  path: string;
  title: string;
  symbol: string;
  /** Parts of compound identifiers: `DailyTransport` → `Daily Transport`. */
  parts: string;
}

/** A draft with identity, ready to be written. */
export interface PreparedChunk extends ChunkDraft {
  /** SHA-256, the same on every machine for the same source name, path and content. */
  chunkId: string;
  ordinal: number;
  /** Hash of the passages that the model reads. */
  embeddingHash: string;
  fields: SearchFields;
}

/** Everything that one file contributes, made in a worker from the file's bytes alone. */
export interface PreparedFile {
  path: string;
  role: ContentType;
  language: string;
  contentHash: string;
  sizeBytes: number;
  lineCount: number;
  title: string;
  /** Everything the file imports; a chunk's own metadata holds only what it uses of it. */
  imports: string[];
  chunks: PreparedChunk[];
  /** Names and calls; null for languages whose calls are not resolved. */
  graph: FileGraph | null;
  /** What the file says is deprecated, removed or renamed. */
  deprecations: DeprecationEntry[];
  /** The text, raw deflate; what snippets and whole-file answers are cut from. */
  deflatedText: Uint8Array;
}
