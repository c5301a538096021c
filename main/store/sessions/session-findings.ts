import { HubError } from '../../contract/errors.ts';
import type { Certainty, Finding, FindingPattern } from '../../contract/session-findings.ts';
import type { SessionSelection } from '../../contract/sessions.ts';
import type { Connection } from '../database.ts';
import { escapeLike } from '../escape-like.ts';
import { among, selectionWhere } from './selection.ts';

export interface FindingFilter extends SessionSelection {
  patterns?: FindingPattern[] | undefined;
  certainty?: Certainty | undefined;
  fixed?: boolean | undefined;
  text?: string | undefined;
}

interface RawFinding {
  data: string;
  fixedAt: number | null;
  note: string | null;
  caseId: number | null;
}

function toFinding({ data, fixedAt, note, caseId }: RawFinding): Finding {
  return { ...(JSON.parse(data) as Finding), fixed: fixedAt === null ? null : { at: fixedAt, note: note ?? '' }, caseId };
}

const columns = 'f.data, t.fixed_at AS fixedAt, t.note, t.case_id AS caseId';
const tables = 'FROM session_findings f JOIN sessions s ON s.id = f.session_id LEFT JOIN finding_states t ON t.id = f.id';
const order = 'ORDER BY coalesce(s.started_at, s.read_at) DESC, s.id DESC, f.place';

/** Findings, and what people said about them. */
export class SessionFindings {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  #where(filter: FindingFilter): { where: string; values: unknown[] } {
    const parts = [
      selectionWhere(filter),
      among('f.pattern', filter.patterns),
      among('f.certainty', filter.certainty === undefined ? undefined : [filter.certainty]),
    ];
    const conditions = parts.flatMap((part) => part.conditions);
    const values = parts.flatMap((part) => part.values);
    if (filter.fixed !== undefined) conditions.push(filter.fixed ? 't.fixed_at IS NOT NULL' : 't.fixed_at IS NULL');
    if (filter.text !== undefined && filter.text.trim() !== '') {
      conditions.push(`f.searched LIKE ? ESCAPE '\\'`);
      values.push(`%${escapeLike(filter.text.trim())}%`);
    }
    return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
  }

  /** Newest sessions first, within a session in order. */
  list(filter: FindingFilter, offset: number, limit: number): { total: number; findings: Finding[] } {
    const { where, values } = this.#where(filter);
    const { total } = this.#connection
      .prepare<unknown[], { total: number }>(`SELECT count(*) AS total ${tables} ${where}`)
      .get(...values)!;
    // Sorting without the findings themselves.
    const findings = this.#connection
      .prepare<unknown[], RawFinding>(
        `WITH page AS MATERIALIZED (SELECT f.id AS id, row_number() OVER (${order}) AS position ${tables} ${where} ${order} LIMIT ? OFFSET ?)
         SELECT ${columns} FROM page p JOIN session_findings f ON f.id = p.id LEFT JOIN finding_states t ON t.id = f.id ORDER BY p.position`,
      )
      .all(...values, limit, offset)
      .map(toFinding);
    return { total, findings };
  }

  /** All that a filter passes, one after the other. */
  *all(filter: FindingFilter): Generator<Finding> {
    const { where, values } = this.#where(filter);
    for (const row of this.#connection
      .prepare<unknown[], RawFinding>(`SELECT ${columns} ${tables} ${where} ${order}`)
      .iterate(...values))
      yield toFinding(row);
  }

  patterns(selection: SessionSelection): { pattern: FindingPattern; count: number; certain: number; fixed: number }[] {
    const { where, values } = selectionWhere(selection);
    return this.#connection
      .prepare<unknown[], { pattern: FindingPattern; count: number; certain: number; fixed: number }>(
        `SELECT f.pattern, count(*) AS count, sum(f.certainty = 'certain') AS certain, sum(t.fixed_at IS NOT NULL) AS fixed ${tables} ${where} GROUP BY f.pattern ORDER BY count DESC, f.pattern`,
      )
      .all(...values);
  }

  /** Throws `not-found`. */
  get(id: string): Finding {
    const row = this.#connection.prepare<[string], RawFinding>(`SELECT ${columns} ${tables} WHERE f.id = ?`).get(id);
    if (!row)
      throw new HubError(
        'not-found',
        'This finding is no longer there: its session was read anew or forgotten. Open the list of findings again.',
      );
    return toFinding(row);
  }

  /** Null takes it back. */
  setFixed(id: string, fixedAt: number | null, note: string): void {
    this.#connection
      .prepare(
        `INSERT INTO finding_states(id, fixed_at, note, case_id) VALUES (?, ?, ?, NULL) ON CONFLICT (id) DO UPDATE SET fixed_at = excluded.fixed_at, note = excluded.note`,
      )
      .run(id, fixedAt, note);
  }

  setCase(id: string, caseId: number): void {
    this.#connection
      .prepare(
        `INSERT INTO finding_states(id, fixed_at, note, case_id) VALUES (?, NULL, '', ?) ON CONFLICT (id) DO UPDATE SET case_id = excluded.case_id`,
      )
      .run(id, caseId);
  }
}
