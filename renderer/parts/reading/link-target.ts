/** Where a link of a page leads. */
export type LinkTarget =
  | { kind: 'external'; url: string }
  /** Within the page: the slug of a heading. */
  | { kind: 'heading'; slug: string }
  /** Paths of the same source that it can mean, the likeliest first. */
  | { kind: 'page'; paths: string[]; slug: string | null }
  | { kind: 'none' };

const pageEndings = ['.mdx', '.md', '/index.mdx', '/index.md', '/README.md', '/overview.mdx'] as const;

/**
 * Reads a link of the page at `path`. Documentation sites link to pages from their root and without an ending, repositories relative to
 * the file; `siteUrl` is the address of this very page, so that links to its own site stay in the window.
 */
export function linkTarget(href: string, path: string, siteUrl: string | null): LinkTarget {
  const written = href.trim();
  if (written === '') return { kind: 'none' };
  if (written.startsWith('#')) return { kind: 'heading', slug: decode(written.slice(1)) };
  if (/^(?:https?|mailto):/i.test(written)) {
    const own = sitePath(written, siteUrl);
    return own === null ? { kind: 'external', url: written } : pageTarget(own, '');
  }
  // `//host` and any other scheme lead nowhere.
  if (written.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(written)) return { kind: 'none' };
  return pageTarget(written, path);
}

function pageTarget(written: string, from: string): LinkTarget {
  const [address = '', fragment] = written.split('#', 2);
  const bare = decode(address.split('?', 1)[0]!);
  const slug = fragment === undefined || fragment === '' ? null : decode(fragment);
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  const target = normalize(bare.startsWith('/') || from === '' ? bare : `${folder}/${bare}`);
  if (target === null) return { kind: 'none' };
  if (target === '') return { kind: 'page', paths: ['index.mdx', 'index.md', 'README.md'], slug };
  const hasEnding = /\.[a-z0-9]{1,8}$/i.test(target);
  const paths = hasEnding ? [target] : pageEndings.map((ending) => target + ending);
  // A site's root may lie in a folder of the repository.
  const root = /^(docs?|content|website\/docs|src)\//.exec(from)?.[0];
  if (root !== undefined && bare.startsWith('/')) paths.push(...paths.map((each) => root + each));
  return { kind: 'page', paths: [...new Set([...paths, target])], slug };
}

/** The path on the page's own site; null on another one. */
function sitePath(url: string, siteUrl: string | null): string | null {
  if (siteUrl === null) return null;
  try {
    const target = new URL(url);
    const own = new URL(siteUrl);
    // A code host holds everybody's files under one address.
    if (target.origin !== own.origin || /(^|\.)(github|gitlab|bitbucket)\.(com|org)$/i.test(own.hostname)) return null;
    return target.pathname + target.hash;
  } catch {
    return null;
  }
}

/** Resolves `.` and `..`; null where it would leave the root. */
function normalize(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
