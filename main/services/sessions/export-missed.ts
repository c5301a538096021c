import type { MissedSymbol } from '../../contract/sessions.ts';
import { parseQuery } from '../../core/ranking/query.ts';

/** Missed symbols that the corpus has, as cases in the form that `evaluate` reads: each query with what should have been found. */
export function exportMissed(symbols: readonly MissedSymbol[]): { cases: number; text: string } {
  const cases = symbols.flatMap(({ symbol, queries, wanted, count }) => {
    const relevant = wanted.flatMap(({ mapped }) =>
      mapped === null
        ? []
        : [
            {
              corpus: mapped.source,
              path: mapped.path,
              ...(mapped.symbol === undefined ? {} : { symbol: mapped.symbol }),
              grade: 2,
            },
          ],
    );
    if (relevant.length === 0) return [];
    return (queries.length === 0 ? [symbol] : queries).map((query, place) => ({
      id: `missed-${symbol.replaceAll(/[^\w.]+/g, '-')}-${place + 1}`,
      query,
      kind: parseQuery(query).isIdentifier ? 'symbol' : 'unsorted',
      tool: 'any',
      relevant,
      source: 'sessions of coding agents',
      why: `missed ${count} ${count === 1 ? 'time' : 'times'}`,
      provenance: 'sessions',
    }));
  });
  return { cases: cases.length, text: `${JSON.stringify({ cases }, null, 2)}\n` };
}
