import type { ContentType } from '../core/chunk.ts';
import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';
import { escapeLike } from './escape-like.ts';

/** Most folders that are listed. */
const mostAreas = 40;

/** Folders of the documents (two levels), most files first: what a path prefix can be. */
export function areasOf(connection: Connection, roles: readonly ContentType[]): string[] {
  const rows = prepared<unknown[], { path: string }>(
    connection,
    `SELECT path FROM files WHERE role IN (${roles.map(() => '?').join(', ')}) AND path LIKE '%/%'`,
  ).all(...roles);
  const counts = new Map<string, number>();
  for (const { path } of rows) {
    const folders = path.split('/').slice(0, -1);
    for (const depth of [1, 2]) {
      if (folders.length < depth) continue;
      const area = folders.slice(0, depth).join('/');
      counts.set(area, (counts.get(area) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, mostAreas)
    .map(([area]) => area);
}

/**
 * The path prefix that an area means: itself where files begin with it, else the shortest folder that ends with it (`guides/learn` where the repository
 * has `docs/guides/learn`). Null where there is none.
 */
export function areaPrefix(connection: Connection, area: string): string | null {
  const clean = area.replace(/^\.?\/+/, '').replace(/\/+$/, '');
  if (clean === '') return '';
  const like = escapeLike(clean);
  const rows = prepared<unknown[], { path: string }>(
    connection,
    `SELECT path FROM files WHERE path LIKE ? ESCAPE '\\' OR path LIKE ? ESCAPE '\\' ORDER BY (path LIKE ? ESCAPE '\\') DESC, length(path), path LIMIT 1`,
  ).all(`${like}%`, `%/${like}/%`, `${like}%`);
  const path = rows[0]?.path;
  if (path === undefined) return null;
  if (path.toLowerCase().startsWith(clean.toLowerCase())) return clean;
  const at = path.toLowerCase().indexOf(`/${clean.toLowerCase()}/`);
  return path.slice(0, at + 1 + clean.length);
}

/** Pages that introduce a site or a part of it, in folders of one level at most: what there is instead of a site's index page. Shortest path first. */
export function introductionsOf(connection: Connection, most: number): string[] {
  const names = ['index', 'introduction', 'overview', 'welcome', 'home', 'getting-started', 'quickstart'];
  const like = names.map(() => `f.path LIKE ? OR f.path LIKE ?`).join(' OR ');
  return prepared<unknown[], { path: string }>(
    connection,
    `SELECT DISTINCT f.path FROM files f WHERE f.role = 'doc' AND f.path NOT LIKE '%/%/%' AND (${like}) ORDER BY f.path NOT LIKE '%overview%', length(f.path), f.path LIMIT ?`,
  )
    .all(...names.flatMap((name) => [`${name}.%`, `%/${name}.%`]), most)
    .map(({ path }) => path);
}

/** Classes or modules whose name begins with the text, whatever the case; those that hold it somewhere where none begins so. Shortest first. */
export function namesLike(connection: Connection, kind: 'class' | 'module', text: string, most: number): string[] {
  const column = kind === 'class' ? 'class_name' : 'module_path';
  const statement = prepared<[string, number], { name: string }>(
    connection,
    `SELECT DISTINCT ${column} AS name FROM chunks WHERE ${column} LIKE ? ESCAPE '\\' ORDER BY length(name), name LIMIT ?`,
  );
  const like = escapeLike(text);
  const found = statement.all(`${like}%`, most);
  return (found.length > 0 ? found : statement.all(`%${like}%`, most)).map(({ name }) => name);
}
