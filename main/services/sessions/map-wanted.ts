import type { Finding, FoundByAgent } from '../../contract/session-findings.ts';
import type { Connection } from '../../store/database.ts';
import { FileLookup } from '../../store/file-lookup.ts';

type Wanted = FoundByAgent['mapped'][number];

/** Most files of the corpus that one path may be. */
const mostMapped = 5;

/**
 * Files of the corpus that an agent's own find is: by the longest end of its path that the corpus knows. `acme/transport.py` of a package is
 * `src/acme/transport.py` of its repository. A bare file name is no match where it is below folders.
 */
export function mapToCorpus(
  { corpusPath, symbol }: Pick<FoundByAgent, 'corpusPath' | 'symbol'>,
  connection: Connection,
): Wanted[] {
  const lookup = new FileLookup(connection);
  const parts = corpusPath.split('/').filter((part) => part !== '' && part !== '.' && part !== '~');
  for (let from = 0; from < parts.length; from += 1) {
    const end = parts.slice(from).join('/');
    // One part alone says too little, unless it is all that there is.
    if (parts.length - from < 2 && parts.length > 1) break;
    const files = lookup.byPath(end);
    if (files.length > 0)
      return files.slice(0, mostMapped).map(({ source, path }) => ({ source, path, ...(symbol === null ? {} : { symbol }) }));
  }
  return [];
}

/** A finding with its find looked up in the corpus as it is now. */
export function withMapped(finding: Finding, connection: Connection): Finding {
  return finding.wanted === null
    ? finding
    : { ...finding, wanted: { ...finding.wanted, mapped: mapToCorpus(finding.wanted, connection) } };
}
