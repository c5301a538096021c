import { chunkIdBytes } from '../../contract/latent-points.ts';
import { followIds } from '../../core/latent/drift.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import { TermTable, termCharacters } from '../../core/latent/term-table.ts';
import type { LatentReader } from '../../store/latent/latent-reader.ts';
import type { StoredTerms } from '../../store/latent/term-file.ts';
import { sameVectors } from './find-neighbours.ts';
import { chunkIdsOf } from './point-facts.ts';

/** With fewer known chunks than this share, everything is read anew: terms that nobody has any more would pile up. */
const worthKeeping = 0.6;

export interface TermsOf {
  points: PointColumns;
  vectorKeys: Uint32Array;
  /** The point of each row of the store. */
  pointOfRow: ReadonlyMap<number, number>;
}

/** Terms of each point: known ones as they were, the others from their texts. A chunk that a writer has removed meanwhile has none. */
export function readTerms(
  reader: Pick<LatentReader, 'texts'>,
  { points, vectorKeys, pointOfRow }: TermsOf,
  known: StoredTerms | null,
  onText: () => void,
): TermTable {
  const newOf = known && sameVectors(known.vectorKeys, vectorKeys, followIds(idsOf(known), chunkIdsOf(points)));
  const kept = newOf?.reduce((sum, point) => sum + (point === -1 ? 0 : 1), 0) ?? 0;
  const table = new TermTable(points.count);
  const isKnown = new Uint8Array(points.count);
  if (known && newOf && kept >= points.count * worthKeeping && kept >= newOf.length * worthKeeping) {
    table.restore(known.terms, newOf, (old) => known.numbers.subarray(known.starts[old], known.starts[old + 1]));
    for (const point of newOf) if (point !== -1) isKnown[point] = 1;
  }
  const wanted = [...pointOfRow].flatMap(([row, point]) => (isKnown[point] === 1 ? [] : [row]));
  let read = 0;
  for (const { row, text } of reader.texts(termCharacters, wanted)) {
    if (read++ % 1_000 === 0) onText();
    const point = pointOfRow.get(row);
    if (point !== undefined) table.set(point, text);
  }
  return table;
}

/** What is kept for the next map. */
export function storedTerms(table: TermTable, { points, vectorKeys }: TermsOf): StoredTerms {
  const starts = new Uint32Array(points.count + 1);
  for (let point = 0; point < points.count; point += 1) starts[point + 1] = starts[point]! + table.row(point).length;
  const numbers = new Uint32Array(starts[points.count]!);
  for (let point = 0; point < points.count; point += 1) numbers.set(table.row(point), starts[point]);
  return { terms: [...table.terms], chunkIds: points.chunkIds, vectorKeys, starts, numbers };
}

function idsOf({ chunkIds }: StoredTerms): string[] {
  return chunkIdsOf({ chunkIds, count: chunkIds.length / chunkIdBytes });
}
