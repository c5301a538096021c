import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChunkType, ContentType } from '../chunk.ts';

/** What makes a chunk itself: where it lies and what it says, not the lines it happens to be on. */
export interface ChunkIdentity {
  /** Name of the source. */
  source: string;
  path: string;
  contentType: ContentType;
  chunkType: ChunkType;
  symbol: string | null;
  headingTrail: readonly string[];
  content: string;
  /** Counts the drafts of one file that are identical in everything else, from 0 in the order of the file. */
  occurrence: number;
}

/** SHA-256 as hex. The fields are encoded as a JSON array, so that they cannot run into each other. */
export function chunkId(identity: ChunkIdentity): string {
  const { source, path, contentType, chunkType, symbol, headingTrail, content, occurrence } = identity;
  return hash(JSON.stringify([source, path, contentType, chunkType, symbol, headingTrail, content, occurrence]));
}

/** Key of a chunk's vector within one embedding space: SHA-256 of exactly what the model reads. Passages hold no NUL. */
export function embeddingTextHash(passages: readonly string[]): string {
  return hash(passages.join('\u0000'));
}

function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
