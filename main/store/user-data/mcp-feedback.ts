import type { McpFeedback } from '../../contract/mcp.ts';
import type { Connection } from '../database.ts';

/** Feedback without the call that it is about. */
export type StoredFeedback = Omit<McpFeedback, 'call'>;

type RawFeedback = Omit<StoredFeedback, 'helpful'> & { helpful: number };

/** The newest are kept. */
const mostFeedback = 10_000;

const columns = 'id, received_at AS receivedAt, helpful, wanted, note, query_id AS queryId, client, project, case_id AS caseId';

function toFeedback(raw: RawFeedback): StoredFeedback {
  return { ...raw, helpful: raw.helpful === 1 };
}

/** What agents said of the answers. */
export class McpFeedbackStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(item: Omit<StoredFeedback, 'id' | 'receivedAt'>): StoredFeedback {
    return this.#connection
      .transaction(() => {
        const raw = this.#connection
          .prepare<unknown[], RawFeedback>(
            `INSERT INTO mcp_feedback(received_at, helpful, wanted, note, query_id, client, project, case_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
          )
          .get(
            new Date().toISOString(),
            Number(item.helpful),
            item.wanted,
            item.note,
            item.queryId,
            item.client,
            item.project,
            item.caseId,
          )!;
        this.#connection
          .prepare('DELETE FROM mcp_feedback WHERE id <= (SELECT id FROM mcp_feedback ORDER BY id DESC LIMIT 1 OFFSET ?)')
          .run(mostFeedback);
        return toFeedback(raw);
      })
      .immediate();
  }

  /** Newest first. */
  page(before: number | undefined, limit: number): { total: number; feedback: StoredFeedback[]; next: number | null } {
    const { total } = this.#connection.prepare<[], { total: number }>('SELECT count(*) AS total FROM mcp_feedback').get()!;
    const rows = this.#connection
      .prepare<[number, number], RawFeedback>(`SELECT ${columns} FROM mcp_feedback WHERE id < ? ORDER BY id DESC LIMIT ?`)
      .all(before ?? Number.MAX_SAFE_INTEGER, limit + 1);
    const feedback = rows.slice(0, limit).map(toFeedback);
    return { total, feedback, next: rows.length > limit ? feedback.at(-1)!.id : null };
  }

  /** Since a time, not helpful, newest first. */
  unhelpful(since: string, limit: number): StoredFeedback[] {
    return this.#connection
      .prepare<[string, number], RawFeedback>(
        `SELECT ${columns} FROM mcp_feedback WHERE received_at >= ? AND helpful = 0 ORDER BY id DESC LIMIT ?`,
      )
      .all(since, limit)
      .map(toFeedback);
  }

  remove(id: number): boolean {
    return this.#connection.prepare('DELETE FROM mcp_feedback WHERE id = ?').run(id).changes > 0;
  }
}
