import { expect, it } from 'vitest';
import { isAbbreviatedCommitId, isFullCommitId, refNameProblem } from '../../../main/core/discovery/ref-name.ts';

it.each([
  'main',
  'v1.2.3',
  'feature/x-y',
  'refs/pull/12/head',
  'HEAD',
  'ünïcode',
  'a@b',
  '0123456789abcdef0123456789abcdef01234567',
])('takes %s', (ref) => {
  expect(refNameProblem(ref)).toBeNull();
});

it.each([
  '',
  '-x',
  '--upload-pack=touch x',
  'a b',
  'a\nb',
  'a..b',
  'a~1',
  'a^',
  'a:b',
  ':/text',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  '@',
  'a@{1}',
  '/a',
  'a/',
  'a//b',
  '.a',
  'a/.b',
  'a.lock',
  'a.',
  'x'.repeat(251),
])('refuses %j', (ref) => {
  expect(refNameProblem(ref)).not.toBeNull();
});

it('tells full and abbreviated commit ids', () => {
  expect([
    isFullCommitId('a'.repeat(40)),
    isFullCommitId('a'.repeat(39)),
    isAbbreviatedCommitId('abcdef0'),
    isAbbreviatedCommitId('main'),
  ]).toEqual([true, false, true, false]);
});
