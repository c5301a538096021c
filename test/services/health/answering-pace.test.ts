import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AnsweringPace } from '../../../main/services/health/answering-pace.ts';

/** Numbers of a finding: at most, 99 of 100, and the first list where there was one. Unit: ms. */
const numbers = (pace: AnsweringPace): number[] =>
  [...pace.finding().detail.matchAll(/(\d+) ms/g)].map(([, number]) => Number(number));

describe('how long the thread that answers keeps one waiting', () => {
  it('is at least what it was busy for, and begins anew after it was told', async () => {
    using pace = new AnsweringPace();
    await pause(50);
    const end = performance.now() + 400;
    while (performance.now() < end);
    await pause(50);
    const [most] = numbers(pace);
    expect(most).toBeGreaterThan(200);
    expect(pace.finding().detail).toContain('at most 0 ms');
  });

  it('says how long the first list took, whatever later ones take', async () => {
    using pace = new AnsweringPace();
    expect(pace.finding().detail).not.toContain('list');
    const order: string[] = [];
    expect(await pace.list(() => pause(30, 'slow'))).toBe('slow');
    const first = numbers(pace).at(-1)!;
    expect(first).toBeGreaterThan(20);
    await pace.list(() => Promise.resolve(order.push('quick')));
    expect(numbers(pace).at(-1)).toBe(first);
    expect(order).toEqual(['quick']);
  });
});
