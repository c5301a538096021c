import { Worker } from 'node:worker_threads';
import { HubError } from '../../contract/errors.ts';
import type { PointRows } from '../../store/latent/latent-reader.ts';
import { workerFile } from '../runtime/worker-file.ts';
import type { MapNamer } from './map-namer.ts';
import type { ClustersInput, NamedLevel } from './name-clusters.ts';
import type { NamingMessage, NamingOrder, NamingWorkerData } from './naming-protocol.ts';

/** Words are short-lived, tables lie outside of it. */
const youngGenerationMb = 6;

/** Names clusters in a thread of its own, so that it takes no time of the one that finds places. */
export class NamingThread implements MapNamer {
  readonly #worker: Worker;
  readonly #named = Promise.withResolvers<NamedLevel[]>();
  readonly #kept = Promise.withResolvers<void>();

  /** @param onTermsLost terms could not be kept: the map is there, and the next one reads all texts again */
  constructor(
    data: NamingWorkerData,
    onTermsLost: (reason: unknown) => void,
    entry: string = workerFile('naming-worker', import.meta.url),
  ) {
    this.#worker = new Worker(entry, {
      workerData: data,
      name: 'map names',
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    // Whoever waits hears of it; nobody has to.
    for (const { promise } of [this.#named, this.#kept]) promise.catch(() => {});
    this.#worker.on('message', (message: NamingMessage) => {
      if (message.kind === 'named') this.#named.resolve(message.levels);
      else if (message.kind === 'kept') this.#kept.resolve();
      else if (message.kind === 'termsLost') onTermsLost(message.reason);
      else this.#fail(new HubError(message.error.code, message.error.message, message.error.details));
    });
    this.#worker.on('error', (error: unknown) => this.#stopped(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#stopped('it ended without a word'));
  }

  begin(points: PointRows): void {
    this.#order({ kind: 'begin', points });
  }

  name(input: ClustersInput): Promise<NamedLevel[]> {
    this.#order({ kind: 'name', input });
    return this.#named.promise;
  }

  kept(): Promise<void> {
    return this.#kept.promise;
  }

  /** At once, whatever it does: it only reads the index, and the file of terms appears whole or not at all. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  #order(order: NamingOrder): void {
    this.#worker.postMessage(order);
  }

  #stopped(reason: string): void {
    this.#fail(
      new HubError(
        'internal',
        `The thread that names the clusters of the map stopped (${reason}). The map before is still there; try again.`,
      ),
    );
  }

  #fail(error: HubError): void {
    this.#named.reject(error);
    this.#kept.reject(error);
  }
}
