import type { LatentPhase } from '../../contract/latent.ts';
import { sampledTrustworthiness } from '../../core/latent/sampled-trustworthiness.ts';
import type { SimilaritySearch } from '../../core/latent/similarity-search.ts';
import { WasmSearch } from '../../core/latent/wasm-search.ts';
import type { Logger } from '../../core/logger.ts';
import { LatentReader } from '../../store/latent/latent-reader.ts';
import { MapFiles } from '../../store/latent/map-files.ts';
import { openIndex } from '../open-index.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import type { MapSource } from './lay-out.ts';
import { makeMap } from './make-map.ts';
import type { FinishedMap, MapMeasures, MapWorkerData, MapWorkerMessage } from './map-protocol.ts';
import { NamingThread } from './naming-thread.ts';
import { OnnxSearch } from './onnx-search.ts';

const progressMs = 50;

export interface MapWorkOptions {
  signal: AbortSignal;
  /** Told what is new; places may be sent away. */
  onMessage: (message: Extract<MapWorkerMessage, { kind: 'progress' | 'loaded' | 'places' }>) => void;
  /** Some of the index, or more than there is: for measuring. */
  sourceOf?: ((reader: LatentReader) => MapSource) | undefined;
}

/** Makes one map, in the thread that calls and one beside it. It reads the index and writes nothing but files of maps. */
export async function workOnMap(data: MapWorkerData, { signal, onMessage, sourceOf }: MapWorkOptions): Promise<FinishedMap> {
  const { database, dataDirectory, spaceName, settings, fresh, logLevel, background, measure, engine } = data;
  const logger = createLogger(logLevel);
  const connection = openIndex(database, 'read', logger);
  try {
    const reader = new LatentReader(connection);
    reader.readOnce();
    const source = sourceOf?.(reader) ?? reader;
    // What is measured afterwards are the vectors that the map was made of.
    if (measure) reader.stayAtThisMoment();
    const { layoutId, figures, drift, places } = await makeMap({
      reader: source,
      files: new MapFiles(dataDirectory),
      openNamer: () =>
        new NamingThread({ database, dataDirectory, fresh, logLevel, background }, (reason) =>
          logger.warn('The terms of chunks could not be kept; the next map reads all texts again', { reason: String(reason) }),
        ),
      spaceName,
      settings,
      fresh,
      openSearch: (dimension) => openSearch(dimension, engine, logger),
      signal,
      onProgress: seldom((phase, done, total) => onMessage({ kind: 'progress', phase, done, total })),
      onLoaded: (id, points) => onMessage({ kind: 'loaded', layoutId: id, points }),
      onPlaces: (moved) => onMessage({ kind: 'places', places: moved.slice() }),
    });
    const measured = measure ? measuresOf(source, spaceName, places) : null;
    return { layoutId, figures, measured, medianMove: drift.medianMove };
  } finally {
    connection.close();
  }
}

async function openSearch(
  dimension: number,
  engine: MapWorkerData['engine'],
  logger: Logger,
): Promise<SimilaritySearch & Partial<AsyncDisposable>> {
  if (engine === 'wasm') return new WasmSearch(dimension);
  try {
    return await OnnxSearch.open(dimension);
  } catch (error) {
    logger.warn('The native library does not load; neighbours are found without it, which takes longer', {
      reason: String(error),
    });
    return new WasmSearch(dimension);
  }
}

/** The vectors are read once more: to keep them would take more room than the map takes without being measured. */
function measuresOf(source: MapSource, spaceName: string | null, places: Float32Array): MapMeasures {
  // Node tells kilobytes.
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  const before = process.cpuUsage();
  const { id, dimension } = source.space(spaceName)!;
  const { vectors } = source.load(id, dimension, { onRows: () => {} });
  const trustworthiness = sampledTrustworthiness(vectors, dimension, places);
  const { user, system } = process.cpuUsage(before);
  return { peakBytes, trustworthiness, cpuSeconds: (user + system) / 1e6 };
}

type OnProgress = (phase: LatentPhase, done: number, total: number) => void;

/** Every phase is told, and within one now and then. */
function seldom(tell: OnProgress): OnProgress {
  let told: { phase: LatentPhase | null; at: number } = { phase: null, at: 0 };
  return (phase, done, total) => {
    const now = performance.now();
    if (phase === told.phase && now - told.at < progressMs) return;
    told = { phase, at: now };
    tell(phase, done, total);
  };
}
