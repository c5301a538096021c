import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchRanges, queryStems } from '../../../../renderer/parts/hits/match-ranges.ts';

const marked = (text: string, query: string): string[] =>
  matchRanges(text, queryStems(query)).map(({ start, end }) => text.slice(start, end));

describe('matched words', () => {
  it('marks words whatever their case and ending', () => {
    expect(marked('Frames are processed by the FrameProcessor.', 'frame processing')).toEqual([
      'Frames',
      'processed',
      'FrameProcessor',
    ]);
  });

  it('marks identifiers whole and by their parts', () => {
    expect(marked('await self.push_frame(frame)', 'push_frame')).toEqual(['push_frame', 'frame']);
    expect(marked('class DailyTransport(BaseTransport):', 'transport')).toEqual(['Transport', 'Transport']);
  });

  it('leaves words alone that only begin alike', () => {
    expect(marked('category catalogue cat cats', 'cat')).toEqual(['cat', 'cats']);
    expect(marked('a runtime runs', 'run')).toEqual(['runs']);
  });

  it('leaves out words that say nothing, unless there are no others', () => {
    expect(marked('how to use the pipeline', 'how to use the pipeline')).toEqual(['pipeline']);
    expect(marked('what is it', 'what is it')).toEqual(['what', 'is', 'it']);
  });

  it('gives ranges in order, within the text and apart from one another', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 40 }), (text, query) => {
        let before = 0;
        for (const { start, end } of matchRanges(text, queryStems(query))) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
