import { describe, expect, it } from 'vitest';
import { RestartPace } from '../../main/host/restart-pace.ts';

describe('the pace at which a crashed service is started again', () => {
  it('slows down with every crash in a row, up to a limit', () => {
    const pace = new RestartPace();
    const waits = Array.from({ length: 9 }, (_, index) => {
      pace.started(index * 100);
      return pace.crashed(index * 100 + 50, 1);
    });
    expect(waits.slice(0, 4)).toEqual([250, 500, 1_000, 2_000]);
    expect(waits.at(-1)).toBe(10_000);
    expect(pace.crashes).toBe(9);
  });

  it('begins anew after a run that was healthy for a minute', () => {
    const pace = new RestartPace();
    pace.started(0);
    pace.crashed(10, 1);
    pace.started(1_000);
    expect(pace.crashed(61_000, 1)).toBe(250);
    expect(pace.crashes).toBe(1);
  });
});
