import { HubError } from '../../contract/errors.ts';
import type { LatentLayout, LatentStatus } from '../../contract/latent.ts';
import type { LatentPoints, LatentSettings } from '../../contract/latent-points.ts';
import type { LatentMap, PointColumns } from '../../core/latent/latent-map.ts';
import { spaceName } from '../../core/vectors.ts';
import type { LogLevel } from '../../core/logger.ts';
import { RecentEntries } from '../../core/recent-entries.ts';
import { LatentReader } from '../../store/latent/latent-reader.ts';
import { MapFiles } from '../../store/latent/map-files.ts';
import type { AnsweringHub } from '../procedures/service-parts.ts';
import { followWork } from '../state-cell.ts';
import { currentVectors, layoutIdOf } from './map-identity.ts';
import { MapRun } from './map-run.ts';

/** Maps held in memory: the one that is looked at, and the one it is compared with. */
const mostHeld = 2;

export interface LatentSpaceOptions {
  /** Absolute. */
  dataDirectory: string;
  database: string;
  answering: AnsweringHub;
  logLevel: () => LogLevel;
  /** Entry of the thread; for tests. */
  workerEntry?: string | undefined;
}

interface Held {
  map: LatentMap;
  writtenAt: number;
}

interface Vectors {
  generation: number;
  space: string | null;
  vectorsId: string | null;
  count: number;
}

/** The maps of one data directory: what is stored, whether it is still true, and making it anew. One map is made at a time. */
export class LatentSpace implements AsyncDisposable {
  readonly #options: LatentSpaceOptions;
  readonly #files: MapFiles;
  readonly #held = new RecentEntries<string, Held>({ most: mostHeld });
  #vectors: Vectors | null = null;
  #run: MapRun | null = null;
  #closed = false;

  constructor(options: LatentSpaceOptions) {
    this.#options = options;
    this.#files = new MapFiles(options.dataDirectory);
  }

  /**
   * The stored map, whoever made it; null when there is none, or the one that is asked for is still being made. Throws `not-found` when
   * another one has taken the place of that.
   */
  async stored(settings: LatentSettings, layoutId?: string): Promise<LatentMap | null> {
    const map = await this.#read(settings);
    if (map === null || layoutId === undefined || map.layoutId === layoutId) return map;
    if (this.#runOf(settings)?.state.value.layoutId === layoutId) return null;
    throw new HubError('not-found', 'The map has been made anew meanwhile. Ask for it again.', { layoutId: map.layoutId });
  }

  async #read(settings: LatentSettings): Promise<LatentMap | null> {
    const key = JSON.stringify(settings);
    const writtenAt = await this.#files.writtenAt(settings);
    if (writtenAt === null) return null;
    const held = this.#held.get(key);
    const map = held?.writtenAt === writtenAt ? held.map : await this.#files.read(settings);
    if (map === null) return null;
    this.#held.set(key, { map, writtenAt });
    return map;
  }

  /** The stored map; throws `not-found` when there is none, or it is not the one that is asked for. */
  async map(settings: LatentSettings, layoutId?: string): Promise<LatentMap> {
    const map = await this.stored(settings, layoutId);
    if (map) return map;
    if (layoutId !== undefined && this.#runOf(settings)?.state.value.layoutId === layoutId)
      throw new HubError('not-found', 'This map is still being made. Ask again when it is done.');
    throw new HubError(
      'not-found',
      'There is no map with these settings yet. Make it first: open the map, or run `context-hub layout`.',
    );
  }

  async status(settings: LatentSettings): Promise<LatentStatus> {
    const [map, vectors] = [await this.stored(settings), await this.#currentVectors()];
    const isCurrent = map !== null && vectors.vectorsId !== null && map.layoutId === layoutIdOf(vectors.vectorsId, settings);
    const state = isCurrent ? 'current' : vectors.vectorsId === null ? 'empty' : map === null ? 'none' : 'outdated';
    const run = this.#runOf(settings);
    return {
      state,
      message: messages[state],
      layoutId: map?.layoutId ?? null,
      points: map?.points.count ?? 0,
      vectors: vectors.count,
      madeAt: map?.madeAt ?? null,
      running: run?.state.value.progress ?? null,
    };
  }

  /** The map as it is made, or at once where it is there. */
  async *layout(
    settings: LatentSettings,
    make: 'stored' | 'current' | 'fresh',
    signal: AbortSignal,
  ): AsyncGenerator<LatentLayout, void> {
    const stored = make === 'fresh' ? null : await this.stored(settings);
    if (stored && (make === 'stored' || (await this.status(settings)).state === 'current')) {
      yield layoutOf(stored);
      return;
    }
    const run = await this.#follow(settings, make === 'fresh', signal);
    if (run === null) {
      yield layoutOf(await this.map(settings));
      return;
    }
    try {
      let last: unknown = null;
      for await (const state of untilEnd(run, signal)) {
        // A copy of the same state says nothing new.
        if (state === last) continue;
        last = state;
        const { layoutId, progress, places } = state;
        yield { state: 'working', layoutId, progress, positions: places, figures: null };
      }
    } finally {
      run.followers -= 1;
      if (run.followers === 0) await this.#end(run);
    }
    if (signal.aborted) return;
    await run.finished;
    yield layoutOf(await this.map(settings));
  }

  /** What is known of each point of the stored map, or of the one that is being made. */
  async points(settings: LatentSettings, layoutId: string | undefined): Promise<LatentPoints> {
    const run = this.#runOf(settings)?.state.value;
    if (run?.points && run.layoutId !== null && (layoutId === undefined || layoutId === run.layoutId))
      return pointsOf(run.layoutId, settings, run.points, run.places, null);
    const map = await this.map(settings, layoutId);
    return pointsOf(map.layoutId, settings, map.points, map.places, map.reading);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#run?.cancel();
  }

  #runOf(settings: LatentSettings): MapRun | null {
    return this.#run && JSON.stringify(this.#run.data.settings) === JSON.stringify(settings) ? this.#run : null;
  }

  /**
   * The run to follow, with the caller counted among its followers: the one under way where it makes what is wanted, else a new one
   * after it; null where the map has become current in the waiting.
   */
  async #follow(settings: LatentSettings, fresh: boolean, signal: AbortSignal): Promise<MapRun | null> {
    const name = await this.#options.answering.use((hub) => hub.modelSpace());
    while (true) {
      if (this.#closed || signal.aborted) throw new HubError('cancelled', 'Cancelled.');
      const running = this.#runOf(settings);
      if (running && running.followers > 0 && (running.data.fresh || !fresh)) {
        running.followers += 1;
        return running;
      }
      if (this.#run === null) break;
      await this.#run.finished.catch(() => {});
      if (!fresh && (await this.status(settings)).state === 'current') return null;
    }
    const { dataDirectory, database, logLevel, workerEntry } = this.#options;
    const data = {
      dataDirectory,
      database,
      spaceName: name && spaceName(name),
      settings,
      fresh,
      background: true,
      logLevel: logLevel(),
    };
    const run = new MapRun(data, workerEntry);
    // Counted before anybody else can look: a run without followers is one that ends.
    run.followers = 1;
    this.#run = run;
    const forget = (): void => {
      if (this.#run === run) this.#run = null;
    };
    run.finished.then(forget, forget);
    return run;
  }

  async #end(run: MapRun): Promise<void> {
    if (this.#run === run) await run.cancel();
  }

  /** Names what the index holds; read anew only after the index or the model has changed. */
  async #currentVectors(): Promise<Vectors> {
    return this.#options.answering.use(async (hub) => {
      const model = await hub.modelSpace();
      const generation = hub.reader.generation();
      const reader = new LatentReader(hub.connection);
      const space = reader.space(model && spaceName(model));
      const known = this.#vectors;
      if (known?.generation === generation && known.space === (space?.name ?? null)) return known;
      const { vectorsId, count } = space ? await currentVectors(reader, space) : { vectorsId: null, count: 0 };
      const vectors = { generation, space: space?.name ?? null, vectorsId: count === 0 ? null : vectorsId, count };
      this.#vectors = vectors;
      return vectors;
    });
  }
}

const messages: Record<LatentStatus['state'], string> = {
  empty: 'No chunk has a vector yet. Index something with a model; then there is something to lay out.',
  none: 'No map has been made of this index yet.',
  current: 'The map shows the index as it is.',
  outdated: 'The index has changed since the map was made. Make it again; it keeps its shape.',
};

/** The states of a run until it has ended, well or not, or the signal fires. */
async function* untilEnd(run: MapRun, signal: AbortSignal): AsyncGenerator<MapRun['state']['value'], void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  const end = Promise.race([promise, run.finished.then(() => {}).catch(() => {})]);
  yield* followWork(run.state, end);
}

function layoutOf(map: LatentMap): LatentLayout {
  const progress = { phase: 'read', done: 1, total: 1 } as const;
  return { state: 'done', layoutId: map.layoutId, progress, positions: map.places, figures: map.figures };
}

function pointsOf(
  layoutId: string,
  settings: LatentSettings,
  columns: PointColumns,
  places: Float32Array | null,
  reading: LatentPoints['reading'],
): LatentPoints {
  return { layoutId, dimensions: settings.dimensions, ...columns, positions: places, hits: null, reading };
}
