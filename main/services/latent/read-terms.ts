import { chunkIdBytes } from '../../contract/latent-chunk-ids.ts';
import { followIds } from '../../core/latent/drift.ts';
import { TermTable, termCharacters } from '../../core/latent/term-table.ts';
import type { LatentReader, PointRows } from '../../store/latent/latent-reader.ts';
import type { StoredTerms } from '../../store/latent/term-file.ts';
import { sameVectors } from './find-neighbours.ts';
import { chunkIdsOf } from './point-facts.ts';

/** With fewer known chunks than this share, everything is read anew: terms that nobody has any more would pile up. */
const worthKeeping = 0.6;

/** Terms of each point: known ones as they were, the others from their texts. A chunk that a writer has removed meanwhile has none. */
export function readTerms(reader: Pick<LatentReader, 'texts'>, points: PointRows, known: StoredTerms | null): TermTable {
  const newOf = known && sameVectors(known.vectorKeys, points.vectorKeys, followIds(idsOf(known), chunkIdsOf(points)));
  const kept = newOf?.reduce((sum, point) => sum + (point === -1 ? 0 : 1), 0) ?? 0;
  const table = new TermTable(points.count);
  const isKnown = new Uint8Array(points.count);
  if (known && newOf && kept >= points.count * worthKeeping && kept >= newOf.length * worthKeeping) {
    table.restore(known.terms, newOf, (old) => known.numbers.subarray(known.starts[old], known.starts[old + 1]));
    for (const point of newOf) if (point !== -1) isKnown[point] = 1;
  }
  const pointOf = new Map<number, number>();
  points.rows.forEach((row, point) => {
    if (row !== -1 && isKnown[point] === 0) pointOf.set(row, point);
  });
  // In the order in which they lie in the file.
  const wanted = [...pointOf.keys()].sort((a, b) => a - b);
  for (const { row, text } of reader.texts(termCharacters, wanted)) table.set(pointOf.get(row)!, text);
  return table;
}

/** What is kept for the next map. */
export function storedTerms(table: TermTable, { count, chunkIds, vectorKeys }: PointRows): StoredTerms {
  const starts = new Uint32Array(count + 1);
  for (let point = 0; point < count; point += 1) starts[point + 1] = starts[point]! + table.row(point).length;
  const numbers = new Uint32Array(starts[count]!);
  for (let point = 0; point < count; point += 1) numbers.set(table.row(point), starts[point]);
  return { terms: [...table.terms], chunkIds, vectorKeys, starts, numbers };
}

function idsOf({ chunkIds }: StoredTerms): string[] {
  return chunkIdsOf({ chunkIds, count: chunkIds.length / chunkIdBytes });
}
