import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '../../main/core/logger.ts';
import { openDatabase, type Connection } from '../../main/store/database.ts';
import { shortenLog } from '../../main/store/write-ahead-log.ts';

let folder: string;
let writer: Connection;
let reader: Connection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-log-'));
  const path = join(folder, 'index.sqlite');
  writer = openDatabase(path, { logger: silentLogger });
  reader = openDatabase(path, { readonly: true, logger: silentLogger });
});
afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const log = (): number => statSync(join(folder, 'index.sqlite-wal')).size;
const write = (value: string): void =>
  void writer
    .prepare(`INSERT INTO meta(key, value) VALUES ('x', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`)
    .run(value);
const read = (): string => reader.prepare<[], { value: string }>(`SELECT value FROM meta WHERE key = 'x'`).get()!.value;

it('the log is begun anew once it is long, and nothing is lost', () => {
  write('a'.repeat(100_000));
  expect(shortenLog(writer)).toBe(true);
  expect(log()).toBeGreaterThan(100_000);
  expect(shortenLog(writer, 50_000, 50)).toBe(true);
  expect(log()).toBe(0);
  expect(read()).toBe('a'.repeat(100_000));
});

it('the log stays while somebody reads an older state, and is begun anew when they have let go', () => {
  write('old');
  reader.exec('BEGIN');
  expect(read()).toBe('old');
  write('b'.repeat(100_000));
  expect(shortenLog(writer, 50_000, 50)).toBe(false);
  expect(read()).toBe('old');
  reader.exec('COMMIT');
  // Not tried again at once.
  expect(shortenLog(writer, 50_000, 50)).toBe(false);
  write('b'.repeat(400_000));
  write('b'.repeat(100_000));
  expect(shortenLog(writer, 50_000, 50)).toBe(true);
  expect(log()).toBe(0);
  expect(read()).toBe('b'.repeat(100_000));
  // In the middle of a change nothing is done.
  writer.exec('BEGIN');
  write('c'.repeat(100_000));
  expect(shortenLog(writer, 0)).toBe(true);
  writer.exec('ROLLBACK');
});
