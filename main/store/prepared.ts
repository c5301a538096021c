import type { Connection, Statement } from './database.ts';
import { joinBatch } from './read-batches.ts';

/** Prepared statements that are kept per connection. Filters make few texts. */
const mostStatements = 400;

const kept = new WeakMap<Connection, Map<string, Statement<unknown[], unknown>>>();

/**
 * A statement by its text, prepared once per connection: preparing anew was a tenth of an agent's call. For `get`, `all` and `run`; one that is iterated is
 * busy meanwhile, so that whoever iterates prepares their own.
 */
export function prepared<Values extends unknown[] = unknown[], Row = unknown>(
  connection: Connection,
  sql: string,
): Statement<Values, Row> {
  joinBatch(connection);
  let statements = kept.get(connection);
  if (statements === undefined) {
    statements = new Map<string, Statement<unknown[], unknown>>();
    kept.set(connection, statements);
  }
  let statement = statements.get(sql);
  if (statement === undefined) {
    if (statements.size >= mostStatements) statements.clear();
    statement = connection.prepare(sql);
    statements.set(sql, statement);
  }
  return statement as Statement<Values, Row>;
}
