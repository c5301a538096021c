import { describe, expect, it } from 'vitest';
import type { AnalyzeProgress } from '../../../../main/contract/sessions.ts';
import { fractionRead, secondsLeft } from '../../../../renderer/features/sessions/intake/time-left.ts';
import { argumentsText, callSubject } from '../../../../renderer/features/sessions/words/outcome-text.ts';
import { askedText } from '../../../../renderer/features/sessions/words/missed-text.ts';

const progress: AnalyzeProgress = {
  phase: 'reading',
  files: 2,
  filesDone: 1,
  bytes: 4_000_000,
  bytesDone: 1_000_000,
  current: null,
};

describe('the time left', () => {
  it('follows the pace so far', () => {
    expect(secondsLeft(progress, 2_000)).toBe(6);
  });

  it.each([
    [null, 1_000],
    [{ ...progress, phase: 'looking' as const }, 1_000],
    [{ ...progress, bytesDone: 1_000 }, 1_000],
    [{ ...progress, bytesDone: 4_000_000 }, 1_000],
    [progress, 0],
  ])('is not told where nobody can: %o after %i ms', (value, elapsedMs) => {
    expect(secondsLeft(value, elapsedMs)).toBeNull();
  });

  it('goes with the share that is read, of bytes where they are known', () => {
    expect(fractionRead(progress)).toBe(0.25);
    expect(fractionRead({ ...progress, bytes: 0, bytesDone: 0 })).toBe(0.5);
    expect(fractionRead({ ...progress, phase: 'analyzing' })).toBe(1);
    expect(fractionRead({ ...progress, phase: 'looking' })).toBeNull();
  });
});

describe('what a call is about', () => {
  const call = { query: null, lookup: null, arguments: '{"command":"ls -l","timeout":5}' };
  const lookup = { kind: 'search' as const, dependency: true, paths: ['site-packages/x'], patterns: ['Frame'] };

  it('is its query, else what it looked for, else its arguments', () => {
    expect(callSubject({ ...call, query: 'frames', lookup })).toBe('frames');
    expect(callSubject({ ...call, lookup })).toBe('Frame in site-packages/x');
    expect(callSubject({ ...call, lookup: { ...lookup, paths: [], patterns: [''] } })).toBe('command: ls -l, timeout: 5');
    expect(callSubject(call)).toBe('command: ls -l, timeout: 5');
  });

  it('is shown as it stands where it is no object', () => {
    expect(['', '{"cut":"in the mid', '[1,2]', '"text"', 'null'].map(argumentsText)).toEqual([
      '',
      '{"cut":"in the mid',
      '[1,2]',
      '"text"',
      'null',
    ]);
  });
});

describe('a missed symbol', () => {
  it('says how it was asked for, and that it was not', () => {
    expect(askedText(['send tones', 'dtmf'])).toBe('asked as “send tones”, “dtmf”');
    expect(askedText([])).toBe('the hub was not asked for it');
  });
});
