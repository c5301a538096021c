import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureInterface } from '../../main/host/interface-build.ts';

let root: string;
let said: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-build-'));
  said = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, text: string, ageSeconds = 0): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  const time = new Date(Date.now() - ageSeconds * 1000);
  await utimes(file, time, time);
}

/** Everything in it is older than what is built now. */
async function checkout(bundler: string): Promise<void> {
  await put('vite.renderer.config.ts', '', 100);
  await put('renderer/deep/main.tsx', '', 100);
  await put('main/rpc/client.ts', '', 100);
  for (const folder of ['renderer', 'renderer/deep', 'main', 'main/rpc']) {
    const time = new Date(Date.now() - 100_000);
    await utimes(join(root, folder), time, time);
  }
  await put('node_modules/vite/bin/vite.js', bundler);
}

/** Does what is asked of the bundler: writes a page into the folder that is named. */
const builds = `
const fs = require('node:fs');
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(folder + '/index.html', 'built from ' + process.cwd() + ' ' + process.argv.slice(2, 5).join(' ') + ' for ' + process.env.NODE_ENV);`;
const fails = `process.stderr.write('renderer/main.tsx:3 is wrong\\n    at bundler (bundler.js:1)\\n'); process.exit(1);`;
const never = `setInterval(() => {}, 1000); process.stdout.write('x');`;

const ensure = (signal = new AbortController().signal): Promise<string> =>
  ensureInterface({ root, say: (line) => said.push(line), signal });
const page = (): Promise<string> => readFile(join(root, 'out/renderer/index.html'), 'utf8');

describe('the interface of a checkout', () => {
  it('is built when it is missing, and said so', async () => {
    await checkout(builds);
    expect(await ensure()).toBe(join(root, 'out', 'renderer'));
    expect(await page()).toBe(`built from ${root} build --config vite.renderer.config.ts for production`);
    expect(said).toEqual(['Building the interface (once, a few seconds) …']);
    expect(readdirSync(join(root, 'out'))).toEqual(['renderer']);
  });

  it('is left alone while it is newer than everything that it is made of', async () => {
    await checkout(fails);
    await put('out/renderer/index.html', 'earlier', 50);
    await ensure();
    expect(await page()).toBe('earlier');
    expect(said).toEqual([]);
  });

  it.each(['renderer/deep/main.tsx', 'renderer/deep/new.css', 'main/rpc/client.ts', 'vite.renderer.config.ts'])(
    'is built again when %s has changed',
    async (path) => {
      await checkout(builds);
      await put('out/renderer/index.html', 'earlier', 50);
      await put('out/renderer/left-over.js', '', 50);
      await put(path, 'changed');
      await ensure();
      expect(await page()).toContain('built from');
      expect(existsSync(join(root, 'out/renderer/left-over.js'))).toBe(false);
      expect(said).toEqual(['Building the interface again: its sources have changed …']);
    },
  );

  it('is the earlier one where building fails', async () => {
    await checkout(fails);
    await put('out/renderer/index.html', 'earlier', 500);
    await ensure();
    expect(await page()).toBe('earlier');
    expect(said[1]).toBe(
      'Building the interface failed.\nrenderer/main.tsx:3 is wrong\nThe interface of an earlier build is used.',
    );
    expect(readdirSync(join(root, 'out'))).toEqual(['renderer']);
  });

  it('is an error where building fails and there is none', async () => {
    await checkout(fails);
    await expect(ensure()).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('is wrong') });
    await rm(join(root, 'node_modules'), { recursive: true });
    await expect(ensure()).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining('npm ci') });
  });

  it('is given up when the program is to end', async () => {
    await checkout(never);
    await put('out/renderer/index.html', 'earlier', 500);
    const controller = new AbortController();
    const ensured = ensure(controller.signal);
    controller.abort();
    await expect(ensured).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the interface of an installed package', () => {
  it('is what the package brought', async () => {
    await put('out/renderer/index.html', 'packaged', 500);
    expect(await ensure()).toBe(join(root, 'out', 'renderer'));
    expect(said).toEqual([]);
  });

  it('is missed when it is not there', async () => {
    await expect(ensure()).rejects.toMatchObject({ code: 'not-found' });
  });
});
