import type { Place, PlaceTable } from './place-table.ts';

/** What of a cluster has to lie in one place for it to be named after the place. */
const dominantShare = 0.4;
/** And how much more often than in the whole corpus: a folder that holds everything names nothing. */
const leastLift = 2;
/** A place of which a cluster has less than this is named together with what the cluster is about. */
const leastHeld = 0.25;
export interface ClusterName {
  name: string;
  kind: 'path' | 'symbol' | 'terms';
}

/**
 * Names clusters after the class, file or folder that holds most of one, else after their telling terms. A name that another cluster of the
 * level has already is told apart by a term.
 */
export function clusterNames(
  table: PlaceTable,
  cluster: ArrayLike<number>,
  clusters: number,
  terms: readonly (readonly string[])[],
): ClusterName[] {
  const members = Array.from({ length: clusters }, (): number[] => []);
  for (let row = 0; row < table.rows; row += 1) members[cluster[row]!]!.push(row);
  const counts = new Uint32Array(table.places.length);
  const used = new Set<string>();
  return members.map((rows, of) => {
    const touched: number[] = [];
    for (const row of rows)
      for (const place of table.row(row)) {
        if (counts[place] === 0) touched.push(place);
        counts[place]! += 1;
      }
    let best: Place | null = null;
    let held = 0;
    for (const number of touched) {
      const place = table.places[number]!;
      const count = counts[number]!;
      counts[number] = 0;
      const share = count / rows.length;
      if (share <= dominantShare || count < 2 || share / (place.chunks / table.rows) < leastLift) continue;
      if (best !== null && (place.depth < best.depth || (place.depth === best.depth && place.key > best.key))) continue;
      best = place;
      held = count / place.chunks;
    }
    return distinct(best, held, terms[of] ?? [], used);
  });
}

function distinct(place: Place | null, held: number, terms: readonly string[], used: Set<string>): ClusterName {
  const candidates: ClusterName[] = [];
  if (place !== null) {
    const { kind } = place;
    if (held >= leastHeld || terms.length === 0) candidates.push({ name: place.name, kind });
    candidates.push(...terms.map((term) => ({ name: `${place.name} · ${term}`, kind })));
  }
  candidates.push({ name: terms.slice(0, 3).join(' · ') || 'unnamed', kind: 'terms' });
  const name = candidates.find((candidate) => !used.has(candidate.name)) ?? candidates.at(-1)!;
  used.add(name.name);
  return name;
}
