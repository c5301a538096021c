import type { SessionSelection } from '../../contract/sessions.ts';

/** The condition for the sessions (as `s`) that a selection means, with its values. */
export function selectionWhere({ sessions, from, until }: SessionSelection): {
  where: string;
  conditions: string[];
  values: unknown[];
} {
  const conditions: string[] = [];
  const values: unknown[] = [];
  if (sessions !== undefined) {
    conditions.push(`s.key IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(sessions));
  }
  if (from !== undefined) {
    conditions.push('s.started_at >= ?');
    values.push(from);
  }
  if (until !== undefined) {
    conditions.push('s.started_at < ?');
    values.push(until);
  }
  return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, conditions, values };
}

/** `IN (…)` of a list as one value. */
export function among(column: string, list: readonly string[] | undefined): { conditions: string[]; values: unknown[] } {
  return list === undefined || list.length === 0
    ? { conditions: [], values: [] }
    : { conditions: [`${column} IN (SELECT value FROM json_each(?))`], values: [JSON.stringify(list)] };
}
