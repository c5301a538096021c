import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../scripts/get-chromium.ts';

const windows = process.platform === 'win32';
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-chromium-'));
  program = join(folder, windows ? 'chromium.exe' : 'chromium');
  await writeFile(program, '');
  await chmod(program, 0o755);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the browser for the tests', () => {
  it('is the first one on the PATH', () => {
    expect(findChromium({ PATH: [join(folder, 'missing'), folder].join(delimiter) })).toBe(program);
  });

  it('is the one that the environment names, whatever is on the PATH', () => {
    expect(findChromium({ PATH: folder, CONTEXT_HUB_CHROMIUM: process.execPath })).toBe(process.execPath);
  });

  it('is not guessed at when the named one is missing', () => {
    const named = { PATH: folder, CONTEXT_HUB_CHROMIUM: join(folder, 'none') };
    expect(() => findChromium(named)).toThrow(/CONTEXT_HUB_CHROMIUM names .* no program/);
  });
});
