import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completePath } from '../../../main/services/sources/complete-path.ts';

let home: string;
const names = async (text: string) =>
  (await completePath(text, home)).map(({ path, kind }) => [path.slice(home.length + 1), kind]);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hub-complete-'));
  for (const folder of ['work/alpha/.git', 'work/Alps', 'work/beta', 'work/.hidden', 'other'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'work', 'alphabet.txt'), '');
  symlinkSync(join(home, 'other'), join(home, 'work', 'alias'));
  symlinkSync(join(home, 'nowhere'), join(home, 'work', 'alone'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('completing a path', () => {
  it('offers folders that begin so, in any case, and says which are repositories', async () => {
    expect(await names(join(home, 'work', 'al'))).toEqual([
      ['work/alias', 'folder'],
      ['work/alpha', 'repository'],
      ['work/Alps', 'folder'],
    ]);
  });

  it('lists a folder after its separator, without what is hidden unless its dot is typed', async () => {
    expect((await names(`${join(home, 'work')}/`)).map(([path]) => path)).toEqual([
      'work/alias',
      'work/alpha',
      'work/Alps',
      'work/beta',
    ]);
    expect(await names(join(home, 'work', '.h'))).toEqual([['work/.hidden', 'folder']]);
  });

  it('begins at home for ~ and for what is relative', async () => {
    expect((await names('~')).map(([path]) => path)).toEqual(['other', 'work']);
    expect((await names('~/wo')).map(([path]) => path)).toEqual(['work']);
    expect((await names('')).map(([path]) => path)).toEqual(['other', 'work']);
    expect((await names('work/b')).map(([path]) => path)).toEqual(['work/beta']);
  });

  it('gives nothing for what is not there, no folder, not readable, or no path at all', async () => {
    chmodSync(join(home, 'other'), 0o000);
    for (const text of [join(home, 'nowhere/x'), `${join(home, 'work/alphabet.txt')}/`, 'a\0b', 'x'.repeat(4096)])
      expect(await names(text)).toEqual([]);
    expect(Array.isArray(await completePath(`${join(home, 'other')}/`, home))).toBe(true);
    chmodSync(join(home, 'other'), 0o700);
  });

  it('offers files too where endings are named, after the folders', async () => {
    writeFileSync(join(home, 'work', 'ALSO.JSONL'), '');
    const found = await completePath(join(home, 'work', 'al'), home, ['.txt', '.jsonl']);
    expect(found.map(({ path, kind }) => [path.slice(home.length + 1), kind])).toEqual([
      ['work/alias', 'folder'],
      ['work/alpha', 'repository'],
      ['work/Alps', 'folder'],
      ['work/alphabet.txt', 'file'],
      ['work/ALSO.JSONL', 'file'],
    ]);
  });

  it('offers no more than fifty', async () => {
    for (let index = 0; index < 80; index += 1) mkdirSync(join(home, 'other', `f${index}`));
    expect(await completePath(`${join(home, 'other')}/`, home)).toHaveLength(50);
  });
});
