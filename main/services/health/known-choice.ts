import type { Config } from '../../config.ts';
import type { CorpusReader } from '../../store/corpus-reader.ts';
import { askedForEmbedded, type VectorStoreChoice } from '../../store/vectors/open-vector-store.ts';

/** What stands until a writer has opened the store that the settings ask for now. */
const beingOpened: VectorStoreChoice = {
  kind: 'embedded',
  reason: 'The embedded index answers until the vector store of the settings is open.',
  tried: [],
};

/**
 * Which vector store answers and why, without opening one: what the last writer chose, unless the settings have decided otherwise since.
 * Null before the first time.
 */
export function knownChoice(reader: Pick<CorpusReader, 'meta'>, config: Pick<Config, 'vectorBackend'>): VectorStoreChoice | null {
  const kept = reader.meta('vectors');
  if (kept === null) return null;
  if (config.vectorBackend === 'embedded') return askedForEmbedded();
  const choice = JSON.parse(kept) as VectorStoreChoice;
  return choice.reason === askedForEmbedded().reason ? beingOpened : choice;
}
