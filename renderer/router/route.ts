import type { LineRange, SearchFiltersInput } from '../../main/contract/search.ts';
import { searchModes, searchTools, type SearchMode, type SearchTool } from '../../main/contract/search-vocabulary.ts';
import { readFilters, writeFilters } from './filters.ts';

export interface SearchRoute {
  screen: 'search';
  query: string;
  tool: SearchTool;
  mode: SearchMode;
  filters: SearchFiltersInput;
  /** Chunk that is open beside the list. */
  hit: string | null;
  /** The other setting of a comparison, in the words of whoever compares. */
  compare: string | null;
}

export interface ReadRoute {
  screen: 'read';
  source: string;
  path: string;
  lines: LineRange | null;
}

export interface MapRoute {
  screen: 'map';
  /** Chunk that has the focus and is read. */
  chunk: string | null;
  /** Whose trail is drawn; empty for none. */
  query: string;
  tool: SearchTool;
  mode: SearchMode;
  filters: SearchFiltersInput;
  /** The other setting of two trails, in the words of whoever compares. */
  compare: string | null;
}

export interface SourcesRoute {
  screen: 'sources';
  name: string | null;
  /** What is shown of the source, e.g. its skipped files. */
  view: string | null;
}

export interface SettingsRoute {
  screen: 'settings';
  section: string | null;
}

export interface SessionsRoute {
  screen: 'sessions';
  /** Key of one session; null for all of them. */
  session: string | null;
  /** Part of the analysis, e.g. its findings. */
  view: string | null;
  /** What is open in that part: the id of a finding, the key of a call. */
  item: string | null;
}

export interface AgentsRoute {
  screen: 'agents';
  /** What is shown of agents, e.g. their feedback; null for their calls. */
  view: string | null;
  /** Id of the call that is looked at. */
  call: number | null;
}

export interface EvaluationsRoute {
  screen: 'evaluations';
  /** Id of the case that is shown. */
  id: number | null;
}

/** An address that means nothing here: cut off, mistyped, or of another version. */
export interface UnknownRoute {
  screen: 'unknown';
  /** What stands after the `#`. */
  address: string;
}

/** What the window shows; every one has an address after the `#`. */
export type Route =
  | SearchRoute
  | ReadRoute
  | MapRoute
  | SourcesRoute
  | AgentsRoute
  | SessionsRoute
  | EvaluationsRoute
  | SettingsRoute
  | UnknownRoute;
export type ScreenName = Route['screen'];

export const emptySearch: SearchRoute = {
  screen: 'search',
  query: '',
  tool: 'any',
  mode: 'hybrid',
  filters: {},
  hit: null,
  compare: null,
};

export const emptyMap: MapRoute = {
  screen: 'map',
  chunk: null,
  query: '',
  tool: 'any',
  mode: 'hybrid',
  filters: {},
  compare: null,
};

/** The map under the filters that a search has, and with its query. */
export function mapFrom(route: Route): MapRoute {
  if (route.screen !== 'search') return emptyMap;
  const { query, tool, mode, filters } = route;
  return { ...emptyMap, query, tool, mode, filters };
}

/** A search under the filters that the map has. */
export function searchFrom(route: Route): SearchRoute {
  return route.screen === 'map' ? { ...emptySearch, tool: route.tool, filters: route.filters } : emptySearch;
}

/** The route of an address's hash. Anything can stand there: none is an empty search, and of a screen what makes no sense is left out. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#?\/?/, '');
  const cut = address.indexOf('?');
  const parts = (cut === -1 ? address : address.slice(0, cut)).split('/').map(decode);
  const params = new URLSearchParams(cut === -1 ? '' : address.slice(cut + 1));
  const [screen, first = '', ...rest] = parts;
  if (screen === 'sources') return { screen, name: first === '' ? null : first, view: params.get('view') };
  if (screen === 'sessions')
    return { screen, session: first === '' ? null : first, view: params.get('view'), item: params.get('item') };
  if (screen === 'agents') return { screen, view: first === '' ? null : first, call: parseId(params.get('call')) };
  if (screen === 'evaluations') return { screen, id: parseId(first) };
  if (screen === 'settings') return { screen, section: first === '' ? null : first };
  const path = rest.join('/');
  if (screen === 'read' && first !== '' && path !== '')
    return { screen, source: first, path, lines: parseLines(params.get('lines')) };
  if (screen === 'map') {
    const { hit, ...search } = parseSearch(params);
    return { ...search, screen, chunk: hit };
  }
  if (screen === 'search') return parseSearch(params);
  return address === '' ? emptySearch : { screen: 'unknown', address: hash.replace(/^#/, '') };
}

/** The hash of a route, `#` included. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case 'search':
      return withParams('#/search', searchParams(route));
    case 'read': {
      const path = route.path.split('/').map(encodeURIComponent).join('/');
      const lines = route.lines === null ? '' : formatLines(route.lines);
      return withParams(`#/read/${encodeURIComponent(route.source)}/${path}`, new URLSearchParams(lines === '' ? {} : { lines }));
    }
    case 'map': {
      const { chunk, ...search } = route;
      return withParams('#/map', searchParams({ ...search, screen: 'search', hit: chunk }));
    }
    case 'sources':
      return withParams(
        route.name === null ? '#/sources' : `#/sources/${encodeURIComponent(route.name)}`,
        new URLSearchParams(route.view === null ? {} : { view: route.view }),
      );
    case 'sessions':
      return withParams(
        route.session === null ? '#/sessions' : `#/sessions/${encodeURIComponent(route.session)}`,
        new URLSearchParams({
          ...(route.view === null ? {} : { view: route.view }),
          ...(route.item === null ? {} : { item: route.item }),
        }),
      );
    case 'agents':
      return withParams(
        route.view === null ? '#/agents' : `#/agents/${encodeURIComponent(route.view)}`,
        new URLSearchParams(route.call === null ? {} : { call: String(route.call) }),
      );
    case 'evaluations':
      return route.id === null ? '#/evaluations' : `#/evaluations/${route.id}`;
    case 'unknown':
      return `#${route.address}`;
    case 'settings':
      return route.section === null ? '#/settings' : `#/settings/${encodeURIComponent(route.section)}`;
  }
}

function parseSearch(params: URLSearchParams): SearchRoute {
  return {
    screen: 'search',
    query: (params.get('q') ?? '').slice(0, 20_000),
    tool: searchTools.find((tool) => tool === params.get('tool')) ?? 'any',
    mode: searchModes.find((mode) => mode === params.get('mode')) ?? 'hybrid',
    filters: readFilters(params),
    hit: params.get('hit'),
    compare: params.get('compare'),
  };
}

function searchParams(route: SearchRoute): URLSearchParams {
  const params = new URLSearchParams();
  if (route.query !== '') params.set('q', route.query);
  if (route.tool !== 'any') params.set('tool', route.tool);
  if (route.mode !== 'hybrid') params.set('mode', route.mode);
  writeFilters(route.filters, params);
  if (route.hit !== null) params.set('hit', route.hit);
  if (route.compare !== null) params.set('compare', route.compare);
  return params;
}

function withParams(path: string, params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** `12-40` or `12`; null where it is neither. */
function parseLines(text: string | null): LineRange | null {
  const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text ?? '');
  if (match === null) return null;
  const start = Math.max(1, Number(match[1]));
  return { start, end: Math.max(start, Number(match[2] ?? match[1])) };
}

function parseId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function formatLines({ start, end }: LineRange): string {
  return start === end ? String(start) : `${start}-${end}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
