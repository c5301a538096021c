import { UMAP } from 'umap-js';
import { latentSettingsSchema } from '../../contract/latent-points.ts';
import { silentLogger } from '../../core/logger.ts';
import { sampledTrustworthiness } from '../../core/latent/sampled-trustworthiness.ts';
import { seededRandom } from '../../core/seeded-random.ts';
import { LatentReader, type LoadOptions, type LoadedPoints } from '../../store/latent/latent-reader.ts';
import { somePoints } from '../../store/latent/loaded-points.ts';
import type { MapSource } from '../latent/lay-out.ts';
import { workOnMap } from '../latent/map-work.ts';
import { openIndex } from '../open-index.ts';
import type { LayoutMeasures, LayoutTask } from './bench-layout.ts';
import { manyTimes } from './made-up-points.ts';

/** Child process of `benchLayout`: one map, measured alone, so that its memory is its own. */

const settings = latentSettingsSchema.parse({});

/** The real store, with some of its points or more of them than there are, all but a share of them. */
function sourceOf(reader: LatentReader, { points, leftOut }: Pick<LayoutTask, 'points' | 'leftOut'>): MapSource {
  return {
    space: (name) => reader.space(name),
    load: (id, dimension, options) => {
      const isCut = leftOut !== 0;
      // Which of them are points is not known before they are there.
      const loaded = loadSome(reader, { id, dimension }, points, isCut ? { onRows: options.onRows } : options);
      return isCut ? mostOf(loaded, leftOut) : loaded;
    },
  };
}

function loadSome(
  reader: LatentReader,
  { id, dimension }: { id: number; dimension: number },
  points: number | null,
  options: LoadOptions = { onRows: () => {} },
): LoadedPoints {
  const { onIdentified } = options;
  const loaded = reader.load(id, dimension, {
    ...options,
    most: points ?? undefined,
    onIdentified: (rows) => {
      if (points === null || points <= rows.count) onIdentified?.(rows);
    },
  });
  return points === null || points <= loaded.columns.count ? loaded : manyTimes(loaded, points);
}

async function ours(task: LayoutTask): Promise<LayoutMeasures> {
  const atStart = takenByNow();
  const { figures, measured, medianMove } = await workOnMap(
    {
      database: task.database,
      dataDirectory: task.folder,
      spaceName: task.spaceName,
      settings,
      fresh: false,
      background: false,
      measure: true,
      logLevel: 'error',
    },
    {
      signal: new AbortController().signal,
      onMessage: () => {},
      sourceOf: (reader) => sourceOf(reader, task),
    },
  );
  const { points, seconds, method, clusters } = figures;
  const { trustworthiness, peakBytes, cpuSeconds } = measured!;
  return {
    way: task.way,
    points,
    seconds,
    cpuSeconds: takenByNow().cpuSeconds - atStart.cpuSeconds - cpuSeconds,
    startBytes: atStart.residentBytes,
    peakBytes,
    trustworthiness,
    method,
    communities: clusters,
    medianMove,
  };
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
  const { residentBytes: startBytes, cpuSeconds: before } = takenByNow();
  const space = reader.space(task.spaceName)!;
  const { vectors, columns } = loadSome(reader, space, task.points);
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
    cpuSeconds: taken.cpuSeconds - before,
    startBytes,
    peakBytes: taken.peakBytes,
    trustworthiness: sampledTrustworthiness(vectors, dimension, places),
    method: 'descent',
    communities: [],
    medianMove: null,
  };
}

/** What this process took so far, and what it holds. */
function takenByNow(): { peakBytes: number; residentBytes: number; cpuSeconds: number } {
  const { user, system } = process.cpuUsage();
  // Node tells kilobytes.
  return {
    peakBytes: process.resourceUsage().maxRSS * 1024,
    residentBytes: process.memoryUsage.rss(),
    cpuSeconds: (user + system) / 1e6,
  };
}

async function measure(task: LayoutTask): Promise<LayoutMeasures> {
  if (task.way !== 'stock') return ours(task);
  const connection = openIndex(task.database, 'read', silentLogger);
  try {
    return stock(task, new LatentReader(connection));
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
