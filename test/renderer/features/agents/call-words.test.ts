import { describe, expect, it } from 'vitest';
import { laidOut, shortArguments, workbenchRoute } from '../../../../renderer/features/agents/call-words.ts';

const search = { query: 'end a call', scope: { tool: 'docs', mode: 'hybrid', filters: { source: ['docs'] } } } as const;

describe('a call of an agent', () => {
  it('opens in the workbench as it was asked', () => {
    expect(workbenchRoute({ search: { ...search, scope: { ...search.scope, filters: { source: ['docs'] } } } })).toMatchObject({
      screen: 'search',
      query: 'end a call',
      tool: 'docs',
      filters: { source: ['docs'] },
    });
    expect(workbenchRoute({ search: null })).toBeNull();
  });

  it('has its query first and then what else was asked, by name', () => {
    const text = JSON.stringify({ limit: 5, query: 'end a call', tags: ['voice'] });
    expect(shortArguments({ arguments: text, search: { ...search, scope: { ...search.scope, filters: {} } } })).toBe(
      'end a call  limit=5  tags=["voice"]',
    );
    expect(shortArguments({ arguments: '{"symbol":"Pipeline"}', search: null })).toBe('symbol=Pipeline');
  });

  it('is shown as it came where its arguments are cut or no record', () => {
    expect(shortArguments({ arguments: '{"query":"cut of', search: null })).toBe('{"query":"cut of');
    expect(shortArguments({ arguments: '7', search: null })).toBe('7');
    expect(laidOut('{"query":"cut of')).toBe('{"query":"cut of');
    expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
});
