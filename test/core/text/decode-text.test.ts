import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../main/core/text/decode-text.ts';

const decoded = (text: string): string => decodeText(new TextEncoder().encode(text));

describe('the text of a file', () => {
  it('has lines where each ends with a carriage return alone', () => {
    expect(decoded('# Title\r\rText\r')).toBe('# Title\n\nText\n');
  });

  it('is left as it is where newlines end its lines, so that line numbers are those of every other program', () => {
    expect(decoded('one\r\ntwo\r\n')).toBe('one\r\ntwo\r\n');
    expect(decoded('10 %\r20 %\nend\n')).toBe('10 %\r20 %\nend\n');
  });

  it('is any bytes', () => {
    expect(decodeText(new Uint8Array())).toBe('');
    expect(decodeText(new Uint8Array([0xff, 0x0d, 0xfe]))).toBe('\uFFFD\n\uFFFD');
  });
});
