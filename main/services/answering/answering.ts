import { statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { asHubError } from '../../contract/errors.ts';
import type { Logger } from '../../core/logger.ts';
import type { EmbeddingStore } from '../../store/embedding-store.ts';
import type { ChromaEndpoint } from '../../store/vectors/chroma-endpoint.ts';
import { EmbeddedVectorStore } from '../../store/vectors/embedded-vector-store.ts';
import { openVectorStore, type OpenedVectorStore } from '../../store/vectors/open-vector-store.ts';
import { endBatch, readInBatches } from '../../store/read-batches.ts';
import { Hub } from '../hub.ts';
import type { AnsweringHub } from '../procedures/service-parts.ts';
import { StateCell } from '../state-cell.ts';
import { VectorFollower } from './vector-follower.ts';

/** How often the index is looked at for changes of any writer, this program's or another's. Unit: milliseconds. */
const lookEveryMs = 400;

export interface AnsweringOptions {
  config: () => Config;
  logger: Logger;
  /** The Chroma server to search; null where vectors are searched in this process. */
  chromaEndpoint: () => ChromaEndpoint | null;
  /** How old what is read may be; asked now and then. Unit: milliseconds; 0, the default: of the turn of the event loop. */
  keptMs?: () => number;
}

interface Opened {
  hub: Hub;
  follower: VectorFollower | null;
  identity: string;
  uses: number;
  replaced: boolean;
}

/**
 * The side that answers: a hub that only reads, beside whoever writes. It notices when the index appears, is replaced or is
 * migrated, and takes new vectors over without keeping a query waiting.
 */
export class Answering implements AnsweringHub, AsyncDisposable {
  /** Counts what searches see. */
  readonly generation = new StateCell(0);
  readonly #options: AnsweringOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new Set<Promise<void>>();
  #opened: Opened | null = null;
  #problem: string | null = null;

  constructor(options: AnsweringOptions) {
    this.#options = options;
    this.look();
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    this.#timer.unref();
  }

  async use<T>(work: (hub: Hub) => T | Promise<T>): Promise<T> {
    const opened = (this.#opened ??= this.#open());
    opened.uses += 1;
    try {
      return await work(opened.hub);
    } finally {
      opened.uses -= 1;
      this.#closeUnused(opened);
    }
  }

  /** Loads the model and the vectors, so that the first search is as fast as the others. */
  async warmUp(): Promise<void> {
    await this.use((hub) => hub.retriever());
  }

  /** Looks for what has changed; called regularly, and with `atOnce` by whoever knows that a writer is done. */
  look(atOnce = false): void {
    try {
      const opened = this.#opened;
      if (opened && (atOnce || this.#keptMs() === 0)) endBatch(opened.hub.connection);
      if (opened && opened.identity !== this.#identityOf(opened.hub)) this.replace();
      const current = (this.#opened ??= this.#open());
      const generation = current.hub.reader.generation();
      const { follower } = current;
      const isNew = generation !== this.generation.value;
      if (follower && (isNew || atOnce || follower.isBehind))
        void (atOnce ? follower.catchUp() : follower.catchUpInTime()).catch((error: unknown) => this.#report(error));
      if (isNew) this.generation.set(generation);
      this.#problem = null;
    } catch (error) {
      this.#report(error);
    }
  }

  /** Answers from a newly opened hub from now on: other settings, another vector store, a model that has come. */
  replace(): void {
    const old = this.#opened;
    this.#opened = null;
    if (!old) return;
    old.replaced = true;
    old.follower?.stop();
    this.#closeUnused(old);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.replace();
    await Promise.all(this.#closing);
  }

  #open(): Opened {
    const { config, logger } = this.#options;
    const hub = Hub.open({
      // The indexer is the one that fetches a model; a query does not wait for that.
      config: { ...config(), modelDownload: false },
      logger,
      access: 'read',
      openVectors: (embeddings) => this.#openVectors(opened, embeddings),
    });
    readInBatches(hub.connection, () => this.#keptMs());
    const opened: Opened = { hub, follower: null, identity: 'none', uses: 0, replaced: false };
    if (hub.hasIndex) opened.identity = this.#identityOf(hub);
    return opened;
  }

  #keptMs(): number {
    return this.#options.keptMs?.() ?? 0;
  }

  async #openVectors(opened: Opened, embeddings: EmbeddingStore): Promise<OpenedVectorStore> {
    const config = this.#options.config();
    const endpoint = config.chromaUrl === undefined ? this.#options.chromaEndpoint() : null;
    const openedStore = await openVectorStore({
      backend: endpoint || config.chromaUrl !== undefined ? config.vectorBackend : 'embedded',
      chromaUrl: config.chromaUrl,
      endpoint: endpoint ?? undefined,
      space: embeddings.space,
      dataDirectory: opened.hub.directory.root,
      logger: this.#options.logger,
      loadEmbeddings: () => [],
    });
    if (openedStore.store instanceof EmbeddedVectorStore) {
      opened.follower = new VectorFollower(openedStore.store, embeddings);
      await opened.follower.catchUp();
    }
    return openedStore;
  }

  /** Another one means another index: it appeared, was migrated, or was replaced by another file. */
  #identityOf(hub: Hub): string {
    const { database } = hub.directory;
    const info = statSync(database, { throwIfNoEntry: false });
    if (!info) return 'none';
    return hub.hasIndex ? `${info.dev}:${info.ino}:${hub.reader.schema()}` : 'appeared';
  }

  #closeUnused(opened: Opened): void {
    if (!opened.replaced || opened.uses > 0) return;
    const closed = opened.hub[Symbol.asyncDispose]().catch((error: unknown) => this.#report(error));
    this.#closing.add(closed);
    void closed.then(() => this.#closing.delete(closed));
  }

  /** Once, not at every look. */
  #report(error: unknown): void {
    const { message } = asHubError(error);
    if (message !== this.#problem) this.#options.logger.warn('The index cannot be read now', { reason: message });
    this.#problem = message;
  }
}
