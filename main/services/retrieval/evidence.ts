import type { EmptyReason, SearchFilters } from '../../contract/search.ts';
import type { ParsedQuery } from '../../core/ranking/query.ts';
import type { SourceRow } from '../../store/corpus-reader.ts';
import type { UnknownValue } from '../../store/unknown-values.ts';
import type { ChunkRow } from '../../store/search-index.ts';

/** A source that was not looked at for longer counts as stale in an empty answer. Unit: days. */
const staleAfterDays = 30;

/** Why there is nothing, from the most telling reason to the least. */
export function emptyReasonOf(facts: {
  terms: number;
  sources: readonly SourceRow[];
  chunks: number;
  filters: SearchFilters;
  unfiltered: () => boolean;
}): EmptyReason {
  if (facts.sources.length === 0 || (facts.chunks === 0 && facts.sources.every((source) => source.state !== 'partial')))
    return 'not-indexed';
  if (facts.chunks === 0) return 'still-indexing';
  if (facts.terms === 0) return 'empty-query';
  if (facts.unfiltered()) return 'filtered-away';
  if (facts.sources.some((source) => source.state === 'partial' || source.state === 'new')) return 'still-indexing';
  const now = Date.now();
  const stale = facts.sources.every(
    (source) => source.lastCheckedAt === null || now - Date.parse(source.lastCheckedAt) > staleAfterDays * 86_400_000,
  );
  return stale ? 'stale' : 'nothing-alike';
}

const adviceOf: Record<EmptyReason, string> = {
  'empty-query': 'Give at least one word to look for.',
  'not-indexed': 'Nothing is indexed yet. Add a source: `context-hub index FOLDER|GIT-URL`.',
  'still-indexing': 'The index is still being made. Ask again when `context-hub status` says complete.',
  'filtered-away': 'There are hits without the filters. Widen or drop them, or search with another tool.',
  stale: 'The sources were last checked long ago. Run `context-hub refresh` and ask again.',
  'nothing-alike': 'No indexed text holds these words. Try other words, a symbol name, or add the source that has the answer.',
};

/** Signs and pictures are in no index. */
const wordless = 'The query holds no letter or digit: signs and emoji are not indexed. Say in words what to look for.';

/** How a line about a filter's value begins that nothing has. */
export const unknownLead = 'Nothing indexed has ';

function unknownLine({ filter, value, known }: UnknownValue): string {
  return `${unknownLead}${filter} “${value}”. It can be: ${known.join(', ')}.`;
}

/** What to do next, in words. */
export function adviceFor(
  reason: EmptyReason | null,
  filters: SearchFilters,
  low: boolean,
  asked: { query: string; unknown: () => UnknownValue[] },
): string[] {
  if (reason !== null) {
    const names = Object.keys(filters);
    return [
      ...(reason === 'empty-query' && asked.query.trim() !== '' ? [wordless] : [adviceOf[reason]]),
      ...(reason === 'filtered-away' ? asked.unknown().map(unknownLine) : []),
      ...(reason === 'filtered-away' && names.length > 0 ? [`Filters in force: ${names.join(', ')}.`] : []),
    ];
  }
  return low
    ? ['The best hits lack words of the query: the corpus may not answer it. Check the hits before relying on them.']
    : [];
}

/** Queries that a reader is likely to ask next: the definitions behind the hits, and the identifiers that were not looked at. */
export function followUpsOf(concepts: readonly ParsedQuery[], rows: readonly ChunkRow[], low: boolean): string[] {
  const asked = new Set(concepts.map((concept) => concept.text.toLowerCase()));
  const suggestions: string[] = [];
  if (low) for (const concept of concepts) suggestions.push(...concept.identifiers);
  for (const row of rows) {
    if (row.symbol !== null)
      suggestions.push(row.contentType === 'source' && row.metadata.className ? row.metadata.className : row.symbol);
    else if (row.headingTrail.length > 1) suggestions.push(`${row.title} ${row.headingTrail.at(-1)}`);
  }
  return [...new Set(suggestions)].filter((text) => !asked.has(text.toLowerCase())).slice(0, 3);
}
