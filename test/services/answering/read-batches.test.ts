import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('may be kept longer, until who knows of a change ends it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const kept = openDatabase(join(folder, 'index.sqlite'), { readonly: true, logger: silentLogger });
    let keptMs = 300;
    readInBatches(kept, () => keptMs);
    const readKept = (): string | null => new CorpusReader(kept).meta('x');
    try {
      write('one');
      expect(readKept()).toBe('one');
      write('two');
      await nextTurn();
      expect(readKept()).toBe('one');
      endBatch(kept);
      expect(readKept()).toBe('two');
      write('three');
      // The time of the transaction that was ended is not that of the next.
      await vi.advanceTimersByTimeAsync(299);
      expect(readKept()).toBe('two');
      await vi.advanceTimersByTimeAsync(1);
      expect(kept.inTransaction).toBe(false);
      expect(readKept()).toBe('three');
      endBatch(kept);
      keptMs = 0;
      readKept();
      write('four');
      await nextTurn();
      expect(readKept()).toBe('four');
    } finally {
      kept.close();
      vi.useRealTimers();
    }
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
