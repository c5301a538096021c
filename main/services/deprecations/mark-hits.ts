import type { SearchHit } from '../../contract/search.ts';
import type { Connection } from '../../store/database.ts';
import { DeprecationReader } from '../../store/deprecation-reader.ts';

/** Parts of a hit that are named. */
const mostParts = 5;

/**
 * Hits with what is known of their symbols' end: what the code says of itself in languages whose chunks do not carry it, and version and replacement from release
 * notes and documents where the code leaves them out. A note alone marks nothing: the code of a hit is there.
 */
export function markDeprecated<Hit extends SearchHit>(connection: Connection, hits: readonly Hit[]): Hit[] {
  const reader = new DeprecationReader(connection);
  const source = hits.filter((hit) => hit.contentType === 'source');
  const silent = source.filter((hit) => hit.deprecated === null && hit.language !== 'python');
  const said = reader.ofChunks(silent.map(({ chunkId }) => chunkId));
  const marked = hits.map((hit): Hit => {
    const found = said.get(hit.chunkId);
    const whole = found?.find(({ symbol }) => symbol === hit.symbol);
    const shown = whole ?? found?.[0];
    if (found === undefined || shown === undefined) return hit;
    return {
      ...hit,
      deprecated: {
        note: shown.note,
        ...(shown.version === null ? {} : { since: shown.version }),
        ...(shown.replacement === null ? {} : { replacement: shown.replacement }),
        ...(whole === undefined ? { part: [...new Set(found.map(({ symbol }) => symbol))].slice(0, mostParts).join(', ') } : {}),
      },
    };
  });
  const isOpen = ({ deprecated, symbol }: Hit): boolean =>
    symbol !== null &&
    deprecated !== null &&
    deprecated.part === undefined &&
    (deprecated.since === undefined || deprecated.replacement === undefined);
  const open = marked.filter(isOpen);
  const notes = reader.notesOf([...new Set(open.map(({ symbol }) => symbol!))]);
  if (notes.length === 0) return marked;
  return marked.map((hit): Hit => {
    if (!isOpen(hit)) return hit;
    const about = notes.filter(({ symbol }) => symbol.toLowerCase() === hit.symbol!.toLowerCase());
    const since = hit.deprecated!.since ?? about.find(({ version }) => version !== null)?.version;
    const replacement = hit.deprecated!.replacement ?? about.find((note) => note.replacement !== null)?.replacement;
    return {
      ...hit,
      deprecated: { ...hit.deprecated!, ...(since == null ? {} : { since }), ...(replacement == null ? {} : { replacement }) },
    };
  });
}
