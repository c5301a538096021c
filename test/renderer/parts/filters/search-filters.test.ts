import { describe, expect, it } from 'vitest';
import { activeFilters, toggleFilter, withoutFilter } from '../../../../renderer/parts/filters/search-filters.ts';
import { describeScope, routeOf, viewOf } from '../../../../renderer/parts/filters/search-scope.ts';
import { emptySearch } from '../../../../renderer/router/route.ts';

describe('filters', () => {
  it('adds and takes back values of a filter of several', () => {
    const one = toggleFilter({}, 'source', 'pipecat');
    const two = toggleFilter(one, 'source', 'docs');
    expect(activeFilters(two)).toEqual([
      { name: 'source', value: 'pipecat' },
      { name: 'source', value: 'docs' },
    ]);
    expect(toggleFilter(toggleFilter(two, 'source', 'pipecat'), 'source', 'docs')).toEqual({});
    expect(withoutFilter(two, 'source')).toEqual({});
  });

  it('replaces the value of a filter of one', () => {
    const first = toggleFilter({}, 'module', 'pipecat.frames');
    expect(toggleFilter(first, 'module', 'pipecat')).toEqual({ module: 'pipecat' });
    expect(toggleFilter(first, 'module', 'pipecat.frames')).toEqual({});
  });
});

describe('what the screen shows', () => {
  it('searches with words, browses with filters alone, and begins with neither', () => {
    expect(viewOf({ ...emptySearch, query: ' x ' })).toBe('search');
    expect(viewOf({ ...emptySearch, filters: { source: ['docs'] } })).toBe('browse');
    expect(viewOf({ ...emptySearch, tool: 'api' })).toBe('browse');
    expect(viewOf({ ...emptySearch, query: '  ' })).toBe('start');
  });

  it('takes a kept search back with its scope', () => {
    const scope = { tool: 'docs', mode: 'rrf', filters: { source: ['docs'] } } as const;
    expect(routeOf({ query: 'x', scope: { ...scope, filters: { source: ['docs'] } } })).toMatchObject({
      screen: 'search',
      query: 'x',
      ...scope,
    });
    expect(describeScope(scope)).toBe('Docs · Rank fusion · docs');
    expect(describeScope({ ...scope, filters: { chunk_id: ['a'.repeat(64), 'b'.repeat(64)] } })).toBe(
      'Docs · Rank fusion · only 2 chunks',
    );
  });
});
