import type { EvaluationCase as SavedCase } from '../../contract/marks.ts';
import type { SearchFilters, SearchTool } from '../../contract/search.ts';
import { parseQuery } from '../../core/ranking/query.ts';

/** A case in the form that `evaluate` reads and that agents' tools are named in. */
export interface ExportedCase {
  id: string;
  query: string;
  kind: 'symbol' | 'unsorted';
  tool: 'any' | 'search_docs' | 'search_examples' | 'search_api';
  filters?: SearchFilters;
  relevant: { corpus: string; path: string; symbol?: string; grade: number }[];
  source: string;
  why: string;
  provenance: 'saved';
  unanswerable?: true;
}

const toolOf: Record<SearchTool, ExportedCase['tool']> = {
  any: 'any',
  docs: 'search_docs',
  examples: 'search_examples',
  api: 'search_api',
};

/** What people saved, oldest first. Grade 2: each of the targets answers. A case without a target is one that nothing answers. */
export function exportCases(saved: readonly SavedCase[]): ExportedCase[] {
  return saved
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, query, scope, wanted, note, createdAt }) => ({
      id: `saved-${id}`,
      query,
      kind: parseQuery(query).isIdentifier ? 'symbol' : 'unsorted',
      tool: toolOf[scope.tool],
      ...(Object.keys(scope.filters).length === 0 ? {} : { filters: scope.filters }),
      relevant: wanted.map(({ source, path, symbol }) => ({
        corpus: source,
        path,
        ...(symbol === undefined ? {} : { symbol }),
        grade: 2,
      })),
      source: `saved in Context Hub on ${createdAt.slice(0, 10)}`,
      why: note,
      provenance: 'saved',
      ...(wanted.length === 0 ? { unanswerable: true as const } : {}),
    }));
}
