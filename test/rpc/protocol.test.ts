import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedMessage } from '../../main/rpc/channel.ts';
import { readClientFrame, readServerFrame } from '../../main/rpc/protocol.ts';

const fromClient = [
  { type: 'hello', protocol: 'context-hub', version: 1, more: 'of a later version' },
  { type: 'request', id: 1, name: 'search.run', input: { query: 'x' } },
  { type: 'request', id: 2, name: 'hub.status', input: undefined },
  { type: 'cancel', id: 1 },
  { type: 'credit', id: 1, count: 16 },
  { type: 'ping' },
];
const fromServer = [
  { type: 'hello', protocol: 'context-hub', version: 2 },
  { type: 'reply', id: 1, value: null },
  { type: 'next', id: 1, value: [1, 2] },
  { type: 'done', id: 1 },
  { type: 'error', id: 1, error: { code: 'usage', message: 'no' } },
  { type: 'error', id: null, error: { code: 'of another version', message: '', details: { a: 1 } } },
  { type: 'pong' },
];
const sides = [
  ['a client', readClientFrame, fromClient],
  ['a service', readServerFrame, fromServer],
] as const;

describe.each(sides)('a message from %s', (_who, read, frames) => {
  it.each(frames.map((frame) => [JSON.stringify(frame), frame]))('is read: %s', (_text, frame) => {
    expect(read(frame)).toEqual(frame);
  });

  it('is malformed when a field of it is missing', () => {
    for (const frame of frames)
      for (const name of Object.keys(frame).filter((each) => each !== 'more')) {
        const rest = Object.fromEntries(Object.entries(frame).filter(([each]) => each !== name));
        expect(read(rest), `${frame.type} without ${name}`).toBeInstanceOf(MalformedMessage);
      }
  });

  it('is malformed when it says more than its type has, and names that', () => {
    for (const frame of frames.filter(({ type }) => type !== 'hello')) {
      const problem = read({ ...frame, steal: 1 });
      expect(problem, frame.type).toBeInstanceOf(MalformedMessage);
      expect((problem as MalformedMessage).reason).toContain('steal');
    }
  });

  it('is taken or refused, whatever stands in its fields; nothing is thrown', () => {
    const anything = fc.oneof(fc.anything(), fc.integer(), fc.double(), fc.string());
    fc.assert(
      fc.property(fc.constantFrom(...frames), fc.string({ maxLength: 8 }), anything, (frame, name, value) => {
        for (const changed of [value, { ...frame, [name]: value }, { ...frame, id: value }, { ...frame, type: value }]) {
          const found = read(changed);
          expect(found instanceof MalformedMessage || found === changed).toBe(true);
        }
      }),
    );
  });
});

describe('what is refused', () => {
  const bad: [string, unknown][] = [
    ['an id of 0', { type: 'cancel', id: 0 }],
    ['an id that is no whole number', { type: 'cancel', id: 1.5 }],
    ['an id beyond what numbers can tell apart', { type: 'cancel', id: 2 ** 53 }],
    ['an id as text', { type: 'cancel', id: '1' }],
    ['no id where an answer has one', { type: 'request', id: null, name: 'x', input: 1 }],
    ['a name that is a book', { type: 'request', id: 1, name: 'x'.repeat(201), input: 1 }],
    ['endless credit', { type: 'credit', id: 1, count: 1_000_001 }],
    ['a type that every object has', { type: 'toString' }],
    ['a list', [{ type: 'ping' }]],
    [
      'a field that throws',
      Object.defineProperty({ id: 1 }, 'type', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    ['a version that is none', { type: 'hello', protocol: 'context-hub', version: '1' }],
  ];
  it.each(bad)('%s', (_what, message) => {
    expect(readClientFrame(message)).toBeInstanceOf(MalformedMessage);
  });

  it.each([
    ['an error without words', { type: 'error', id: 1, error: { code: 'usage' } }],
    ['an error with a list of details', { type: 'error', id: 1, error: { code: 'usage', message: '', details: [] } }],
    ['an error that is text', { type: 'error', id: 1, error: 'no' }],
    ['a code that is a book', { type: 'error', id: 1, error: { code: 'x'.repeat(101), message: '' } }],
  ])('%s', (_what, message) => {
    expect(readServerFrame(message)).toBeInstanceOf(MalformedMessage);
  });

  it('passes on why a message could not even be decoded', () => {
    const undecoded = new MalformedMessage('cut off');
    expect(readServerFrame(undecoded)).toBe(undecoded);
  });
});
