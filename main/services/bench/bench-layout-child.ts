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
import { TermFile } from '../../store/latent/term-file.ts';
import type { MapSource } from '../latent/lay-out.ts';
import { makeMap } from '../latent/make-map.ts';
import { OnnxSearch } from '../latent/onnx-search.ts';
import { openIndex } from '../open-index.ts';
import type { LayoutMeasures, LayoutTask } from './bench-layout.ts';
import { manyTimes } from './made-up-points.ts';

/** Child process of `benchLayout`: one map, measured alone, so that its memory is its own. */

const settings = latentSettingsSchema.parse({});

/** The real store, with some of its points or more of them than there are, all but a share of them. */
function sourceOf(reader: LatentReader, points: number | null, leftOut = 0): MapSource {
  return {
    space: (name) => reader.space(name),
    load: (space, dimension, onRows) => {
      const loaded = loadSome(reader, { id: space, dimension }, points, onRows);
      return leftOut === 0 ? loaded : mostOf(loaded, leftOut);
    },
    texts: (characters, rows) => reader.texts(characters, rows),
  };
}

function loadSome(
  reader: LatentReader,
  { id, dimension }: { id: number; dimension: number },
  points: number | null,
  onRows: (done: number, total: number) => void = () => {},
): LoadedPoints {
  const loaded = reader.load(id, dimension, onRows, points ?? undefined);
  return points === null || points <= loaded.columns.count ? loaded : manyTimes(loaded, points);
}

async function ours(task: LayoutTask, reader: LatentReader): Promise<LayoutMeasures> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-bench-map-'));
  const atStart = takenByNow();
  let trust = 0;
  /** Processor time that measuring took. */
  let measuring = 0;
  let peak = 0;
  const make = (source: MapSource) =>
    makeMap({
      reader: source,
      files: new MapFiles(folder),
      termFile: new TermFile(folder),
      spaceName: task.spaceName,
      settings,
      fresh: false,
      openSearch: (dimension) => OnnxSearch.open(dimension),
      signal: new AbortController().signal,
      onProgress: () => {},
      onLoaded: () => {},
      // What a window is sent is copied, too.
      onPlaces: (places) => void places.slice(),
      measure: (places, vectors, dimension) => {
        const { peakBytes, cpuSeconds } = takenByNow();
        peak = peakBytes;
        trust = sampledTrustworthiness(vectors, dimension, places);
        measuring = takenByNow().cpuSeconds - cpuSeconds;
      },
    });
  try {
    if (task.way === 'refresh') await make(sourceOf(reader, task.points, task.refreshedShare));
    const before = takenByNow().cpuSeconds;
    const { figures, drift } = await make(sourceOf(reader, task.points));
    const { points, seconds, method, clusters } = figures;
    return {
      way: task.way,
      points,
      seconds,
      cpuSeconds: takenByNow().cpuSeconds - before - measuring,
      startBytes: atStart.residentBytes,
      peakBytes: Math.max(peak, takenByNow().residentBytes),
      trustworthiness: trust,
      method,
      communities: clusters,
      medianMove: drift.medianMove,
    };
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
