import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../../../main/contract/search.ts';
import { hitShape, plainHitHeight } from '../../../../renderer/features/workbench/results/hit-shape.ts';

const bare: SearchHit = {
  chunkId: 'c1',
  contentType: 'source',
  chunkType: 'method',
  source: 'pipecat',
  repo: 'pipecat-ai/pipecat',
  path: 'src/pipecat/frames.py',
  lines: { start: 1, end: 9 },
  language: 'python',
  symbol: 'Frame.send',
  title: 'frames.py',
  section: [],
  snippet: '',
  sourceUrl: null,
  commit: null,
  deprecated: null,
  score: 0.5,
};

describe('the shape of a hit', () => {
  it('is as high as a plain row where there is nothing to show', () => {
    expect(hitShape(bare)).toEqual({ title: 'Frame.send', detail: null, snippet: null, note: null, height: plainHitHeight });
  });

  it('grows by a line for each line of code, up to five', () => {
    const heightOf = (lines: number): number =>
      hitShape({ ...bare, snippet: Array.from({ length: lines }, (_, line) => `call(${line})`).join('\n') }).height;
    expect(heightOf(2) - heightOf(1)).toBe(16);
    expect(heightOf(5) - heightOf(1)).toBe(64);
    expect(heightOf(80)).toBe(heightOf(5));
  });

  it('leaves room for three lines of text at most, and for no line more than a short text takes', () => {
    const linesOf = (text: string): number => {
      const { snippet } = hitShape({ ...bare, contentType: 'doc', snippet: text });
      return snippet?.kind === 'text' ? snippet.lines : 0;
    };
    expect(linesOf('Short.')).toBe(1);
    expect(linesOf('words and '.repeat(8))).toBe(2);
    expect(linesOf('words and '.repeat(80))).toBe(3);
  });

  it('has a line for the headings above, and one for what is said of a deprecation', () => {
    const page = { ...bare, symbol: null, title: 'Transports', section: ['Transports', 'Daily', 'Tones'] };
    expect(hitShape(page)).toMatchObject({ title: 'Tones', detail: 'Transports › Daily', height: plainHitHeight + 18 });
    const old = { ...bare, deprecated: { note: 'Gone soon.', replacement: 'send_tone' } };
    expect(hitShape(old)).toMatchObject({ note: 'Gone soon. Use send_tone.', height: plainHitHeight + 18 });
  });

  it('shows no empty box for a snippet of which nothing is left', () => {
    expect(hitShape({ ...bare, snippet: '\n \n\t\n' })).toMatchObject({ snippet: null, height: plainHitHeight });
    expect(hitShape({ ...bare, contentType: 'doc', snippet: '```\n```' })).toMatchObject({ snippet: null });
  });

  it('is worked out once', () => {
    expect(hitShape(bare)).toBe(hitShape(bare));
  });
});
