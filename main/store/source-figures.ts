import { contentTypes, type ContentType } from '../contract/vocabulary.ts';
import { spaceName, type EmbeddingSpace } from '../core/vectors.ts';
import type { Connection } from './database.ts';

/** What a source holds, counted. */
export interface SourceFigures {
  files: number;
  skipped: number;
  failed: number;
  /** Of the indexed files. Unit: bytes. */
  textBytes: number;
  chunks: Record<ContentType, number>;
  /** Distinct texts that wait for the model. */
  pendingTexts: number;
}

/** Sources without anything have no entry. */
export interface CorpusFigures {
  bySource: ReadonlyMap<number, SourceFigures>;
  /** Distinct texts that wait for the model, of all sources. */
  pendingTexts: number;
}

/** Counted between two pauses: about 5 ms of work. Unit: chunks. */
const chunksPerStep = 1_000;

interface CountedChunk {
  id: number;
  source: number;
  type: ContentType;
  waiting: string | null;
}

/** Of a source that nothing is known of. */
export function emptyFigures(): SourceFigures {
  const chunks = Object.fromEntries(contentTypes.map((type) => [type, 0])) as Record<ContentType, number>;
  return { files: 0, skipped: 0, failed: 0, textBytes: 0, chunks, pendingTexts: 0 };
}

/**
 * Counts all sources, by id. It goes over every chunk in steps and yields after each, so that whoever answers queries on the same
 * thread can give way in between. Texts are counted as waiting against the model's space, so that after a change of the model all of
 * them wait; where there is no model, against the newest space.
 */
export function* countSources(connection: Connection, space: EmbeddingSpace | null): Generator<void, CorpusFigures> {
  const figures = new Map<number, SourceFigures>();
  const of = (source: number): SourceFigures => {
    const known = figures.get(source) ?? emptyFigures();
    figures.set(source, known);
    return known;
  };
  for (const row of connection
    .prepare<[], { source: number; files: number; bytes: number }>(
      `SELECT source_id AS source, count(*) AS files, sum(size_bytes) AS bytes FROM files GROUP BY source_id`,
    )
    .all())
    Object.assign(of(row.source), { files: row.files, textBytes: row.bytes });
  for (const row of connection
    .prepare<[], { source: number; outcome: 'skipped' | 'failed'; count: number }>(
      `SELECT source_id AS source, outcome, count(*) AS count FROM unindexed_files GROUP BY source_id, outcome`,
    )
    .all())
    of(row.source)[row.outcome] = row.count;
  yield;
  const waiting = new Map<number, Set<string>>();
  // CROSS JOIN keeps the order of the loops: chunks by id, so that a step reads its own rows only.
  const step = connection.prepare<[string | null, string | null, number, number], CountedChunk>(
    `SELECT c.id, f.source_id AS source, c.content_type AS type, CASE WHEN e.hash IS NULL THEN c.embedding_hash END AS waiting
     FROM chunks c CROSS JOIN files f ON f.id = c.file_id
     LEFT JOIN embeddings e ON e.space = (SELECT max(id) FROM embedding_spaces WHERE ? IS NULL OR name = ?) AND e.hash = c.embedding_hash
     WHERE c.id > ? ORDER BY c.id LIMIT ?`,
  );
  const name = space && spaceName(space);
  for (let last = 0; ;) {
    const rows = step.all(name, name, last, chunksPerStep);
    for (const row of rows) {
      of(row.source).chunks[row.type] += 1;
      if (row.waiting === null) continue;
      const hashes = waiting.get(row.source) ?? new Set();
      waiting.set(row.source, hashes.add(row.waiting));
    }
    if (rows.length < chunksPerStep) break;
    last = rows.at(-1)!.id;
    yield;
  }
  for (const [source, hashes] of waiting) of(source).pendingTexts = hashes.size;
  return { bySource: figures, pendingTexts: new Set([...waiting.values()].flatMap((hashes) => [...hashes])).size };
}

/** Counts all sources at once, for whoever has nothing else to do. */
export function countSourcesAtOnce(connection: Connection, space: EmbeddingSpace | null): CorpusFigures {
  const counting = countSources(connection, space);
  for (;;) {
    const step = counting.next();
    if (step.done === true) return step.value;
  }
}
