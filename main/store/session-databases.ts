import Database from 'better-sqlite3';

/** Rows of other programs' databases: of OpenCode's sessions, messages and parts, of Cursor's key-value table, and of its stores of single chats. Opened read only. */
export interface SessionDatabase extends Disposable {
  kind: 'opencode' | 'cursor' | 'cursor-chat' | 'unknown';
  /** In the order in which they were written, one at a time: such databases have gigabytes. */
  rows(table: 'session' | 'message' | 'part'): IterableIterator<DatabaseRow>;
  /** Values of the key-value table whose keys begin so. */
  values(prefix: string): IterableIterator<{ key: string; value: string }>;
  /** Blobs of a store in the order in which they were written; null for one that is no text. */
  blobs(): IterableIterator<string | null>;
  /** What a store says of its chat. */
  facts(): string | null;
}

export interface DatabaseRow {
  id: string;
  /** Of messages and parts. */
  sessionId: string | null;
  /** Of parts. */
  messageId: string | null;
  /** JSON, or null where the table has columns instead. */
  data: string | null;
  columns: Record<string, unknown>;
}

/** One value above this is not read. Unit: bytes. */
const valueByteLimit = 64 * 1024 * 1024;

/** Opens a database that another program may be writing; throws what SQLite throws where it is none. */
export function openSessionDatabase(path: string): SessionDatabase {
  const connection = new Database(path, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    const tables = new Set(
      (connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]).map(
        ({ name }) => name,
      ),
    );
    const kind =
      tables.has('session') && tables.has('message') && tables.has('part')
        ? 'opencode'
        : tables.has('cursorDiskKV')
          ? 'cursor'
          : tables.has('blobs') && tables.has('meta')
            ? 'cursor-chat'
            : 'unknown';
    return {
      kind,
      *rows(table) {
        const columns = (connection.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
        const data = columns.includes('data')
          ? `CASE WHEN length(CAST(data AS BLOB)) <= ${valueByteLimit} THEN data END`
          : 'NULL';
        const others = columns.filter((name) => name !== 'data' && /^\w+$/.test(name));
        const query = `SELECT ${data} AS data, ${others.map((name) => `"${name}"`).join(', ')} FROM ${table} ORDER BY id`;
        for (const row of connection.prepare(query).iterate() as IterableIterator<Record<string, unknown>>) {
          const text = (name: string): string | null => (typeof row[name] === 'string' ? row[name] : null);
          yield {
            id: text('id') ?? '',
            sessionId: text('session_id'),
            messageId: text('message_id'),
            data: text('data'),
            columns: row,
          };
        }
      },
      *values(prefix) {
        // A range instead of LIKE, which would look at every row.
        const after = `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;
        const query = `SELECT key, CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key >= ? AND key < ? AND value IS NOT NULL AND length(CAST(value AS BLOB)) <= ${valueByteLimit} ORDER BY rowid`;
        yield* connection.prepare(query).iterate(prefix, after) as IterableIterator<{ key: string; value: string }>;
      },
      *blobs() {
        const query = `SELECT CASE WHEN substr(CAST(data AS BLOB), 1, 1) = x'7b' AND length(CAST(data AS BLOB)) <= ${valueByteLimit} THEN CAST(data AS TEXT) END AS text FROM blobs ORDER BY rowid`;
        for (const { text } of connection.prepare(query).iterate() as IterableIterator<{ text: string | null }>) yield text;
      },
      facts() {
        const query = connection.prepare<[], { value: string | null }>(
          'SELECT CAST(value AS TEXT) AS value FROM meta ORDER BY key LIMIT 1',
        );
        return query.get()?.value ?? null;
      },
      [Symbol.dispose]: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}
