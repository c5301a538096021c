import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../main/config.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { benchLayout } from '../../../main/services/bench/bench-layout.ts';
import { testHub } from '../../helpers/corpus.ts';

let folder: string;
let data: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-bench-layout-'));
  data = join(folder, 'data');
  const docs = join(folder, 'kit', 'docs');
  for (const path of [data, docs]) mkdirSync(path, { recursive: true });
  for (let page = 0; page < 60; page += 1)
    writeFileSync(join(docs, `page${page}.md`), `# Page ${page}\n\nText ${page} of topic ${page % 5}.\n`);
  const hub = testHub(join(data, 'index.sqlite'), data);
  await hub.index([{ name: 'kit', kind: 'folder', location: join(folder, 'kit') }]);
  hub.connection.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('measures a map, its refresh and umap-js on the same vectors, with more points than there are where asked', async () => {
  const { rows } = await benchLayout({
    points: [50, 300],
    againstStock: true,
    config: loadConfig({ dataDirectory: data, model: join(data, 'no-model'), vectorBackend: 'embedded' }, {}),
    logger: silentLogger,
    signal: new AbortController().signal,
  });
  expect(rows.map(({ way, points }) => [way, points])).toEqual([
    ['ours', 50],
    ['refresh', 50],
    ['stock', 50],
    ['ours', 300],
    ['refresh', 300],
    ['stock', 300],
  ]);
  for (const { way, seconds, peakBytes, startBytes, cpuSeconds, trustworthiness, medianMove, method } of rows) {
    expect(seconds.total).toBeGreaterThan(0);
    expect(cpuSeconds).toBeGreaterThan(0);
    expect(peakBytes).toBeGreaterThanOrEqual(startBytes);
    expect(trustworthiness).toBeGreaterThan(0.5);
    expect(trustworthiness).toBeLessThanOrEqual(1);
    expect(medianMove === null).toBe(way !== 'refresh');
    expect(method).toBe({ ours: 'exact', refresh: 'kept', stock: 'descent' }[way]);
  }
});

it('ends when it is cancelled', async () => {
  const controller = new AbortController();
  const measuring = benchLayout({
    points: [300],
    againstStock: false,
    config: loadConfig({ dataDirectory: data, model: join(data, 'no-model'), vectorBackend: 'embedded' }, {}),
    logger: { ...silentLogger, info: () => controller.abort() },
    signal: controller.signal,
  });
  await expect(measuring).rejects.toThrow(/abort|cancel/i);
});
