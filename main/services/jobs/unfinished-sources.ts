import type { SourceDescription } from '../../contract/sources.ts';
import type { SourceRow } from '../../store/corpus-reader.ts';
import { isReadOtherwise } from '../indexing/source-settings.ts';

/**
 * Sources that an earlier run left unfinished: its files were not all read, by this version's rules, or texts wait for a model that is there by now. What
 * failed is for the user to look at.
 */
export function sourcesToGoOnWith(
  rows: readonly SourceRow[],
  described: readonly SourceDescription[],
  hasModel: boolean,
): string[] {
  const waiting = new Set(described.filter((source) => source.pendingTexts > 0).map((source) => source.name));
  return rows
    .filter(
      (row) =>
        row.state === 'new' ||
        row.state === 'partial' ||
        isReadOtherwise(row) ||
        (row.state === 'complete' && hasModel && waiting.has(row.specification.name)),
    )
    .map(({ specification }) => specification.name);
}
