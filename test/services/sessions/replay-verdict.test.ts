import { describe, expect, it } from 'vitest';
import type { HubOutcome } from '../../../main/contract/session-findings.ts';
import { replayVerdict, type Before } from '../../../main/services/sessions/replay-verdict.ts';

const now = (outcome: HubOutcome, ...paths: string[]) => ({ outcome, reason: 'why', answer: null, text: '', paths });
const before = (outcome: HubOutcome, more: Partial<Before> = {}): Before => ({
  outcome,
  paths: [],
  wanted: [],
  irrelevant: false,
  ...more,
});
const verdict = (then: Before, today: ReturnType<typeof now>): string => replayVerdict(then, today).verdict;

describe('the verdict of a replay', () => {
  it('is fixed where what was wanted is among the first five', () => {
    const wanted = ['acme/a.py'];
    expect(verdict(before('zero-hit', { wanted }), now('ok', 'src/acme/b.py', 'src/acme/a.py'))).toBe('fixed');
    expect(verdict(before('zero-hit', { wanted }), now('low-confidence', 'src/acme/a.py'))).toBe('fixed');
    expect(
      replayVerdict(before('zero-hit', { wanted }), now('ok', '1/1.py', '2/2.py', '3/3.py', '4/4.py', '5/5.py', 'src/acme/a.py')),
    ).toEqual({
      verdict: 'still failing',
      reason: 'what the agent found by itself is only hit 6',
    });
    expect(verdict(before('zero-hit', { wanted }), now('ok', 'src/acme/b.py'))).toBe('still failing');
    expect(verdict(before('ok', { wanted, irrelevant: true }), now('ok', 'src/acme/a.py'))).toBe('fixed');
  });

  it('goes by the answer where nobody knows what was wanted', () => {
    expect(verdict(before('zero-hit'), now('ok', 'a/b.py'))).toBe('fixed');
    expect(verdict(before('error'), now('ok', 'a/b.py'))).toBe('fixed');
    expect(verdict(before('zero-hit'), now('zero-hit'))).toBe('still failing');
    expect(verdict(before('zero-hit'), now('low-confidence', 'a/b.py'))).toBe('still failing');
    expect(verdict(before('zero-hit'), now('truncated', 'a/b.py'))).toBe('changed');
    expect(verdict(before('ok'), now('zero-hit'))).toBe('changed');
  });

  it('of a cut answer is fixed when it is whole, and of the same file', () => {
    expect(verdict(before('truncated', { wanted: ['acme/a.py'] }), now('ok', 'src/acme/a.py'))).toBe('fixed');
    expect(verdict(before('truncated', { wanted: ['acme/a.py'] }), now('truncated', 'src/acme/a.py'))).toBe('still failing');
    expect(verdict(before('truncated', { wanted: ['acme/a.py'] }), now('ok', 'src/acme/b.py'))).toBe('changed');
  });

  it('of hits that did not help is still failing where the same come back', () => {
    const irrelevant = before('ok', { irrelevant: true, paths: ['docs/a.md'] });
    expect(verdict(irrelevant, now('ok', 'docs/a.md'))).toBe('still failing');
    expect(verdict(irrelevant, now('ok', 'docs/b.md'))).toBe('changed');
  });
});
