import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob, matchesGlob } from '../../../main/core/discovery/glob.ts';
import { cpuMs } from '../../helpers/growth.ts';

function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern);
  return glob !== null && matchesGlob(glob, path);
}

describe('matchesGlob', () => {
  it.each([
    ['*.py', 'a.py', true],
    ['*.py', 'a/b.py', false],
    ['a/*.py', 'a/b.py', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['**/b', 'b', true],
    ['**/b', 'x/y/b', true],
    ['a/**', 'a', false],
    ['a/**', 'a/b/c', true],
    ['a/**/c', 'a/c', true],
    ['a/**/c', 'a/x/y/c', true],
    ['a/**/c', 'a/x/y/d', false],
    ['a**b', 'axxb', true],
    ['a**b', 'a/b', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]]x', ']x', true],
    ['[[:digit:]]x', '7x', true],
    ['[[:nope:]]x', '7x', false],
    ['\\*x', '*x', true],
    ['\\*x', 'ax', false],
    ['[', '[', false],
    ['x\\', 'x', false],
    ['é?', 'éü', true],
    ['*a*b', 'xaxbxb', true],
  ])('%s against %s is %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('takes any pattern and path without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), (pattern, path) => {
        expect(typeof matches(pattern, path)).toBe('boolean');
      }),
    );
  });

  it('does not hang on patterns that make a backtracking matcher hang', () => {
    const spent = cpuMs(() => {
      expect(matches('**/a/'.repeat(200) + 'b', 'a/'.repeat(2000) + 'c')).toBe(false);
      expect(matches('*a'.repeat(100) + '*b', 'a'.repeat(4000) + 'c')).toBe(false);
    });
    // Linear in pattern times path: 200 x 2,000 and 100 x 4,000 steps. A backtracking one would need years.
    expect(spent).toBeLessThan(5_000);
  });
});
