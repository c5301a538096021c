import { HubError } from '../../contract/errors.ts';
import {
  filterSchema,
  toolContentTypes,
  type SearchFilters,
  type SearchFiltersInput,
  type SearchTool,
} from '../../contract/search.ts';
import type { ContentType } from '../../core/chunk.ts';
import { isOtherVersion } from '../../core/ranking/score-chunks.ts';
import type { FileFacets } from '../../store/facet-reader.ts';

/** Content types that a tool searches; null for all. */
export function contentTypesOf(tool: SearchTool): readonly ContentType[] | null {
  return toolContentTypes[tool];
}

/** The filters as the store takes them; throws `usage` with the filters that there are. */
export function checkFilters(filters: SearchFiltersInput | undefined): SearchFilters {
  const parsed = filterSchema.safeParse(filters ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const valid = Object.keys(filterSchema.shape);
  if (issue.code === 'unrecognized_keys') {
    throw new HubError(
      'usage',
      `Unknown filter ${issue.keys.map((key) => `“${key}”`).join(', ')}. Filters are: ${valid.join(', ')}.`,
      { valid },
    );
  }
  throw new HubError('usage', `Filter ${issue.path.join('.')}: ${issue.message}`, { valid });
}

/** The filters in the spelling of the index: SQLite asks whatever the case, a vector store does not. */
export function canonicalFilters(filters: SearchFilters, sourceNames: readonly string[]): SearchFilters {
  const { source, language, content_type: contentType } = filters;
  const named = (name: string): string => sourceNames.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
  return {
    ...filters,
    ...(source ? { source: source.map(named) } : {}),
    ...(language ? { language: language.map((name) => name.toLowerCase()) } : {}),
    ...(contentType ? { content_type: contentType.map((name) => name.toLowerCase()) } : {}),
  };
}

/** The files that `version_filter: only` leaves out; null where it is not asked for. */
export function otherVersions(
  filters: SearchFilters,
  files: () => ReadonlyMap<number, FileFacets>,
): ((fileId: number) => boolean) | null {
  if (filters.version_filter !== 'only') return null;
  const wanted = filters.version ?? null;
  const facts = files();
  return (fileId) => isOtherVersion(facts.get(fileId)?.versionPin ?? null, wanted);
}
