import type { CodePlace } from '../contract/reading.ts';
import type { EdgeConfidence } from '../core/graph/resolve-file.ts';
import { filesDefining } from './name-lists.ts';
import { prepared } from './prepared.ts';
import type { Connection } from './database.ts';
import { escapeLike } from './escape-like.ts';

/** A class, function or method: its file and its qualified name. Empty name: a module's own statements. */
export interface GraphNode {
  file: number;
  name: string;
}

export interface FoundDefinition extends GraphNode {
  kind: 'class' | 'function' | 'method';
  place: CodePlace;
}

/** An edge seen from one of its ends; `node` and `place` are the other end, null where a call leads nowhere that is known. */
export interface SeenEdge {
  kind: 'calls' | 'yields';
  /** As written, without arguments. */
  name: string;
  line: number;
  confidence: EdgeConfidence;
  node: GraphNode | null;
  place: CodePlace | null;
}

interface PlaceColumns {
  chunkId: string;
  source: string;
  path: string;
  symbol: string | null;
  startLine: number;
  endLine: number;
}

type EdgeColumns = Pick<SeenEdge, 'kind' | 'name' | 'line' | 'confidence'> &
  Partial<PlaceColumns> & { file: number | null; node: string | null; total: number };

/** Columns of a definition's place: the definition's own lines, in the chunk that shows them. */
const definitionPlace = `c.chunk_id AS chunkId, s.name AS source, f.path, d.name AS symbol, d.start_line AS startLine, d.end_line AS endLine`;
/** Columns of a calling place: its definition's, or its chunk's where it stands in no definition. */
const callerPlace = `c.chunk_id AS chunkId, s.name AS source, f.path, coalesce(nullif(e.from_name, ''), c.symbol) AS symbol,
  coalesce(d.start_line, c.start_line) AS startLine, coalesce(d.end_line, c.end_line) AS endLine`;
const edgeColumns = `e.kind, e.name, e.line, count(*) OVER () AS total`;

const callerJoins = `JOIN chunks c ON c.id = e.from_chunk JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id
  LEFT JOIN definitions d ON d.file_id = c.file_id AND d.name = e.from_name`;
const calleeJoins = `LEFT JOIN definitions d ON d.file_id = e.to_file AND d.name = e.to_name
  LEFT JOIN chunks c ON c.id = d.chunk LEFT JOIN files f ON f.id = d.file_id LEFT JOIN sources s ON s.id = f.source_id`;
const callerOrder = `ORDER BY e.confidence = 'certain' DESC, s.name, f.path, e.line, e.name`;
const calleeOrder = `ORDER BY d.name IS NULL, e.line, e.name, s.name, f.path`;

export interface EdgePage {
  edges: SeenEdge[];
  /** How many there are beside those that were given. */
  more: number;
}

/** Reads of the call graph. On an index that has none yet everything is empty. */
export class GraphReader {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** False on an index of a version before the call graph: one without its tables, or whose Python no run has looked at since they came. */
  get exists(): boolean {
    const hasTables =
      prepared<[], { found: number }>(
        this.#connection,
        `SELECT count(*) AS found FROM sqlite_master WHERE type = 'table' AND name = 'edges'`,
      ).get()?.found === 1;
    if (!hasTables) return false;
    const { graph, code } = prepared<[], { graph: number; code: number }>(
      this.#connection,
      `SELECT EXISTS (SELECT 1 FROM graph_files) AS graph, EXISTS (SELECT 1 FROM files WHERE language = 'python' AND role = 'source') AS code`,
    ).get()!;
    return graph === 1 || code === 0;
  }

  /** Row number and symbol of a chunk; null when there is none of this id. */
  chunk(chunkId: string): { row: number; symbol: string | null } | null {
    return (
      prepared<[string], { row: number; symbol: string | null }>(
        this.#connection,
        `SELECT id AS row, symbol FROM chunks WHERE chunk_id = ?`,
      ).get(chunkId) ?? null
    );
  }

  /** Row numbers of the file at a path of a source. */
  filesAt(source: string, path: string): number[] {
    return prepared<[string, string], { id: number }>(
      this.#connection,
      `SELECT f.id FROM files f JOIN sources s ON s.id = f.source_id WHERE s.name = ? AND f.path = ?`,
    )
      .all(source, path)
      .map(({ id }) => id);
  }

  /** Who calls what a chunk shows. A class is called by who constructs it. */
  callersOfChunk(row: number, limit: number): EdgePage {
    return this.#page(
      `WITH targets(file, name) AS (
         SELECT file_id, name FROM definitions WHERE chunk = @row
         UNION SELECT file_id, name || '.__init__' FROM definitions WHERE chunk = @row AND kind = 'class'
       )
       SELECT ${edgeColumns}, e.confidence, ${callerPlace}, c.file_id AS file, e.from_name AS node
       FROM targets t JOIN edges e ON e.to_file = t.file AND e.to_name = t.name ${callerJoins} ${callerOrder} LIMIT @limit`,
      { row, limit },
    );
  }

  /** What the bodies in a chunk call and yield; first what is known, in the order of the text. */
  calleesOfChunk(row: number, limit: number): EdgePage {
    return this.#page(
      `SELECT ${edgeColumns}, iif(d.name IS NULL, 'unresolved', e.confidence) AS confidence, ${definitionPlace}, d.file_id AS file, d.name AS node
       FROM edges e ${calleeJoins} WHERE e.from_chunk = @row ${calleeOrder} LIMIT @limit`,
      { row, limit },
    );
  }

  callersOf({ file, name }: GraphNode, limit: number): EdgePage {
    return this.#page(
      `SELECT ${edgeColumns}, e.confidence, ${callerPlace}, c.file_id AS file, e.from_name AS node
       FROM edges e ${callerJoins}
       WHERE e.to_file = @file AND e.to_name IN (@name, @name || '.__init__') ${callerOrder} LIMIT @limit`,
      { file, name, limit },
    );
  }

  /** What a body calls and yields; with `members` also the bodies of everything inside it. */
  calleesOf({ file, name }: GraphNode, limit: number, members: boolean): EdgePage {
    return this.#page(
      `SELECT ${edgeColumns}, iif(d.name IS NULL, 'unresolved', e.confidence) AS confidence, ${definitionPlace}, d.file_id AS file, d.name AS node
       FROM chunks k JOIN edges e ON e.from_chunk = k.id ${calleeJoins}
       WHERE k.file_id = @file AND (e.from_name = @name OR (@members AND substr(e.from_name, 1, length(@name) + 1) = @name || '.'))
       ${calleeOrder} LIMIT @limit`,
      { file, name, limit, members: Number(members) },
    );
  }

  /** Bodies that yield a class of this name, resolved or not. */
  yielders(type: string, limit: number): EdgePage {
    return this.#page(
      `SELECT ${edgeColumns}, e.confidence, ${callerPlace}, c.file_id AS file, e.from_name AS node
       FROM edges e ${callerJoins}
       WHERE e.kind = 'yields' AND (e.name = @type OR e.name LIKE @ending ESCAPE '\\' OR e.to_name = @type) ${callerOrder} LIMIT @limit`,
      { type, ending: `%.${escapeLike(type)}`, limit },
    );
  }

  /**
   * Definitions of a name: by its whole qualified name, with its module in front, or by its last part; whichever fits first.
   * Libraries come before programs.
   */
  definitionsNamed(symbol: string, limit: number): { definitions: FoundDefinition[]; more: number } {
    // Whichever fits, the last parts are alike.
    const files = JSON.stringify(filesDefining(this.#connection, symbol.slice(symbol.lastIndexOf('.') + 1)));
    if (files === '[]') return { definitions: [], more: 0 };
    const select = (condition: string): (PlaceColumns & { file: number; name: string; kind: string; total: number })[] =>
      prepared<[Record<string, unknown>], PlaceColumns & { file: number; name: string; kind: string; total: number }>(
        this.#connection,
        `SELECT d.file_id AS file, d.name, d.kind, ${definitionPlace}, count(*) OVER () AS total
           FROM json_each(@files) wanted CROSS JOIN definitions d ON d.file_id = wanted.value
           CROSS JOIN graph_files g ON g.file_id = d.file_id CROSS JOIN chunks c ON c.id = d.chunk
           CROSS JOIN files f ON f.id = d.file_id CROSS JOIN sources s ON s.id = f.source_id
           WHERE ${condition} ORDER BY f.role = 'source' DESC, s.name, f.path, d.start_line LIMIT @limit`,
      ).all({ files, symbol, ending: `%.${escapeLike(symbol)}`, limit });
    // A name without a module in front needs no look at modules.
    const qualified = symbol.includes('.');
    for (const condition of [
      `d.name = @symbol`,
      ...(qualified ? [`g.module || '.' || d.name = @symbol`] : []),
      `d.name LIKE @ending ESCAPE '\\' AND substr(d.name, -length(@symbol)) = @symbol`,
      ...(qualified ? [`g.module || '.' || d.name LIKE @ending ESCAPE '\\'`] : []),
      `d.name = @symbol COLLATE NOCASE OR d.name LIKE @ending ESCAPE '\\'`,
    ]) {
      const rows = select(condition);
      if (rows.length === 0) continue;
      return {
        definitions: rows.map((row) => ({
          file: row.file,
          name: row.name,
          kind: row.kind as FoundDefinition['kind'],
          place: placeOf(row),
        })),
        more: (rows[0]?.total ?? 0) - rows.length,
      };
    }
    return { definitions: [], more: 0 };
  }

  /** What a chunk defines: that of its own name, else all. */
  definitionsOfChunk(chunkId: string): FoundDefinition[] {
    const rows = prepared<[string], PlaceColumns & { file: number; name: string; kind: string; own: string | null }>(
      this.#connection,
      `SELECT d.file_id AS file, d.name, d.kind, c.symbol AS own, ${definitionPlace}
         FROM chunks c JOIN definitions d ON d.chunk = c.id JOIN files f ON f.id = d.file_id JOIN sources s ON s.id = f.source_id
         WHERE c.chunk_id = ? ORDER BY d.start_line`,
    ).all(chunkId);
    const own = rows.filter((row) => row.name === row.own);
    return (own.length > 0 ? own : rows).map((row) => ({
      file: row.file,
      name: row.name,
      kind: row.kind as FoundDefinition['kind'],
      place: placeOf(row),
    }));
  }

  #page(sql: string, values: Record<string, unknown>): EdgePage {
    if (!this.exists) return { edges: [], more: 0 };
    const rows = prepared<[Record<string, unknown>], EdgeColumns>(this.#connection, sql).all(values);
    const edges = rows.map((row): SeenEdge => ({
      kind: row.kind,
      name: row.name,
      line: row.line,
      confidence: row.confidence,
      node: row.file === null || row.node === null ? null : { file: row.file, name: row.node },
      place: row.chunkId === undefined || row.chunkId === null ? null : placeOf(row as PlaceColumns),
    }));
    return { edges, more: (rows[0]?.total ?? 0) - rows.length };
  }
}

function placeOf(row: PlaceColumns): CodePlace {
  const { chunkId, source, path, symbol, startLine, endLine } = row;
  return { chunkId, source, path, symbol, lines: { start: startLine, end: endLine } };
}
