import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asHubError } from '../../../main/contract/errors.ts';
import { dumpIndex, testHub } from '../../helpers/corpus.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-disk-full-'));
  mkdirSync(join(folder, 'pages'));
  for (let page = 0; page < 60; page += 1)
    writeFileSync(join(folder, 'pages', `page${page}.md`), `# Page ${page}\n\n${`Words of page ${page}. `.repeat(200)}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a disk that fills up while indexing is said plainly, and the next refresh goes on to the index of a clean run', async () => {
  const pages = { name: 'pages', kind: 'docs', location: join(folder, 'pages') } as const;
  const hub = testHub(join(folder, 'full.sqlite'), folder);
  // SQLite answers a database that may not grow as it answers a full disk.
  const size = hub.connection.pragma('page_count', { simple: true }) as number;
  hub.connection.pragma(`max_page_count = ${size + 60}`);
  const error = await hub.index([pages]).catch((thrown: unknown) => thrown);
  expect(asHubError(error)).toMatchObject({ code: 'disk-full', message: expect.stringContaining('Free some space') });
  const [source] = hub.reader.sources();
  expect(source).toMatchObject({ revision: null });
  expect(hub.reader.files(source!.id).length).toBeGreaterThan(0);
  expect(hub.reader.files(source!.id).length).toBeLessThan(60);

  hub.connection.pragma('max_page_count = 1000000');
  expect(await hub.index([pages])).toMatchObject({ pending: 0, sources: [{ outcome: 'indexed' }] });
  const clean = testHub(join(folder, 'clean.sqlite'), folder);
  await clean.index([pages]);
  expect(dumpIndex(hub.connection)).toEqual(dumpIndex(clean.connection));
  hub.connection.close();
  clean.connection.close();
});

it.each(['ENOSPC', 'EDQUOT'])('%s of the operating system is a full disk too', (code) => {
  expect(asHubError(Object.assign(new Error('write'), { code })).code).toBe('disk-full');
});
