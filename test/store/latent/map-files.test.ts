import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readArrayFile, writeArrayFile } from '../../../main/store/latent/array-file.ts';
import { runs } from '../../helpers/effort.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-map-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a file of arrays', () => {
  it('gives back what was written, in a folder that it makes, and leaves nothing beside it', async () => {
    const path = join(folder, 'new', 'one.map');
    const arrays = {
      bytes: Uint8Array.of(1, 2, 3),
      floats: Float32Array.of(0.5, -1, Number.NaN, Infinity),
      doubles: Float64Array.of(Math.PI),
      none: new Int32Array(),
      words: Uint16Array.from([1, 2, 3, 4, 5]).subarray(1, 3),
    };
    await writeArrayFile(path, { value: { name: 'Grüße', list: [1, null] }, arrays });
    const read = await readArrayFile(path);
    expect(read).toEqual({ value: { name: 'Grüße', list: [1, null] }, arrays: { ...arrays, words: Uint16Array.of(2, 3) } });
    await writeArrayFile(path, { value: 2, arrays: {} });
    expect(await readArrayFile(path)).toEqual({ value: 2, arrays: {} });
    expect(await readdir(join(folder, 'new'))).toEqual(['one.map']);
  });

  it('is as good as not there when any bit of it changed, or it was cut or is something else', async () => {
    const path = join(folder, 'one.map');
    expect(await readArrayFile(path)).toBeNull();
    await writeArrayFile(path, { value: 'x', arrays: { numbers: Uint32Array.of(1, 2, 3) } });
    const whole = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), fc.boolean(), async (at, bit, isCut) => {
        const damaged = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) damaged[at]! ^= 1 << bit;
        await writeFile(path, damaged);
        expect(await readArrayFile(path)).toBeNull();
      }),
      { numRuns: runs(60) },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await writeFile(path, bytes);
        expect(await readArrayFile(path)).toBeNull();
      }),
      { numRuns: runs(20) },
    );
  });

  it('keeps the file before when only a part of the new one finds room', { timeout: 60_000 }, async () => {
    const path = join(folder, 'one.map');
    await writeArrayFile(path, { value: 'before', arrays: {} });
    const module = new URL('../../../main/store/latent/array-file.ts', import.meta.url).href;
    const script = `const { writeArrayFile } = await import(${JSON.stringify(module)});
      const outcome = await writeArrayFile(${JSON.stringify(path)}, { value: 'new', arrays: { bytes: new Uint8Array(200_000) } })
        .then(() => 'written', ({ code }) => code);
      process.stdout.write(outcome);`;
    // Like a full disk, a limit on the size of files takes the part that fits; the next write is refused.
    const limited = ['-c', 'ulimit -f 64 && exec "$0" --input-type=module -e "$1"', process.execPath, script];
    const { stdout } = await promisify(execFile)('sh', limited);
    expect(stdout).toBe('EFBIG');
    expect(await readArrayFile(path)).toEqual({ value: 'before', arrays: {} });
    expect(await readdir(folder)).toEqual(['one.map']);
  });
});
