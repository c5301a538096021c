import type { Facet } from '../../../../main/contract/search.ts';
import { searchTools, toolContentTypes, type SearchTool } from '../../../../main/contract/search-vocabulary.ts';

export type ToolCounts = Readonly<Record<SearchTool, number>>;

/** How many of what a search over everything finds each tool keeps, by the counts of its content types; filters of types hold on every tab. */
export function toolCounts(facets: readonly Facet[]): ToolCounts {
  const values = facets.find(({ filter }) => filter === 'content_type')?.values ?? [];
  const chosen = values.some(({ selected }) => selected) ? values.filter(({ selected }) => selected) : values;
  const countOf = (tool: SearchTool): number => {
    const types: readonly string[] | null = toolContentTypes[tool];
    return chosen.reduce((sum, { value, count }) => (types === null || types.includes(value) ? sum + count : sum), 0);
  };
  return Object.fromEntries(searchTools.map((tool) => [tool, countOf(tool)])) as Record<SearchTool, number>;
}
