import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LatentLayout } from '../../../main/contract/latent.ts';
import { chunkIdAt, latentSettingsSchema } from '../../../main/contract/latent-points.ts';
import { mostChunkIds } from '../../../main/contract/search.ts';
import { loadConfig } from '../../../main/config.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { Hub } from '../../../main/services/hub.ts';
import { LatentSpace } from '../../../main/services/latent/latent-space.ts';
import { UserData } from '../../../main/store/user-data/user-data.ts';
import { runCommand } from '../../helpers/command-line.ts';
import { testHub } from '../../helpers/corpus.ts';
import { openTestService, type TestService } from '../../helpers/service.ts';

let folder: string;
let data: string;
let service: TestService;

const specification = () => ({ name: 'kit', kind: 'folder' as const, location: join(folder, 'kit') });

/** Indexes the folder as it is, with made-up vectors. */
async function index(): Promise<void> {
  const hub = testHub(join(data, 'index.sqlite'), data);
  await hub.index([specification()]);
  hub.connection.close();
}

function writeFiles(): void {
  const docs = join(folder, 'kit', 'docs');
  const source = join(folder, 'kit', 'src', 'kit');
  mkdirSync(docs, { recursive: true });
  mkdirSync(source, { recursive: true });
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    writeFileSync(
      join(docs, `${name}.md`),
      `# About ${name}\n\nHow ${name} is dialled.\n\n## More of ${name}\n\nAnother ${name} paragraph.\n`,
    );
    writeFileSync(
      join(source, `${name}.py`),
      `class ${name.toUpperCase()}:\n    """${name}."""\n\n    def dial(self):\n        """Dials ${name}."""\n        self.number = "${name}"\n        return self.number\n`,
    );
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-latent-'));
  data = join(folder, 'data');
  mkdirSync(data);
  writeFiles();
  await index();
  using userData = UserData.open(join(data, 'user.sqlite'), silentLogger);
  userData.history((history) =>
    history.add({ query: 'zebra crossing', scope: { tool: 'any', mode: 'hybrid', filters: {} }, total: 0 }),
  );
  service = await openTestService(data);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function layout(make: 'stored' | 'current' | 'fresh' = 'current'): Promise<LatentLayout[]> {
  const values: LatentLayout[] = [];
  for await (const value of service.client.stream('latent.layout', { make })) values.push(value);
  return values;
}

/** Takes all that comes. */
async function drained(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

describe('the map over the contract', () => {
  it('is not there, is made, and is current then', async () => {
    const before = await service.client.call('latent.status', {});
    expect(before).toMatchObject({ state: 'none', layoutId: null, points: 0, running: null });
    expect(before.vectors).toBeGreaterThan(20);
    await expect(service.client.call('latent.labels', {})).rejects.toMatchObject({ code: 'not-found' });
    const done = (await layout()).at(-1)!;
    expect(done).toMatchObject({ state: 'done', figures: { points: before.vectors, start: 'components' } });
    expect(done.positions).toHaveLength(before.vectors * 3);
    const after = await service.client.call('latent.status', {});
    expect(after).toMatchObject({ state: 'current', layoutId: done.layoutId, points: before.vectors });
    // Nothing is made again.
    const again = await layout();
    expect(again).toHaveLength(1);
    expect(again[0]).toEqual(done);
  });

  it('tells of each point what the index knows', async () => {
    const points = await service.client.call('latent.points', {});
    const file = await service.client.call('read.file', { source: 'kit', path: 'src/kit/one.py' });
    const method = file.chunks.find(({ symbol }) => symbol?.endsWith('dial'))!;
    const point = Array.from({ length: points.count }, (_, at) => at).find(
      (at) => chunkIdAt(points.chunkIds, at) === method.chunkId,
    )!;
    expect(points.dictionaries.path[points.path[point]!]).toBe('src/kit/one.py');
    expect(points.dictionaries.symbol[points.symbol[point]!]).toBe(method.symbol);
    expect([points.startLine[point], points.endLine[point]]).toEqual([method.lines.start, method.lines.end]);
    expect(points.reading!.clusters).toHaveLength(3);
    const { hits } = await service.client.call('latent.describe', { points: [point, 1_000_000], chunkIds: ['0'.repeat(64)] });
    expect(hits).toMatchObject([{ chunkId: method.chunkId, point, path: 'src/kit/one.py' }]);
    await expect(service.client.call('latent.points', { layoutId: 'another' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('gives true neighbours with their distances, nearest first', async () => {
    const points = await service.client.call('latent.points', {});
    const chunkId = chunkIdAt(points.chunkIds, 3);
    const { hits, trust } = await service.client.call('latent.neighbours', { chunkId, limit: 5 });
    expect(hits).toHaveLength(5);
    expect(trust).toBe(points.reading!.trust[3]);
    const distances = hits.map(({ distance }) => distance);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    for (const hit of hits) {
      expect(chunkIdAt(points.chunkIds, hit.point!)).toBe(hit.chunkId);
      expect(hit.mapDistance).toBeGreaterThan(0);
    }
    await expect(service.client.call('latent.neighbours', { chunkId: 'f'.repeat(64) })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('knows how often agents were given each chunk, and which they never were', async () => {
    const before = await service.client.call('latent.points', {});
    expect(before.hits).toBeNull();
    expect((await service.client.call('latent.hubs', {})).neverReturned).toBeNull();
    expect((await service.client.call('latent.export', { list: 'never-returned', format: 'ids' })).rows).toBe(0);
    using userData = UserData.open(join(data, 'user.sqlite'), silentLogger);
    const id = (point: number): string => chunkIdAt(before.chunkIds, point).slice(0, 12);
    const last = before.count - 1;
    const today = new Date().toISOString().slice(0, 10);
    userData.returnedChunks(
      (chunks) =>
      chunks.add(today, new Map([[id(0), 2], [id(5), 3], [id(last), 1], ['ffffffffffff', 7], ['000000000000', 7]]), today), // prettier-ignore
    );
    const { hits } = await service.client.call('latent.points', {});
    expect([hits![0], hits![5], hits![last]]).toEqual([2, 3, 1]);
    expect(hits!.reduce((sum, count) => sum + count, 0)).toBe(6);
    const { neverReturned } = await service.client.call('latent.hubs', {});
    expect(neverReturned).toHaveLength(before.count - 3);
    expect([...neverReturned!]).not.toContain(5);
    const { text } = await service.client.call('latent.export', { list: 'never-returned', format: 'ids' });
    expect(text.trimEnd().split('\n')).toEqual(Array.from(neverReturned!, (point) => chunkIdAt(before.chunkIds, point)));
    userData.returnedChunks((chunks) => chunks.clear());
  });

  it('lets a search be held to exactly the chunks of a selection', async () => {
    const { chunkIds } = await service.client.call('latent.points', {});
    const chosen = [2, 7, 11, 19].map((point) => chunkIdAt(chunkIds, point));
    const held = await service.client.call('search.run', {
      query: 'dial number paragraph',
      filters: { chunk_id: chosen },
      limit: 50,
    });
    const free = await service.client.call('search.run', { query: 'dial number paragraph', limit: 50 });
    expect(free.hits.length).toBeGreaterThan(4);
    expect(held.hits.length).toBeGreaterThan(0);
    expect(held.hits.every(({ chunkId }) => chosen.includes(chunkId))).toBe(true);
    const many = Array.from({ length: mostChunkIds + 1 }, (_, each) => each.toString(16).padStart(64, '0'));
    await expect(service.client.call('search.run', { query: 'x', filters: { chunk_id: many } })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('1000 chunks at most') as string,
    });
  });

  it('shows where a query lands, by which way each hit came, and what filters took', async () => {
    const scopes = [{}, { filters: { content_type: 'doc' } }];
    const { trails } = await service.client.call('latent.trail', { query: 'dial three', scopes, limit: 4 });
    const [open, narrow] = trails;
    // There is no model here: words alone find.
    expect(open).toMatchObject({ mode: 'keyword', meanDistance: null });
    expect(open!.hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(open!.hits.every(({ channel, point }) => channel === 'keyword' && point !== null)).toBe(true);
    expect(open!.place).toHaveLength(3);
    expect(open!.removed).toEqual([]);
    expect(narrow!.hits.every(({ hit }) => hit.contentType === 'doc')).toBe(true);
    const taken = narrow!.removed.filter(({ by }) => by === 'filter');
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.every(({ hit, rank }) => hit.contentType !== 'doc' && rank === null)).toBe(true);
    expect([open!.reason, narrow!.reason]).toEqual([null, null]);
  });

  it('says why a query lands nowhere', async () => {
    const reasonOf = async (query: string, scope: object): Promise<string | null | undefined> => {
      const { trails } = await service.client.call('latent.trail', { query, scopes: [scope] });
      expect(trails[0]!.hits).toEqual([]);
      return trails[0]!.reason;
    };
    expect(await reasonOf('zzyzx qwvutop', {})).toContain('No indexed text holds these words');
    expect(await reasonOf('dial three', { filters: { path: 'no/such/folder' } })).toContain('Filters in force: path');
  });

  it('answers what is missing, doubled, crowded and new', async () => {
    const points = await service.client.call('latent.points', {});
    const coverage = await service.client.call('latent.coverage', { level: 0 });
    expect(coverage.clusters.reduce((sum, { points: count }) => sum + count, 0)).toBe(points.count);
    const doubled = await service.client.call('latent.duplicates', { threshold: 0.5 });
    expect(doubled.chunks).toBe(doubled.groups.reduce((sum, group) => sum + group.points.length, 0));
    const hubs = await service.client.call('latent.hubs', { limit: 3 });
    expect(hubs.hubs).toHaveLength(3);
    expect(hubs.hubs[0]!.occurrences).toBe(Math.max(...points.reading!.occurrences));
    expect(await service.client.call('latent.drift', {})).toMatchObject({ since: null, added: 0, removed: 0 });
    const failed = await service.client.call('latent.failedQueries', {});
    expect(failed.queries).toMatchObject([{ query: 'zebra crossing', origin: 'history' }]);
  });

  it('exports lists as ids, tables and JSON', async () => {
    const points = [0, 2, 2, 99_999];
    const ids = await service.client.call('latent.export', { list: 'selection', points, format: 'ids' });
    expect(ids.rows).toBe(2);
    expect(ids.text).toMatch(/^[0-9a-f]{64}\n[0-9a-f]{64}\n$/);
    const csv = await service.client.call('latent.export', { list: 'selection', points, format: 'csv' });
    expect(csv.text.split('\r\n')).toHaveLength(4);
    for (const threshold of [0, 0.03, 0.4]) {
      const { chunks } = await service.client.call('latent.duplicates', { threshold });
      expect((await service.client.call('latent.export', { list: 'duplicates', threshold, format: 'ids' })).rows).toBe(chunks);
    }
    const json = await service.client.call('latent.export', { list: 'hubs', format: 'json' });
    expect(JSON.parse(json.text)).toHaveLength(json.rows);
    expect(json.fileName).toBe('hubs.json');
  });

  it('is outdated after the index has changed; made again it keeps its shape and tells what changed', async () => {
    writeFileSync(join(folder, 'kit', 'docs', 'nine.md'), '# About nine\n\nNobody has heard of nine.\n');
    rmSync(join(folder, 'kit', 'docs', 'eight.md'));
    await index();
    await service.until(({ generation }) => generation > 0);
    expect(await service.client.call('latent.status', {})).toMatchObject({ state: 'outdated' });
    expect((await layout('stored')).at(-1)).toMatchObject({ state: 'done' });
    const done = (await layout()).at(-1)!;
    expect(done.figures).toMatchObject({ start: 'previous' });
    const drift = await service.client.call('latent.drift', {});
    expect(drift.added).toBeGreaterThan(0);
    expect(drift.removedChunks.every(({ path }) => path === 'docs/eight.md')).toBe(true);
    expect(drift.removed).toBe(drift.removedChunks.length);
    expect((await layout('fresh')).at(-1)!.figures).toMatchObject({ start: 'components', method: 'exact' });
  });

  it('answers a window that shows another map with which one is there now, not with points of that', async () => {
    const { layoutId } = await service.client.call('latent.points', {});
    const { chunkIds } = await service.client.call('latent.points', { layoutId });
    const chunkId = chunkIdAt(chunkIds, 0);
    const asked = async (shown: string): Promise<unknown[]> => {
      const { client } = service;
      const answers = await Promise.allSettled([
        client.call('latent.labels', { layoutId: shown }),
        client.call('latent.describe', { layoutId: shown, points: [0] }),
        client.call('latent.neighbours', { layoutId: shown, chunkId }),
        client.call('latent.trail', { layoutId: shown, query: 'dial', scopes: [{}] }),
        client.call('latent.failedQueries', { layoutId: shown }),
        client.call('latent.coverage', { layoutId: shown }),
        client.call('latent.duplicates', { layoutId: shown }),
        client.call('latent.hubs', { layoutId: shown }),
        client.call('latent.drift', { layoutId: shown }),
        client.call('latent.export', { layoutId: shown, list: 'selection', points: [0], format: 'ids' }),
      ]);
      return answers.map((answer) => (answer.status === 'fulfilled' ? 'answered' : answer.reason));
    };
    expect(new Set(await asked(layoutId))).toEqual(new Set(['answered']));
    for (const refusal of await asked('the one before'))
      expect(refusal).toMatchObject({
        code: 'not-found',
        details: { layoutId },
        message: expect.stringContaining('anew') as string,
      });
  });

  it('is the same from the command line', async () => {
    const { code, stdout } = await runCommand(['--data-dir', data, 'layout', '--neighbours', '10', '--json']);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.points).toBe((await service.client.call('latent.status', {})).vectors);
    expect(Object.keys(report.seconds)).toEqual(expect.arrayContaining(['knn', 'graph', 'optimise', 'total']));
    expect(report.peakBytes).toBeGreaterThan(10_000_000);
    expect(report.communities).toHaveLength(3);
    expect(report.trustworthiness).toBeGreaterThan(0);
    expect(await service.client.call('latent.status', { settings: { neighbours: 10 } })).toMatchObject({
      state: 'current',
      layoutId: report.layoutId,
    });
    expect((await runCommand(['--data-dir', data, 'layout', '--neighbours', '4'])).code).toBe(2);
  });
});

describe('a run', () => {
  const settings = latentSettingsSchema.parse({ seed: 5 });
  const open = (hub: Hub): LatentSpace =>
    new LatentSpace({
      dataDirectory: data,
      database: join(data, 'index.sqlite'),
      answering: { use: async (work) => work(hub) },
      logLevel: () => 'silent',
      workerEntry: fileURLToPath(new URL('../../helpers/patient-map-worker.ts', import.meta.url)),
    });
  const openHub = (): Hub =>
    Hub.open({
      config: loadConfig({ dataDirectory: data, model: join(data, 'no-model') }, {}),
      logger: silentLogger,
      access: 'read',
    });

  it('is shared by who follows it, and ends when the last one leaves', async () => {
    await using hub = openHub();
    await using space = open(hub);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = space.layout(settings, 'current', one.signal);
    const second = space.layout(settings, 'current', two.signal);
    for (const stream of [first, second])
      expect((await stream.next()).value).toMatchObject({ state: 'working', positions: null });
    expect((await space.status(settings)).running).toBeTruthy();
    await first.return();
    expect((await space.status(settings)).running).toBeTruthy();
    await second.return();
    expect(await space.status(settings)).toMatchObject({ state: 'none', running: null });
  });

  it('is shared by all who waited for another one to end', async () => {
    await using hub = openHub();
    await using space = open(hub);
    const layoutOf = (seed: number) => space.layout({ ...settings, seed }, 'current', new AbortController().signal);
    const [other, first, second] = [layoutOf(5), layoutOf(6), layoutOf(6)];
    await other.next();
    const waiting = [first.next(), second.next()];
    await other.return();
    for (const next of waiting) expect((await next).value).toMatchObject({ state: 'working' });
    await first.return();
    expect((await space.status({ ...settings, seed: 6 })).running).toBeTruthy();
    await second.return();
  });

  it('is not made again by who waited while somebody else made it', async () => {
    await using hub = openHub();
    await using space = open(hub);
    const wanted = { ...settings, seed: 7 };
    const other = space.layout(settings, 'current', new AbortController().signal);
    await other.next();
    const waiting = space.layout(wanted, 'current', new AbortController().signal);
    const next = waiting.next();
    await drained(service.client.stream('latent.layout', { settings: wanted }));
    await other.return();
    expect((await next).value).toMatchObject({ state: 'done' });
    expect(await waiting.next()).toMatchObject({ done: true });
  });

  it('ends for the signal too, and with the service', async () => {
    await using hub = openHub();
    const space = open(hub);
    const controller = new AbortController();
    const stream = space.layout(settings, 'fresh', controller.signal);
    await stream.next();
    controller.abort();
    for await (const value of stream) expect(value.state).toBe('working');
    expect((await space.status(settings)).running).toBeNull();
    const another = space.layout(settings, 'fresh', new AbortController().signal);
    await another.next();
    await space[Symbol.asyncDispose]();
    await expect(drained(another)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('that dies says so, and the next one starts', async () => {
    await using hub = openHub();
    await using space = open(hub);
    const dying = space.layout({ ...settings, seed: 666 }, 'current', new AbortController().signal);
    await expect(drained(dying)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('a bug'),
    });
    const next = space.layout(settings, 'current', new AbortController().signal);
    expect((await next.next()).value).toMatchObject({ state: 'working' });
    await next.return();
  });
});
