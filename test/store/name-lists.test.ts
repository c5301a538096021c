import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../main/core/logger.ts';
import { openDatabase, type Connection } from '../../main/store/database.ts';
import { escapeLike } from '../../main/store/escape-like.ts';
import { endsSymbol, filesAt, filesDefining, filesWithUrl } from '../../main/store/name-lists.ts';
import { runs } from '../helpers/effort.ts';

let connection: Connection;
let generation = 0;
beforeEach(() => {
  connection = openDatabase(':memory:', { logger: silentLogger });
  connection.pragma('foreign_keys = OFF');
});
afterEach(() => connection.close());

/** Pieces that patterns, lines and cases could be led astray by. */
const name = fc
  .array(
    fc.constantFrom(
      'a',
      'B',
      'b',
      'x1',
      '.',
      '/',
      '%',
      '_',
      '\\',
      '\n',
      '\t',
      'É',
      'é',
      'index',
      'readme',
      'İ',
      'ß',
      '\u{1f9ea}',
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(''));

/** The index with these files alone, each with a definition, a symbol and an address of its path's name. */
function fill(names: readonly string[]): void {
  connection.exec('DELETE FROM files; DELETE FROM chunks; DELETE FROM definitions');
  const file = connection.prepare(
    `INSERT INTO files(id, source_id, path, role, language, version, chunking, content_hash, size_bytes, line_count, page_url) VALUES (?, 1, ?, '', '', '', '', '', 0, 0, ?)`,
  );
  const chunk = connection.prepare(
    `INSERT INTO chunks(chunk_id, file_id, ordinal, content_type, chunk_type, language, symbol, start_line, end_line, embedding_hash, indexed_at) VALUES (?, ?, 0, '', '', '', ?, 1, 1, '', '')`,
  );
  const definition = connection.prepare(
    `INSERT INTO definitions(file_id, name, kind, start_line, end_line, chunk) VALUES (?, ?, 'class', 1, 1, 1)`,
  );
  for (const [place, each] of [...new Set(names)].entries()) {
    const id = place + 1;
    file.run(id, each, each);
    chunk.run(String(id), id, each);
    definition.run(id, each);
  }
  generation += 1;
  connection
    .prepare(`INSERT INTO meta(key, value) VALUES ('generation', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`)
    .run(String(generation));
}

const byPattern = (table: string, id: string, column: string, patterns: readonly string[]): number[] =>
  connection
    .prepare<unknown[], number>(
      `SELECT ${id} FROM ${table} WHERE ${patterns.map(() => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')} ORDER BY 1`,
    )
    .pluck()
    .all(...patterns);
const sorted = (files: readonly number[]): number[] => files.toSorted((a, b) => a - b);

describe('names in one text', () => {
  it('are those that patterns find in the tables', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), fc.array(name, { minLength: 1, maxLength: 4 }), (names, asked) => {
        fill(names);
        for (const each of [...asked, ...names.map((one) => one.toUpperCase()), ...names.map((one) => one.slice(1))]) {
          if (each === '') continue;
          const like = escapeLike(each);
          const paths = filesAt(connection, each, ['']);
          expect(sorted(paths)).toEqual(byPattern('files', 'id', 'path', [like, `%/${like}`]));
          found += paths.length;
          const pages = ['.%', '/index.%', '/readme%'].flatMap((ending) => [`${like}${ending}`, `%/${like}${ending}`]);
          expect(sorted(filesAt(connection, each, ['.', '/index.', '/readme']))).toEqual(byPattern('files', 'id', 'path', pages));
          expect(sorted(filesWithUrl(connection, [each]))).toEqual(byPattern('files', 'id', 'page_url', [like]));
          const ends = byPattern('chunks', 'file_id', 'symbol', [`%.${like}`]);
          expect(endsSymbol(connection, each)).toBe(ends.length > 0);
          // Definitions are asked for by their last part.
          if (!each.includes('.'))
            expect(sorted(filesDefining(connection, each))).toEqual(
              byPattern('definitions', 'file_id', 'name', [like, `%.${like}`]),
            );
        }
      }),
      { numRuns: runs(150) },
    );
    expect(found).toBeGreaterThan(200);
  });

  it('are those of the generation that is asked', () => {
    fill(['docs/one.md']);
    expect(filesAt(connection, 'one.md', [''])).toEqual([1]);
    fill(['docs/two.md']);
    expect(filesAt(connection, 'one.md', [''])).toEqual([]);
    expect(filesAt(connection, 'TWO.md', [''])).toEqual([1]);
  });
});
