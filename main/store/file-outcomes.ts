import type { ContentType } from '../contract/vocabulary.ts';
import type { Connection } from './database.ts';

export interface FileOutcomeQuery {
  outcome: 'indexed' | 'skipped' | 'failed';
  /** One of the reasons that the answer lists. */
  reason?: string | undefined;
  /** Part of the path, in any case; empty passes everything. */
  contains: string;
  offset: number;
  limit: number;
}

export interface FileOutcomes {
  total: number;
  reasons: { reason: string; count: number }[];
  files: { path: string; role: ContentType | null; reason: string | null; detail: string | null }[];
}

/** Reasons of failures are free text; more than this many different ones are of no use in a list. */
const mostReasons = 100;

/** One page of a source's files by what became of them, in order of path. */
export function listFileOutcomes(connection: Connection, sourceId: number, query: FileOutcomeQuery): FileOutcomes {
  const parameters = { ...query, sourceId, contains: query.contains.toLowerCase(), reason: query.reason ?? null };
  const passes = `source_id = @sourceId AND (@contains = '' OR instr(lower(path), @contains) > 0)`;
  if (query.outcome === 'indexed') {
    // What was indexed has no reason to ask for.
    const where = `${passes} AND @reason IS NULL`;
    return {
      total: connection
        .prepare<unknown[], { count: number }>(`SELECT count(*) AS count FROM files WHERE ${where}`)
        .get(parameters)!.count,
      reasons: [],
      files: connection
        .prepare<unknown[], FileOutcomes['files'][number]>(
          `SELECT path, role, NULL AS reason, NULL AS detail FROM files WHERE ${where} ORDER BY path LIMIT @limit OFFSET @offset`,
        )
        .all(parameters),
    };
  }
  const where = `${passes} AND outcome = @outcome`;
  const withReason = `${where} AND (@reason IS NULL OR reason = @reason)`;
  return {
    total: connection
      .prepare<unknown[], { count: number }>(`SELECT count(*) AS count FROM unindexed_files WHERE ${withReason}`)
      .get(parameters)!.count,
    reasons: connection
      .prepare<unknown[], { reason: string; count: number }>(
        `SELECT reason, count(*) AS count FROM unindexed_files WHERE ${where} GROUP BY reason ORDER BY count DESC, reason LIMIT ${mostReasons}`,
      )
      .all(parameters),
    files: connection
      .prepare<unknown[], FileOutcomes['files'][number]>(
        `SELECT path, NULL AS role, reason, detail FROM unindexed_files WHERE ${withReason} ORDER BY path LIMIT @limit OFFSET @offset`,
      )
      .all(parameters),
  };
}
