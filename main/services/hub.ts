import { availableParallelism } from 'node:os';

import type { Config } from '../config.ts';
import { asHubError, HubError } from '../contract/errors.ts';
import type { SearchAnswer } from '../contract/search.ts';
import type { SourceDescription } from '../contract/sources.ts';
import type { Embedder } from '../core/embedding.ts';
import type { IndexProgress, IndexReport } from '../core/index-events.ts';
import type { Logger } from '../core/logger.ts';
import type { SourceSpecification } from '../core/source.ts';
import type { EmbeddingSpace } from '../core/vectors.ts';
import { CorpusReader, type SourceRow } from '../store/corpus-reader.ts';
import { CorpusWriter } from '../store/corpus-writer.ts';
import type { Connection } from '../store/database.ts';
import { sampleChunks, type EmbeddingStore, type PendingEmbedding } from '../store/embedding-store.ts';
import { GraphStore } from '../store/graph-store.ts';
import { countSourcesAtOnce } from '../store/source-figures.ts';
import type { ChromaServer } from '../store/vectors/chroma-server.ts';
import { openVectorStore, type OpenedVectorStore } from '../store/vectors/open-vector-store.ts';
import { createEmbedder } from './embedding/embedding-pool.ts';
import { resolveGraph } from './indexing/resolve-graph.ts';
import { runIndex } from './indexing/run-index.ts';
import { syncVectors } from './indexing/sync-vectors.ts';
import type { ModelFound } from './model/ensure-model.ts';
import { IndexModel } from './model/index-model.ts';
import { openIndex } from './open-index.ts';
import { diagnose, type Finding } from './health/doctor.ts';
import { describeSources, hubStatus, type HubStatus } from './health/status.ts';
import { Browse } from './retrieval/browse.ts';
import { Documents } from './retrieval/documents.ts';
import { Facets } from './retrieval/facets.ts';
import { FileViews } from './retrieval/file-views.ts';
import { Retriever, type SearchRequest } from './retrieval/retriever.ts';
import { Snippets } from './retrieval/snippets.ts';
import { whileModelChanges } from './retrieval/while-model-changes.ts';
import { resourcesDirectory } from './runtime/resources.ts';
import { openDataDirectory, type DataDirectory } from './runtime/data-directory.ts';
import type { FileLock } from '../store/file-lock.ts';
import { takeOwnerLock } from './runtime/owner-lock.ts';

export interface HubOptions {
  config: Config;
  logger: Logger;
  /** `write` takes the owner's lock and migrates; `read` works beside an owner and on a directory that has no index yet. */
  access: 'read' | 'write';
  /** False for a writer beside which another hub searches: it fills a Chroma server, but holds no vectors in memory. */
  searches?: boolean | undefined;
  /** Opens the vectors instead of the hub and keeps them up to date, for a reader that lives long. */
  openVectors?: ((embeddings: EmbeddingStore) => Promise<OpenedVectorStore>) | undefined;
}

/** How long the vectors of a removed source are kept at least. Unit: milliseconds. */
const undoMs = 10 * 60_000;

/**
 * The service composed: one data directory with its store, model, vectors, indexing and retrieval. Everything that costs time
 * to start (model, vectors, threads) starts on first use.
 */
export class Hub implements AsyncDisposable {
  readonly config: Config;
  readonly directory: DataDirectory;
  readonly reader: CorpusReader;
  readonly #logger: Logger;
  readonly #lock: FileLock | null;
  readonly #connection: Connection;
  readonly #writer: CorpusWriter | null;
  readonly #openVectors: HubOptions['openVectors'];
  readonly #searches: boolean;
  readonly #model: IndexModel;
  #embedder: Promise<Embedder> | null = null;
  #vectors: Promise<OpenedVectorStore> | null = null;
  /** Why a long-lived reader has no vectors. */
  #withoutVectors: HubError | null = null;
  #vectorsGeneration = -1;
  #retriever: Promise<Retriever> | null = null;
  #facets: Facets | null = null;
  #browse: Browse | null = null;
  #fileViews: FileViews | null = null;

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

  private constructor(options: HubOptions, directory: DataDirectory, lock: FileLock | null) {
    this.config = options.config;
    this.directory = directory;
    this.#logger = options.logger;
    this.#lock = lock;
    this.#openVectors = options.openVectors;
    this.#searches = options.searches ?? true;
    this.#connection = openIndex(directory.database, options.access, options.logger);
    this.reader = new CorpusReader(this.#connection);
    this.#writer = options.access === 'write' ? new CorpusWriter(this.#connection) : null;
    this.#model = new IndexModel({
      config: this.config,
      dataDirectory: directory.root,
      connection: this.#connection,
      logger: options.logger,
    });
  }

  /** Whether there is an index on the disk behind this hub. */
  get hasIndex(): boolean {
    return !this.#connection.memory;
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

  /** The model's threads. One that only reads embeds queries alone: one session is enough and half the memory. */
  #openEmbedder(found: ModelFound): Promise<Embedder> {
    const workers = this.#writer ? this.threads : 1;
    this.#embedder ??= createEmbedder({
      modelDirectory: found.path,
      space: found.space,
      workers,
      background: !this.#searches,
      logger: this.#logger,
    });
    return this.#embedder;
  }

  /** Ends the model's threads; the next who needs them starts them again. Not while somebody embeds. */
  async letThreadsGo(): Promise<void> {
    const embedder = this.#embedder;
    this.#embedder = null;
    this.#retriever = null;
    this.#facets = null;
    await (await embedder?.catch(() => null))?.[Symbol.asyncDispose]();
  }

  /** The vector store, brought up to date with SQLite. Null without a model. */
  async vectors(): Promise<OpenedVectorStore | null> {
    const model = await this.#model.open();
    if (model instanceof HubError) return null;
    const { embeddings } = model;
    if (this.#openVectors) {
      this.#vectors ??= this.#openVectors(embeddings);
      return this.#vectors.catch((error: unknown) => {
        this.#withoutVectors = asHubError(error);
        return null;
      });
    }
    this.#vectors ??= openVectorStore({
      // One that only reads must not start a second server on the owner's files; it reads the vectors itself.
      backend: this.#writer || this.config.chromaUrl !== undefined ? this.config.vectorBackend : 'embedded',
      chromaUrl: this.config.chromaUrl,
      chromaBinary: this.config.chromaBinary,
      space: embeddings.space,
      dataDirectory: this.directory.root,
      logger: this.#logger,
      loadEmbeddings: () => (this.#searches ? embeddings.records() : []),
    });
    const opened = await this.#vectors;
    if (!this.#searches && opened.store.kind === 'embedded') {
      this.#settleWithoutStore(embeddings);
      this.#writer?.setMeta('vectors', JSON.stringify(opened.choice));
      return opened;
    }
    const generation = this.reader.generation();
    if (generation !== this.#vectorsGeneration) {
      await syncVectors({
        store: opened.store,
        embeddings,
        mayWrite: this.#writer !== null,
        first: this.#vectorsGeneration === -1,
      });
      this.#vectorsGeneration = generation;
      this.#writer?.setMeta('vectors', JSON.stringify(opened.choice));
    }
    return opened;
  }

  /** Tells the vector store what changed; an embedded one that is not in memory yet is read from SQLite by who searches first. */
  async #tellVectors(): Promise<void> {
    const model = await this.#model.open();
    if (model instanceof HubError) return;
    if (this.#vectors === null && this.#embeddedAnswers()) this.#settleWithoutStore(model.embeddings);
    else await this.vectors();
  }

  #settleWithoutStore(embeddings: EmbeddingStore): void {
    embeddings.settleJournal(embeddings.journal(Number.MAX_SAFE_INTEGER));
  }

  /** By the settings, or by the choice that the last opening made. */
  #embeddedAnswers(): boolean {
    const { vectorBackend, chromaUrl } = this.config;
    if (vectorBackend === 'embedded') return true;
    const last = this.reader.meta('vectors');
    return (
      vectorBackend === 'auto' &&
      chromaUrl === undefined &&
      last !== null &&
      (JSON.parse(last) as { kind?: string }).kind === 'embedded'
    );
  }

  async retriever(): Promise<Retriever> {
    const vectors = await this.vectors();
    this.#retriever ??= this.#openRetriever(vectors);
    return this.#retriever;
  }

  async #openRetriever(vectors: OpenedVectorStore | null): Promise<Retriever> {
    const model = await this.#model.open();
    // A model that cannot be run leaves the search by words.
    const embedder = model instanceof HubError ? model : await this.#openEmbedder(model.found).catch(asHubError);
    return new Retriever({
      connection: this.#connection,
      vectors: vectors?.store ?? null,
      embedder: embedder instanceof HubError ? null : embedder,
      spaceId: () => (model instanceof HubError ? null : model.embeddings.spaceId()),
      notReady: () => (model instanceof HubError ? null : whileModelChanges(model.embeddings)),
      withoutMeaning: embedder instanceof HubError ? embedder.message : (this.#withoutVectors?.message ?? null),
      logger: this.#logger,
    });
  }

  /** Searches with the weights of the settings, but those that the request has itself. */
  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    const retriever = await this.retriever();
    return retriever.search({ ...request, weights: { ...this.config.weights, ...request.weights } }, signal);
  }

  async snippets(): Promise<Snippets> {
    return new Snippets(this.#connection, await this.retriever());
  }

  /** Counts of what a search finds, by filter. */
  async facets(): Promise<Facets> {
    const retriever = await this.retriever();
    this.#facets ??= new Facets(this.#connection, retriever);
    return this.#facets;
  }

  /** The corpus in its own order. */
  browse(): Browse {
    this.#browse ??= new Browse(this.#connection);
    return this.#browse;
  }

  /** Whole files for a reader. */
  fileViews(): FileViews {
    this.#fileViews ??= new FileViews(this.#connection);
    return this.#fileViews;
  }

  documents(): Documents {
    return new Documents(this.#connection);
  }

  /** Adds or changes the sources, then refreshes them. */
  async index(
    specifications: readonly SourceSpecification[],
    options: { force?: boolean; signal?: AbortSignal; onProgress?: (progress: IndexProgress) => void },
  ): Promise<IndexReport> {
    this.put(specifications);
    return this.refresh(
      specifications.map(({ name }) => this.reader.source(name)!),
      options,
    );
  }

  async refresh(
    rows: readonly SourceRow[],
    options: {
      force?: boolean;
      signal?: AbortSignal;
      onProgress?: (progress: IndexProgress) => void;
      /** Awaited between two files and between two groups of texts. */
      giveWay?: () => Promise<void>;
    },
  ): Promise<IndexReport> {
    return runIndex(rows, {
      connection: this.#connection,
      reader: this.reader,
      writer: this.#requireWriter(),
      dataDirectory: this.directory.root,
      threads: this.threads,
      logger: this.#logger,
      openModel: async () => {
        const model = await this.#model.openAgain(options);
        return model instanceof HubError
          ? { missing: model }
          : { embeddings: model.embeddings, openEmbedder: () => this.#openEmbedder(model.found) };
      },
      syncVectors: () => this.#tellVectors(),
      ...options,
    });
  }

  /** Adds sources or changes their definition; the next refresh reads them. */
  put(specifications: readonly SourceSpecification[]): void {
    const writer = this.#requireWriter();
    for (const specification of specifications) writer.putSource(specification);
  }

  /** Keeps a fact about this data directory beside the index. */
  remember(key: string, value: string): void {
    this.#requireWriter().setMeta(key, value);
  }

  /** The Chroma server that was started for this hub; null where there is none. */
  async chroma(): Promise<ChromaServer | null> {
    return (await this.#vectors?.catch(() => null))?.server ?? null;
  }

  /** The source of a name; throws `not-found`. */
  source(name: string): SourceRow {
    const row = this.reader.source(name);
    if (!row) throw new HubError('not-found', `There is no source “${name}”. See \`context-hub sources\`.`, { name });
    return row;
  }

  /** Space of the model that is there, looked for without fetching one; what waits for a vector is counted against it. */
  modelSpace(): Promise<EmbeddingSpace | null> {
    return this.#model.space();
  }

  async describeSources(): Promise<SourceDescription[]> {
    return describeSources(this.reader, countSourcesAtOnce(this.#connection, await this.modelSpace()));
  }

  /** State of everything, without starting anything and without changing anything. */
  async status(): Promise<HubStatus> {
    return hubStatus({
      config: this.config,
      directory: this.directory,
      reader: this.reader,
      count: (space) => countSourcesAtOnce(this.#connection, space),
      resourcesDirectory,
    });
  }

  /** Where the model is; throws `model-missing`. */
  async model(): Promise<ModelFound> {
    const model = await this.#model.open();
    if (model instanceof HubError) throw model;
    return model.found;
  }

  /** Up to `count` chunks spread over the index, the same ones every time. */
  sampleChunks(count: number): PendingEmbedding[] {
    return sampleChunks(this.#connection, count);
  }

  /** Checks store, vectors, model and locks, and repairs what is safe to repair. */
  async doctor(): Promise<Finding[]> {
    const opened = await this.vectors();
    const vectors = !this.#searches && opened?.store.kind === 'embedded' ? null : opened;
    const model = await this.#model.open();
    return diagnose({
      connection: this.#connection,
      reader: this.reader,
      vectors,
      model: model instanceof HubError ? model : model.embeddings,
    });
  }

  /** Removes a source with everything that came from it; throws `not-found`. */
  async remove(name: string): Promise<void> {
    const writer = this.#requireWriter();
    writer.removeSource(this.source(name).id);
    await resolveGraph(new GraphStore(this.#connection), this.#logger);
    // Added again within this time, nothing has to be embedded anew (see `runIndex`).
    writer.setMeta('keepVectorsUntil', new Date(Date.now() + undoMs).toISOString());
    await this.#tellVectors();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      const vectors = await this.#vectors?.catch(() => null);
      await vectors?.store[Symbol.asyncDispose]();
      const embedder = await this.#embedder?.catch(() => null);
      await embedder?.[Symbol.asyncDispose]();
    } finally {
      this.#connection.close();
      this.#lock?.[Symbol.dispose]();
    }
  }
}
