import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, shellWord, table } from '../../main/cli/text.ts';

describe('names and paths on a terminal', () => {
  it('stay in their line and steer nothing', () => {
    expect(plainLine('docs/new\nline\u001b[31m\u2028.md\u202e')).toBe('docs/new line .md');
    expect(table([['source'], ['two\nlines']]).split('\n')).toHaveLength(2);
  });

  it('hold no line end and no control character, whatever they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // oxlint-disable-next-line no-control-regex
        expect(plainLine(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});

describe('words of a command to copy', () => {
  it('are as they are where a shell takes them so, and quoted where not', () => {
    expect(shellWord('src/a_b.py')).toBe('src/a_b.py');
    expect(shellWord("it’s here/it's.md")).toBe(`'it’s here/it'\\''s.md'`);
    expect(shellWord('new\nline\u001b[31m')).toBe(String.raw`$'new\x0aline\x1b[31m'`);
    expect(shellWord('~root')).toBe(`'~root'`);
    expect(shellWord('')).toBe(`''`);
  });

  it.skipIf(process.platform === 'win32')('reach the shell’s program unchanged', () => {
    const words = ['a b', '$(id)', '`id`', "'", '"', '\\', "\\'", '#x', '*', '😀 ünï', 'a;b', '~', '!x'];
    const script = `printf '%s\\n' ${words.map(shellWord).join(' ')}`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`${words.join('\n')}\n`);
  });
});
