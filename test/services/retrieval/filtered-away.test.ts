import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../main/config.ts';
import type { SearchAnswer } from '../../../main/contract/search.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { Hub } from '../../../main/services/hub.ts';
import { realModel } from '../../helpers/real-model.ts';

let folder: string;
let hub: Hub;

/** A word that no text holds: without filters it finds by meaning alone. */
const unheardOf = 'zzxqqwv';
const ask = (mode: 'hybrid' | 'keyword', filters: Record<string, string>): Promise<SearchAnswer> =>
  hub.search({ query: unheardOf, mode, filters });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-filtered-away-'));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(
    join(folder, 'pages', 'ending.md'),
    '# Ending a call\n\nThe line is released when both sides have said goodbye.\n',
  );
  hub = Hub.open({
    config: loadConfig(
      {
        dataDirectory: join(folder, 'data'),
        model: (await realModel()).path,
        vectorBackend: 'embedded',
        modelDownload: false,
      },
      {},
    ),
    logger: silentLogger,
    access: 'write',
  });
  await hub.index([{ name: 'pages', kind: 'docs', location: join(folder, 'pages') }], {});
}, 120_000);
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it('where filters leave nothing of what is found by meaning alone, they are named as the reason', async () => {
  expect((await ask('hybrid', {})).total).toBeGreaterThan(0);
  expect(await ask('hybrid', { language: 'rust' })).toMatchObject({ total: 0, emptyReason: 'filtered-away' });
  // By words alone there is nothing to be had without them either.
  expect(await ask('keyword', { language: 'rust' })).toMatchObject({ total: 0, emptyReason: 'nothing-alike' });
});
