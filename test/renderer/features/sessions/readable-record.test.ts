import { describe, expect, it } from 'vitest';
import { readableRecord } from '../../../../renderer/features/sessions/findings/readable-record.ts';

describe('a raw record', () => {
  it('has one field per line, and stays as it is where it is cut', () => {
    expect(readableRecord('{"a":1,"b":"x"}')).toBe('{\n  "a": 1,\n  "b": "x"\n}');
    expect(readableRecord('{"a":1,"b":')).toBe('{"a":1,"b":');
  });

  it('shows signs that turn text around instead of being turned by them', () => {
    expect(readableRecord('{"a":"\u202exe.tpircs"}')).toBe('{\n  "a": "\\u202exe.tpircs"\n}');
    expect(readableRecord('cut \u2066')).toBe('cut \\u2066');
  });
});
