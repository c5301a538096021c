import { z } from 'zod';
import { mcpCallSchema, type McpCall, type McpCallFilter } from '../../contract/mcp.ts';
import type { Connection } from '../database.ts';
import { escapeLike } from '../escape-like.ts';
import { jsonOrNull } from './scope-text.ts';

type RawCall = Omit<McpCall, 'lowConfidence' | 'search' | 'sources'> & {
  lowConfidence: number | null;
  search: string | null;
  sources: string;
};

export type NewMcpCall = Omit<McpCall, 'id'>;

export interface CountedValue {
  value: string;
  count: number;
}

export interface CallPage {
  total: number;
  calls: McpCall[];
  next: number | null;
}

/** The newest are kept. */
const mostCalls = 50_000;
/** Values listed for one filter. */
const mostValues = 50;

const columns = `id, called_at AS calledAt, transport, client, client_version AS clientVersion, session, project, tool, arguments, outcome, message,
  hits, top_score AS topScore, low_confidence AS lowConfidence, tokens, elapsed_ms AS elapsedMs, query_id AS queryId, search, sources`;

function toCall(raw: RawCall): McpCall {
  const search = mcpCallSchema.shape.search.safeParse(jsonOrNull(raw.search));
  const sources = z.array(z.string()).safeParse(jsonOrNull(raw.sources));
  return {
    ...raw,
    lowConfidence: raw.lowConfidence === null ? null : raw.lowConfidence === 1,
    search: search.success ? search.data : null,
    sources: sources.success ? sources.data : [],
  };
}

function conditionsOf(filter: McpCallFilter): { sql: string[]; values: unknown[] } {
  const sql: string[] = [];
  const values: unknown[] = [];
  for (const column of ['tool', 'client', 'project', 'session', 'outcome'] as const) {
    const value = filter[column];
    if (value === undefined) continue;
    sql.push(`${column} = ?`);
    values.push(value);
  }
  if (filter.contains !== undefined && filter.contains !== '') {
    sql.push(`arguments LIKE ? ESCAPE '\\'`);
    values.push(`%${escapeLike(filter.contains)}%`);
  }
  return { sql, values };
}

/** What agents asked. */
export class McpCalls {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds calls in one transaction and lets go of what is older than `keepFrom` (ISO time) or too many. Returns the newest id. */
  add(calls: readonly NewMcpCall[], keepFrom: string): number {
    const insert = this.#connection.prepare(
      `INSERT INTO mcp_calls(called_at, transport, client, client_version, session, project, tool, arguments, outcome, message, hits, top_score,
         low_confidence, tokens, elapsed_ms, query_id, search, sources)
       VALUES (@calledAt, @transport, @client, @clientVersion, @session, @project, @tool, @arguments, @outcome, @message, @hits, @topScore,
         @lowConfidence, @tokens, @elapsedMs, @queryId, @search, @sources)`,
    );
    this.#connection
      .transaction(() => {
        for (const call of calls)
          insert.run({
            ...call,
            lowConfidence: call.lowConfidence === null ? null : Number(call.lowConfidence),
            search: call.search === null ? null : JSON.stringify(call.search),
            sources: JSON.stringify(call.sources),
          });
        this.#connection.prepare('DELETE FROM mcp_calls WHERE called_at < ?').run(keepFrom);
        this.#connection
          .prepare('DELETE FROM mcp_calls WHERE id <= (SELECT id FROM mcp_calls ORDER BY id DESC LIMIT 1 OFFSET ?)')
          .run(mostCalls);
      })
      .immediate();
    return this.newest();
  }

  /** 0 where there is none. */
  newest(): number {
    return this.#connection.prepare<[], { id: number }>('SELECT coalesce(max(id), 0) AS id FROM mcp_calls').get()!.id;
  }

  /** Newest first. */
  page(filter: McpCallFilter, before: number | undefined, limit: number): CallPage {
    const { sql, values } = conditionsOf(filter);
    const where = (more: readonly string[]): string => {
      const all = [...sql, ...more];
      return all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
    };
    const { total } = this.#connection
      .prepare<unknown[], { total: number }>(`SELECT count(*) AS total FROM mcp_calls ${where([])}`)
      .get(...values)!;
    const rows = this.#connection
      .prepare<unknown[], RawCall>(
        `SELECT ${columns} FROM mcp_calls ${where(before === undefined ? [] : ['id < ?'])} ORDER BY id DESC LIMIT ?`,
      )
      .all(...values, ...(before === undefined ? [] : [before]), limit + 1);
    const calls = rows.slice(0, limit).map(toCall);
    return { total, calls, next: rows.length > limit ? calls.at(-1)!.id : null };
  }

  /** How often each value of a column occurs, most frequent first. */
  values(column: 'tool' | 'client' | 'project' | 'outcome'): CountedValue[] {
    return this.#connection
      .prepare<[number], CountedValue>(
        `SELECT ${column} AS value, count(*) AS count FROM mcp_calls WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?`,
      )
      .all(mostValues);
  }

  byQuery(queryId: string): McpCall | null {
    const raw = this.#connection
      .prepare<[string], RawCall>(`SELECT ${columns} FROM mcp_calls WHERE query_id = ? ORDER BY id DESC LIMIT 1`)
      .get(queryId);
    return raw === undefined ? null : toCall(raw);
  }

  /** Searches since a time that found nothing, or nothing sure; newest first. */
  doubtful(since: string, limit: number): McpCall[] {
    return this.#connection
      .prepare<[string, number], RawCall>(
        `SELECT ${columns} FROM mcp_calls WHERE called_at >= ? AND search IS NOT NULL AND (outcome = 'empty' OR low_confidence = 1)
         ORDER BY id DESC LIMIT ?`,
      )
      .all(since, limit)
      .map(toCall);
  }

  /** How many were there. */
  clear(): number {
    return this.#connection.prepare('DELETE FROM mcp_calls').run().changes;
  }
}
