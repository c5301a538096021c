import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../../main/core/sessions/reading/line-splitter.ts';

interface Seen {
  text: string | null;
  number: number;
  offset: number;
  length: number;
  ended: boolean;
}

function split(bytes: Uint8Array, pieces: readonly number[], limit: number): Seen[] {
  const seen: Seen[] = [];
  const keep = (line: { bytes: Uint8Array | null; number: number; offset: number; length: number; ended: boolean }): void => {
    seen.push({ ...line, text: line.bytes === null ? null : Buffer.from(line.bytes).toString('latin1') });
  };
  const splitter = new LineSplitter(keep, limit);
  const buffer = Buffer.alloc(64);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.min(pieces[turn % pieces.length]!, bytes.length - at);
    buffer.set(bytes.subarray(at, at + size));
    splitter.push(buffer.subarray(0, size));
    // The reader of a file uses its buffer again.
    buffer.fill(0x21);
    at += size;
  }
  const tail = splitter.peekTail();
  if (tail !== null) keep(tail);
  return seen.map(({ text, number, offset, length, ended }) => ({ text, number, offset, length, ended }));
}

describe('lines', () => {
  it('are what stands between bytes 0x0A, wherever the chunks end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0x0a, 0x0d, 0x41, 0xe2, 0x80, 0xa8, 0), { maxLength: 120 }),
        fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (values, pieces, limit) => {
          const bytes = Uint8Array.from(values);
          const parts = Buffer.from(bytes).toString('latin1').split('\n');
          const wanted: Seen[] = [];
          let offset = 0;
          for (const [index, part] of parts.entries()) {
            const last = index === parts.length - 1;
            if (!last || part !== '')
              wanted.push({
                text: part.length > limit ? null : part,
                number: index + 1,
                offset,
                length: part.length,
                ended: !last,
              });
            offset += part.length + 1;
          }
          expect(split(bytes, pieces, limit)).toEqual(wanted);
        },
      ),
    );
  });
});
