import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureChromaServer } from '../../../scripts/get-chroma.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { chromaConfigurationYaml, chromaEnvironment } from '../../../main/store/vectors/chroma-configuration.ts';
import { chromaCandidates } from '../../../main/store/vectors/chroma-program.ts';
import type { ChromaSearch } from '../../../main/store/vectors/chroma-program.ts';
import { ChromaServer } from '../../../main/store/vectors/chroma-server.ts';
import { isProcessAlive } from '../../../main/store/vectors/process-facts.ts';
import { temporaryFolder } from './vector-fixtures.ts';

let real: string;

beforeAll(async () => {
  real = await ensureChromaServer();
}, 600_000);

/** The program of one candidate, or the reason why it is none. */
async function outcome(what: string, search: ChromaSearch): Promise<string> {
  const candidate = chromaCandidates(search).find((each) => each.what.startsWith(what));
  if (candidate === undefined) return 'no such candidate';
  return await candidate.find().then(
    (program) => `found ${program.what}`,
    (error: unknown) => (error as Error).message,
  );
}

async function script(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

describe('chromaCandidates', () => {
  test('tries the setting first, then the npm binding, then the PATH', () => {
    const names = (search: ChromaSearch) => chromaCandidates(search).map((candidate) => candidate.what);
    expect(names({ binary: '/x/chroma' })).toEqual(['the setting /x/chroma', 'the npm binding', 'chroma on the PATH']);
    expect(names({ binary: '' })).toEqual(['the npm binding', 'chroma on the PATH']);
  });

  test('takes a program or a virtual environment as the setting', async () => {
    expect(await outcome('the setting', { binary: real })).toMatch(/^found Chroma 1\./);
    expect(await outcome('the setting', { binary: dirname(dirname(real)) })).toMatch(/^found Chroma 1\./);
  });

  test('says what is wrong with a setting', async () => {
    await using folder = await temporaryFolder();
    const answers = async (name: string, text: string) =>
      await outcome('the setting', { binary: await script(join(folder.path, name), text) });
    expect(await outcome('the setting', { binary: join(folder.path, 'nowhere') })).toBe('does not exist');
    expect(await outcome('the setting', { binary: folder.path })).toContain('no Python environment');
    expect(await answers('old', '#!/bin/sh\necho chroma 0.6.3\n')).toBe('is chroma 0.6.3, not 1.x');
    expect(await answers('future', '#!/bin/sh\necho chroma 12.0.0\n')).toBe('is chroma 12.0.0, not 1.x');
    expect(await answers('other', '#!/bin/sh\necho hello\n')).toContain('prints no version');
    expect(await answers('failing', '#!/bin/sh\necho "Error: broken thing" >&2\nexit 3\n')).toBe(
      'does not load: Error: broken thing',
    );
    expect(await answers('npm', '#!/usr/bin/env node\n')).toContain('npm');
  });

  test('finds the first chroma on the PATH that is one, past those that are not', async () => {
    await using folder = await temporaryFolder();
    await script(join(folder.path, 'npm', 'chroma'), '#!/usr/bin/env node\n');
    await mkdir(join(folder.path, 'folder', 'chroma'), { recursive: true });
    await mkdir(join(folder.path, 'good'));
    await symlink(real, join(folder.path, 'good', 'chroma'));
    const path = (...names: string[]) => ({
      environment: { PATH: ['', ...names.map((name) => join(folder.path, name))].join(':') },
    });
    expect(await outcome('chroma on the PATH', path('npm', 'folder', 'absent', 'good'))).toMatch(/^found Chroma 1\./);
    expect(await outcome('chroma on the PATH', path('npm'))).toContain('npm/chroma is the command of the npm package');
    expect(await outcome('chroma on the PATH', path('absent'))).toBe('not there');
    expect(await outcome('chroma on the PATH', { environment: {} })).toBe('not there');
  });

  test('a start script with a long path to its Python is understood', async () => {
    await using folder = await temporaryFolder();
    const python = join(dirname(real), 'python3');
    const text = `#!/bin/sh\n'''exec' "${python}" "$0" "$@"\n' '''\nimport sys\n`;
    expect(await outcome('the setting', { binary: await script(join(folder.path, 'chroma'), text) })).toMatch(
      /^found Chroma 1\./,
    );
  });

  test('loads the npm binding in a child process, where it may crash', async () => {
    await using folder = await temporaryFolder();
    const binding = async (name: string, text: string) =>
      await outcome('the npm', { bindingPath: await script(join(folder.path, name), text) });
    expect(await binding('good.cjs', 'exports.cli = () => {};')).toBe('found Chroma of the npm package');
    expect(await binding('empty.cjs', '')).toContain('has no server in it');
    expect(await binding('throws.cjs', 'throw new Error("GLIBC_9 not found")')).toBe('does not load: Error: GLIBC_9 not found');
    expect(await binding('crashes.cjs', 'process.kill(process.pid, "SIGSEGV")')).toContain('does not load');
    expect(await outcome('the npm', { nodeProgram: null })).toContain('needs a Node program');
  });

  test('a server of the npm binding blocks its process for ever, and still ends with its owner', async () => {
    await using folder = await temporaryFolder();
    // Stands in for the binding, which does not load on every machine: same call, never returns, answers from threads of its own.
    const bindingPath = await script(join(folder.path, 'binding.cjs'), standInBinding);
    const candidate = chromaCandidates({ bindingPath }).find((each) => each.what === 'the npm binding');
    const program = await candidate?.find();
    if (program === undefined) throw new Error('no program');
    const server = await ChromaServer.start({ program, directory: join(folder.path, 'data'), logger: silentLogger });
    const processId = server.processId as number;
    expect(await isProcessAlive(processId)).toBe(true);
    await server[Symbol.asyncDispose]();
    expect(await isProcessAlive(processId)).toBe(false);
  });
});

const standInBinding = `
exports.cli = (words) => {
  if (words[0] !== 'chroma' || words[1] !== 'run') throw new Error('unexpected ' + words);
  const worker = \`
    const text = require('node:fs').readFileSync(\${JSON.stringify(words[2])}, 'utf8');
    const marker = JSON.parse(/cors_allow_origins: (.*)/.exec(text)[1])[0];
    require('node:http').createServer((request, response) => {
      if (request.headers.origin === marker) response.setHeader('access-control-allow-origin', marker);
      response.end('{}');
    }).listen(Number(/port: (.*)/.exec(text)[1]), '127.0.0.1');\`;
  new (require('node:worker_threads').Worker)(worker, { eval: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};`;

describe('the configuration of our server', () => {
  test('writes any path as valid YAML and listens on loopback only', () => {
    const text = chromaConfigurationYaml({ port: 4321, persistPath: 'C:\\it\'s "a": #1\n', marker: 'http://hub-1.invalid' });
    expect(text).toBe(
      [
        'port: 4321',
        'listen_address: "127.0.0.1"',
        String.raw`persist_path: "C:\\it's \"a\": #1\n"`,
        'allow_reset: false',
        'cors_allow_origins: ["http://hub-1.invalid"]',
        '',
      ].join('\n'),
    );
  });

  test('drops the variables that would change what it says', () => {
    const kept = chromaEnvironment({
      PATH: '/bin',
      HOME: '/h',
      CHROMA_PORT: '1',
      chroma_listen_address: 'x',
      OTEL_SERVICE: 'y',
      PYTHONPATH: 'z',
    });
    expect(kept).toEqual({ PATH: '/bin', HOME: '/h' });
  });
});
