import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countSourcesAtOnce } from '../../main/store/source-figures.ts';
import { listFileOutcomes } from '../../main/store/file-outcomes.ts';
import { textsWithoutVector } from '../../main/store/embedding-store.ts';
import { isFileLocked, tryFileLock } from '../../main/store/file-lock.ts';
import { HubError } from '../../main/contract/errors.ts';
import { testHub, type TestHub } from '../helpers/corpus.ts';

let directory: string;
let hub: TestHub;
const source = (name: string) => ({ name, kind: 'folder' as const, location: join(directory, name) });
const without = { openModel: () => Promise.resolve({ missing: new HubError('model-missing', 'none') }) };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hub-figures-'));
  for (const name of ['one', 'two']) {
    mkdirSync(join(directory, name, 'src'), { recursive: true });
    for (let index = 0; index < 30; index += 1)
      writeFileSync(join(directory, name, `p${String(index).padStart(2, '0')}.md`), `# Page ${index}\n\nText ${index}.\n`);
    writeFileSync(join(directory, name, 'src', 'a.py'), `def ${name}(a):\n    b = a\n    return b\n`);
    writeFileSync(join(directory, name, 'empty.md'), '');
    writeFileSync(join(directory, name, 'package-lock.json'), '{}');
  }
  hub = testHub(join(directory, 'index.sqlite'), join(directory, 'data'));
});
afterEach(() => {
  hub.connection.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('the figures of sources', () => {
  it('are what the tables hold, and count a text that two sources share once in all', async () => {
    await hub.index([source('one'), source('two')], without);
    const { bySource, pendingTexts } = countSourcesAtOnce(hub.connection, hub.embeddings.space);
    const of = (name: string) => bySource.get(hub.reader.source(name)!.id)!;
    for (const name of ['one', 'two']) {
      expect(of(name)).toMatchObject({
        files: 31,
        skipped: 2,
        failed: 0,
        chunks: hub.reader.chunkCounts(hub.reader.source(name)!.id),
      });
      expect(of(name).pendingTexts).toBeGreaterThan(30);
    }
    expect(pendingTexts).toBe(textsWithoutVector(hub.connection));
    expect(pendingTexts).toBeLessThan(of('one').pendingTexts + of('two').pendingTexts);
    await hub.index([source('one')]);
    const after = countSourcesAtOnce(hub.connection, hub.embeddings.space);
    expect(after.pendingTexts).toBe(0);
    expect([...after.bySource.values()].map((figures) => figures.pendingTexts)).toEqual([0, 0]);
  });

  it('are nothing for an index without sources', () => {
    expect(countSourcesAtOnce(hub.connection, hub.embeddings.space)).toEqual({ bySource: new Map(), pendingTexts: 0 });
  });
});

describe('files by outcome', () => {
  it('come page by page without gap or repeat, filtered by part of the path and reason', async () => {
    await hub.index([source('one')], without);
    const { id } = hub.reader.source('one')!;
    const list = (query: Partial<Parameters<typeof listFileOutcomes>[2]>) =>
      listFileOutcomes(hub.connection, id, { outcome: 'indexed', contains: '', offset: 0, limit: 7, ...query });
    const paths: string[] = [];
    for (let offset = 0; offset < 40; offset += 7) paths.push(...list({ offset }).files.map((file) => file.path));
    expect(paths).toEqual(hub.reader.files(id).map((file) => file.path));
    expect(list({ contains: 'P0' }).total).toBe(10);
    expect(list({ contains: '%' })).toMatchObject({ total: 0, files: [] });
    expect(list({ outcome: 'skipped' }).reasons).toEqual([
      { reason: 'empty', count: 1 },
      { reason: 'lock-file', count: 1 },
    ]);
    expect(list({ outcome: 'skipped', reason: 'lock-file' })).toMatchObject({
      total: 1,
      files: [{ path: 'package-lock.json', role: null }],
    });
    expect(list({ outcome: 'failed' })).toEqual({ total: 0, reasons: [], files: [] });
  });
});

describe('vectors of a removed source', () => {
  it('are kept for the time that a removal asks for, and are forgotten by the first run after it', async () => {
    await hub.index([source('one'), source('two')]);
    const vectors = () => hub.connection.prepare<[], { count: number }>('SELECT count(*) AS count FROM embeddings').get()!.count;
    const before = vectors();
    hub.writer.removeSource(hub.reader.source('two')!.id);
    hub.writer.setMeta('keepVectorsUntil', new Date(Date.now() + 60_000).toISOString());
    await hub.index([source('one')]);
    expect(vectors()).toBe(before);
    hub.writer.setMeta('keepVectorsUntil', new Date(Date.now() - 1).toISOString());
    await hub.index([source('one')]);
    expect(vectors()).toBeLessThan(before);
  });
});

describe('looking for an owner', () => {
  it('does not keep anybody from becoming it, and sees who is', () => {
    const path = join(directory, 'owner.lock');
    expect(isFileLocked(path)).toBe(false);
    const lock = tryFileLock(path)!;
    expect(isFileLocked(path)).toBe(true);
    expect(isFileLocked(path)).toBe(true);
    expect(tryFileLock(path)).toBeNull();
    lock[Symbol.dispose]();
    expect(isFileLocked(path)).toBe(false);
    tryFileLock(path)![Symbol.dispose]();
  });
});
