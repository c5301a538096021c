import { describe, expect, it } from 'vitest';
import { stackTicks } from '../../../../renderer/features/sessions/overview/stack-ticks.ts';

const arc = (from: number, to: number, count: number) => ({
  from,
  to,
  findings: Array.from({ length: count }, (_, at) => `f${at}`),
});

describe('ticks of a timeline', () => {
  it('stand for arcs within a column, as high as they have findings, and on each other', () => {
    expect(stackTicks([arc(0, 0, 2), arc(0, 3, 9), arc(0, 0, 1), arc(4, 4, 1)], 40)).toEqual([
      { from: 0, height: 12 },
      null,
      { from: 12, height: 6 },
      { from: 0, height: 6 },
    ]);
  });

  it('fit into their room, however many findings a column has', () => {
    expect(stackTicks([arc(0, 0, 30), arc(0, 0, 10), arc(1, 1, 2)], 40)).toEqual([
      { from: 0, height: 30 },
      { from: 30, height: 10 },
      { from: 0, height: 2 },
    ]);
  });
});
