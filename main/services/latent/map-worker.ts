import { parentPort, workerData } from 'node:worker_threads';
import { asHubError } from '../../contract/errors.ts';
import type { LatentPhase } from '../../contract/latent.ts';
import { sampledTrustworthiness } from '../../core/latent/sampled-trustworthiness.ts';
import type { SimilaritySearch } from '../../core/latent/similarity-search.ts';
import { WasmSearch } from '../../core/latent/wasm-search.ts';
import { LatentReader } from '../../store/latent/latent-reader.ts';
import { MapFiles } from '../../store/latent/map-files.ts';
import { TermFile } from '../../store/latent/term-file.ts';
import { openIndex } from '../open-index.ts';
import { giveWay } from '../runtime/background-thread.ts';
import { createLogger } from '../runtime/stderr-logger.ts';
import { makeMap } from './make-map.ts';
import type { MapMeasures, MapWorkerData, MapWorkerMessage, MapWorkerOrder } from './map-protocol.ts';
import { OnnxSearch } from './onnx-search.ts';

/** Entry of the thread that makes one map and ends. It reads the index and writes nothing but the map's own file. */

const progressMs = 50;

const port = parentPort!;
const { database, dataDirectory, spaceName, settings, fresh, logLevel, background, measure, engine } =
  workerData as MapWorkerData;
const logger = createLogger(logLevel);
const cancelled = new AbortController();
port.on('message', (order: MapWorkerOrder) => {
  if (order === 'cancel') cancelled.abort();
});
// Threads of the native library are started by this one and give way, too.
if (background) giveWay();

function post(message: MapWorkerMessage): void {
  port.postMessage(message, message.kind === 'places' ? [message.places.buffer as ArrayBuffer] : []);
}

async function openSearch(dimension: number): Promise<SimilaritySearch & Partial<AsyncDisposable>> {
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

function measuresOf(places: Float32Array, vectors: Float32Array, dimension: number): MapMeasures {
  // Node tells kilobytes.
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  return { peakBytes, trustworthiness: sampledTrustworthiness(vectors, dimension, places) };
}

let told: { phase: LatentPhase | null; at: number } = { phase: null, at: 0 };
function tell(phase: LatentPhase, done: number, total: number): void {
  const now = performance.now();
  if (phase === told.phase && now - told.at < progressMs) return;
  told = { phase, at: now };
  post({ kind: 'progress', phase, done, total });
}

async function run(): Promise<void> {
  const connection = openIndex(database, 'read', logger);
  try {
    let measured = null as MapMeasures | null;
    const { layoutId, figures } = await makeMap({
      reader: new LatentReader(connection),
      files: new MapFiles(dataDirectory),
      termFile: new TermFile(dataDirectory),
      onTermsLost: (error) =>
        logger.warn('The terms of chunks could not be kept; the next map reads all texts again', { reason: String(error) }),
      spaceName,
      settings,
      fresh,
      openSearch,
      signal: cancelled.signal,
      onProgress: tell,
      onLoaded: (id, points) => post({ kind: 'loaded', layoutId: id, points }),
      onPlaces: (places) => post({ kind: 'places', places: places.slice() }),
      measure: measure
        ? (places, vectors, dimension) => {
            measured = measuresOf(places, vectors, dimension);
          }
        : undefined,
    });
    // Reading comes after the measure: what is held at its end counts, too.
    if (measured) measured.peakBytes = Math.max(measured.peakBytes, process.memoryUsage.rss());
    post({ kind: 'done', layoutId, figures, measured });
  } finally {
    connection.close();
  }
}

try {
  await run();
} catch (error) {
  post({ kind: 'failed', error: asHubError(error).toWire() });
} finally {
  port.close();
}
