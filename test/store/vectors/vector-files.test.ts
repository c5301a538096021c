import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { BoundedLogFile } from '../../../main/store/vectors/bounded-log-file.ts';
import { killOrphan } from '../../../main/store/vectors/chroma-orphan.ts';
import { chromaConditions } from '../../../main/store/vectors/chroma-where.ts';
import { directoryId } from '../../../main/store/vectors/directory-id.ts';
import { tryFileLock } from '../../../main/store/file-lock.ts';
import { isProcessAlive } from '../../../main/store/vectors/process-facts.ts';
import { temporaryFolder } from './vector-fixtures.ts';
import { runs } from '../../helpers/effort.ts';

describe('BoundedLogFile', () => {
  test('never holds more than its bound twice, and keeps the newest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 30 }), async (sizes) => {
        await using folder = await temporaryFolder();
        const path = join(folder.path, 'server.log');
        {
          using log = new BoundedLogFile(path, 100);
          for (const [index, size] of sizes.entries()) log.write(Buffer.alloc(size, 65 + (index % 26)));
        }
        const files = await Promise.all([path, `${path}.1`].map((name) => readFile(name, 'utf8').catch(() => '')));
        for (const text of files) expect(text.length).toBeLessThanOrEqual(100);
        const last = sizes.findLastIndex((size) => size > 0);
        if (last >= 0) expect(files[0]?.at(-1)).toBe(String.fromCharCode(65 + (last % 26)));
      }),
      { numRuns: runs(30) },
    );
  });

  test('goes on with the file of before, and is quiet once closed', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'server.log');
    await writeFile(path, 'x'.repeat(95));
    const log = new BoundedLogFile(path, 100);
    log.write(Buffer.from('0123456789'));
    expect(await readFile(path, 'utf8')).toBe('0123456789');
    log[Symbol.dispose]();
    log[Symbol.dispose]();
    log.write(Buffer.from('late'));
    expect((await stat(path)).size).toBe(10);
  });
});

describe('tryFileLock', () => {
  test('is given once until it is released', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'owner.lock');
    {
      using first = tryFileLock(path);
      expect(first).not.toBeNull();
      expect(tryFileLock(path)).toBeNull();
    }
    using second = tryFileLock(path);
    expect(second?.path).toBe(path);
  });
});

describe('directoryId', () => {
  test('is made once, and again where the file holds something else', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'deep', 'directory-id');
    const id = await directoryId(path);
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(await directoryId(path)).toBe(id);
    await writeFile(path, '../../evil');
    expect(await directoryId(path)).toMatch(/^[0-9a-f]{12}$/);
  });
});

describe('killOrphan', () => {
  test.each(['', '{', '{"processId":1}', '{"processId":-5,"port":80,"marker":"","configurationPath":""}', '[]', '\u0000'])(
    'makes nothing of a state file that holds %j',
    async (text) => {
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'server.json');
      await writeFile(path, text);
      await expect(killOrphan(path, silentLogger)).resolves.toBeUndefined();
    },
  );

  test('no process has the ids 0, 1, -1 or a fraction', async () => {
    for (const processId of [0, 1, -1, 2.5, Number.NaN]) expect(await isProcessAlive(processId)).toBe(false);
    expect(await isProcessAlive(process.pid)).toBe(true);
  });
});

describe('chromaConditions', () => {
  test('never makes what Chroma rejects: an empty object, two keys, $and of one, $in of none or of too many', () => {
    const list = fc.option(fc.array(fc.string(), { maxLength: 4 }), { nil: undefined });
    fc.assert(
      fc.property(list, list, list, (sources, contentTypes, languages) => {
        const filter = JSON.parse(JSON.stringify({ sources, contentTypes, languages }));
        const conditions = chromaConditions(filter);
        const isImpossible = [sources, contentTypes, languages].some((values) => values?.length === 0);
        expect(conditions).toHaveLength(isImpossible ? 0 : 1);
        for (const condition of conditions) {
          if (condition === undefined) {
            expect([sources, contentTypes, languages]).toEqual([undefined, undefined, undefined]);
            continue;
          }
          expect(Object.keys(condition)).toHaveLength(1);
          const parts = '$and' in condition ? (condition['$and'] as Record<string, unknown>[]) : [condition];
          if ('$and' in condition) expect(parts.length).toBeGreaterThan(1);
          for (const part of parts) {
            const [operator] = Object.values(part) as [Record<string, unknown>];
            expect(Object.keys(operator)).toHaveLength(1);
            if ('$in' in operator) expect((operator['$in'] as unknown[]).length).toBeGreaterThan(1);
          }
        }
      }),
    );
  });

  test('splits long lists, so that each record is accepted once', () => {
    const sources = Array.from({ length: 12_001 }, (_, index) => `s${index}`);
    const conditions = chromaConditions({ sources, languages: ['python', 'go'] });
    expect(conditions).toHaveLength(3);
    const lengths = conditions.map((condition) => JSON.stringify(condition).match(/"s\d+"/g)?.length);
    expect(lengths).toEqual([5_000, 5_000, 2_001]);
  });
});
