import { describe, expect, it } from 'vitest';
import { toolCounts } from '../../../../renderer/features/workbench/query/tool-counts.ts';

const value = (name: string, count: number, selected = false) => ({ value: name, count, selected });

describe('the counts on the tabs', () => {
  it('are those of the content types that each tool searches', () => {
    const values = [value('doc', 5), value('source', 4), value('code', 3), value('readme', 2)];
    expect(toolCounts([{ filter: 'content_type', values, more: 0 }])).toEqual({ any: 14, docs: 7, examples: 5, api: 4 });
  });

  it('leave out the types that a filter leaves out', () => {
    const values = [value('doc', 5), value('source', 4, true), value('readme', 2, true)];
    expect(toolCounts([{ filter: 'content_type', values, more: 0 }])).toEqual({ any: 6, docs: 2, examples: 2, api: 4 });
  });

  it('are none where nothing was found', () => {
    expect(toolCounts([])).toEqual({ any: 0, docs: 0, examples: 0, api: 0 });
  });
});
