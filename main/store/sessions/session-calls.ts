import type { HubOutcome, CallRole, SessionCall } from '../../contract/session-findings.ts';
import type { SessionSelection } from '../../contract/sessions.ts';
import type { Connection } from '../database.ts';
import { escapeLike } from '../escape-like.ts';
import { among, selectionWhere } from './selection.ts';

export interface CallFilter extends SessionSelection {
  roles?: CallRole[] | undefined;
  servers?: string[] | undefined;
  tools?: string[] | undefined;
  outcomes?: HubOutcome[] | undefined;
  text?: string | undefined;
}

interface RawCall {
  arguments: string;
  result: string;
  data: string;
}

function toCall({ arguments: args, result, data }: RawCall): SessionCall {
  return { ...(JSON.parse(data) as Omit<SessionCall, 'arguments' | 'result'>), arguments: args, result };
}

/** Lists calls. Filters are plain: tens of thousands of rows are read through in some ten milliseconds. */
export class SessionCalls {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  #where(filter: CallFilter, tools: boolean): { where: string; values: unknown[] } {
    const selection = selectionWhere(filter);
    const parts = [
      selection,
      among('c.role', filter.roles),
      among('c.server', filter.servers),
      among('c.tool', tools ? filter.tools : undefined),
      among('c.outcome', filter.outcomes),
    ];
    const conditions = parts.flatMap((part) => part.conditions);
    const values = parts.flatMap((part) => part.values);
    if (filter.text !== undefined && filter.text.trim() !== '') {
      conditions.push(`(c.arguments LIKE ? ESCAPE '\\' OR c.result LIKE ? ESCAPE '\\')`);
      const like = `%${escapeLike(filter.text.trim())}%`;
      values.push(like, like);
    }
    return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
  }

  /** A page, in the order of sessions and calls. */
  list(
    filter: CallFilter,
    offset: number,
    limit: number,
  ): { total: number; calls: SessionCall[]; tools: { name: string; count: number }[] } {
    const { where, values } = this.#where(filter, true);
    const from = 'FROM session_calls c JOIN sessions s ON s.id = c.session_id';
    const { total } = this.#connection
      .prepare<unknown[], { total: number }>(`SELECT count(*) AS total ${from} ${where}`)
      .get(...values)!;
    // First the page's keys out of an index, then their rows.
    const calls = this.#connection
      .prepare<unknown[], RawCall>(
        `WITH page AS MATERIALIZED (SELECT c.session_id, c.number ${from} ${where} ORDER BY c.session_id, c.number LIMIT ? OFFSET ?)
         SELECT c.arguments, c.result, c.data FROM page p JOIN session_calls c ON c.session_id = p.session_id AND c.number = p.number
         ORDER BY c.session_id, c.number`,
      )
      .all(...values, limit, offset)
      .map(toCall);
    // Counts leave the filter by tool aside: what else could be chosen.
    const open = this.#where(filter, false);
    // Without a text nothing but the index is needed; SQLite would take a narrower one and then each row.
    const index = open.where.includes('LIKE') ? '' : 'INDEXED BY session_calls_by_filter';
    const tools = this.#connection
      .prepare<unknown[], { name: string; count: number }>(
        `SELECT c.tool AS name, count(*) AS count FROM session_calls c ${index} JOIN sessions s ON s.id = c.session_id ${open.where} GROUP BY c.tool ORDER BY count DESC, name LIMIT 200`,
      )
      .all(...open.values);
    return { total, calls, tools };
  }

  /** Calls of one session by their numbers. */
  byNumbers(session: string, numbers: readonly number[]): Map<number, SessionCall> {
    const rows = this.#connection
      .prepare<[string, string], RawCall & { number: number }>(
        `SELECT c.number, c.arguments, c.result, c.data FROM session_calls c JOIN sessions s ON s.id = c.session_id
         WHERE s.key = ? AND c.number IN (SELECT value FROM json_each(?))`,
      )
      .all(session, JSON.stringify(numbers));
    return new Map(rows.map((row) => [row.number, toCall(row)]));
  }

  byId(session: string, callId: string): SessionCall | null {
    const row = this.#connection
      .prepare<[string, string], RawCall>(
        `SELECT c.arguments, c.result, c.data FROM session_calls c JOIN sessions s ON s.id = c.session_id WHERE s.key = ? AND c.call_id = ?`,
      )
      .get(session, callId);
    return row ? toCall(row) : null;
  }

  /** All calls of a session with what a timeline shows of them. */
  marks(session: string): { callId: string; number: number; role: CallRole; outcome: HubOutcome | null; data: string }[] {
    return this.#connection
      .prepare<[string], { callId: string; number: number; role: CallRole; outcome: HubOutcome | null; data: string }>(
        `SELECT c.call_id AS callId, c.number, c.role, c.outcome, json_extract(c.data, '$.thread', '$.at', '$.afterEdit') AS data
         FROM session_calls c JOIN sessions s ON s.id = c.session_id WHERE s.key = ? ORDER BY c.number`,
      )
      .all(session);
  }
}
