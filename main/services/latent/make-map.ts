import type { LatentFigures, LatentPhase } from '../../contract/latent.ts';
import type { LatentSettings } from '../../contract/latent-points.ts';
import { HubError } from '../../contract/errors.ts';
import { followIds } from '../../core/latent/drift.ts';
import { exactNeighbours } from '../../core/latent/exact-neighbours.ts';
import { fuzzyGraph } from '../../core/latent/fuzzy-graph.ts';
import { placeAmongLandmarks } from '../../core/latent/landmarks.ts';
import type { LatentMap, PointColumns } from '../../core/latent/latent-map.ts';
import { principalStart } from '../../core/latent/principal-components.ts';
import type { SimilaritySearch } from '../../core/latent/similarity-search.ts';
import { TermTable, termCharacters } from '../../core/latent/term-table.ts';
import { trustNeighbours } from '../../core/latent/trust.ts';
import { warmStart } from '../../core/latent/warm-start.ts';
import type { LatentReader, LoadedPoints } from '../../store/latent/latent-reader.ts';
import type { MapFiles } from '../../store/latent/map-files.ts';
import { findNeighbours, sameVectors } from './find-neighbours.ts';
import { layoutIdOf, vectorsIdOf } from './map-identity.ts';
import { optimiseMap } from './optimise-map.ts';
import { chunkIdsOf } from './point-facts.ts';
import { readMap } from './read-map.ts';

/** Beyond so many points some are laid out and the others stand among them. */
const mostLaidOut = 100_000;
const landmarksBeyond = 30_000;

/** What a map is made of. */
export type MapSource = Pick<LatentReader, 'space' | 'load' | 'texts'>;

export interface MakeMapOptions {
  reader: MapSource;
  files: MapFiles;
  /** Name of the embedding space that is wanted; the newest one where it has no vectors. */
  spaceName: string | null;
  settings: LatentSettings;
  /** Leaves the map before out of it: start and neighbours are made anew. */
  fresh: boolean;
  openSearch: (dimension: number) => Promise<SimilaritySearch & Partial<AsyncDisposable>>;
  signal: AbortSignal;
  onProgress: (phase: LatentPhase, done: number, total: number) => void;
  /** Once the vectors are there. */
  onLoaded: (layoutId: string, points: PointColumns) => void;
  /** Whenever there is something new to paint: three numbers per point, moved on afterwards. */
  onPlaces: (places: Float32Array) => void;
  /** Called with the finished map and its vectors, to measure it. */
  measure?: ((map: LatentMap, vectors: Float32Array, dimension: number) => void) | undefined;
}

/** Makes the map of an index and stores it. Throws `not-found` where nothing has a vector, and `cancelled`. */
export async function makeMap(options: MakeMapOptions): Promise<LatentMap> {
  const { reader, files, settings, signal, onPlaces } = options;
  const clock = new Clock();
  const progress = (phase: LatentPhase, done: number, total: number): void => {
    if (signal.aborted) throw new HubError('cancelled', 'Making the map was cancelled; the map before is still there.');
    options.onProgress(phase, done, total);
  };
  progress('load', 0, 0);
  const space = reader.space(options.spaceName);
  const loaded = space && reader.load(space.id, space.dimension, (done, total) => progress('load', done, total));
  if (!space || !loaded || loaded.columns.count === 0)
    throw new HubError(
      'not-found',
      'No chunk has a vector yet, so there is nothing to lay out. Index something with a model first.',
    );
  const { columns: points, vectors, vectorKeys } = loaded;
  const vectorsId = vectorsIdOf(space.name, loaded.identities);
  const layoutId = layoutIdOf(vectorsId, settings);
  options.onLoaded(layoutId, points);
  const map = options.fresh ? null : await files.read(settings);
  const ids = chunkIdsOf(points);
  const before = map && { map, newOf: followIds(chunkIdsOf(map.points), ids) };
  // Made again of the same, it is the same again: repeatable, and it does not wander off.
  const isAgain = map?.layoutId === layoutId;
  const from = isAgain ? null : before;
  clock.end('load');

  progress('start', 0, 0);
  const firstPlaces = from
    ? oldPlaces(from, points.count)
    : principalStart(vectors, space.dimension, settings.dimensions, settings.seed);
  onPlaces(firstPlaces);
  clock.paint();

  const search = await options.openSearch(space.dimension);
  try {
    const work = { search, onShare: (share: number) => progress('neighbours', Math.round(share * 1_000), 1_000) };
    const wanted = Math.max(settings.neighbours - 1, trustNeighbours);
    const source = options.fresh || isAgain ? null : ((await files.withNeighbours(vectorsId, wanted)) ?? map);
    const known = source && {
      map: source,
      newOf: sameVectors(source.vectorKeys, vectorKeys, followIds(chunkIdsOf(source.points), ids)),
    };
    const { table, method } = await findNeighbours(vectors, wanted, known, work);
    clock.end('knn');

    progress('graph', 0, 0);
    const graph = fuzzyGraph(table, settings.neighbours);
    const landmarks = points.count > mostLaidOut ? landmarksBeyond : points.count;
    const landmarkGraph =
      landmarks === points.count
        ? graph
        : fuzzyGraph(await exactNeighbours(vectors.subarray(0, landmarks * space.dimension), wanted, work), settings.neighbours);
    const warm = from && warmStart(from.map.places, from.newOf, table);
    const places = warm ?? (from ? principalStart(vectors, space.dimension, settings.dimensions, settings.seed) : firstPlaces);
    if (from) onPlaces(places);
    clock.end('graph');

    await optimiseMap({
      graph: landmarkGraph,
      places: places.subarray(0, landmarks * 3),
      settings,
      isWarm: warm !== null,
      onEpoch: (done, total) => progress('optimise', done, total),
      onPicture: () => onPlaces(places),
    });
    if (landmarks < points.count)
      await placeAmongLandmarks(vectors, places, landmarks, { search, onShare: () => progress('optimise', 1, 1) });
    onPlaces(places);
    clock.end('optimise');

    progress('read', 0, 0);
    const terms = termsOf(reader, loaded, () => progress('read', 0, 0));
    const onPart = (done: number, total: number): void => progress('read', done, total);
    const read = readMap({ points, places, table, graph, terms, seed: settings.seed, before, onPart });
    clock.end('read');
    const figures: LatentFigures = {
      points: points.count,
      clusters: read.reading.clusters.map((column) => column.reduce((most, cluster) => Math.max(most, cluster + 1), 0)),
      method,
      engine: search.engine,
      start: warm ? 'previous' : 'components',
      landmarks,
      seconds: clock.seconds(),
      meanTrust: read.reading.trust.reduce((sum, trust) => sum + trust, 0) / points.count,
    };
    const made = {
      layoutId,
      vectorsId,
      settings,
      madeAt: new Date().toISOString(),
      points,
      vectorKeys,
      places,
      neighbours: table,
      ...(isAgain
        ? { ...read, reading: { ...read.reading, drift: map.reading.drift, overlap: map.reading.overlap }, drift: map.drift }
        : read),
      figures,
    };
    await files.write(made);
    options.measure?.(made, vectors, space.dimension);
    return made;
  } finally {
    await search[Symbol.asyncDispose]?.();
  }
}

/** Where points stood; new ones in the middle until their neighbours are known. */
function oldPlaces({ map, newOf }: { map: LatentMap; newOf: Int32Array }, count: number): Float32Array {
  const places = new Float32Array(count * 3);
  newOf.forEach((point, old) => {
    if (point !== -1) places.set(map.places.subarray(old * 3, old * 3 + 3), point * 3);
  });
  return places;
}

/** Terms of each point. A chunk that a writer has removed meanwhile has none. */
function termsOf(reader: MapSource, { columns, pointOfRow }: LoadedPoints, onText: () => void): TermTable {
  const table = new TermTable(columns.count);
  let read = 0;
  for (const { row, text } of reader.texts(termCharacters)) {
    if (read++ % 1_000 === 0) onText();
    const point = pointOfRow.get(row);
    if (point !== undefined) table.set(point, text);
  }
  return table;
}

/** Seconds of each part, one after the other. */
class Clock {
  readonly #started = performance.now();
  #last = this.#started;
  #firstPaint = 0;
  readonly #parts = { load: 0, knn: 0, graph: 0, optimise: 0, read: 0 };

  end(part: keyof LatentFigures['seconds'] & ('load' | 'knn' | 'graph' | 'optimise' | 'read')): void {
    const now = performance.now();
    this.#parts[part] += (now - this.#last) / 1_000;
    this.#last = now;
  }

  /** The time until now counts as loading: it is what the first picture takes. */
  paint(): void {
    this.end('load');
    this.#firstPaint = (this.#last - this.#started) / 1_000;
  }

  seconds(): LatentFigures['seconds'] {
    return { ...this.#parts, firstPaint: this.#firstPaint, total: (this.#last - this.#started) / 1_000 };
  }
}
