import { contentTypes, type ContentType } from '../../contract/vocabulary.ts';
import type { NeighbourTable } from './neighbour-table.ts';

export type TypeCounts = Record<ContentType, number>;
export type CoverageGap = 'undocumented' | 'no-example' | 'none';

const sourceType = contentTypes.indexOf('source');
const exampleType = contentTypes.indexOf('code');
const documentType = contentTypes.indexOf('doc');
const readmeType = contentTypes.indexOf('readme');
/** Clusters below this size say nothing about what is missing. */
const leastPoints = 5;

/** Counts of content types in each cluster; types are numbers into `contentTypes`. */
export function typesOfClusters(cluster: ArrayLike<number>, types: Uint8Array, clusters: number): TypeCounts[] {
  const counts = Array.from({ length: clusters }, (): TypeCounts => ({ doc: 0, code: 0, source: 0, readme: 0 }));
  for (let point = 0; point < types.length; point += 1) counts[cluster[point]!]![contentTypes[types[point]!]!] += 1;
  return counts;
}

/** What a cluster lacks: documentation of its source, else examples of what its documents describe. */
export function gapOf(counts: TypeCounts): CoverageGap {
  const documents = counts.doc + counts.readme;
  if (counts.source + counts.code + documents < leastPoints) return 'none';
  if (counts.source > 0 && documents === 0) return 'undocumented';
  return documents > 0 && counts.code === 0 ? 'no-example' : 'none';
}

/** Points of one kind that have none of another kind among their neighbours, those that stand in most lists first: they matter most. */
function without(
  table: NeighbourTable,
  types: Uint8Array,
  of: readonly number[],
  wanted: readonly number[],
  occurrences: Uint32Array,
): Uint32Array {
  const found: number[] = [];
  for (let point = 0; point < table.points; point += 1) {
    if (!of.includes(types[point]!)) continue;
    let has = false;
    for (let at = point * table.k; at < (point + 1) * table.k && !has; at += 1) {
      const other = table.indices[at]!;
      has = other !== -1 && wanted.includes(types[other]!);
    }
    if (!has) found.push(point);
  }
  return Uint32Array.from(found.sort((a, b) => occurrences[b]! - occurrences[a]! || a - b));
}

/** Source without a document, or README, among its neighbours. */
export function undocumentedPoints(table: NeighbourTable, types: Uint8Array, occurrences: Uint32Array): Uint32Array {
  return without(table, types, [sourceType], [documentType, readmeType], occurrences);
}

/** Documents without example code among their neighbours. */
export function pointsWithoutExample(table: NeighbourTable, types: Uint8Array, occurrences: Uint32Array): Uint32Array {
  return without(table, types, [documentType, readmeType], [exampleType], occurrences);
}
