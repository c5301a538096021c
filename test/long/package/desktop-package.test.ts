import { execFile, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectShellToWork } from '../../electron/shell-checks.ts';
import { startApp } from '../../electron/start-app.ts';
import { builtApp } from '../../helpers/built-app.ts';

/**
 * The real electron-builder, given a folder in the place of Electron's own files: a program that holds the fuses, and some languages. What it
 * writes is read back, and the packaged files are run under the stand-in.
 */
const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const linux = process.platform === 'linux';
let project: string;
let unpacked: string;
let resources: string;
let said: string;

beforeAll(async () => {
  project = await mkdtemp(join(repository, '.cache', 'desktop-package-'));
  await cp(await builtApp(), project, { recursive: true });
  for (const file of ['package-lock.json', 'electron-builder.yml']) await cp(join(repository, file), join(project, file));
  // Not a symbolic link: npm would take the packages behind one for packages that nobody asked for, where their folder is new.
  await run('cp', ['-al', join(repository, 'node_modules'), join(project, 'node_modules')]);
  const distribution = join(project, 'electron-dist');
  await mkdir(join(distribution, 'locales'), { recursive: true });
  // Version 1 of the wire, nine fuses, as Electron ships them: all that are safe to leave are on.
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, 9]), Buffer.from('101101001')]);
  await writeFile(join(distribution, 'electron'), Buffer.concat([Buffer.alloc(1000), wire, Buffer.alloc(1000)]));
  await chmod(join(distribution, 'electron'), 0o755);
  for (const language of ['en-US', 'de', 'fr']) await writeFile(join(distribution, 'locales', `${language}.pak`), '');
  const { version } = JSON.parse(await readFile(join(repository, 'node_modules', 'electron', 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const [name, text] of Object.entries({ version, LICENSE: '', 'LICENSES.chromium.html': '', 'chrome-sandbox': '' }))
    await writeFile(join(distribution, name), text);
  const builder = join(createRequire(import.meta.url).resolve('electron-builder/package.json'), '..', 'cli.js');
  const words = [
    '--linux',
    'dir',
    '--x64',
    '--config',
    'electron-builder.yml',
    `-c.electronDist=${distribution}`,
    '--publish',
    'never',
  ];
  const { NODE_ENV: _, ...environment } = process.env;
  const { stdout, stderr } = await run(process.execPath, [builder, ...words], {
    cwd: project,
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  said = stdout + stderr;
  unpacked = join(project, 'release', 'linux-unpacked');
  resources = join(unpacked, 'resources');
});

afterAll(async () => {
  await rm(project, { recursive: true, force: true });
});

describe('the packaged desktop app', () => {
  it('was made of everything that was asked for', () => {
    // electron-builder only warns of a folder that is missing.
    expect(said).not.toMatch(/source doesn't exist|ENOENT|missing/);
  });

  it('has its fuses set', async () => {
    const wire = (await getCurrentFuseWire(join(unpacked, 'context-hub-desktop'))) as Record<number, FuseState>;
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
      FuseV1Options.WasmTrapHandlers,
    ];
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ];
    for (const fuse of on) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE);
    for (const fuse of off) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE);
  });

  it('holds the bundle and the packages that cannot be in it, and no sources, tests or maps', () => {
    const files = listPackage(join(resources, 'app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'));
    const packages = new Set(
      files.map((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)/.exec(file)?.[1]).filter((name) => name !== undefined),
    );
    expect([...packages].toSorted()).toEqual(
      [
        '@huggingface/jinja',
        '@huggingface/tokenizers',
        '@img/colour',
        '@img/sharp-libvips-linux-x64',
        '@img/sharp-linux-x64',
        '@vscode/tree-sitter-wasm',
        '@xenova/transformers',
        'better-sqlite3',
        'chromadb',
        'detect-libc',
        'fflate',
        'onnxruntime-common',
        'onnxruntime-node',
        'semver',
        'sharp',
        'tinypool',
      ].filter((name) => linux || !name.startsWith('@img/sharp')),
    );
    for (const file of [
      '/package.json',
      '/out/main/index.js',
      '/out/main/service-process.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /\.(map|ts|md)$|\/main\/core\/|\/(tests?|__tests__)\//.test(file))).toEqual([]);
  });

  it('has the bridge of agents outside the archive, where a plain Node runs it', async () => {
    const bridge = join(resources, 'app.asar.unpacked', 'out', 'main', 'mcp-bridge.js');
    const child = spawn(process.execPath, [bridge, '--no-start', '--data-dir', join(project, 'no-hub')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let answer = '';
    child.stdout.on('data', (data: Buffer) => (answer += data.toString()));
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`);
    await new Promise((resolve) => child.on('close', resolve));
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  it('has natives of its platform outside the archive, and its own files beside it', async () => {
    const outside = (await readdir(join(resources, 'app.asar.unpacked'), { recursive: true })).filter((file) =>
      /\.(node|so[.\d]*|dll|dylib)$/.test(file),
    );
    expect(
      outside
        .filter((file) => file.endsWith('.node'))
        .map((file) => basename(file))
        .toSorted(),
    ).toEqual(['linux-x64.node', 'onnxruntime_binding.node', expect.stringMatching(/^sharp-linux-x64.*\.node$/)]);
    expect(outside.map((file) => basename(file))).toContain('libonnxruntime.so.1');
    expect((await readdir(join(resources, 'context-hub'))).toSorted()).toEqual(['mcp-fallback.json', 'model', 'presets']);
    expect((await readdir(join(unpacked, 'locales'))).toSorted()).toEqual(['en-US.pak']);
  });

  it('stays below its size', async () => {
    // Without Electron itself, which brings about 250 MB. Unit: MB.
    const sizes = await Promise.all(
      (await readdir(resources, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024).toBeLessThan(130);
  });

  it('runs: the window shows what the packaged service says, and indexes and finds a folder', async () => {
    // A folder in the archive's place: the paths are those of the archive, for a Node that cannot read one.
    const extracted = join(project, 'extracted', 'resources');
    await mkdir(extracted, { recursive: true });
    extractAll(join(resources, 'app.asar'), join(extracted, 'app.asar'));
    await cp(join(resources, 'context-hub'), join(extracted, 'context-hub'), { recursive: true });
    // Out of reach of the repository's packages.
    const installed = await mkdtemp(join(tmpdir(), 'context-hub-installed-'));
    await cp(extracted, join(installed, 'resources'), { recursive: true });
    const data = join(installed, 'data');
    const corpus = join(installed, 'otters');
    await mkdir(corpus);
    await writeFile(
      join(corpus, 'tool.py'),
      'class Otter:\n    def swim(self, river):\n        self.river = river\n        return river\n',
    );
    try {
      await using app = startApp(join(installed, 'resources', 'app.asar'), {
        isPackaged: true,
        words: [corpus],
        environment: { CONTEXT_HUB_DATA_DIR: data, CONTEXT_HUB_VECTORS: 'embedded', CONTEXT_HUB_MODEL_DOWNLOAD: '0' },
      });
      await vi.waitUntil(async () => (await app.ask<{ shown: number }[]>('windows'))[0]?.shown === 1, {
        timeout: 120_000,
        interval: 100,
      });
      await expectShellToWork({ app, data });
      expect((await app.ask<{ protocolClient: string }>('app')).protocolClient).toBe('contexthub');
      await vi.waitFor(async () => expect(await app.evaluate('document.body.innerText')).toContain('otters'), {
        timeout: 120_000,
        interval: 200,
      });
    } finally {
      await rm(installed, { recursive: true, force: true });
    }
  });
});
