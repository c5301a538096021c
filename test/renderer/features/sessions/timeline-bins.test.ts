import { describe, expect, it } from 'vitest';
import { binTimeline, type Timeline } from '../../../../renderer/features/sessions/overview/timeline-bins.ts';

function mark(number: number, change: Partial<Timeline['marks'][number]> = {}): Timeline['marks'][number] {
  return { key: `k${number}`, number, thread: 'main', at: null, role: 'other', outcome: null, afterEdit: false, ...change };
}

describe('the timeline', () => {
  it('has one column per call where there is room', () => {
    const { bins, firstEditBin } = binTimeline(
      {
        marks: [mark(0, { role: 'hub', outcome: 'zero-hit' }), mark(1, { role: 'lookup' }), mark(2, { role: 'edit' })],
        firstEdit: 2,
        arcs: [],
      },
      100,
    );
    expect(bins.map(({ from, until }) => [from, until])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(bins[0]!.grades.failed).toBe(1);
    expect(firstEditBin).toBe(2);
  });

  it('has no more columns than there is room for, and loses no call of 50,000', () => {
    const roles = ['hub', 'server', 'lookup', 'edit', 'other'] as const;
    const marks = Array.from({ length: 50_000 }, (_, number) => mark(number, { role: roles[number % 5]! }));
    const { bins } = binTimeline({ marks, firstEdit: null, arcs: [] }, 300);
    expect(bins.length).toBeLessThanOrEqual(300);
    const sums = roles.map((role) => bins.reduce((sum, bin) => sum + bin.counts[role], 0));
    expect(sums).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
    expect(bins.every((bin, index) => bin.from === (bins[index - 1]?.until ?? 0))).toBe(true);
  });

  it('opens a call of the hub where a column has one', () => {
    const { bins } = binTimeline(
      { marks: [mark(0), mark(1, { role: 'hub', outcome: 'ok' }), mark(2)], firstEdit: null, arcs: [] },
      1,
    );
    expect(bins.map(({ key }) => key)).toEqual(['k1']);
  });

  it('draws arcs of the same columns and pattern as one, and none whose calls are not there', () => {
    const marks = Array.from({ length: 8 }, (_, number) => mark(number));
    const { arcs } = binTimeline(
      {
        marks,
        firstEdit: null,
        arcs: [
          { finding: 'a', pattern: 'zero-hit->fallback', from: 0, to: 6 },
          { finding: 'b', pattern: 'zero-hit->fallback', from: 1, to: 7 },
          { finding: 'c', pattern: 'error->fallback', from: 1, to: 7 },
          { finding: 'd', pattern: 'bypass', from: 1, to: 99 },
        ],
      },
      4,
    );
    expect(arcs).toEqual([
      { from: 0, to: 3, pattern: 'zero-hit->fallback', findings: ['a', 'b'] },
      { from: 0, to: 3, pattern: 'error->fallback', findings: ['c'] },
    ]);
  });

  it('is empty without calls', () => {
    expect(binTimeline({ marks: [], firstEdit: null, arcs: [] }, 0)).toEqual({ bins: [], arcs: [], firstEditBin: null });
  });
});
