import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { asHubError, HubError } from '../contract/errors.ts';
import type { SearchAnswer } from '../contract/search.ts';
import type { Embedder } from '../core/embedding.ts';
import type { IndexProgress, IndexReport } from '../core/index-events.ts';
import type { Logger } from '../core/logger.ts';
import type { SourceSpecification } from '../core/source.ts';
import type { VectorStore } from '../core/vectors.ts';
import { CorpusReader, type SourceRow } from '../store/corpus-reader.ts';
import { CorpusWriter } from '../store/corpus-writer.ts';
import { openDatabase, type Connection } from '../store/database.ts';
import { EmbeddingStore } from '../store/embedding-store.ts';
import { openVectorStore, type VectorChoice } from '../store/vectors/open-vector-store.ts';
import { createEmbedder } from './embedding/embedding-pool.ts';
import { runIndex } from './indexing/run-index.ts';
import { syncVectors } from './indexing/sync-vectors.ts';
import { ensureModel, type ModelFound } from './model/ensure-model.ts';
import { Documents } from './retrieval/documents.ts';
import { Retriever, type SearchRequest } from './retrieval/retriever.ts';
import { Snippets } from './retrieval/snippets.ts';
import { openDataDirectory, type DataDirectory } from './runtime/data-directory.ts';
import { takeOwnerLock, type OwnerLock } from './runtime/owner-lock.ts';

export interface HubOptions {
  config: Config;
  logger: Logger;
  /** `write` takes the owner's lock and migrates; `read` works beside an owner and on a directory that has no index yet. */
  access: 'read' | 'write';
}

const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url));

interface Meaning {
  found: ModelFound;
  embedder: Embedder;
  embeddings: EmbeddingStore;
}

/**
 * The service composed: one data directory with its store, model, vectors, indexing and retrieval. Everything that costs time
 * to start (model, vectors, threads) starts on first use.
 */
export class Hub implements AsyncDisposable {
  readonly config: Config;
  readonly directory: DataDirectory;
  readonly reader: CorpusReader;
  readonly #logger: Logger;
  readonly #lock: OwnerLock | null;
  readonly #connection: Connection;
  readonly #writer: CorpusWriter | null;
  #meaning: Promise<Meaning | HubError> | null = null;
  #vectors: Promise<{ store: VectorStore; choice: VectorChoice }> | null = null;
  #vectorsGeneration = -1;
  #retriever: Promise<Retriever> | null = null;

  static open(options: HubOptions): Hub {
    const directory = openDataDirectory(options.config.dataDirectory);
    const lock = options.access === 'write' ? takeOwnerLock(directory.lock) : null;
    try {
      return new Hub(options, directory, lock);
    } catch (error) {
      lock?.[Symbol.dispose]();
      throw error;
    }
  }

  private constructor(options: HubOptions, directory: DataDirectory, lock: OwnerLock | null) {
    this.config = options.config;
    this.directory = directory;
    this.#logger = options.logger;
    this.#lock = lock;
    const write = options.access === 'write';
    // A reader of a directory without an index sees an empty one, so that every answer says "not indexed" rather than failing.
    const path = write || existsSync(directory.database) ? directory.database : ':memory:';
    this.#connection = openDatabase(path, { readonly: !write && path !== ':memory:', logger: options.logger });
    this.reader = new CorpusReader(this.#connection);
    this.#writer = write ? new CorpusWriter(this.#connection) : null;
  }

  get connection(): Connection {
    return this.#connection;
  }

  get threads(): number {
    return this.config.workers ?? availableParallelism();
  }

  #requireWriter(): CorpusWriter {
    if (!this.#writer) throw new HubError('locked', 'This hub was opened for reading only.');
    return this.#writer;
  }

  /** The model with its threads; the error that explains its absence otherwise. */
  #openMeaning(): Promise<Meaning | HubError> {
    this.#meaning ??= (async () => {
      try {
        const found = await ensureModel({
          setting: this.config.model,
          download: this.config.modelDownload,
          dataDirectory: this.directory.root,
          resourcesDirectory,
          logger: this.#logger,
        });
        // A reader embeds queries only: one session is enough and half the memory.
        const workers = this.#writer ? this.threads : 1;
        const embedder = await createEmbedder({ modelDirectory: found.path, space: found.space, workers, logger: this.#logger });
        return { found, embedder, embeddings: new EmbeddingStore(this.#connection, found.space) };
      } catch (error) {
        return asHubError(error);
      }
    })();
    return this.#meaning;
  }

  /** The vector store, brought up to date with SQLite. Null without a model. */
  async vectors(): Promise<{ store: VectorStore; choice: VectorChoice } | null> {
    const meaning = await this.#openMeaning();
    if (meaning instanceof HubError) return null;
    const { embeddings } = meaning;
    this.#vectors ??= openVectorStore({
      // One that only reads must not start a second server on the owner's files; it reads the vectors itself.
      backend: this.#writer || this.config.chromaUrl !== undefined ? this.config.vectorBackend : 'embedded',
      chromaUrl: this.config.chromaUrl,
      chromaBinary: this.config.chromaBinary,
      space: embeddings.space,
      dataDirectory: this.directory.root,
      logger: this.#logger,
    });
    const opened = await this.#vectors;
    const generation = this.reader.generation();
    if (generation !== this.#vectorsGeneration) {
      await syncVectors({ store: opened.store, embeddings, connection: this.#connection, mayWrite: this.#writer !== null, first: this.#vectorsGeneration === -1 });
      this.#vectorsGeneration = generation;
    }
    return opened;
  }

  async retriever(): Promise<Retriever> {
    const vectors = await this.vectors();
    this.#retriever ??= (async () => {
      const meaning = await this.#openMeaning();
      const model = meaning instanceof HubError ? null : meaning;
      return new Retriever({
        connection: this.#connection,
        vectors: vectors?.store ?? null,
        embedder: model?.embedder ?? null,
        spaceId: () => model?.embeddings.spaceId() ?? null,
        withoutMeaning: meaning instanceof HubError ? meaning.message : null,
        logger: this.#logger,
      });
    })();
    return this.#retriever;
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    return (await this.retriever()).search(request, signal);
  }

  async snippets(): Promise<Snippets> {
    return new Snippets(this.#connection, await this.retriever());
  }

  documents(): Documents {
    return new Documents(this.#connection);
  }

  /** Adds or changes the sources, then refreshes them. */
  async index(
    specifications: readonly SourceSpecification[],
    options: { force?: boolean; signal?: AbortSignal; onProgress?: (progress: IndexProgress) => void },
  ): Promise<IndexReport> {
    const writer = this.#requireWriter();
    const rows = specifications.map((specification) => {
      writer.putSource(specification);
      return this.reader.source(specification.name)!;
    });
    return this.refresh(rows, options);
  }

  async refresh(
    rows: readonly SourceRow[],
    options: { force?: boolean; signal?: AbortSignal; onProgress?: (progress: IndexProgress) => void },
  ): Promise<IndexReport> {
    return runIndex(rows, {
      connection: this.#connection,
      reader: this.reader,
      writer: this.#requireWriter(),
      dataDirectory: this.directory.root,
      threads: this.threads,
      logger: this.#logger,
      openMeaning: async () => {
        const meaning = await this.#openMeaning();
        return meaning instanceof HubError ? { missing: meaning } : meaning;
      },
      syncVectors: async () => void (await this.vectors()),
      ...options,
    });
  }

  /** Removes a source with everything that came from it; throws `not-found`. */
  async remove(name: string): Promise<void> {
    const row = this.reader.source(name);
    if (!row) throw new HubError('not-found', `There is no source “${name}”. See \`context-hub sources\`.`, { name });
    this.#requireWriter().removeSource(row.id);
    await this.vectors();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      const vectors = await this.#vectors?.catch(() => null);
      await vectors?.store[Symbol.asyncDispose]();
      const meaning = await this.#meaning;
      if (meaning && !(meaning instanceof HubError)) await meaning.embedder[Symbol.asyncDispose]();
    } finally {
      this.#connection.close();
      this.#lock?.[Symbol.dispose]();
    }
  }
}
