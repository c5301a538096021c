import type { SearchFilters } from '../contract/search.ts';
import type { ContentType } from '../core/chunk.ts';
import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';
import { filterConditions, joinsFor, whereOf } from './search-filters.ts';

/** What facets count of a chunk. */
export interface FacetRow {
  id: number;
  fileId: number;
  contentType: string;
  language: string;
  chunkType: string;
  modulePath: string | null;
  className: string | null;
  domain: string | null;
}

/** What facets count of a chunk's file. */
export interface FileFacets {
  source: string;
  executionMode: string | null;
  versionPin: string | null;
  tags: readonly string[];
}

const columns = `c.id, c.file_id AS fileId, c.content_type AS contentType, c.language, c.chunk_type AS chunkType,
  c.module_path AS modulePath, c.class_name AS className, c.domain`;

/** Reads the values that facets count. */
export class FacetReader {
  readonly #connection: Connection;
  #files: { generation: number; facets: ReadonlyMap<number, FileFacets> } = { generation: -1, facets: new Map() };

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The given chunks, in no order. */
  chunks(ids: readonly number[]): FacetRow[] {
    return prepared<[string], FacetRow>(
      this.#connection,
      `SELECT ${columns} FROM json_each(?) wanted JOIN chunks c ON c.id = wanted.value`,
    ).all(JSON.stringify(ids));
  }

  /** All chunks that pass the filters, in no order. */
  matching(filters: SearchFilters, contentTypes: readonly ContentType[] | null): FacetRow[] {
    const where = whereOf(filterConditions(filters, contentTypes), 'WHERE');
    return prepared<unknown[], FacetRow>(
      this.#connection,
      `SELECT ${columns} FROM chunks c ${joinsFor(where.sql)} ${where.sql}`,
    ).all(...where.values);
  }

  /** Of every file, read once per generation. */
  files(generation: number): ReadonlyMap<number, FileFacets> {
    if (this.#files.generation !== generation) {
      const tags = new Map<string, string[]>();
      for (const { example, tag } of this.#connection
        .prepare<[], { example: string; tag: string }>(`SELECT source_id || char(10) || root AS example, tag FROM example_tags`)
        .iterate()) {
        const known = tags.get(example);
        if (known) known.push(tag);
        else tags.set(example, [tag]);
      }
      const rows = this.#connection
        .prepare<[], Omit<FileFacets, 'tags'> & { id: number; example: string | null }>(
          `SELECT f.id, s.name AS source, x.execution_mode AS executionMode, x.version_pin AS versionPin,
             f.source_id || char(10) || f.example_root AS example
           FROM files f JOIN sources s ON s.id = f.source_id
           LEFT JOIN examples x ON x.source_id = f.source_id AND x.root = f.example_root`,
        )
        .all();
      const facets = new Map(
        rows.map(({ id, example, ...facts }) => [id, { ...facts, tags: example === null ? [] : (tags.get(example) ?? []) }]),
      );
      this.#files = { generation, facets };
    }
    return this.#files.facets;
  }
}
