import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hitTitle } from '../../../../renderer/parts/hits/hit-title.ts';
import {
  codeSnippet,
  fenceLanguage,
  looksLikeCode,
  plainSnippet,
} from '../../../../renderer/features/workbench/results/plain-snippet.ts';
import { formatPart, formatRaw } from '../../../../renderer/features/workbench/results/score-parts.ts';

describe('snippets', () => {
  it('reads Markdown as plain text', () => {
    expect(plainSnippet('## Set up\n\nUse **all** of [the docs](/x "y") and `push_frame()`.\n> Note: *now*')).toBe(
      'Set up\nUse all of the docs and push_frame().\nNote: now',
    );
    expect(plainSnippet('call `super().__init__()` and 2 * 3 * 4')).toBe('call super().__init__() and 2 * 3 * 4');
  });

  it('takes away shared indentation and keeps the rest', () => {
    expect(codeSnippet('\n    def run(self):\n        return 1\n\n\n')).toBe('def run(self):\n    return 1');
    expect(codeSnippet('  \n \n')).toBe('');
  });

  it('tells listings from prose', () => {
    expect(looksLikeCode('class A(B):\n    def run(self):\n        pass')).toBe(true);
    expect(looksLikeCode('FrameProcessors must inherit from the base class.\n- one\n- two')).toBe(false);
    expect(fenceLanguage('text\n```python\nx\n```')).toBe('python');
    expect(fenceLanguage('```\nx\n```')).toBeNull();
  });

  it('takes any text in time', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('*', '_', '`', '[', ']', '(', ')', ' ', '\n', '|', '-', 'a', '#', '>'),
          maxLength: 360,
        }),
        (text) => {
          plainSnippet(text);
          looksLikeCode(text);
          expect(codeSnippet(text).split('\n').length).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});

describe('names of hits', () => {
  it('is the symbol, else the innermost heading with what is above it', () => {
    const place = { path: 'a/b.md', title: 'Guide', section: ['Guide', 'Set up', 'Keys'] };
    expect(hitTitle({ ...place, symbol: 'A.run' })).toEqual({ title: 'A.run', detail: null });
    expect(hitTitle({ ...place, symbol: null })).toEqual({ title: 'Keys', detail: 'Guide › Set up' });
    expect(hitTitle({ ...place, symbol: null, title: '', section: [] })).toEqual({ title: 'b.md', detail: null });
  });
});

describe('parts of a score', () => {
  it('shows the sign and as many digits as say something', () => {
    expect([formatPart(0.4), formatPart(-0.05)]).toEqual(['+0.400', '−0.050']);
    expect([formatRaw(12), formatRaw(0.58312), formatRaw(123.456)]).toEqual(['12', '0.583', '123.5']);
  });
});
