import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../main/config.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { Answering } from '../../../main/services/answering/answering.ts';
import { testHub, type TestHub } from '../../helpers/corpus.ts';

let directory: string;
let folder: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hub-answering-'));
  folder = join(directory, 'folder');
  mkdirSync(folder);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), `# ${name}\n\n${text}\n`);

describe('an index that is being written', () => {
  let hub: TestHub;
  let keptMs: number;
  let answering: Answering;
  const indexed = async (text: string): Promise<void> => {
    write('a.md', text);
    await hub.index([{ name: 'folder', kind: 'folder', location: folder }]);
  };
  const found = (query: string): Promise<number> =>
    answering.use(async (opened) => (await (await opened.retriever()).search({ query, mode: 'keyword' })).total);

  beforeEach(async () => {
    hub = testHub(join(directory, 'index.sqlite'), directory);
    await indexed('quince');
    keptMs = 0;
    const config = loadConfig({ dataDirectory: directory, model: join(directory, 'no-model'), vectorBackend: 'embedded' }, {});
    answering = new Answering({ config: () => config, logger: silentLogger, chromaEndpoint: () => null, keptMs: () => keptMs });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await answering[Symbol.asyncDispose]();
    hub.connection.close();
  });

  it('is seen with the next turn where nothing is kept', async () => {
    expect(await found('quince')).toBe(1);
    await indexed('medlar');
    await nextTurn();
    expect([await found('quince'), await found('medlar')]).toEqual([0, 1]);
  });

  it('is seen anew only so often where agents are answered, at once by who knows that the writer is done', async () => {
    keptMs = 60_000;
    expect(await found('quince')).toBe(1);
    await indexed('medlar');
    await nextTurn();
    answering.look();
    expect([await found('quince'), await found('medlar')]).toEqual([1, 0]);
    answering.look(true);
    expect([await found('quince'), await found('medlar')]).toEqual([0, 1]);
    await indexed('sorb');
    expect(await found('sorb')).toBe(0);
    // Nobody is answered any more.
    keptMs = 0;
    answering.look();
    expect(await found('sorb')).toBe(1);
  });

  it('is seen anew when the time is over, whoever asks', async () => {
    expect(await found('quince')).toBe(1);
    await nextTurn();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    keptMs = 1_000;
    expect(await found('quince')).toBe(1);
    await indexed('medlar');
    vi.advanceTimersByTime(999);
    expect(await found('medlar')).toBe(0);
    vi.advanceTimersByTime(1);
    expect(await found('medlar')).toBe(1);
  });
});
