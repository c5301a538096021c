import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedMessage } from '../../main/rpc/channel.ts';
import { maximumMessageBytes } from '../../main/rpc/limits.ts';
import { decodeMessage, encodeMessage } from '../../main/rpc/message-codec.ts';

/** As it arrives: in a Buffer, and at an address that no typed array would begin at. */
function received(encoded: string | Uint8Array): string | Buffer {
  return typeof encoded === 'string' ? encoded : Buffer.concat([Buffer.from([0]), encoded]).subarray(1);
}

const numbers = fc.oneof(
  fc.float32Array({ noNaN: true, maxLength: 20 }),
  fc.float64Array({ noNaN: true, maxLength: 20 }),
  fc.uint8Array({ maxLength: 20 }),
  fc.int8Array({ maxLength: 20 }),
  fc.uint16Array({ maxLength: 20 }),
  fc.int32Array({ maxLength: 20 }),
  fc.uint32Array({ maxLength: 20 }),
);

const message = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    numbers,
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('node'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node;

describe('messages over a socket', () => {
  it('arrive as they left, typed arrays anywhere in them', () => {
    fc.assert(
      fc.property(message, (value) => {
        expect(decodeMessage(received(encodeMessage(value)))).toEqual(value);
      }),
    );
  });

  it('are text without typed arrays and bytes with them', () => {
    expect(encodeMessage({ a: [1, null] })).toBe('{"a":[1,null]}');
    const encoded = encodeMessage({ points: new Float32Array(3000) });
    expect(encoded).toBeInstanceOf(Uint8Array);
    expect(encoded.length).toBeLessThan(12_200);
  });

  it('carry a part of a larger buffer alone', () => {
    const part = new Float32Array(new Float32Array([1, 2, 3, 4]).buffer, 4, 2);
    const { value } = decodeMessage(received(encodeMessage({ value: part }))) as { value: Float32Array };
    expect([...value]).toEqual([2, 3]);
    expect(value.buffer.byteLength).toBe(8);
  });

  it('never throw when read, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string()), (bytes) => {
        expect(() => decodeMessage(bytes)).not.toThrow();
      }),
    );
  });

  it('are malformed when any byte of the header is cut off or changed in what it says', () => {
    const whole = encodeMessage({ value: new Uint16Array([1, 2, 3]) }) as Uint8Array<ArrayBuffer>;
    for (let length = 0; length < whole.length; length += 1)
      expect(decodeMessage(whole.subarray(0, length)), `${length} bytes`).toBeInstanceOf(MalformedMessage);
    expect(decodeMessage(Buffer.concat([whole, Buffer.from([0])]))).toBeInstanceOf(MalformedMessage);
  });

  it.each([
    ['a prototype', { message: {}, parts: [{ path: ['__proto__', 'polluted'], type: 'Uint8Array', length: 0 }] }],
    ['a constructor', { message: {}, parts: [{ path: ['constructor', 'name'], type: 'Uint8Array', length: 0 }] }],
    ['a value in its place', { message: { a: 1 }, parts: [{ path: ['a'], type: 'Uint8Array', length: 0 }] }],
    ['no such place', { message: {}, parts: [{ path: ['a'], type: 'Uint8Array', length: 0 }] }],
    ['another type', { message: { a: null }, parts: [{ path: ['a'], type: 'Function', length: 0 }] }],
    ['an inherited type', { message: { a: null }, parts: [{ path: ['a'], type: 'toString', length: 0 }] }],
    ['a negative length', { message: { a: null }, parts: [{ path: ['a'], type: 'Uint8Array', length: -8 }] }],
    ['more than there is', { message: { a: null }, parts: [{ path: ['a'], type: 'Float64Array', length: 2 ** 50 }] }],
    ['no path', { message: null, parts: [{ type: 'Uint8Array', length: 0 }] }],
    ['a part that is null', { message: null, parts: [null] }],
    ['no parts', { message: null }],
    ['null', null],
  ])('are malformed when a part names %s', (_what, header) => {
    const text = Buffer.from(JSON.stringify(header));
    const bytes = Buffer.alloc(Math.ceil((4 + text.length) / 8) * 8);
    bytes.writeUInt32LE(text.length);
    text.copy(bytes, 4);
    expect(decodeMessage(bytes)).toBeInstanceOf(MalformedMessage);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('are refused before they leave when they are too large or no data', () => {
    expect(() => encodeMessage('ä'.repeat(maximumMessageBytes / 2))).toThrow(/too large to send; the limit is 64 MB/);
    expect(() => encodeMessage({ points: new Uint8Array(maximumMessageBytes) })).toThrow(/too large/);
    expect(() => encodeMessage({ deep: [() => 1] })).toThrow(/deep\.0/);
    expect(() => encodeMessage({ big: 1n })).toThrow(/bigint/);
    expect(() => encodeMessage({ points: new BigInt64Array(1) })).toThrow(/cannot be carried/);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(() => encodeMessage(cycle)).toThrow(/cannot be sent/);
  });
});
