import { Worker } from 'node:worker_threads';
import { HubError } from '../../contract/errors.ts';
import type { LatentStatus } from '../../contract/latent.ts';
import type { PointColumns } from '../../core/latent/latent-map.ts';
import { workerFile } from '../runtime/worker-file.ts';
import { StateCell } from '../state-cell.ts';
import type { FinishedMap, MapWorkerData, MapWorkerMessage, MapWorkerOrder } from './map-protocol.ts';

/** A block of comparisons takes well below a second; who does not end in this time hangs. Unit: milliseconds. */
const endLimitMs = 20_000;

export interface RunState {
  progress: NonNullable<LatentStatus['running']>;
  layoutId: string | null;
  points: PointColumns | null;
  /** Three numbers per point. */
  places: Float32Array | null;
}

/** A small one is collected more often; what is large lies outside of it. */
const youngGenerationMb = 16;

/** One map in the making, in a thread of its own. */
export class MapRun {
  readonly state = new StateCell<RunState>({
    progress: { phase: 'load', done: 0, total: 0 },
    layoutId: null,
    points: null,
    places: null,
  });
  /** Settles when the thread has ended; rejects with `cancelled` or with what went wrong. */
  readonly finished: Promise<FinishedMap>;
  readonly data: MapWorkerData;
  /** Who waits for it; nobody any more ends it. */
  followers = 0;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;

  constructor(data: MapWorkerData, entry: string = workerFile('map-worker', import.meta.url)) {
    this.data = data;
    this.#worker = new Worker(entry, {
      workerData: data,
      name: 'map',
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.finished = new Promise((resolve, reject) => {
      let outcome: (() => void) | null = null;
      let reason = 'it ended without a word';
      this.#worker.on('message', (message: MapWorkerMessage) => {
        if (message.kind === 'done') outcome = () => resolve(message);
        else if (message.kind === 'failed') {
          const { code, message: text, details } = message.error;
          outcome = () => reject(new HubError(code, text, details));
        } else this.#take(message);
      });
      this.#worker.on('error', (error: unknown) => {
        reason = error instanceof Error ? error.message : String(error);
      });
      this.#worker.on('exit', () => {
        if (outcome) outcome();
        else
          reject(
            new HubError(
              'internal',
              `The thread that makes the map stopped (${reason}). The map before is still there; try again.`,
            ),
          );
      });
    });
    // Whoever follows hears of it; nobody has to.
    this.finished.catch(() => {});
  }

  /** Lets the thread end at its next step, and waits for that: ended from outside within the native library it would take the process down. */
  async cancel(): Promise<void> {
    this.#worker.postMessage('cancel' satisfies MapWorkerOrder);
    const timer = setTimeout(() => void this.#worker.terminate(), endLimitMs);
    await this.#exited;
    clearTimeout(timer);
  }

  #take(message: Exclude<MapWorkerMessage, { kind: 'done' | 'failed' }>): void {
    const { value } = this.state;
    if (message.kind === 'progress') {
      const { phase, done, total } = message;
      this.state.set({ ...value, progress: { phase, done, total } });
    } else if (message.kind === 'loaded') this.state.set({ ...value, layoutId: message.layoutId, points: message.points });
    else this.state.set({ ...value, places: message.places });
  }
}
