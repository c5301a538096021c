import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourcePreview } from '../../../main/contract/sources.ts';
import { tryFileLock } from '../../../main/store/file-lock.ts';
import { realModel } from '../../helpers/real-model.ts';
import { openTestService } from '../../helpers/service.ts';

let directory: string;
let data: string;
let folder: string;

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hub-service-'));
  data = join(directory, 'data');
  folder = join(directory, 'garden');
  write({
    'README.md': '# Garden\n\nHow to water the quince.\n',
    'src/water.py': 'def water_quince(litres: int) -> int:\n    """Pours water."""\n    total = litres * 2\n    return total\n',
    'src/empty.py': '',
    'src/huge.min.js': `var a=${'1+'.repeat(5_000)}1;`,
  });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('the service', () => {
  it('takes a source from what is typed to what is found, and removes it again', async () => {
    await using service = await openTestService(data);
    const { client } = service;
    expect(await client.call('sources.list', {})).toEqual([]);
    expect(await client.call('hub.status', {})).toMatchObject({ state: 'empty', version: '1.2.3', model: { state: 'missing' } });
    expect((await client.call('search.run', { query: 'quince' })).emptyReason).toBe('not-indexed');

    const specification = await client.call('sources.parse', { text: folder });
    expect(specification).toEqual({ name: 'garden', kind: 'folder', location: folder });
    const previews: SourcePreview[] = [];
    for await (const step of client.stream('sources.preview', { specification })) if (step.preview) previews.push(step.preview);
    const [preview] = previews;
    expect(preview).toMatchObject({
      nameTakenBy: null,
      failed: 0,
      roles: [
        { role: 'source', files: 1, samples: ['src/water.py'] },
        { role: 'readme', files: 1 },
      ],
      skipped: [
        { reason: 'minified', files: 1 },
        { reason: 'empty', files: 1 },
      ],
    });

    const { jobId } = await client.call('sources.add', { specifications: [specification] });
    const job = await service.ended(jobId);
    expect(job).toMatchObject({ kind: 'index', state: 'done', sources: ['garden'], error: null, embedded: 0 });
    expect(job.reports[0]!.files).toMatchObject({ indexed: 2, skipped: 2, failed: 0 });
    expect(job.progress.map((progress) => progress.phase)).toEqual(['discover', 'chunk']);
    const [source] = await client.call('sources.list', {});
    expect(source).toMatchObject({ name: 'garden', files: 2, skipped: 2, failed: 0, rules: [], siteUrl: null, state: 'partial' });
    expect(source!.textBytes).toBe(preview!.roles.reduce((sum, role) => sum + role.bytes, 0));
    expect(job.pending).toBe(source!.pendingTexts);
    const answer = await client.call('search.run', { query: 'water_quince' });
    expect(answer.hits[0]).toMatchObject({ path: 'src/water.py', symbol: 'water_quince' });

    // The same folder is the same source; another one of its name is told apart.
    expect(await client.call('sources.parse', { text: folder })).toEqual(specification);
    const twin = join(directory, 'elsewhere', 'garden');
    mkdirSync(twin, { recursive: true });
    expect(await client.call('sources.parse', { text: twin })).toMatchObject({ name: 'garden-2', location: twin });
    await expect(
      client.call('sources.add', { specifications: [{ name: 'Garden', kind: 'folder', location: twin }] }),
    ).rejects.toMatchObject({ code: 'usage' });

    const skipped = await client.call('sources.files', { name: 'garden', outcome: 'skipped', reason: 'empty' });
    expect(skipped).toMatchObject({ total: 1, files: [{ path: 'src/empty.py', reason: 'empty' }] });
    expect(skipped.reasons).toHaveLength(2);

    const { removed } = await client.call('sources.remove', { name: 'garden' });
    expect(removed).toEqual(specification);
    expect(await client.call('sources.list', {})).toEqual([]);
    expect((await client.call('search.run', { query: 'water_quince' })).emptyReason).toBe('not-indexed');
    await expect(client.call('sources.remove', { name: 'garden' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('gives a removed source back without embedding anything again', async () => {
    const model = await realModel();
    await using service = await openTestService(data, { settings: { model: model.path } });
    const { client } = service;
    const specification = await client.call('sources.parse', { text: folder });
    const first = await service.ended((await client.call('sources.add', { specifications: [specification] })).jobId);
    expect(first).toMatchObject({ state: 'done', pending: 0 });
    expect(first.embedded).toBeGreaterThan(0);
    const ask = () => client.call('search.run', { query: 'pouring liquid on a fruit tree', mode: 'vector' });
    const before = await ask();
    expect(before.hits.length).toBeGreaterThan(0);
    const { removed } = await client.call('sources.remove', { name: 'garden' });
    expect((await ask()).hits).toEqual([]);
    const again = await service.ended((await client.call('sources.add', { specifications: [removed] })).jobId);
    expect(again).toMatchObject({ state: 'done', embedded: 0, pending: 0 });
    // Vectors are taken over in the background.
    let after = await ask();
    while (after.hits.length < before.hits.length) after = await ask();
    expect(after.hits.map(({ chunkId, score }) => [chunkId, score])).toEqual(
      before.hits.map(({ chunkId, score }) => [chunkId, score]),
    );
  });

  it('changes rules and pins, and refuses what makes no sense', async () => {
    await using service = await openTestService(data);
    const { client } = service;
    const specification = await client.call('sources.parse', { text: folder });
    await service.ended((await client.call('sources.add', { specifications: [specification] })).jobId);
    const rules = [{ glob: '*.py', role: 'skip' as const }];
    const job = await service.ended(
      (await client.call('sources.change', { name: 'garden', rules, siteUrl: 'https://garden.example/' })).jobId,
    );
    expect(job.reports[0]!.files).toMatchObject({ indexed: 1, removed: 1 });
    expect((await client.call('sources.list', {}))[0]).toMatchObject({ rules, siteUrl: 'https://garden.example' });
    await expect(client.call('sources.change', { name: 'garden', ref: 'main' })).rejects.toMatchObject({ code: 'usage' });
    await expect(client.call('sources.change', { name: 'nobody', rules })).rejects.toMatchObject({ code: 'not-found' });
    await expect(client.call('sources.refresh', { names: ['nobody'] })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is told what is wrong with a source that cannot be read, and goes on', async () => {
    await using service = await openTestService(data);
    const { client } = service;
    const gone = { name: 'gone', kind: 'folder' as const, location: join(directory, 'gone') };
    const job = await service.ended((await client.call('sources.add', { specifications: [gone] })).jobId);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'source-unreachable' } });
    expect((await client.call('sources.list', {}))[0]).toMatchObject({ state: 'failed' });
    const look = async (): Promise<void> => {
      for await (const { preview } of client.stream('sources.preview', { specification: gone })) expect(preview).toBeNull();
    };
    await expect(look()).rejects.toMatchObject({ code: 'source-unreachable' });
  });

  it('keeps answering while another process owns the directory, and takes over when that is done', async () => {
    {
      await using service = await openTestService(data);
      const specification = await service.client.call('sources.parse', { text: folder });
      await service.ended((await service.client.call('sources.add', { specifications: [specification] })).jobId);
    }
    const lock = tryFileLock(join(data, 'owner.lock'))!;
    await using service = await openTestService(data);
    const { client } = service;
    const { writer } = await service.until((state) => state.writer.state !== 'starting');
    expect(writer.state).toBe('locked');
    expect(writer.message).toContain('Wait until it is done');
    await expect(client.call('sources.refresh', {})).rejects.toMatchObject({ code: 'locked' });
    await expect(client.call('sources.remove', { name: 'garden' })).rejects.toMatchObject({ code: 'locked' });
    await expect(
      client.call('sources.add', { specifications: [{ name: 'x', kind: 'folder', location: folder }] }),
    ).rejects.toMatchObject({ code: 'locked' });
    expect((await client.call('search.run', { query: 'water_quince' })).hits).not.toEqual([]);
    lock[Symbol.dispose]();
    await service.until((state) => state.writer.state === 'ready');
    expect(await service.ended((await client.call('sources.refresh', {})).jobId)).toMatchObject({ state: 'done' });
  });

  it('survives the death of the thread that writes: the job says so, and the next one goes on', async () => {
    write(
      Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`notes/n${at}.md`, `# Note ${at}\n\nQuince number ${at}.\n`])),
    );
    const indexerEntry = fileURLToPath(new URL('../../helpers/mortal-indexer.ts', import.meta.url));
    await using service = await openTestService(data, { indexerEntry });
    const { client } = service;
    const specification = await client.call('sources.parse', { text: folder });
    const { jobId } = await client.call('sources.add', { specifications: [specification] });
    await service.until(({ jobs }) => (jobs[0]?.progress.find((each) => each.phase === 'chunk')?.done ?? 0) > 0);
    writeFileSync(join(data, 'die'), '');
    expect(await service.ended(jobId)).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    const { writer } = await service.until((state) => state.writer.state === 'restarting');
    expect(writer.message).toContain('being started again');
    // Searching goes on with what was written.
    expect((await client.call('search.run', { query: 'quince' })).hits).not.toEqual([]);
    rmSync(join(data, 'die'));
    await service.until((state) => state.writer.state === 'ready');
    const next = await service.ended((await client.call('sources.refresh', {})).jobId);
    expect(next).toMatchObject({ state: 'done' });
    expect(next.reports[0]!.files).toMatchObject({ indexed: 402 });
  });

  it('goes on by itself with what an earlier run left unfinished', async () => {
    write(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`notes/n${at}.md`, `# Note ${at}\n\nQuince number ${at}.\n`])),
    );
    {
      await using service = await openTestService(data);
      const specification = await service.client.call('sources.parse', { text: folder });
      const { jobId } = await service.client.call('sources.add', { specifications: [specification] });
      await service.until(({ jobs }) => (jobs[0]?.progress.find((each) => each.phase === 'chunk')?.done ?? 0) > 0);
      expect(await service.client.call('jobs.cancel', { jobId })).toEqual({ cancelled: true });
      expect(await service.ended(jobId)).toMatchObject({ state: 'cancelled' });
    }
    await using service = await openTestService(data);
    const { jobs } = await service.until((state) => state.jobs.some((job) => job.endedAt !== null));
    expect(jobs[0]).toMatchObject({ kind: 'refresh', sources: ['garden'], state: 'done' });
    expect(jobs[0]!.reports[0]!.files).toMatchObject({ indexed: 202 });
  });

  it('reads again by itself what an earlier version has read', async () => {
    {
      await using service = await openTestService(data);
      const specification = await service.client.call('sources.parse', { text: folder });
      const { jobId } = await service.client.call('sources.add', { specifications: [specification] });
      expect(await service.ended(jobId)).toMatchObject({ state: 'done' });
    }
    const index = new Database(join(data, 'index.sqlite'));
    index.prepare(`UPDATE sources SET settings = 'of an earlier version'`).run();
    index.prepare(`UPDATE files SET chunking = 'of an earlier version'`).run();
    index.close();
    await using service = await openTestService(data);
    const { jobs } = await service.until((state) => state.jobs.some((job) => job.endedAt !== null));
    expect(jobs[0]).toMatchObject({ kind: 'refresh', sources: ['garden'], state: 'done' });
    expect(jobs[0]!.reports[0]!.files.indexed).toBeGreaterThan(0);
  });

  it('takes settings over without a restart', async () => {
    await using service = await openTestService(data, { settings: { model: undefined, vectorBackend: undefined } });
    const { client } = service;
    await service.until((state) => state.writer.state === 'ready');
    const missing = join(directory, 'nothing-here');
    await client.call('settings.set', { name: 'model', value: missing });
    expect((await client.call('hub.status', {})).model).toMatchObject({ state: 'missing' });
    await client.call('settings.set', { name: 'vectorBackend', value: 'embedded' });
    await service.until((state) => state.writer.state === 'ready');
    const specification = await client.call('sources.parse', { text: folder });
    const job = await service.ended((await client.call('sources.add', { specifications: [specification] })).jobId);
    expect(job).toMatchObject({ state: 'done', embedded: 0 });
    expect(job.pending).toBeGreaterThan(0);
    // Another store is looked for from then on: who asked why this one answers hears that there may be another answer.
    const states: (string | undefined)[] = [];
    const settled = service.until(({ writer, vectors }) => {
      states.push(writer.state === 'ready' ? vectors : writer.state);
      return states.includes('restarting') && writer.state === 'ready' && vectors !== 'opening';
    });
    await client.call('settings.set', { name: 'vectorBackend', value: 'auto' });
    expect((await settled).vectors).toBe('own');
  });

  it('starts on a damaged index: says so, and recovers when it is moved away', async () => {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'index.sqlite'), 'this is no database, but long enough to be read as one '.repeat(100));
    await using service = await openTestService(data);
    const { client } = service;
    const { writer } = await service.until((state) => state.writer.message !== null);
    expect(writer).toMatchObject({ state: 'restarting' });
    expect(writer.message).toContain('Move it away');
    await expect(client.call('search.run', { query: 'quince' })).rejects.toMatchObject({ code: 'store-corrupt' });
    rmSync(join(data, 'index.sqlite'));
    await service.until((state) => state.writer.state === 'ready');
    const specification = await client.call('sources.parse', { text: folder });
    await service.ended((await client.call('sources.add', { specifications: [specification] })).jobId);
    expect((await client.call('search.run', { query: 'quince' })).hits).not.toEqual([]);
  });
});
