import type { SearchFiltersInput, SearchMode, SearchTool } from '../../../main/contract/search.ts';
import { plural } from '../../ui/format.ts';
import { emptySearch, type SearchRoute } from '../../router/route.ts';

/** What is searched and how, without the words. */
export interface Scope {
  tool: SearchTool;
  mode: SearchMode;
  filters: SearchFiltersInput;
}

export const toolTitles: Record<SearchTool, string> = { any: 'All', docs: 'Docs', examples: 'Examples', api: 'API' };

export const modeTitles: Record<SearchMode, string> = {
  hybrid: 'Words and meaning',
  rrf: 'Rank fusion',
  vector: 'Meaning only',
  keyword: 'Words only',
};

export const modeNotes: Record<SearchMode, string> = {
  hybrid: 'scores merged',
  rrf: 'ranks merged',
  vector: 'by vectors',
  keyword: 'full text',
};

export function scopeOf({ tool, mode, filters }: Scope): Scope {
  return { tool, mode, filters };
}

/** What the screen shows for a route: `start` where there is nothing to look for, `browse` where only filters say what. */
export function viewOf(route: SearchRoute): 'start' | 'browse' | 'search' {
  if (route.query.trim() !== '') return 'search';
  return route.tool !== 'any' || Object.keys(route.filters).length > 0 ? 'browse' : 'start';
}

/** The route of something kept: a saved search, a search of the past. */
export function routeOf(kept: { query: string; scope: { tool: SearchTool; mode: SearchMode; filters: object } }): SearchRoute {
  return { ...emptySearch, query: kept.query, ...kept.scope, filters: kept.scope.filters };
}

/** One line about where a search looked, empty for everywhere. */
export function describeScope({ tool, mode, filters }: { tool: SearchTool; mode: SearchMode; filters: object }): string {
  const parts: string[] = [];
  if (tool !== 'any') parts.push(toolTitles[tool]);
  if (mode !== 'hybrid') parts.push(modeTitles[mode]);
  for (const [name, value] of Object.entries(filters)) {
    const values = [value].flat().map(String);
    parts.push(name === 'chunk_id' ? `only ${plural(values.length, 'chunk')}` : values.join(', '));
  }
  return parts.join(' · ');
}
