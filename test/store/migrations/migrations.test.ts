import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { HubError } from '../../../main/contract/errors.ts';
import { migrate } from '../../../main/store/database.ts';
import { migrations } from '../../../main/store/migrations/index.ts';

function upTo(number: number): Database.Database {
  const connection = new Database(':memory:');
  connection.pragma('foreign_keys = ON');
  migrate(
    connection,
    migrations.filter((migration) => migration.number <= number),
  );
  return connection;
}

const names = (connection: Database.Database, type: string): string[] =>
  connection
    .prepare<[string], { name: string }>(`SELECT name FROM sqlite_master WHERE type = ? ORDER BY name`)
    .all(type)
    .map((row) => row.name);

describe('migrations', () => {
  it('are numbered from 1 without gaps', () => {
    expect(migrations.map((migration) => migration.number)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('refuse a file of a newer version and leave it as it was', () => {
    const connection = upTo(migrations.length);
    connection.pragma('user_version = 999');
    let thrown: unknown;
    try {
      migrate(connection);
    } catch (error) {
      thrown = error;
    }
    expect((thrown as HubError).code).toBe('store-newer');
    expect(connection.pragma('user_version', { simple: true })).toBe(999);
  });

  it('roll back wholly when one fails', () => {
    const connection = upTo(1);
    expect(() =>
      migrate(connection, [
        ...migrations.slice(0, 1),
        { number: 2, name: 'broken', sql: 'CREATE TABLE half(x); SELECT nonsense;' },
      ]),
    ).toThrow('nonsense');
    expect(connection.pragma('user_version', { simple: true })).toBe(1);
    expect(names(connection, 'table')).not.toContain('half');
  });
});

describe('0001 corpus', () => {
  it('keeps source names apart without regard to case, and files once per path', () => {
    const connection = upTo(1);
    const source = connection.prepare(`INSERT INTO sources(name, kind, location) VALUES (?, 'folder', '/x')`);
    source.run('Docs');
    expect(() => source.run('docs')).toThrow(/UNIQUE/);
    const file = connection.prepare(
      `INSERT INTO files(source_id, path, role, language, version, chunking, content_hash, size_bytes, line_count) VALUES (1, ?, 'doc', 'markdown', '', '', '', 0, 0)`,
    );
    file.run('a.md');
    expect(() => file.run('a.md')).toThrow(/UNIQUE/);
  });
});

describe('0002 chunks', () => {
  it('keeps the text index in step with the chunks on insert, update and delete', () => {
    const connection = upTo(2);
    connection.exec(`INSERT INTO sources(name, kind, location) VALUES ('s', 'folder', '/x');
      INSERT INTO files(source_id, path, role, language, version, chunking, content_hash, size_bytes, line_count) VALUES (1, 'a.md', 'doc', 'markdown', '', '', '', 0, 0)`);
    connection.exec(`INSERT INTO chunks(id, chunk_id, file_id, ordinal, content_type, chunk_type, language, start_line, end_line, embedding_hash, indexed_at)
      VALUES (1, 'c', 1, 0, 'doc', 'section', 'markdown', 1, 1, 'h', '');
      INSERT INTO chunk_texts VALUES (1, '', '[]', 'pipelines terminate', '{}', '', '', '', '')`);
    const count = (match: string): number =>
      connection.prepare<[string], { n: number }>(`SELECT count(*) n FROM chunk_search WHERE chunk_search MATCH ?`).get(match)!.n;
    expect(count('"terminating"')).toBe(1);
    connection.exec(`UPDATE chunk_texts SET content = 'voices interrupt'`);
    expect([count('"terminating"'), count('"interruption"')]).toEqual([0, 1]);
    connection.exec(`INSERT INTO chunk_search(chunk_search, rank) VALUES ('integrity-check', 1)`);
    connection.exec(`DELETE FROM chunks`);
    expect(count('"interruption"')).toBe(0);
    connection.exec(`INSERT INTO chunk_search(chunk_search, rank) VALUES ('integrity-check', 1)`);
  });
});

describe('0003 embeddings', () => {
  it('journals every chunk that came, went or got its vector', () => {
    const connection = upTo(3);
    connection.exec(`INSERT INTO sources(name, kind, location) VALUES ('s', 'folder', '/x');
      INSERT INTO files(source_id, path, role, language, version, chunking, content_hash, size_bytes, line_count) VALUES (1, 'a.md', 'doc', 'markdown', '', '', '', 0, 0);
      INSERT INTO embedding_spaces(name, model, checksum, dimension, pooling) VALUES ('m', 'm', 'c', 2, 'mean')`);
    const journal = (): string[] =>
      connection
        .prepare<[], { chunk_id: string }>(`SELECT chunk_id FROM vector_journal`)
        .all()
        .map((row) => row.chunk_id);
    connection.exec(`INSERT INTO chunks(id, chunk_id, file_id, ordinal, content_type, chunk_type, language, start_line, end_line, embedding_hash, indexed_at)
      VALUES (1, 'c', 1, 0, 'doc', 'section', 'markdown', 1, 1, 'h', '');
      INSERT INTO chunk_texts VALUES (1, '', '[]', 'x', '{}', '', '', '', '')`);
    expect(journal()).toEqual(['c']);
    connection.exec(`DELETE FROM vector_journal; INSERT INTO embeddings(space, hash, vector) VALUES (1, 'h', x'00')`);
    expect(journal()).toEqual(['c']);
    connection.exec(`DELETE FROM vector_journal; DELETE FROM chunks`);
    expect(journal()).toEqual(['c']);
  });
});

describe('0004 examples', () => {
  it('forgets the tags of an example with the example', () => {
    const connection = upTo(4);
    connection.exec(`INSERT INTO sources(name, kind, location) VALUES ('s', 'folder', '/x');
      INSERT INTO examples(source_id, root, execution_mode, summary, key_files, tags) VALUES (1, 'ivr', 'telephony', '', '[]', '[]');
      INSERT INTO example_tags(tag, source_id, root, confidence) VALUES ('ivr', 1, 'ivr', 1)`);
    connection.exec(`DELETE FROM examples`);
    expect(connection.prepare<[], { n: number }>(`SELECT count(*) n FROM example_tags`).get()!.n).toBe(0);
  });
});

describe('0005 edges', () => {
  function withEdge(): Database.Database {
    const connection = upTo(5);
    const file = `INSERT INTO files(id, source_id, path, role, language, version, chunking, content_hash, size_bytes, line_count)`;
    const chunk = `INSERT INTO chunks(id, chunk_id, file_id, ordinal, content_type, chunk_type, language, start_line, end_line, embedding_hash, indexed_at)`;
    connection.exec(`INSERT INTO sources(id, name, kind, location) VALUES (1, 's', 'folder', '/x');
      ${file} VALUES (1, 1, 'a.py', 'source', 'python', '', '', '', 0, 0), (2, 1, 'b.py', 'source', 'python', '', '', '', 0, 0);
      ${chunk} VALUES (1, 'c', 1, 0, 'source', 'function', 'python', 1, 1, 'h', ''), (2, 'd', 2, 0, 'source', 'function', 'python', 1, 1, 'h', '');
      INSERT INTO graph_files(file_id, module, is_package, role, names, scopes) VALUES (1, 'a', 0, 'source', '', ''), (2, 'b', 0, 'source', '', '');
      INSERT INTO definitions VALUES (2, 'f', 'function', 1, 1, 2);
      INSERT INTO edges VALUES (1, 'g', 'calls', 'f', 1, 'certain', 2, 'f');
      DELETE FROM graph_changes`);
    return connection;
  }
  const changes = (connection: Database.Database): string[] =>
    connection
      .prepare<[], { key: string }>(`SELECT key FROM graph_changes ORDER BY key`)
      .all()
      .map(({ key }) => key);

  it('lets a call lead nowhere when its target’s file goes, and remembers the module', () => {
    const connection = withEdge();
    connection.exec(`DELETE FROM files WHERE id = 2`);
    expect(connection.prepare(`SELECT confidence, to_file, to_name FROM edges`).all()).toEqual([
      { confidence: 'unresolved', to_file: null, to_name: null },
    ]);
    expect(connection.prepare(`SELECT * FROM definitions`).all()).toEqual([]);
    expect(changes(connection)).toEqual(['m:b']);
  });

  it('keeps the callers of a file that is cut anew, and drops its own calls', () => {
    const connection = withEdge();
    connection.exec(`DELETE FROM chunks WHERE id = 2`);
    expect(connection.prepare(`SELECT to_file, to_name FROM edges`).all()).toEqual([{ to_file: 2, to_name: 'f' }]);
    connection.exec(`DELETE FROM chunks WHERE id = 1`);
    expect(connection.prepare(`SELECT * FROM edges`).all()).toEqual([]);
  });

  it('remembers a module that appears or becomes another, not one that is written again', () => {
    const connection = withEdge();
    connection.exec(`UPDATE graph_files SET module = 'a', names = 'x', dependencies = x'' WHERE file_id = 1`);
    expect(changes(connection)).toEqual([]);
    connection.exec(`UPDATE graph_files SET module = 'z' WHERE file_id = 1`);
    expect(changes(connection)).toEqual(['m:a', 'm:z']);
  });
});
