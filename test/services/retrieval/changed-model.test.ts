import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../main/config.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { Hub } from '../../../main/services/hub.ts';
import { EmbeddingStore } from '../../../main/store/embedding-store.ts';
import { realModel } from '../../helpers/real-model.ts';

let folder: string;
let oldModel: string;
let newModel: string;

const open = (model: string, access: 'read' | 'write'): Hub =>
  Hub.open({
    config: loadConfig({ dataDirectory: join(folder, 'data'), model, vectorBackend: 'embedded', modelDownload: false }, {}),
    logger: silentLogger,
    access,
  });
const ask = (hub: Hub) => hub.search({ query: 'ending the conversation', mode: 'hybrid' });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-changed-model-'));
  oldModel = (await realModel()).path;
  newModel = join(folder, 'new-model');
  cpSync(oldModel, newModel, { recursive: true });
  // A field that no reader of the format knows: other bytes, so another model, that still runs.
  appendFileSync(join(newModel, 'onnx', 'model_quantized.onnx'), Uint8Array.of(0xc0, 0x3e, 0x01));
  mkdirSync(join(folder, 'pages'));
  for (const name of ['ending', 'starting', 'pausing'])
    writeFileSync(join(folder, 'pages', `${name}.md`), `# ${name} a call\n\nAbout ${name} the conversation with a frame.\n`);
  await using hub = open(oldModel, 'write');
  const report = await hub.index([{ name: 'pages', kind: 'docs', location: join(folder, 'pages') }], {});
  if (report.pending !== 0) throw new Error(`${report.pending} texts have no vector of the old model`);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a changed model makes sources partial and searches go by keywords with the reason, until a refresh has embedded all anew', async () => {
  {
    await using before = open(oldModel, 'read');
    expect(await before.status()).toMatchObject({ state: 'complete', pendingTexts: 0 });
    expect(await ask(before)).toMatchObject({ mode: 'hybrid', fallback: null });
  }
  await using reader = open(newModel, 'read');
  expect(await reader.status()).toMatchObject({ state: 'partial', pendingTexts: 3, sources: [{ state: 'partial' }] });
  expect(await reader.describeSources()).toMatchObject([{ state: 'partial', pendingTexts: 3 }]);
  const changed = await ask(reader);
  expect(changed.mode).toBe('keyword');
  expect(changed.fallback).toMatch(/model has changed.*none of the texts.*refresh/);
  expect(changed.hits.length).toBeGreaterThan(0);
  {
    await using writer = open(newModel, 'write');
    const { space } = await writer.model();
    // One text is read anew: its vector alone must not stand for all of them.
    const embeddings = new EmbeddingStore(writer.connection, space);
    const [hash] = embeddings.pendingHashes();
    embeddings.put([{ hash: hash!, vector: Float32Array.from({ length: 384 }, (_, index) => (index === 0 ? 1 : 0)) }]);
    const underWay = await ask(reader);
    expect(underWay.mode).toBe('keyword');
    expect(underWay.fallback).toMatch(/1 of about 3 texts/);
    expect(await reader.status()).toMatchObject({ state: 'partial', pendingTexts: 2 });

    const report = await writer.refresh(writer.reader.sources(), {});
    expect(report).toMatchObject({ embedded: 2, pending: 0, sources: [{ outcome: 'unchanged', files: { changed: 0 } }] });
    expect(embeddings.progress()).toEqual({ own: 3, other: 0 });
  }
  expect(await ask(reader)).toMatchObject({ mode: 'hybrid', fallback: null });
  expect(await reader.status()).toMatchObject({ state: 'complete', pendingTexts: 0 });
}, 120_000);

it('a reader that still has the old model says so once that model’s vectors are gone', async () => {
  await using old = open(oldModel, 'read');
  // The test before has replaced them all.
  expect(await old.status()).toMatchObject({ state: 'partial', pendingTexts: 3 });
  expect((await ask(old)).fallback).toMatch(/model has changed/);
});
