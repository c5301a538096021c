/** What of a cluster has to lie in one place for it to be named after the place. */
const dominantShare = 0.4;
/** And how much more often than in the whole corpus: a folder that holds everything names nothing. */
const leastLift = 2;
/** A place of which a cluster has less than this is named together with what the cluster is about. */
const leastHeld = 0.25;
/** Segments of a path that a name shows. */
const shownSegments = 2;

export interface PlacedChunk {
  source: string;
  path: string;
  symbol: string | null;
}

export interface ClusterName {
  name: string;
  kind: 'path' | 'symbol' | 'terms';
}

interface Place {
  key: string;
  kind: 'path' | 'symbol';
  name: string;
  /** The more specific of two that fit is taken. */
  depth: number;
}

/**
 * Names clusters after the class, file or folder that holds most of one, else after their telling terms. A name that another cluster of the
 * level has already is told apart by a term.
 */
export function clusterNames(
  chunkOf: (point: number) => PlacedChunk,
  cluster: ArrayLike<number>,
  clusters: number,
  terms: readonly (readonly string[])[],
): ClusterName[] {
  const points = cluster.length;
  const overall = new Map<string, number>();
  const within = Array.from({ length: clusters }, () => new Map<string, { place: Place; count: number }>());
  const sizes = new Uint32Array(clusters);
  const cache = new Map<string, Place[]>();
  for (let point = 0; point < points; point += 1) {
    const of = cluster[point]!;
    sizes[of]! += 1;
    const chunk = chunkOf(point);
    const key = `${chunk.source}\0${chunk.path}\0${chunk.symbol ?? ''}`;
    let places = cache.get(key);
    if (!places) cache.set(key, (places = placesOf(chunk)));
    for (const place of places) {
      overall.set(place.key, (overall.get(place.key) ?? 0) + 1);
      const entry = within[of]!.get(place.key);
      if (entry) entry.count += 1;
      else within[of]!.set(place.key, { place, count: 1 });
    }
  }
  const used = new Set<string>();
  return within.map((places, of) => {
    const size = sizes[of]!;
    let best: Place | null = null;
    let held = 0;
    for (const { place, count } of places.values()) {
      const share = count / size;
      if (share <= dominantShare || count < 2 || share / (overall.get(place.key)! / points) < leastLift) continue;
      if (best !== null && (place.depth < best.depth || (place.depth === best.depth && place.key > best.key))) continue;
      best = place;
      held = count / overall.get(place.key)!;
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

/** Folders of a chunk's path, its file, and the class or function it belongs to. */
function placesOf({ source, path, symbol }: PlacedChunk): Place[] {
  const segments = path.split('/');
  const places = segments.map((_, index): Place => {
    const shown = segments.slice(0, index + 1);
    return {
      key: `path\0${source}\0${shown.join('/')}`,
      kind: 'path',
      name: shown.slice(-shownSegments).join('/'),
      depth: index + 1,
    };
  });
  const head = symbol?.split('.')[0];
  if (head !== undefined && head !== '')
    places.push({ key: `symbol\0${source}\0${head}`, kind: 'symbol', name: head, depth: segments.length + 1 });
  return places;
}
