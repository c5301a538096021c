import { describe, expect, it } from 'vitest';
import { aroundDay, twoSessions } from '../../../../renderer/features/sessions/compare/compare-sides.ts';
import { inputOfFilters, isFiltered, noCallFilters } from '../../../../renderer/features/sessions/calls/call-filters.tsx';
import { sessionTitle } from '../../../../renderer/features/sessions/list/session-text.ts';

describe('what is compared', () => {
  it('is two different sessions', () => {
    expect(twoSessions('a', 'b')).toEqual({ left: { sessions: ['a'] }, right: { sessions: ['b'] } });
    expect([twoSessions('a', 'a'), twoSessions(null, 'a'), twoSessions('a', null)]).toEqual([null, null, null]);
  });

  it('is what came before a day begins and what came from it on, without a gap', () => {
    const sides = aroundDay('2026-11-30')!;
    expect(sides.left.until).toBe(sides.right.from);
    expect(new Date(sides.right.from!).getHours()).toBe(0);
    expect(new Date(sides.right.from!).getDate()).toBe(30);
  });

  it.each(['', '2026-11', '2026-02-30', '2026-13-01', 'today', '20261130'])('is nothing for %j', (day) => {
    expect(aroundDay(day)).toBeNull();
  });
});

describe('filters of calls', () => {
  it('ask only for what is set', () => {
    expect(inputOfFilters(noCallFilters)).toEqual({});
    expect(isFiltered({ ...noCallFilters, text: '  ' })).toBe(false);
    expect(inputOfFilters({ role: 'hub', tools: ['search_docs'], outcomes: ['zero-hit'], text: ' frame ' })).toEqual({
      roles: ['hub'],
      tools: ['search_docs'],
      outcomes: ['zero-hit'],
      text: 'frame',
    });
  });
});

describe('the title of a session', () => {
  it('is one line; the folder or the id where it has none', () => {
    expect(sessionTitle({ title: 'Add a\n bot ', cwd: '/p/app', id: 'abcdefgh-1' })).toBe('Add a bot');
    expect(sessionTitle({ title: ' ', cwd: '/p/app/', id: 'abcdefgh-1' })).toBe('app · abcdefgh');
    expect(sessionTitle({ title: null, cwd: null, id: 'abcdefgh-1' })).toBe('abcdefgh-1');
  });
});
