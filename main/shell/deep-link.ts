import { linkSchemeName } from './app-origin.ts';

/** Everything that a link from outside can mean. None of it changes anything: a source is offered, and added by the user. */
export type DeepLink =
  | { kind: 'search'; query: string }
  | { kind: 'read'; source: string; path: string; lines: string | null }
  | { kind: 'source'; name: string }
  | { kind: 'offer-source'; text: string };

const longestLink = 8192;
const longestQuery = 2000;
const longestSource = 2048;

/**
 * Reads `contexthub://search?q=WORDS`, `contexthub://read/SOURCE/PATH?lines=3-9`, `contexthub://source/NAME` and
 * `contexthub://add?source=TEXT`; null for everything else.
 */
export function parseDeepLink(text: string): DeepLink | null {
  if (text.length > longestLink || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== `${linkSchemeName}:` || url.username !== '' || url.port !== '') return null;
  const parts = pathParts(url.pathname);
  if (parts === null) return null;
  switch (url.host) {
    case 'search': {
      const query = url.searchParams.get('q') ?? '';
      return parts.length === 0 && isText(query, longestQuery) ? { kind: 'search', query } : null;
    }
    case 'read': {
      const [source, ...path] = parts;
      const lines = url.searchParams.get('lines');
      if (source === undefined || !isName(source) || path.length === 0 || path.includes('..')) return null;
      if (lines !== null && !/^\d{1,9}(-\d{1,9})?$/.test(lines)) return null;
      return { kind: 'read', source, path: path.join('/'), lines };
    }
    case 'source': {
      const [name, ...more] = parts;
      return name !== undefined && more.length === 0 && isName(name) ? { kind: 'source', name } : null;
    }
    case 'add': {
      const source = url.searchParams.get('source') ?? '';
      return parts.length === 0 && isText(source, longestSource) ? { kind: 'offer-source', text: source } : null;
    }
    default:
      return null;
  }
}

/** The route in the window that shows what a link means. */
export function hashOfLink(link: Exclude<DeepLink, { kind: 'offer-source' }>): string {
  switch (link.kind) {
    case 'search':
      return `#/search?${new URLSearchParams({ q: link.query }).toString()}`;
    case 'read': {
      const path = link.path.split('/').map(encodeURIComponent).join('/');
      return `#/read/${encodeURIComponent(link.source)}/${path}${link.lines === null ? '' : `?lines=${link.lines}`}`;
    }
    case 'source':
      return `#/sources/${encodeURIComponent(link.name)}`;
  }
}

function pathParts(pathname: string): string[] | null {
  try {
    const parts = pathname.split('/').slice(1).map(decodeURIComponent);
    const trimmed = parts.at(-1) === '' ? parts.slice(0, -1) : parts;
    return trimmed.some((part) => part === '' || /[\0/\\]/.test(part)) ? null : trimmed;
  } catch {
    return null;
  }
}

function isName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text);
}

function isText(text: string, longest: number): boolean {
  return text.trim() !== '' && text.length <= longest && !/[\u0000-\u001f\u007f]/.test(text);
}
