import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtApp } from '../helpers/built-app.ts';
import { realModel } from '../helpers/real-model.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
let installed: string;
let bundle: string;

/** Below the repository, so that the bundle finds its packages as it does in `out`. */
beforeAll(async () => {
  await mkdir(join(repository, '.cache'), { recursive: true });
  installed = await mkdtemp(join(repository, '.cache', 'bundle-test-'));
  bundle = join(installed, 'out', 'main');
  await cp(await builtApp(), installed, { recursive: true });
  await cp(join(repository, 'bin'), join(installed, 'bin'), { recursive: true });
});

afterAll(async () => {
  await rm(installed, { recursive: true, force: true });
});

/** Every module that a bundled file imports, statically or not. */
async function importsOf(file: string): Promise<string[]> {
  const text = await readFile(join(bundle, file), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?:[^"']*? from )?["']([^"']+)["'];?$|\bimport\(["']([^"']+)["']\)/gm)].map(
    (match) => match[1] ?? match[2]!,
  );
}

describe('the bundle', () => {
  it('has the command line and every thread and child process as files side by side', async () => {
    const files = (await readdir(bundle, { recursive: true })).filter((file) => !file.endsWith('.map'));
    expect(files.filter((file) => !file.startsWith('shared-')).toSorted()).toEqual([
      'analysis-worker.js',
      'bench-embed-child.js',
      'bench-layout-child.js',
      'chunk-worker.js',
      'cli.js',
      'embedding-worker.js',
      'index.js',
      'indexer-worker.js',
      'map-worker.js',
      'mcp-bridge.js',
      'naming-worker.js',
      'service-process.js',
    ]);
  });

  it('keeps the bridge of agents apart from everything heavy', async () => {
    const reached = new Set(['mcp-bridge.js']);
    for (const file of reached)
      for (const name of await importsOf(file)) {
        if (name.startsWith('./')) reached.add(name.slice(2));
        else expect(name, file).toMatch(/^node:/);
      }
    expect([...reached].filter((file) => file !== 'mcp-bridge.js' && !file.startsWith('shared-bridge-'))).toEqual([]);
  });

  it('names an entry for every file that is started by its path', async () => {
    const sources = (await readdir(join(repository, 'main'), { recursive: true })).filter((file) => file.endsWith('.ts'));
    const started = await Promise.all(
      sources.map(async (file) =>
        [...(await readFile(join(repository, 'main', file), 'utf8')).matchAll(/workerFile\('([^']+)'/g)].map((match) => match[1]),
      ),
    );
    expect((await readdir(bundle)).filter((file) => file.endsWith('.js'))).toEqual(
      expect.arrayContaining(started.flat().map((name) => `${name}.js`)),
    );
  });

  it('leaves what brings natives, wasm or threads outside, and needs nothing that is not installed with it', async () => {
    const { dependencies } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const packages = new Set<string>();
    for (const file of (await readdir(bundle)).filter((name) => name.endsWith('.js'))) {
      for (const name of await importsOf(file)) {
        if (name.startsWith('.') || name.startsWith('node:') || builtinModules.includes(name)) continue;
        packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
      }
    }
    expect([...packages].toSorted()).toEqual([
      '@xenova/transformers',
      'better-sqlite3',
      'chromadb',
      'electron',
      'fflate',
      'onnxruntime-node',
      'tinypool',
    ]);
    expect([...Object.keys(dependencies), 'electron']).toEqual(expect.arrayContaining([...packages]));
  });

  it('imports electron in the desktop app’s entry and what it alone loads', async () => {
    const files = new Set(await readdir(bundle));
    const reached = new Set<string>();
    const visit = async (file: string): Promise<void> => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const name of await importsOf(file)) if (files.has(name.replace(/^\.\//, ''))) await visit(name.slice(2));
    };
    for (const file of [
      'cli.js',
      'service-process.js',
      'indexer-worker.js',
      'chunk-worker.js',
      'embedding-worker.js',
      'map-worker.js',
      'naming-worker.js',
    ])
      await visit(file);
    for (const file of reached) expect(await importsOf(file), file).not.toContain('electron');
    expect(await importsOf('index.js')).toContain('electron');
  });

  it('has a preload of one CommonJS file that requires electron alone', async () => {
    const folder = join(installed, 'out', 'preload');
    expect(await readdir(folder)).toEqual(['index.cjs']);
    const text = await readFile(join(folder, 'index.cjs'), 'utf8');
    expect([...text.matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
    expect(text).not.toMatch(/^\s*(import|export)\b|\bimport\(/m);
    // Nothing of the preload's own Electron reaches the page.
    expect(text).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer\s*[,})]/);
  });

  it('has a window that imports nothing of Node or Electron and has nothing inline', async () => {
    const folder = join(installed, 'out', 'renderer');
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    for (const file of (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))) {
      const text = await readFile(join(folder, file), 'utf8');
      const names = [...text.matchAll(/\bfrom\s*["']([^"'\n]+)["']|\bimport\s*\(?\s*["']([^"'\n]+)["']/g)].map(
        ([, a, b]) => a ?? b!,
      );
      const foreign = names.filter((name) => name.startsWith('node:') || name === 'electron' || builtinModules.includes(name));
      expect(foreign, file).toEqual([]);
    }
  });

  it('starts the window with less than 350 kB, compressed', async () => {
    const folder = join(installed, 'out', 'renderer');
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const wanted = new Set([...html.matchAll(/(?:src|href)="(?:\.?\/)([^"]+)"/g)].map(([, path]) => path!));
    for (const path of wanted) {
      if (!path.endsWith('.js')) continue;
      const text = await readFile(join(folder, path), 'utf8');
      // Static imports only; what is loaded later is not part of the start.
      for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g))
        wanted.add(join(dirname(path), name!).replaceAll('\\', '/'));
    }
    expect([...wanted].some((path) => path.endsWith('.js'))).toBe(true);
    const sizes = await Promise.all([...wanted].map(async (path) => gzipSync(await readFile(join(folder, path))).length));
    expect(sizes.reduce((sum, size) => sum + size, gzipSync(html).length)).toBeLessThan(350_000);
  });

  it('imports the model library in the embedding thread and the benchmark only', async () => {
    for (const file of (await readdir(bundle)).filter((name) => name.endsWith('.js'))) {
      const expected = ['embedding-worker.js', 'bench-embed-child.js'].includes(file);
      expect((await importsOf(file)).includes('@xenova/transformers'), file).toBe(expected);
    }
  });

  it('indexes and searches by its own command, in threads, by keyword and by meaning', async () => {
    const model = await realModel();
    const folder = join(installed, 'corpus');
    await mkdir(folder);
    await writeFile(join(folder, 'guide.md'), '# Guide\n\n## Kittens\n\nA young cat purrs while it is being stroked.\n');
    await writeFile(
      join(folder, 'tool.py'),
      'class Engine:\n    def start(self, key):\n        self.key = key\n        return key\n',
    );
    const hub = async (...words: string[]): Promise<Record<string, unknown>> => {
      const environment = { ...process.env, CONTEXT_HUB_MODEL: model.path, CONTEXT_HUB_VECTORS: 'embedded' };
      const program = join(installed, 'bin', 'context-hub.js');
      const flags = ['--json', '--data-dir', join(installed, 'data')];
      const { stdout } = await run(process.execPath, [program, ...words, ...flags], { env: environment });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    expect(await hub('index', folder)).toMatchObject({
      pending: 0,
      sources: [{ outcome: 'indexed', files: { indexed: 2, failed: 0 } }],
    });
    const byKeyword = await hub('search', 'Engine start', '--mode', 'keyword');
    expect(byKeyword).toMatchObject({ fallback: null, mode: 'keyword' });
    expect((byKeyword['hits'] as { path: string }[])[0]).toMatchObject({ path: 'tool.py' });
    // No word of the query is in the text.
    const byMeaning = await hub('search', 'feline pets', '--mode', 'hybrid');
    expect(byMeaning).toMatchObject({ fallback: null, mode: 'hybrid' });
    expect((byMeaning['hits'] as { path: string }[])[0]).toMatchObject({ path: 'guide.md' });
  });

  it('says what to do where it is not built', async () => {
    const bare = await mkdtemp(join(installed, 'bare-'));
    await mkdir(join(bare, 'bin'));
    await cp(join(repository, 'bin', 'context-hub.js'), join(bare, 'bin', 'context-hub.js'));
    const failure = await run(process.execPath, [join(bare, 'bin', 'context-hub.js'), 'status']).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]*npm run build[^\n]*\n$/) });
  });
});
