import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatPercent,
  formatRelativeTime,
  formatScore,
  formatShortNumber,
  plural,
} from '../../../renderer/ui/format.ts';

describe('numbers', () => {
  it('are grouped', () => {
    expect(formatNumber(27_767)).toBe('27,767');
    expect(formatShortNumber(27_767)).toBe('27.8K');
    expect(plural(1, 'file')).toBe('1 file');
    expect(plural(1204, 'file')).toBe('1,204 files');
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
    expect(formatScore(0.8749)).toBe('0.87');
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_960, '10 kB'],
    [999_499, '999 kB'],
    [999_600, '1.0 MB'],
    [3_400_000, '3.4 MB'],
    [4.2e15, '4200 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('say 100% of the whole only', () => {
    expect(formatPercent(0.999)).toBe('99%');
    expect(formatPercent(1)).toBe('100%');
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (share) => formatPercent(share) !== '100%'),
    );
  });
});

describe('times', () => {
  it.each([
    [0.4, 'less than a second'],
    [12.4, '12 s'],
    [59.6, '1 min'],
    [185, '3 min'],
    [3570, '1 h'],
    [4800, '1 h 20 min'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  const now = Date.parse('2026-06-15T12:00:00Z');
  it.each([
    ['2026-06-15T11:59:40Z', 'just now'],
    ['2026-06-15T11:59:00Z', '1 minute ago'],
    ['2026-06-15T11:47:00Z', '13 minutes ago'],
    ['2026-06-15T11:02:00Z', '1 hour ago'],
    ['2026-06-14T12:00:00Z', 'yesterday'],
    ['2026-06-01T12:00:00Z', '2 weeks ago'],
    ['2024-06-15T12:00:00Z', '2 years ago'],
    ['2026-06-15T12:05:00Z', 'in 5 minutes'],
    ['no time', ''],
  ])('%s is %s', (iso, text) => {
    expect(formatRelativeTime(iso, now)).toBe(text);
  });

  it('exact ones are empty for what is no time', () => {
    expect(formatDateTime('no time')).toBe('');
    expect(formatDateTime('2026-06-15T12:00:00Z')).toMatch(/Jun 1[45], 2026/);
  });
});
