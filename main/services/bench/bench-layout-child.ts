import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UMAP } from 'umap-js';
import { latentSettingsSchema } from '../../contract/latent-points.ts';
import { silentLogger } from '../../core/logger.ts';
import { sampledTrustworthiness } from '../../core/latent/sampled-trustworthiness.ts';
import { seededRandom } from '../../core/seeded-random.ts';
import { LatentReader, type LoadedPoints } from '../../store/latent/latent-reader.ts';
import { somePoints } from '../../store/latent/loaded-points.ts';
import { MapFiles } from '../../store/latent/map-files.ts';
import { makeMap, type MapSource } from '../latent/make-map.ts';
import { OnnxSearch } from '../latent/onnx-search.ts';
import { openIndex } from '../open-index.ts';
import type { LayoutMeasures, LayoutTask } from './bench-layout.ts';
import { manyTimes } from './made-up-points.ts';

/** Child process of `benchLayout`: one map, measured alone, so that its memory is its own. */

const settings = latentSettingsSchema.parse({});

/** The real store, with some of its points or more of them than there are. */
function sourceOf(reader: LatentReader, select: (loaded: LoadedPoints) => LoadedPoints): MapSource {
  return {
    space: (name) => reader.space(name),
    load: (space, dimension, onRows) => select(reader.load(space, dimension, onRows)),
    texts: (characters) => reader.texts(characters),
  };
}

function selectionOf(points: number | null): (loaded: LoadedPoints) => LoadedPoints {
  return (loaded) => {
    const { count } = loaded.columns;
    if (points === null || points === count) return loaded;
    return points < count
      ? somePoints(
          loaded,
          Int32Array.from({ length: points }, (_, point) => point),
        )
      : manyTimes(loaded, points);
  };
}

async function ours(task: LayoutTask, reader: LatentReader): Promise<LayoutMeasures> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-bench-map-'));
  const select = selectionOf(task.points);
  let measured = { peakBytes: 0, cpuSeconds: 0, trustworthiness: 0 };
  const make = (source: MapSource) =>
    makeMap({
      reader: source,
      files: new MapFiles(folder),
      spaceName: task.spaceName,
      settings,
      fresh: false,
      openSearch: (dimension) => OnnxSearch.open(dimension),
      signal: new AbortController().signal,
      onProgress: () => {},
      onLoaded: () => {},
      // What a window is sent is copied, too.
      onPlaces: (places) => void places.slice(),
      measure: ({ places }, vectors, dimension) => {
        const taken = takenByNow();
        measured = { ...taken, trustworthiness: sampledTrustworthiness(vectors, dimension, places) };
      },
    });
  try {
    if (task.way === 'refresh') await make(sourceOf(reader, (loaded) => mostOf(select(loaded), task.refreshedShare)));
    const { figures, drift } = await make(sourceOf(reader, select));
    const { points, seconds, method, clusters } = figures;
    return { way: task.way, points, seconds, ...measured, method, communities: clusters, medianMove: drift.medianMove };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All but a share of the points, taken evenly. */
function mostOf(loaded: LoadedPoints, share: number): LoadedPoints {
  const every = Math.round(1 / share);
  return somePoints(
    loaded,
    Int32Array.from({ length: loaded.columns.count }, (_, point) => point).filter((point) => point % every !== 0),
  );
}

function stock(task: LayoutTask, reader: LatentReader): LayoutMeasures {
  const started = performance.now();
  const space = reader.space(task.spaceName)!;
  const { vectors, columns } = selectionOf(task.points)(reader.load(space.id, space.dimension, () => {}));
  const { dimension } = space;
  const loadedAt = performance.now();
  const rows = Array.from({ length: columns.count }, (_, point) =>
    Array.from(vectors.subarray(point * dimension, (point + 1) * dimension)),
  );
  const distanceFn = (a: readonly number[], b: readonly number[]): number => {
    let sum = 0;
    for (let axis = 0; axis < dimension; axis += 1) sum += a[axis]! * b[axis]!;
    return Math.max(0, 1 - sum);
  };
  const umap = new UMAP({
    nComponents: settings.dimensions,
    nNeighbors: settings.neighbours,
    minDist: settings.minimumDistance,
    random: seededRandom(settings.seed),
    distanceFn,
  });
  const epochs = umap.initializeFit(rows);
  const preparedAt = performance.now();
  for (let epoch = 0; epoch < epochs; epoch += 1) umap.step();
  const endedAt = performance.now();
  const taken = takenByNow();
  const places = Float32Array.from(umap.getEmbedding().flat());
  const seconds = (from: number, to: number): number => (to - from) / 1_000;
  return {
    way: 'stock',
    points: columns.count,
    seconds: {
      load: seconds(started, loadedAt),
      graph: seconds(loadedAt, preparedAt),
      optimise: seconds(preparedAt, endedAt),
      total: seconds(started, endedAt),
    },
    ...taken,
    trustworthiness: sampledTrustworthiness(vectors, dimension, places),
    method: 'descent',
    communities: [],
    medianMove: null,
  };
}

/** What this process took so far. */
function takenByNow(): { peakBytes: number; cpuSeconds: number } {
  const { user, system } = process.cpuUsage();
  // Node tells kilobytes.
  return { peakBytes: process.resourceUsage().maxRSS * 1024, cpuSeconds: (user + system) / 1e6 };
}

async function measure(task: LayoutTask): Promise<LayoutMeasures> {
  const connection = openIndex(task.database, 'read', silentLogger);
  try {
    const reader = new LatentReader(connection);
    return task.way === 'stock' ? stock(task, reader) : await ours(task, reader);
  } finally {
    connection.close();
  }
}

process.once('message', (task: LayoutTask) => {
  measure(task).then(
    (figures) => process.send!({ figures }, () => process.disconnect()),
    (error: unknown) => process.send!({ error: String(error) }, () => process.disconnect()),
  );
});
