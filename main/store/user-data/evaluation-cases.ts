import { z } from 'zod';
import { wantedSchema, type EvaluationCase } from '../../contract/marks.ts';
import type { Connection } from '../database.ts';
import { jsonOrNull, scopeFromText, scopeToText } from './scope-text.ts';

interface RawCase {
  id: number;
  query: string;
  scope: string;
  wanted: string;
  note: string;
  createdAt: string;
}

function toCase(raw: RawCase): EvaluationCase {
  const wanted = z.array(wantedSchema).safeParse(jsonOrNull(raw.wanted));
  return { ...raw, scope: scopeFromText(raw.scope), wanted: wanted.success ? wanted.data : [] };
}

const columns = 'id, query, scope, wanted, note, created_at AS createdAt';

/** Searches with what they should have found. */
export class EvaluationCases {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  save(item: Pick<EvaluationCase, 'query' | 'scope' | 'wanted' | 'note'>): EvaluationCase {
    return toCase(
      this.#connection
        .prepare<unknown[], RawCase>(
          `INSERT INTO cases(query, scope, wanted, note, created_at) VALUES (?, ?, ?, ?, ?) RETURNING ${columns}`,
        )
        .get(item.query, scopeToText(item.scope), JSON.stringify(item.wanted), item.note, new Date().toISOString())!,
    );
  }

  /** Newest first. */
  list(): EvaluationCase[] {
    return this.#connection.prepare<[], RawCase>(`SELECT ${columns} FROM cases ORDER BY id DESC`).all().map(toCase);
  }

  remove(id: number): boolean {
    return this.#connection.prepare(`DELETE FROM cases WHERE id = ?`).run(id).changes > 0;
  }
}
