import type { latentExports } from '../../contract/latent.ts';
import { contentTypes } from '../../contract/vocabulary.ts';
import type { ReturnedChunk } from '../../store/user-data/returned-chunks.ts';
import type { LatentMap } from '../../core/latent/latent-map.ts';
import { coverageOf, driftOf, duplicatesOf, hubsOf } from './map-views.ts';
import { chunkAt } from './point-facts.ts';

type ExportList = (typeof latentExports)[number];
type ExportFormat = 'ids' | 'csv' | 'json';

export interface ExportChoice {
  list: ExportList;
  /** Of a selection. */
  points: readonly number[];
  /** Of duplicates. Unit: cosine distance. */
  threshold: number;
  format: ExportFormat;
}

const everything = Number.MAX_SAFE_INTEGER;

interface ExportRow {
  chunkId: string;
  source: string;
  path: string;
  lines: string;
  symbol: string;
  contentType: string;
  language: string;
  clusters: string[];
  trust: number;
  occurrences: number;
  /** Number of its group, of near-duplicates. */
  group: number | null;
}

/** A list of points as a file: ids one a line, a table, or JSON. */
export function exportPoints(
  map: LatentMap,
  choice: ExportChoice,
  returned: readonly ReturnedChunk[] = [],
): { fileName: string; text: string; rows: number } {
  const { list, format } = choice;
  const entries = entriesOf(map, choice, returned).filter(({ point }) => point < map.points.count);
  const rows = entries.map(({ point, group }) => rowOf(map, point, group));
  const fileName = `${list}.${format === 'ids' ? 'txt' : format}`;
  return { fileName, text: textOf(rows, format), rows: rows.length };
}

function entriesOf(
  map: LatentMap,
  { list, points: selection, threshold }: ExportChoice,
  returned: readonly ReturnedChunk[],
): { point: number; group: number | null }[] {
  if (list === 'duplicates') {
    const { groups } = duplicatesOf(map, threshold, everything);
    return groups.flatMap(({ points }, group) => points.map((point) => ({ point, group: group + 1 })));
  }
  return Array.from(pointsOf(map, list, selection, returned), (point) => ({ point, group: null }));
}

function pointsOf(
  map: LatentMap,
  list: Exclude<ExportList, 'duplicates'>,
  selection: readonly number[],
  returned: readonly ReturnedChunk[],
): Iterable<number> {
  switch (list) {
    case 'selection':
      return new Set(selection);
    case 'undocumented':
      return coverageOf(map, 1).undocumented;
    case 'without-example':
      return coverageOf(map, 1).withoutExample;
    case 'hubs':
      return hubsOf(map, 1_000, []).hubs.map(({ point }) => point);
    case 'never-found':
      return hubsOf(map, 0, []).neverFound;
    case 'never-returned':
      return hubsOf(map, 0, returned).neverReturned ?? [];
    case 'isolated':
      return hubsOf(map, 0, []).isolated;
    case 'added':
      return driftOf(map, 0).addedPoints;
    case 'changed':
      return driftOf(map, 0).changedPoints;
  }
}

function rowOf({ points, reading, labels }: LatentMap, point: number, group: number | null): ExportRow {
  const { chunkId, source, path, symbol } = chunkAt(points, point);
  return {
    chunkId,
    source,
    path,
    lines: `${points.startLine[point]}-${points.endLine[point]}`,
    symbol: symbol ?? '',
    contentType: contentTypes[points.contentType[point]!]!,
    language: points.dictionaries.language[points.language[point]!]!,
    clusters: reading.clusters.map(
      (column, level) => labels[level]?.find(({ cluster }) => cluster === column[point])?.name ?? '',
    ),
    trust: Math.round(reading.trust[point]! * 1_000) / 1_000,
    occurrences: reading.occurrences[point]!,
    group,
  };
}

function textOf(rows: readonly ExportRow[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  if (format === 'ids') return rows.map(({ chunkId }) => `${chunkId}\n`).join('');
  const header = [
    'chunk_id',
    'source',
    'path',
    'lines',
    'symbol',
    'content_type',
    'language',
    'cluster_1',
    'cluster_2',
    'cluster_3',
    'trust',
    'occurrences',
    'group',
  ];
  const lines = rows.map(
    ({ chunkId, source, path, lines: range, symbol, contentType, language, clusters, trust, occurrences, group }) => [
      chunkId,
      source,
      path,
      range,
      symbol,
      contentType,
      language,
      ...[0, 1, 2].map((level) => clusters[level] ?? ''),
      String(trust),
      String(occurrences),
      group === null ? '' : String(group),
    ],
  );
  return [header, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** RFC 4180; text that a spreadsheet would run as a formula gets an apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
