import { HubError } from '../contract/errors.ts';
import type { HubContract, HubState } from '../contract/hub-contract.ts';
import type { Config, SettingName } from '../config.ts';
import type { Logger } from '../core/logger.ts';
import type { Handlers } from '../rpc/handlers.ts';
import { Answering } from './answering/answering.ts';
import { SourceOverview } from './answering/source-overview.ts';
import { Editors } from './editors/editors.ts';
import { Indexer } from './indexing/indexer.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { sourcesToGoOnWith } from './jobs/unfinished-sources.ts';
import { LatentSpace } from './latent/latent-space.ts';
import { McpService } from './mcp/mcp-service.ts';
import type { OwnParts } from './procedures/own-parts.ts';
import { clientProcedures } from './procedures/client-procedures.ts';
import { deprecationProcedures } from './procedures/deprecation-procedures.ts';
import { evaluationProcedures } from './procedures/evaluation-procedures.ts';
import { graphProcedures } from './procedures/graph-procedures.ts';
import { latentProcedures } from './procedures/latent-procedures.ts';
import { markProcedures } from './procedures/mark-procedures.ts';
import { mcpProcedures } from './procedures/mcp-procedures.ts';
import { readingProcedures } from './procedures/reading-procedures.ts';
import { searchProcedures } from './procedures/search-procedures.ts';
import { sessionProcedures } from './procedures/session-procedures.ts';
import { settingProcedures } from './procedures/setting-procedures.ts';
import { sourceProcedures } from './procedures/source-procedures.ts';
import { stateProcedures } from './procedures/state-procedures.ts';
import { SessionService } from './sessions/session-service.ts';
import { Settings } from './settings/settings.ts';
import { RightOfWay } from './runtime/right-of-way.ts';
import { keepNurserySmall } from './runtime/small-nursery.ts';
import { StateCell } from './state-cell.ts';
import { openDataDirectory } from './runtime/data-directory.ts';
import { UserData } from '../store/user-data/user-data.ts';

export interface HubServiceOptions {
  /** As `loadConfig` made it: it also knows where each value came from. */
  config: Config;
  logger: Logger;
  host: 'desktop' | 'browser';
  version: string;
  /** What the user should know about this start, besides what the service finds out itself. */
  notices?: readonly string[];
  /** Entry of the thread that writes; for tests. */
  indexerEntry?: string | undefined;
  /** Part of the address for agents; for tests of two versions side by side. */
  mcpAddressVersion?: number | undefined;
}

/** The service: everything that clients may ask for, and its end. */
export interface HubService extends AsyncDisposable {
  handlers: Handlers<HubContract>;
  /** For agents: the socket is open, and a host may mount the same over HTTP. */
  mcp: McpService;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Settings that a running service takes over by opening index, model and vectors anew. */
const reopening: ReadonlySet<SettingName | 'weights'> = new Set([
  'model',
  'modelDownload',
  'vectorBackend',
  'chromaUrl',
  'chromaBinary',
  'workers',
]);

/** How old the index may be that agents are answered from while it is being written. Unit: milliseconds. */
const keptWhileIndexingMs = 1_000;

/**
 * Composes the service for one data directory: a side that answers, in this thread, and a side that writes, in a thread of its own. It opens
 * whatever state the directory is in; what cannot be done now is told by `hub.state`.
 */
export async function openHubService(options: HubServiceOptions): Promise<HubService> {
  keepNurserySmall();
  const service = new Service(options);
  return { handlers: service.handlers, mcp: service.mcp, [Symbol.asyncDispose]: () => service.close() };
}

class Service {
  readonly handlers: Handlers<HubContract>;
  readonly mcp: McpService;
  readonly #logger: Logger;
  readonly #userData: UserData;
  readonly #answering: Answering;
  readonly #overview: SourceOverview;
  readonly #latent: LatentSpace;
  readonly #sessions: SessionService;
  readonly #indexer: Indexer;
  readonly #jobs: JobQueue;
  readonly #settings: Settings;
  readonly #state: StateCell<HubState>;
  #searchesChroma = false;
  #wentOn = false;
  /** Settings that wait until no job runs. */
  #nextConfig: Config | null = null;
  #closed = false;

  constructor({ config, logger, host, version, notices = [], indexerEntry, mcpAddressVersion }: HubServiceOptions) {
    this.#logger = logger;
    const directory = openDataDirectory(config.dataDirectory);
    const rightOfWay = new RightOfWay();
    this.#userData = UserData.openAnyway(directory.userDatabase, logger);
    this.#settings = new Settings(config, (changed, name) => this.#onSetting(changed, name));
    this.#indexer = new Indexer({ config, logger, rightOfWay, workerEntry: indexerEntry });
    this.#answering = new Answering({
      config: () => this.#settings.config,
      logger,
      chromaEndpoint: () => (this.#searchesChroma ? this.#indexer.chromaEndpoint() : null),
      keptMs: () => (rightOfWay.isTaken && this.#jobs.busy ? keptWhileIndexingMs : 0),
    });
    this.#jobs = new JobQueue({
      run: async (work, context) => {
        if (work.kind !== 'remove') return this.#indexer.run(work.sources, work.force, context);
        for (const name of work.sources) await this.#indexer.remove(name);
        return { reports: [], embedded: 0, pending: 0 };
      },
      onChange: () => this.#onJobs(),
      onEnd: () => void this.#afterJob(),
    });
    this.#overview = new SourceOverview(this.#answering, () => this.#jobs.busy);
    this.#state = new StateCell(this.#currentState());
    this.#answering.generation.onChange(() => this.#tell());
    this.#indexer.state.onChange(() => this.#onIndexer());
    const parts: OwnParts = {
      host,
      version,
      dataDirectory: directory.root,
      logger,
      answering: this.#answering,
      config: () => this.#settings.config,
      weights: () => this.#settings.config.weights ?? {},
      state: this.#state,
      notices: [...notices, ...(this.#userData.notice === null ? [] : [this.#userData.notice])],
      overview: this.#overview,
      indexer: this.#indexer,
      jobs: this.#jobs,
      settings: this.#settings,
    };
    this.#latent = new LatentSpace({
      dataDirectory: directory.root,
      database: directory.database,
      answering: this.#answering,
      logLevel: () => this.#settings.config.logLevel,
    });
    this.#sessions = new SessionService({
      database: directory.sessionDatabase,
      answering: this.#answering,
      userData: this.#userData,
      weights: parts.weights,
      logger,
      logLevel: () => this.#settings.config.logLevel,
    });
    this.mcp = new McpService({ ...parts, rightOfWay, userData: this.#userData, addressVersion: mcpAddressVersion });
    this.mcp.start();
    this.handlers = handlersOf({
      ...parts,
      latent: this.#latent,
      sessions: this.#sessions,
      mcp: this.mcp,
      userData: this.#userData,
      editors: new Editors({ dataDirectory: parts.dataDirectory }),
    });
    void this.#begin();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.mcp[Symbol.asyncDispose]();
    await this.#latent[Symbol.asyncDispose]();
    await this.#sessions[Symbol.asyncDispose]();
    await this.#jobs[Symbol.asyncDispose]();
    await this.#indexer[Symbol.asyncDispose]();
    await this.#answering[Symbol.asyncDispose]();
    this.#userData[Symbol.dispose]();
  }

  #currentState(): HubState {
    return {
      generation: this.#answering.generation.value,
      jobs: this.#jobs.list(),
      ...this.#indexer.state.value,
    };
  }

  #tell(): void {
    this.#state.set(this.#currentState());
  }

  #onJobs(): void {
    this.#tell();
    this.#applyNextConfig();
  }

  /** What a job has written is seen at once, and a model that it has fetched is used. */
  async #afterJob(): Promise<void> {
    if (this.#closed) return;
    this.#answering.look(true);
    const hadModel = await this.#hasModel();
    if (hadModel) return;
    this.#answering.replace();
    await this.#warmUp();
  }

  #hasModel(): Promise<boolean> {
    return this.#answering
      .use((hub) => hub.model())
      .then(
        () => true,
        () => false,
      );
  }

  #onIndexer(): void {
    this.#tell();
    const { writer, vectors } = this.#indexer.state.value;
    // A thread that is being started again brings its server back; nobody has to read all vectors for that time.
    if (writer.state !== 'ready') return;
    if ((vectors === 'chroma') !== this.#searchesChroma) {
      this.#searchesChroma = vectors === 'chroma';
      this.#answering.replace();
      void this.#warmUp();
    }
    if (!this.#wentOn) {
      this.#wentOn = true;
      void this.#goOn();
    }
  }

  /** Goes on with what an earlier run was killed over, or could not do without a model. */
  async #goOn(): Promise<void> {
    try {
      this.#answering.look();
      const rows = await this.#answering.use((hub) => hub.reader.sources());
      const sources = sourcesToGoOnWith(rows, await this.#overview.describe(), await this.#hasModel());
      if (sources.length > 0 && !this.#closed) this.#jobs.add({ kind: 'refresh', sources, force: false });
    } catch (error) {
      this.#logger.warn('Unfinished sources could not be looked for', { reason: (error as Error).message });
    }
  }

  #onSetting(config: Config, name: SettingName | 'weights'): void {
    if (!reopening.has(name)) return;
    this.#nextConfig = config;
    this.#applyNextConfig();
  }

  #applyNextConfig(): void {
    const config = this.#nextConfig;
    if (!config || this.#jobs.busy || this.#closed) return;
    this.#nextConfig = null;
    this.#searchesChroma = false;
    this.#answering.replace();
    void this.#warmUp();
    this.#indexer.restart(config).catch((error: unknown) => {
      this.#logger.error('The indexer could not be started with the new settings', { reason: (error as Error).message });
    });
  }

  /** What a window asks for first comes first: how much is indexed. Then the vectors, which take a second to load. */
  async #begin(): Promise<void> {
    await this.#overview.figures().catch(() => {});
    if (!this.#closed) await this.#warmUp();
  }

  async #warmUp(): Promise<void> {
    try {
      await this.#answering.warmUp();
    } catch (error) {
      this.#logger.info('Searching is not ready yet', { reason: error instanceof HubError ? error.message : String(error) });
    }
  }
}

function handlersOf(
  parts: OwnParts & { userData: UserData; editors: Editors; mcp: McpService; latent: LatentSpace; sessions: SessionService },
): Handlers<HubContract> {
  return {
    ...stateProcedures(parts),
    ...searchProcedures(parts),
    ...readingProcedures(parts),
    ...sourceProcedures(parts),
    ...markProcedures(parts),
    ...evaluationProcedures(parts),
    ...settingProcedures(parts),
    ...graphProcedures(parts),
    ...latentProcedures(parts),
    ...sessionProcedures(parts),
    ...mcpProcedures(parts),
    ...deprecationProcedures(parts),
    ...clientProcedures(parts),
  };
}
