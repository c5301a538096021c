import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { CorpusReader } from '../../../main/store/corpus-reader.ts';
import { openDatabase, type Connection } from '../../../main/store/database.ts';
import { endBatch, readInBatches } from '../../../main/store/read-batches.ts';

let folder: string;
let writer: Connection;
let reader: Connection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-batches-'));
  const path = join(folder, 'index.sqlite');
  writer = openDatabase(path, { logger: silentLogger });
  reader = openDatabase(path, { readonly: true, logger: silentLogger });
  readInBatches(reader);
});
afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (value: string): void =>
  void writer
    .prepare(`INSERT INTO meta(key, value) VALUES ('x', ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`)
    .run(value);
const read = (): string | null => new CorpusReader(reader).meta('x');

describe('reads of one turn', () => {
  it('see one state of the index, and the next turn the next', async () => {
    write('one');
    expect(read()).toBe('one');
    write('two');
    expect(read()).toBe('one');
    await nextTurn();
    expect(reader.inTransaction).toBe(false);
    expect(read()).toBe('two');
  });

  it('see what was committed once the batch is ended by who knows of it', () => {
    expect(read()).toBe(null);
    write('one');
    endBatch(reader);
    expect(read()).toBe('one');
  });

  it('outlive a result that is gone through over turns, and the end of the connection', async () => {
    write('one');
    read();
    const rows = reader.prepare('SELECT key FROM meta').iterate();
    rows.next();
    await nextTurn();
    rows.return?.();
    await nextTurn();
    await nextTurn();
    write('two');
    expect(read()).toBe('two');
    reader.close();
    await nextTurn();
  });
});
