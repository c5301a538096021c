import type { Config } from '../../config.ts';
import type { CorpusReader } from '../../store/corpus-reader.ts';
import { askedForEmbedded, type VectorStoreChoice } from '../../store/vectors/open-vector-store.ts';

/**
 * Which vector store answers and why, without opening one: what the last writer chose, unless the settings have decided otherwise since.
 * Null before the first time.
 */
export function knownChoice(reader: Pick<CorpusReader, 'meta'>, config: Pick<Config, 'vectorBackend'>): VectorStoreChoice | null {
  const kept = reader.meta('vectors');
  if (kept === null) return null;
  return config.vectorBackend === 'embedded' ? askedForEmbedded() : (JSON.parse(kept) as VectorStoreChoice);
}
