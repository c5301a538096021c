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

export interface MakeMapOptions {
  reader: LatentReader;
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
  /** At most so many points, the first ones: for benchmarks. */
  most?: number | undefined;
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
  const loaded =
    space &&
    firstOf(
      reader.load(space.id, space.dimension, (done, total) => progress('load', done, total)),
      options.most,
      space.dimension,
    );
  if (!space || !loaded || loaded.columns.count === 0)
    throw new HubError(
      'not-found',
      'No chunk has a vector yet, so there is nothing to lay out. Index something with a model first.',
    );
  const { columns: points, vectors } = loaded;
  const vectorsId = vectorsIdOf(space.name, loaded.identities);
  const layoutId = layoutIdOf(vectorsId, settings);
  options.onLoaded(layoutId, points);
  const map = options.fresh ? null : await files.read(settings);
  const ids = chunkIdsOf(points);
  const before = map && { map, newOf: followIds(chunkIdsOf(map.points), ids) };
  clock.end('load');

  progress('start', 0, 0);
  const firstPlaces = before
    ? oldPlaces(before, points.count)
    : principalStart(vectors, space.dimension, settings.dimensions, settings.seed);
  onPlaces(firstPlaces);
  clock.paint();

  const search = await options.openSearch(space.dimension);
  try {
    const work = { search, onShare: (share: number) => progress('neighbours', Math.round(share * 1_000), 1_000) };
    const wanted = Math.max(settings.neighbours - 1, trustNeighbours);
    const source = options.fresh ? null : ((await files.withNeighbours(vectorsId, wanted)) ?? map);
    const known = source && {
      map: source,
      newOf: sameVectors(source.points, points, followIds(chunkIdsOf(source.points), ids)),
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
    const warm = before && warmStart(before.map.places, before.newOf, table);
    const places = warm ?? (before ? principalStart(vectors, space.dimension, settings.dimensions, settings.seed) : firstPlaces);
    if (before) onPlaces(places);
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
      places,
      neighbours: table,
      ...read,
      figures,
    };
    await files.write(made);
    return made;
  } finally {
    await search[Symbol.asyncDispose]?.();
  }
}

/** The first points of what was loaded, which are a fair sample. */
function firstOf(loaded: LoadedPoints, most: number | undefined, dimension: number): LoadedPoints {
  if (most === undefined || loaded.columns.count <= most) return loaded;
  const { columns, vectors, identities, pointOfRow } = loaded;
  const cut = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      ArrayBuffer.isView(column)
        ? (column as Uint8Array).slice(0, ((column as Uint8Array).length / columns.count) * most)
        : column,
    ]),
  ) as unknown as PointColumns;
  return {
    columns: { ...cut, count: most },
    vectors: vectors.slice(0, most * dimension),
    identities: identities.slice(0, most),
    pointOfRow: new Map([...pointOfRow].filter(([, point]) => point < most)),
  };
}

/** Where points stood; new ones in the middle until their neighbours are known. */
function oldPlaces({ map, newOf }: { map: LatentMap; newOf: Int32Array }, count: number): Float32Array {
  const places = new Float32Array(count * 3);
  newOf.forEach((point, old) => {
    if (point !== -1) places.set(map.places.subarray(old * 3, old * 3 + 3), point * 3);
  });
  return places;
}

/** Terms of each point, in the order of the points. A chunk that a writer has removed meanwhile has none. */
function termsOf(reader: LatentReader, { columns, pointOfRow }: LoadedPoints, onText: () => void): TermTable {
  const texts = Array.from({ length: columns.count }, () => '');
  for (const { row, text } of reader.texts(termCharacters)) {
    const point = pointOfRow.get(row);
    if (point !== undefined) texts[point] = text;
  }
  const table = new TermTable();
  for (const [point, text] of texts.entries()) {
    if (point % 1_000 === 0) onText();
    table.add(text);
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
