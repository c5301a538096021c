import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchModes, searchTools } from '../../../main/contract/search.ts';
import {
  emptyMap,
  emptySearch,
  formatRoute,
  mapFrom,
  parseRoute,
  searchFrom,
  type Route,
} from '../../../renderer/router/route.ts';

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((value) => value.isWellFormed());
const filterText = text.filter((value) => value.trim() !== '');

const searched = {
  query: fc.oneof(fc.constant(''), text),
  tool: fc.constantFrom(...searchTools),
  mode: fc.constantFrom(...searchModes),
  filters: fc.record(
    {
      source: fc.array(
        filterText.map((value) => value.replaceAll(',', '') + 'x').map((value) => value.trim()),
        { minLength: 1, maxLength: 3 },
      ),
      path: filterText,
      is_dataclass: fc.constantFrom<('true' | 'false')[]>('true', 'false'),
      version_filter: fc.constantFrom<('prefer' | 'only')[]>('prefer', 'only'),
    },
    { requiredKeys: [] },
  ),
};

const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ screen: fc.constant('map' as const), ...searched, chunk: fc.option(text), compare: fc.option(text) }),
  fc.record({
    screen: fc.constant('search' as const),
    ...searched,
    hit: fc.option(text),
    compare: fc.option(text),
  }),
  fc.record({
    screen: fc.constant('read' as const),
    source: text,
    path: text.filter((value) => value !== '/'),
    lines: fc.option(fc.tuple(fc.nat(1e6), fc.nat(500)).map(([start, more]) => ({ start: start + 1, end: start + 1 + more }))),
  }),
  fc.record({ screen: fc.constant('sources' as const), name: fc.option(text), view: fc.option(text) }),
  fc.record({
    screen: fc.constant('sessions' as const),
    session: fc.option(text),
    view: fc.option(text),
    item: fc.option(text),
  }),
  fc.record({ screen: fc.constant('agents' as const), view: fc.option(text), call: fc.option(fc.nat()) }),
  fc.record({ screen: fc.constant('evaluations' as const), id: fc.option(fc.nat()) }),
  fc.record({ screen: fc.constant('settings' as const), section: fc.option(text) }),
  fc.record({ screen: fc.constant('unknown' as const), address: fc.webPath().map((path) => `/unknown${path}`) }),
);

describe('filters', () => {
  it('go along from a search to the map and back', () => {
    const search = { ...emptySearch, query: 'dial', tool: 'api' as const, filters: { source: ['docs'] }, hit: 'abc' };
    const map = mapFrom(search);
    expect(map).toEqual({ ...emptyMap, query: 'dial', tool: 'api', filters: { source: ['docs'] } });
    expect(searchFrom(map)).toEqual({ ...emptySearch, tool: 'api', filters: { source: ['docs'] } });
  });

  it('come from nowhere else', () => {
    const settings: Route = { screen: 'settings', section: null };
    expect(mapFrom(settings)).toEqual(emptyMap);
    expect(searchFrom(settings)).toEqual(emptySearch);
  });
});

describe('routes', () => {
  it('come back from their address as they were, whatever they hold', () => {
    fc.assert(
      fc.property(routes, (route) => {
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
    );
  });

  it('are made of any text without a fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((tail) => `#/read/a/${tail}?lines=${tail}`),
        ),
        (hash) => {
          const route = parseRoute(hash);
          expect(parseRoute(formatRoute(route))).toEqual(route);
        },
      ),
    );
  });

  it.each([
    [
      '#/search?q=frames&tool=docs&f.source=pipecat&f.source=docs',
      { ...emptySearch, query: 'frames', tool: 'docs', filters: { source: ['pipecat', 'docs'] } },
    ],
    [
      '#/read/pipecat/src/a%20b.py?lines=12-40',
      { screen: 'read', source: 'pipecat', path: 'src/a b.py', lines: { start: 12, end: 40 } },
    ],
    ['#/read/pipecat/a.py?lines=40-12', { screen: 'read', source: 'pipecat', path: 'a.py', lines: { start: 40, end: 40 } }],
    ['#/read/pipecat/a.py?lines=0', { screen: 'read', source: 'pipecat', path: 'a.py', lines: { start: 1, end: 1 } }],
    ['#/sources/docs?view=skipped', { screen: 'sources', name: 'docs', view: 'skipped' }],
    ['', emptySearch],
    ['#', emptySearch],
    ['#/', emptySearch],
    ['#/nowhere/at/all', { screen: 'unknown', address: '/nowhere/at/all' }],
    ['#/read/pipecat', { screen: 'unknown', address: '/read/pipecat' }],
    ['#toString', { screen: 'unknown', address: 'toString' }],
    ['#/read/%E0%A4%A/x', { screen: 'read', source: '%E0%A4%A', path: 'x', lines: null }],
  ])('reads %s', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  it('leave filters out that do not exist or do not fit', () => {
    expect(parseRoute('#/search?f.nonsense=1&f.version_filter=maybe&f.is_dataclass=yes&f.path=src&tool=none&mode=best')).toEqual({
      ...emptySearch,
      filters: { path: 'src' },
    });
  });
});
