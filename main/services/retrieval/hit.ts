import type { SearchHit } from '../../contract/search.ts';
import type { Scored } from '../../core/ranking/candidate.ts';
import { snippetOf } from '../../core/ranking/snippet.ts';
import type { ChunkRow } from '../../store/search-index.ts';
import { citationOf } from './citation.ts';

/** A stored chunk as answers show it; the snippet is about the stems, else the chunk's beginning. */
export function toHit(row: ChunkRow, score: number, stems: ReadonlySet<string>): SearchHit {
  return {
    chunkId: row.chunkId,
    contentType: row.contentType,
    chunkType: row.chunkType,
    source: row.source,
    repo: row.repo,
    path: row.path,
    lines: { start: row.startLine, end: row.endLine },
    language: row.language,
    symbol: row.symbol,
    title: row.title,
    section: row.headingTrail,
    ...(row.chunkType === 'class' ? { members: membersOf(row.metadata) } : {}),
    snippet: snippetOf(row.content, stems),
    sourceUrl: citationOf(row),
    commit: row.revision,
    deprecated: row.metadata.deprecated ?? null,
    score: Math.min(1, Math.max(0, score)),
  };
}

/** Names of a class's fields and methods, from `name: type = default` and signatures. */
function membersOf(metadata: ChunkRow['metadata']): string[] {
  const names = [...(metadata.fields ?? []), ...(metadata.methods ?? [])].map(
    (entry) => /^(?:async\s+)?(?:def\s+)?([\p{L}_][\p{L}\p{N}_]*)/u.exec(entry)?.[1] ?? '',
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The parts with what keeps the score between 0 and 1 as a part of its own, so that the sum is the score. */
export function partsWithinBounds(item: Scored): Scored['parts'] {
  if (item.score > 1) return [...item.parts, { name: 'at most 1', value: 1 - item.score }];
  if (item.score < 0) return [...item.parts, { name: 'at least 0', value: -item.score }];
  return item.parts;
}
