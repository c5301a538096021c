import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';
import { CorpusReader } from './corpus-reader.ts';
import { filesAt, filesWithUrl } from './name-lists.ts';
import { escapeLike } from './escape-like.ts';
import type { ContentType } from '../core/chunk.ts';

/** A stored file with where it comes from. */
export interface StoredFile {
  id: number;
  sourceId: number;
  source: string;
  repo: string;
  path: string;
  role: ContentType;
  language: string;
  title: string;
  lineCount: number;
  pageUrl: string | null;
  permalink: string | null;
  revision: string | null;
  exampleRoot: string | null;
}

const columns = `f.id, s.id AS sourceId, s.name AS source, s.repo, f.path, f.role, f.language, f.title, f.line_count AS lineCount,
  f.page_url AS pageUrl,
  s.permalink, s.revision, f.example_root AS exampleRoot`;
const tables = 'FROM files f JOIN sources s ON s.id = f.source_id';

/** Path of a page as a site has it: no extension, and its folder for an index page or README. */
function withoutExtension(path: string): string {
  return path.replace(/\.(mdx?|markdown|rst|txt)$/i, '').replace(/(^|\/)(index|readme)$/i, '');
}

function withoutOuterSlashes(path: string): string {
  return path.replace(/^\.?\/+/, '').replace(/\/+$/, '');
}

/** What follows the repository in the addresses of files on the known hosts. */
const hostedFile = /^\/(.+?)\/(?:-\/)?(?:blob|raw|tree|src\/commit|src)\/[^/]+\/(.+)$/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Finds stored files the ways people and agents name them. */
export class FileLookup {
  readonly #connection: Connection;
  readonly #reader: CorpusReader;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#reader = new CorpusReader(connection);
  }

  text(file: StoredFile): string {
    return this.#reader.fileText(file.id);
  }

  #all(where: string, values: unknown[]): StoredFile[] {
    return prepared<unknown[], StoredFile>(
      this.#connection,
      `SELECT ${columns} ${tables} WHERE ${where} ORDER BY length(f.path), f.path, s.name LIMIT 50`,
    ).all(...values);
  }

  #among(ids: readonly number[], further: string, values: unknown[]): StoredFile[] {
    if (ids.length === 0) return [];
    return this.#all(`f.id IN (SELECT value FROM json_each(?))${further}`, [JSON.stringify(ids), ...values]);
  }

  /** File of a chunk; a unique beginning of the id of at least eight digits will do. */
  byChunk(chunkId: string): { file: StoredFile; rowId: number } | null {
    if (!/^[0-9a-f]{8,64}$/.test(chunkId)) return null;
    const rows = prepared<unknown[], { id: number; file_id: number }>(
      this.#connection,
      `SELECT id, file_id FROM chunks WHERE chunk_id >= ? AND chunk_id < ? LIMIT 2`,
    ).all(chunkId, `${chunkId}g`);
    if (rows.length !== 1) return null;
    const file = this.#all('f.id = ?', [rows[0]!.file_id])[0];
    return file ? { file, rowId: rows[0]!.id } : null;
  }

  /** By source and whole path. */
  exact(source: string, path: string): StoredFile | null {
    return this.#all('f.path = ? AND s.name = ?', [path, source])[0] ?? null;
  }

  /** By path in the repository, whole or its end, in one source or all. Whole paths win. */
  byPath(path: string, source?: string): StoredFile[] {
    const clean = withoutOuterSlashes(path);
    if (clean === '') return [];
    const scope = source === undefined ? '' : ' AND s.name = ?';
    const scoped = source === undefined ? [] : [source];
    const ids = filesAt(this.#connection, clean, ['']);
    const whole = this.#among(ids, ` AND f.path = ?${scope}`, [clean, ...scoped]);
    return whole.length > 0 ? whole : this.#among(ids, scope, scoped);
  }

  /** A page by repository path, site path (with or without extension and slashes) or URL. */
  page(reference: string): StoredFile[] {
    if (!/^https?:\/\//i.test(reference)) return this.#pageAt(reference);
    if (!URL.canParse(reference)) return [];
    const { origin, pathname } = new URL(reference);
    const url = reference.replace(/[#?].*$/s, '').replace(/\/+$/, '');
    const canonical = `${origin}${pathname}`.replace(/\/+$/, '');
    const urls = [url, `${url}/`, canonical, `${canonical}/`];
    const byUrl = this.#among(filesWithUrl(this.#connection, urls), ' AND f.page_url IN (?, ?, ?, ?)', urls);
    if (byUrl.length > 0) return byUrl;
    const hosted = hostedFile.exec(pathname);
    if (hosted) {
      // The same path in another repository is another file.
      const repo = decoded(hosted[1]!).toLowerCase();
      const files = this.byPath(decoded(hosted[2]!)).filter((file) => file.repo.toLowerCase() === repo);
      if (files.length > 0) return files;
    }
    return this.#pageAt(decoded(pathname));
  }

  #pageAt(path: string): StoredFile[] {
    const direct = this.byPath(path);
    if (direct.length > 0) return direct;
    const place = withoutOuterSlashes(path.replace(/[#?].*$/s, ''));
    // The top of a site is its index page.
    if (place === '') return /^\/+$/.test(path) ? this.#pageAt('index') : [];
    const wanted = withoutExtension(place).toLowerCase();
    const ids = filesAt(this.#connection, wanted === '' ? place : wanted, ['.', '/index.', '/readme']);
    const near = this.#among(ids, ` AND f.role IN ('doc', 'readme')`, []).map((file) => ({
      file,
      short: withoutExtension(file.path).toLowerCase(),
    }));
    const exact = near.filter(({ short }) => short === wanted);
    const found = exact.length > 0 ? exact : near.filter(({ short }) => short.endsWith(`/${wanted}`));
    return found.map(({ file }) => file);
  }

  /** All files of an example project, entry files first as its own list has them. */
  exampleFiles(sourceId: number, root: string): StoredFile[] {
    const row = prepared<unknown[], { key_files: string }>(
      this.#connection,
      `SELECT key_files FROM examples WHERE source_id = ? AND root = ?`,
    ).get(sourceId, root);
    const first = row ? (JSON.parse(row.key_files) as string[]) : [];
    const files = prepared<unknown[], StoredFile>(
      this.#connection,
      `SELECT ${columns} ${tables} WHERE f.source_id = ? AND f.example_root = ? ORDER BY f.path`,
    ).all(sourceId, root);
    const place = (file: StoredFile): number => {
      const index = first.indexOf(file.path);
      return index === -1 ? first.length : index;
    };
    return files.sort((a, b) => place(a) - place(b));
  }

  /** Example projects whose folder is, or ends with, the given path. */
  exampleRoots(path: string): { sourceId: number; root: string }[] {
    const clean = withoutOuterSlashes(path);
    const like = escapeLike(clean);
    return prepared<unknown[], { sourceId: number; root: string }>(
      this.#connection,
      `SELECT source_id AS sourceId, root FROM examples WHERE root LIKE ? ESCAPE '\\' OR root LIKE ? ESCAPE '\\'
         ORDER BY (root = ?) DESC, length(root), root, source_id LIMIT 10`,
    ).all(like, `%/${like}`, clean);
  }

  example(
    sourceId: number,
    root: string,
  ): { executionMode: string; summary: string; versionPin: string | null; tags: { name: string; confidence: number }[] } | null {
    const row = prepared<unknown[], { execution_mode: string; summary: string; version_pin: string | null; tags: string }>(
      this.#connection,
      `SELECT execution_mode, summary, version_pin, tags FROM examples WHERE source_id = ? AND root = ?`,
    ).get(sourceId, root);
    if (!row) return null;
    return {
      executionMode: row.execution_mode,
      summary: row.summary,
      versionPin: row.version_pin,
      tags: JSON.parse(row.tags) as { name: string; confidence: number }[],
    };
  }
}
