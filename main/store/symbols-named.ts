import type { SearchFilters } from '../contract/search.ts';
import type { ContentType } from '../core/chunk.ts';
import type { Connection } from './database.ts';
import { escapeLike } from './escape-like.ts';
import { endsSymbol } from './name-lists.ts';
import { prepared } from './prepared.ts';
import { filterConditions, joinsFor, whereOf } from './search-filters.ts';

/** A chunk whose own symbol a name means, and how. */
export interface SymbolMatch {
  id: number;
  match: 'exact' | 'last' | 'prefix';
}

/** Chunks whose own symbol a name means, in cascade: qualified or class name, last name, beginning. */
export function symbolsNamed(
  connection: Connection,
  name: string,
  filters: SearchFilters,
  contentTypes: readonly ContentType[] | null,
  limit: number,
): SymbolMatch[] {
  const where = whereOf(filterConditions(filters, contentTypes), 'AND');
  const last = name.slice(name.lastIndexOf('.') + 1);
  const lastTwo = name.split('.').slice(-2).join('.');
  // The inner select goes by one index each; filters and order are for the few that it finds.
  const select = (condition: string, values: unknown[], type = ''): number[] =>
    prepared<unknown[], { id: number }>(
      connection,
      `SELECT c.id FROM chunks c ${joinsFor(where.sql)} WHERE c.id IN (SELECT id FROM chunks WHERE ${condition}) ${type} ${where.sql}
         ORDER BY (c.chunk_type <> 'class'), c.chunk_id LIMIT ?`,
    )
      .all(...values, ...where.values, limit)
      .map((row) => row.id);
  const found = new Map<number, SymbolMatch['match']>();
  const add = (ids: readonly number[], match: SymbolMatch['match']): void => {
    for (const id of ids) if (!found.has(id)) found.set(id, match);
  };
  add(select('symbol COLLATE NOCASE IN (?, ?)', [name, lastTwo]), 'exact');
  add(select('module_path = ?', [name], `AND c.chunk_type = 'module'`), 'exact');
  add(select('method_name = ? COLLATE NOCASE', [last]), name.includes('.') ? 'prefix' : 'last');
  if (name.includes('.')) add(select('class_name = ? COLLATE NOCASE', [last], `AND c.chunk_type = 'class'`), 'last');
  // A class within a class is known by its last name too: `InputParams` of `SpeechService.InputParams`. (IS NOT NULL: so that the
  // scan goes over the index.)
  if (found.size === 0 && last !== '' && endsSymbol(connection, last)) {
    add(select(`symbol IS NOT NULL AND symbol LIKE ? ESCAPE '\\'`, [`%.${escapeLike(last)}`]), 'last');
  }
  if (found.size === 0 && name.length >= 4) {
    const range = [name, `${name}\u{10ffff}`];
    add(select('symbol COLLATE NOCASE BETWEEN ? AND ?', range), 'prefix');
    add(select('method_name COLLATE NOCASE BETWEEN ? AND ?', range), 'prefix');
  }
  return [...found].map(([id, match]) => ({ id, match }));
}
