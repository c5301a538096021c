import type { Connection } from './database.ts';
import { prepared } from './prepared.ts';

/** What is another than it was. */
export interface IndexChange {
  /** Rows of chunks that have gone, and those that have come or are others under the same number. */
  gone: readonly number[];
  come: readonly number[];
  /** Whose chunks these are. */
  files: readonly number[];
  /** Whether a file has come, has gone or is of another role. */
  listing: boolean;
  /** Whether a source is at another commit, or its links lead elsewhere. */
  revisions: boolean;
}

interface FileState {
  /** All that its chunks follow from, and what is looked up of it. */
  signature: string;
  role: string;
  first: number;
  last: number;
}

/** What many chunks have in common, each as one text. */
interface SharedState {
  sources: string | null;
  revisions: string | null;
  examples: string | null;
}

/** More than so many chunks are not followed one by one. */
const mostRows = 600;

const selectFiles = `SELECT f.id, f.source_id || char(9) || f.path || char(9) || f.content_hash || char(9) || f.chunking || char(9) || f.language || char(9)
    || f.title || char(9) || f.first_line || char(9) || coalesce(f.page_url, '') || char(9) || coalesce(f.example_root, char(9)), f.role,
    coalesce(min(c.id), 0), coalesce(max(c.id), -1), count(c.id) FROM files f LEFT JOIN chunks c ON c.file_id = f.id GROUP BY f.id`;
const selectShared = `SELECT
    (SELECT group_concat(id || char(9) || name || char(9) || repo, char(10)) FROM (SELECT * FROM sources ORDER BY id)) AS sources,
    (SELECT group_concat(coalesce(permalink, '') || char(9) || coalesce(revision, ''), char(10)) FROM (SELECT * FROM sources ORDER BY id)) AS revisions,
    (SELECT group_concat(source_id || char(9) || root || char(9) || execution_mode || char(9) || coalesce(version_pin, char(9)) || char(9) || tags || char(9) || key_files, char(10))
       FROM (SELECT * FROM examples ORDER BY source_id, root)) AS examples`;

/**
 * Tells which chunks have changed since the last look, so that what is kept of the others stays. The index keeps no account of that: files are compared, since the chunks
 * of a file follow from what its row says and have consecutive numbers.
 */
export class IndexChanges {
  readonly #connection: Connection;
  readonly #most: number;
  #files: Map<number, FileState> | null = null;
  #shared: SharedState | null = null;

  /** `most` is for tests. */
  constructor(connection: Connection, most = mostRows) {
    this.#connection = connection;
    this.#most = most;
  }

  /** Null where it was not looked before, or too much has changed to tell it apart. */
  look(): IndexChange | null {
    const [before, sharedBefore] = [this.#files, this.#shared];
    const shared = (this.#shared = prepared<[], SharedState>(this.#connection, selectShared).get()!);
    const files = (this.#files = this.#readFiles());
    if (files === null || before === null || sharedBefore === null) return null;
    if (shared.sources !== sharedBefore.sources || shared.examples !== sharedBefore.examples) return null;
    const gone: number[] = [];
    const come: number[] = [];
    const changed: number[] = [];
    let rows = 0;
    let listing = false;
    const add = (list: number[], { first, last }: FileState): void => {
      rows += last - first + 1;
      for (let row = first; row <= last && rows <= this.#most; row += 1) list.push(row);
    };
    for (const [id, now] of files) {
      const then = before.get(id);
      if (then?.signature === now.signature && then.role === now.role && then.first === now.first && then.last === now.last)
        continue;
      changed.push(id);
      if (then?.role !== now.role) listing = true;
      if (then !== undefined) add(gone, then);
      add(come, now);
    }
    for (const [id, then] of before) {
      if (files.has(id)) continue;
      changed.push(id);
      listing = true;
      add(gone, then);
    }
    if (rows > this.#most) return null;
    return { gone, come, files: changed, listing, revisions: shared.revisions !== sharedBefore.revisions };
  }

  /** Null where a file's chunks are not consecutive. */
  #readFiles(): Map<number, FileState> | null {
    const rows = prepared(this.#connection, selectFiles).raw().all() as [number, string, string, number, number, number][];
    const files = new Map<number, FileState>();
    for (const [id, signature, role, first, last, count] of rows) {
      if (last - first + 1 !== count) return null;
      files.set(id, { signature, role, first, last });
    }
    return files;
  }
}
