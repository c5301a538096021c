import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueShelf, type ShelfBytes } from '../../../../main/core/sessions/building/value-shelf.ts';
import { runs } from '../../../helpers/effort.ts';

/** Bytes in memory, and how often they were read. */
class MemoryBytes implements ShelfBytes {
  bytes = new Uint8Array(0);
  reads = 0;

  append(bytes: Uint8Array): void {
    const all = new Uint8Array(this.bytes.length + bytes.length);
    all.set(this.bytes);
    all.set(bytes, this.bytes.length);
    this.bytes = all;
  }

  read(start: number, into: Uint8Array): number {
    this.reads += 1;
    const part = this.bytes.subarray(start, start + into.length);
    into.set(part);
    return part.length;
  }
}

describe('a shelf', () => {
  it('gives back every value, in any order, while others are put on it', () => {
    const value = fc.record({
      text: fc.string({ unit: 'grapheme', maxLength: 30 }),
      // Around the size of what is written and read at once.
      times: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 9_000 })),
      rest: fc.dictionary(
        fc.string({ maxLength: 5 }).filter((key) => key !== '__proto__'),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    });
    const step = fc.tuple(value, fc.array(fc.nat(), { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const shelf = new ValueShelf(new MemoryBytes());
        const put: string[] = [];
        for (const [{ text, times, rest }, looks] of steps) {
          const made = { text: text.repeat(times), rest };
          expect(shelf.put(made)).toBe(put.length);
          put.push(JSON.stringify(made));
          for (const look of looks) expect(JSON.stringify(shelf.take(look % put.length))).toBe(put[look % put.length]);
        }
        for (const [number, json] of put.entries()) expect(JSON.stringify(shelf.take(number))).toBe(json);
      }),
      { numRuns: runs(60) },
    );
  });

  it('takes and gives values that are longer than what is written at once', () => {
    const shelf = new ValueShelf(new MemoryBytes());
    const values = [1, 400_000, 2, 130_000, 3].map((length) => ({ text: '→'.repeat(length) }));
    const numbers = values.map((value) => shelf.put(value));
    expect(numbers.toReversed().map((number) => shelf.take(number))).toEqual(values.toReversed());
  });

  it('reads what lies together at once', () => {
    const bytes = new MemoryBytes();
    const shelf = new ValueShelf(bytes);
    const numbers = Array.from({ length: 3_000 }, (_, place) => shelf.put({ place, text: 'x'.repeat(500) }));
    for (const number of numbers) shelf.take(number);
    expect(bytes.reads).toBeLessThan(20);
    expect(bytes.reads).toBeGreaterThan(5);
  });
});
