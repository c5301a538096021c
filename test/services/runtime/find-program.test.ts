import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProgram, programPaths } from '../../../main/services/runtime/find-program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-programs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('where programs may be', () => {
  it('is every folder of PATH, all places of the first name first', () => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    const environment = { PATH: [one, two].join(delimiter) };
    expect(programPaths(['code', 'codium'], environment)).toEqual([
      join(one, 'code'),
      join(two, 'code'),
      join(one, 'codium'),
      join(two, 'codium'),
    ]);
  });

  it('has every ending that the platform knows', () => {
    expect(programPaths(['mvn'], { Path: folder }, ['.EXE', '.CMD'])).toEqual([join(folder, 'mvn.EXE'), join(folder, 'mvn.CMD')]);
  });

  it('is no folder that depends on where this program was started, and nothing where PATH is missing', () => {
    expect(programPaths(['git'], { PATH: ['', '.', 'bin', '../bin'].join(delimiter) })).toEqual([]);
    expect(programPaths(['git'], {})).toEqual([]);
  });

  it('may be in a folder that stands in quotes, as Windows allows', () => {
    expect(programPaths(['git'], { PATH: `"${folder}"` })).toEqual([join(folder, 'git')]);
  });
});

describe('a program', () => {
  it('is a file that may be run', () => {
    const program = join(folder, 'program');
    writeFileSync(program, '');
    chmodSync(program, 0o755);
    expect(isProgram(program)).toBe(true);
  });

  it('is no folder and nothing that is missing', () => {
    mkdirSync(join(folder, 'folder'));
    expect(isProgram(join(folder, 'folder'))).toBe(false);
    expect(isProgram(join(folder, 'missing'))).toBe(false);
    expect(isProgram('bad\0name')).toBe(false);
  });
});
