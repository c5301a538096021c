import { fillPermalink } from '../../core/discovery/permalink.ts';
import type { ChunkRow } from '../../store/search-index.ts';

/** Where the chunk can be read on the web: its page, else its lines at the indexed commit; null when no host is known. */
export function citationOf(
  row: Pick<ChunkRow, 'metadata' | 'pageUrl' | 'permalink' | 'path' | 'startLine' | 'endLine'>,
): string | null {
  const page = row.metadata.pageUrl ?? row.pageUrl;
  if (page) return page;
  return row.permalink === null ? null : fillPermalink(row.permalink, row.path, row.startLine, row.endLine);
}
