import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../main/store/database.ts';
import { userMigrations } from '../../../main/store/user-data/migrations/index.ts';

function upTo(number: number): Database.Database {
  const connection = new Database(':memory:');
  migrate(
    connection,
    userMigrations.filter((migration) => migration.number <= number),
  );
  return connection;
}

it('are numbered from 1 without gaps', () => {
  expect(userMigrations.map((migration) => migration.number)).toEqual(userMigrations.map((_, index) => index + 1));
});

it('keep what was written before the later ones', () => {
  const connection = upTo(1);
  connection.exec(
    `INSERT INTO marks(chunk_id, query, verdict, note, place, marked_at) VALUES ('c', 'q', 'helpful', 'n', NULL, 't')`,
  );
  expect(migrate(connection, userMigrations).map((migration) => migration.number)).toEqual(
    userMigrations.slice(1).map((migration) => migration.number),
  );
  expect(connection.prepare(`SELECT chunk_id, query, verdict, note FROM marks`).all()).toEqual([
    { chunk_id: 'c', query: 'q', verdict: 'helpful', note: 'n' },
  ]);
});

describe('0001 marks', () => {
  it('takes one verdict per chunk and query, of the known two', () => {
    const insert = upTo(1).prepare(
      `INSERT INTO marks(chunk_id, query, verdict, note, place, marked_at) VALUES (?, ?, ?, '', NULL, 't')`,
    );
    insert.run('c', 'q', 'helpful');
    insert.run('c', 'other', 'helpful');
    expect(() => insert.run('c', 'q', 'not-helpful')).toThrow(/UNIQUE/);
    expect(() => insert.run('d', 'q', 'excellent')).toThrow(/CHECK/);
  });
});

describe('0002 cases', () => {
  it('never gives an id again', () => {
    const connection = upTo(2);
    const insert = connection.prepare(
      `INSERT INTO cases(query, scope, wanted, note, created_at) VALUES ('q', '{}', '[]', '', 't')`,
    );
    insert.run();
    connection.exec(`DELETE FROM cases`);
    expect(insert.run().lastInsertRowid).toBe(2);
  });
});

describe('0003 searches', () => {
  it('holds each query and scope once', () => {
    const insert = upTo(3).prepare(`INSERT INTO searches(title, query, scope, created_at) VALUES (?, ?, ?, 't')`);
    insert.run('a', 'q', '{}');
    insert.run('b', 'q', '{"tool":"api"}');
    expect(() => insert.run('c', 'q', '{}')).toThrow(/UNIQUE/);
  });
});

describe('0004 history', () => {
  it('numbers what replaces an entry anew', () => {
    const connection = upTo(4);
    const insert = connection.prepare(
      `INSERT OR REPLACE INTO history(query, scope, total, searched_at) VALUES (?, '{}', 1, 't')`,
    );
    for (const query of ['a', 'b', 'a']) insert.run(query);
    expect(connection.prepare(`SELECT query, sequence FROM history ORDER BY sequence`).all()).toEqual([
      { query: 'b', sequence: 2 },
      { query: 'a', sequence: 3 },
    ]);
  });
});
