import { describe, expect, it } from 'vitest';
import { leastGapMs, patienceMs, waitBeforeSending } from '../../../../renderer/features/workbench/query/send-pace.ts';

describe('when typed words are asked for', () => {
  it('is at once for the first key, and for every key of somebody who types slower than answers come', () => {
    expect(waitBeforeSending(1_000, Number.NEGATIVE_INFINITY, false)).toBe(0);
    expect(waitBeforeSending(1_000, 1_000 - leastGapMs, false)).toBe(0);
  });

  it('is after a short gap where answers are there at once and a key repeats', () => {
    expect(waitBeforeSending(1_010, 1_000, false)).toBe(leastGapMs - 10);
  });

  it('is after the answer that is on its way, which asks again, and not after an answer that does not come', () => {
    expect(waitBeforeSending(1_100, 1_000, true)).toBe(patienceMs - 100);
    expect(waitBeforeSending(1_000 + patienceMs, 1_000, true)).toBe(0);
  });
});
