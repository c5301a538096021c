import { asHubError, HubError } from '../../contract/errors.ts';
import type { Config } from '../../config.ts';
import type { IndexProgress } from '../../core/index-events.ts';
import type { Logger } from '../../core/logger.ts';
import type { EmbeddingSpace } from '../../core/vectors.ts';
import type { Connection } from '../../store/database.ts';
import { EmbeddingStore } from '../../store/embedding-store.ts';
import { ProgressMeter } from '../indexing/progress-meter.ts';
import { resourcesDirectory } from '../runtime/resources.ts';
import { ensureModel, type ModelFound } from './ensure-model.ts';
import { locateModel } from './locate-model.ts';

/** A model that is there, with its vectors in one index. */
export interface OpenedModel {
  found: ModelFound;
  embeddings: EmbeddingStore;
}

/** Of a run that may fetch the model first. */
export interface ModelFetching {
  onProgress?: ((progress: IndexProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface IndexModelOptions {
  config: Pick<Config, 'model' | 'modelDownload'>;
  /** Absolute. */
  dataDirectory: string;
  connection: Connection;
  logger: Logger;
}

/** The model of one index: looked for once, fetched where that is allowed. */
export class IndexModel {
  readonly #options: IndexModelOptions;
  #opened: Promise<OpenedModel | HubError> | null = null;
  #space: EmbeddingSpace | null = null;

  constructor(options: IndexModelOptions) {
    this.#options = options;
  }

  /** The model's place and space; the error that explains its absence otherwise. */
  open(fetching: ModelFetching = {}): Promise<OpenedModel | HubError> {
    this.#opened ??= this.#find(fetching);
    return this.#opened;
  }

  /** The model for a run: one that was missing before is looked for again, since it may be there or can be fetched by now. */
  async openAgain(fetching: ModelFetching): Promise<OpenedModel | HubError> {
    if ((await this.#opened) instanceof HubError) this.#opened = null;
    const model = await this.open(fetching);
    if (!(model instanceof HubError) || model.code !== 'cancelled') return model;
    this.#opened = null;
    throw model;
  }

  /** Space of the model that is there, looked for without fetching one. */
  async space(): Promise<EmbeddingSpace | null> {
    if (this.#space) return this.#space;
    const { config, dataDirectory } = this.#options;
    const { found } = await locateModel({ setting: config.model, dataDirectory, resourcesDirectory });
    this.#space = found?.space ?? null;
    return this.#space;
  }

  async #find({ onProgress, signal }: ModelFetching): Promise<OpenedModel | HubError> {
    const { config, dataDirectory, connection, logger } = this.#options;
    let meter: ProgressMeter | null = null;
    try {
      const found = await ensureModel(
        { setting: config.model, download: config.modelDownload, dataDirectory, resourcesDirectory, logger },
        ({ received, total }) => {
          meter ??= new ProgressMeter('model', null, 'bytes', total, onProgress ?? (() => {}));
          if (total !== null) meter.setTotal(total);
          meter.reach(received ?? 0);
        },
        signal,
      );
      (meter as ProgressMeter | null)?.finish();
      return { found, embeddings: new EmbeddingStore(connection, found.space) };
    } catch (error) {
      return asHubError(error);
    }
  }
}
