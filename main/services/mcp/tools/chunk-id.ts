import { silentLogger } from '../../../core/logger.ts';
import { FileLookup } from '../../../store/file-lookup.ts';
import { SearchIndex } from '../../../store/search-index.ts';
import type { Hub } from '../../hub.ts';

const shortLength = 12;

/** The beginning of an id: enough to find it again, a fifth of the tokens. */
export function shortId(chunkId: string): string {
  return chunkId.slice(0, shortLength);
}

/** The id that begins so; null where none or several do. */
export function wholeId(hub: Hub, beginning: string): string | null {
  const found = new FileLookup(hub.connection).byChunk(beginning);
  const row = found && new SearchIndex(hub.connection, silentLogger).chunks([found.rowId])[0];
  return row?.chunkId ?? null;
}
