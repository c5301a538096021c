import type { LatentFigures, LatentPhase } from '../../contract/latent.ts';
import type { LatentSettings } from '../../contract/latent-points.ts';
import { HubError } from '../../contract/errors.ts';
import { followIds } from '../../core/latent/drift.ts';
import { exactNeighbours, type NeighbourWork } from '../../core/latent/exact-neighbours.ts';
import { fuzzyGraph } from '../../core/latent/fuzzy-graph.ts';
import { keepShape } from '../../core/latent/keep-shape.ts';
import { placeAmongLandmarks } from '../../core/latent/landmarks.ts';
import type { LatentMap, PointColumns } from '../../core/latent/latent-map.ts';
import type { NeighbourTable } from '../../core/latent/neighbour-table.ts';
import { principalStart } from '../../core/latent/principal-components.ts';
import type { SimilaritySearch } from '../../core/latent/similarity-search.ts';
import { trustNeighbours } from '../../core/latent/trust.ts';
import { warmStart } from '../../core/latent/warm-start.ts';
import type { LatentReader, PointRows } from '../../store/latent/latent-reader.ts';
import type { MapFiles } from '../../store/latent/map-files.ts';
import { collectGarbage } from '../runtime/collect-garbage.ts';
import { findNeighbours, sameVectors } from './find-neighbours.ts';
import type { MapClock } from './map-clock.ts';
import { layoutIdOf, vectorsIdOf } from './map-identity.ts';
import type { MapNamer } from './map-namer.ts';
import { levelsBefore, type NamedLevel } from './name-clusters.ts';
import { optimiseMap } from './optimise-map.ts';
import { chunkIdsOf } from './point-facts.ts';

/** What a map is made of. */
export type MapSource = Pick<LatentReader, 'space' | 'load'>;

/** From how many points on less than everything is done. */
export interface MapLimits {
  /** Up to here everything is compared with everything; our own kernel is slower and gives up earlier. */
  exact: Readonly<Record<SimilaritySearch['engine'], number>>;
  /** Beyond so many points only `landmarks` are laid out and the others stand among them. */
  laidOut: number;
  landmarks: number;
}

const usualLimits: MapLimits = { exact: { onnx: 50_000, wasm: 8_000 }, laidOut: 100_000, landmarks: 30_000 };

export interface LayOutOptions {
  reader: MapSource;
  files: MapFiles;
  /** Name of the embedding space that is wanted; the newest one where it has no vectors. */
  spaceName: string | null;
  settings: LatentSettings;
  /** Leaves the map before out of it: start and neighbours are made anew. */
  fresh: boolean;
  openSearch: (dimension: number) => Promise<SimilaritySearch & Partial<AsyncDisposable>>;
  /** Works beside this. */
  namer: Pick<MapNamer, 'begin' | 'name'>;
  limits?: MapLimits | undefined;
  /** Throws to cancel. */
  onProgress: (phase: LatentPhase, done: number, total: number) => void;
  /** Once the vectors are there. */
  onLoaded: (layoutId: string, points: PointColumns) => void;
  /** Whenever there is something new to paint: three numbers per point, moved on afterwards. */
  onPlaces: (places: Float32Array) => void;
}

/** Points with their places, before anything is read off them. Their vectors are no longer held. */
export interface LaidOut {
  points: PointColumns;
  vectorKeys: Uint32Array;
  vectorsId: string;
  layoutId: string;
  table: NeighbourTable;
  /** Clusters with their names, on their way. */
  levels: Promise<NamedLevel[]>;
  places: Float32Array;
  /** The map before of the same settings, and where its points are now. */
  before: { map: LatentMap; newOf: Int32Array } | null;
  /** Made again of the same. */
  isAgain: boolean;
  figures: Pick<LatentFigures, 'method' | 'engine' | 'start' | 'landmarks'>;
}

/** Loads all vectors, finds their neighbours and lets the map find its shape. */
export async function layOut(options: LayOutOptions, clock: MapClock): Promise<LaidOut> {
  const { reader, files, settings, onProgress, onPlaces, limits = usualLimits } = options;
  onProgress('load', 0, 0);
  const space = reader.space(options.spaceName);
  let isNamerBusy = false;
  const beginNaming = (points: PointRows): void => {
    if (!isNamerBusy) options.namer.begin(points);
    isNamerBusy = true;
  };
  const loaded =
    space &&
    reader.load(space.id, space.dimension, {
      onRows(done, total) {
        onProgress('load', done, total);
        // Vectors come in buffers of their own, of which the engine sees the wrappers alone.
        collectGarbage('minor');
      },
      onIdentified: beginNaming,
    });
  if (!space || !loaded || loaded.columns.count === 0)
    throw new HubError(
      'not-found',
      'No chunk has a vector yet, so there is nothing to lay out. Index something with a model first.',
    );
  const { columns: points, vectors, vectorKeys } = loaded;
  beginNaming({ rows: loaded.rows, vectorKeys, chunkIds: points.chunkIds, count: points.count });
  const vectorsId = vectorsIdOf(space.name, loaded.identities);
  const layoutId = layoutIdOf(vectorsId, settings);
  options.onLoaded(layoutId, points);
  const map = options.fresh ? null : await files.read(settings);
  const ids = chunkIdsOf(points);
  const before = map && { map, newOf: followIds(chunkIdsOf(map.points), ids) };
  // Made again of the same, it is the same again: repeatable, and it does not wander off.
  const isAgain = map?.layoutId === layoutId;
  const from = isAgain ? null : before;
  const principal = (): Float32Array => principalStart(vectors, space.dimension, settings.dimensions, settings.seed);
  collectGarbage('major');
  clock.end('load');

  onProgress('start', 0, 0);
  const firstPlaces = from ? oldPlaces(from, points.count) : principal();
  onPlaces(firstPlaces);
  clock.paint();

  const search = await options.openSearch(space.dimension);
  let isSearching = true;
  const endSearch = async (): Promise<void> => {
    if (isSearching) await search[Symbol.asyncDispose]?.();
    isSearching = false;
  };
  // At once, not when somebody next looks for what nobody holds: by then as much again would have been taken.
  const letGo = (): void => {
    if (!vectors.buffer.detached) vectors.buffer.transfer(0);
  };
  try {
    const work: NeighbourWork = { search, onShare: (share) => onProgress('neighbours', Math.round(share * 1_000), 1_000) };
    const wanted = Math.max(settings.neighbours - 1, trustNeighbours);
    const source = options.fresh || isAgain ? null : ((await files.withNeighbours(vectorsId, wanted, settings)) ?? map);
    const known = source && {
      map: source,
      newOf: sameVectors(source.vectorKeys, vectorKeys, followIds(chunkIdsOf(source.points), ids)),
    };
    const { table, method } = await findNeighbours(vectors, wanted, known, work, limits.exact);
    clock.end('knn');

    onProgress('graph', 0, 0);
    const graph = fuzzyGraph(table, settings.neighbours);
    const warm = from && warmStart(from.map.places, from.newOf, table);
    const places = warm ?? (from ? principal() : firstPlaces);
    const landmarks = points.count > limits.laidOut ? Math.min(limits.landmarks, points.count) : points.count;
    const landmarkGraph =
      landmarks === points.count
        ? graph
        : fuzzyGraph(await exactNeighbours(vectors.subarray(0, landmarks * space.dimension), wanted, work), settings.neighbours);
    const { count, contentType, source: sources, path, symbol, dictionaries } = points;
    const levels = options.namer.name({
      points: { count, contentType, source: sources, path, symbol, dictionaries },
      graph,
      seed: settings.seed,
      vectorKeys,
      before: before && levelsBefore(before, count),
      clustersFrom: isAgain ? 'same' : warm ? 'before' : 'nothing',
    });
    // Who waits for them hears of it.
    levels.catch(() => {});
    // The optimiser needs room, and who is no landmark is compared once more.
    if (landmarks === points.count) {
      await endSearch();
      letGo();
    }
    if (from) onPlaces(places);
    clock.end('graph');

    await optimiseMap({
      graph: landmarkGraph,
      places: places.subarray(0, landmarks * 3),
      settings,
      isWarm: warm !== null,
      onEpoch: (done, total) => onProgress('optimise', done, total),
      onPicture: () => onPlaces(places),
    });
    if (landmarks < points.count)
      await placeAmongLandmarks(vectors, places, landmarks, { search, onShare: () => onProgress('optimise', 1, 1) });
    if (from && warm) keepShape(places, from.map.places, from.newOf, table, settings.dimensions === 2);
    onPlaces(places);
    clock.end('optimise');
    return {
      points,
      vectorKeys,
      vectorsId,
      layoutId,
      table,
      levels,
      places,
      before,
      isAgain,
      figures: { method, engine: search.engine, start: warm ? 'previous' : 'components', landmarks },
    };
  } finally {
    await endSearch();
    letGo();
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
