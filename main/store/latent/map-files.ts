import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asHubError, HubError } from '../../contract/errors.ts';
import type { LatentSettings } from '../../contract/latent-points.ts';
import { mapFormat, type LatentMap } from '../../core/latent/latent-map.ts';
import { halfWritten, readArrayFile, writeArrayFile, type ArrayFile, type StoredArray } from './array-file.ts';

/** Maps of other settings that are kept; more are forgotten, the oldest first. */
const mostMaps = 4;
export const latentFolder = 'latent';
const ending = '.map';
/** What a writer that was killed has left beside its file is forgotten after so long; writing takes seconds. Unit: milliseconds. */
const halfWrittenMs = 600_000;

type Stored = Omit<LatentMap, 'places' | 'points' | 'vectorKeys' | 'neighbours' | 'reading'> & {
  format: number;
  count: number;
  k: number;
  levels: number;
  dictionaries: LatentMap['points']['dictionaries'];
};

const columnNames = [
  'chunkIds',
  'contentType',
  'chunkType',
  'source',
  'path',
  'language',
  'symbol',
  'version',
  'startLine',
  'endLine',
  'length',
  'indexedAt',
] as const;
const readingNames = ['trust', 'occurrences', 'nearest', 'drift', 'overlap'] as const;

/** The maps of one data directory: a folder of files beside the index, which can be deleted at any time. */
export class MapFiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, latentFolder);
  }

  /** The map of these settings; null when there is none, or its file is damaged or of another version. */
  async read(settings: LatentSettings): Promise<LatentMap | null> {
    return this.#readFile(nameOf(settings));
  }

  /** When the map of these settings was written last; null when there is none. Changes whenever anybody writes it. */
  async writtenAt(settings: LatentSettings): Promise<number | null> {
    const found = await stat(join(this.#folder, nameOf(settings))).catch(() => null);
    return found?.mtimeMs ?? null;
  }

  /** A map of other settings than these, of exactly these chunks and vectors with at least `k` neighbours each. */
  async withNeighbours(vectorsId: string, k: number, settings: LatentSettings): Promise<LatentMap | null> {
    const own = nameOf(settings);
    for (const name of await this.#names()) {
      if (name === own) continue;
      const map = await this.#readFile(name);
      if (map?.vectorsId === vectorsId && map.neighbours.k >= Math.min(k, map.neighbours.points - 1)) return map;
    }
    return null;
  }

  /** Throws `disk-full`, or `internal` with what stands in the way; the map before is still there then. */
  async write(map: LatentMap): Promise<void> {
    try {
      await writeArrayFile(join(this.#folder, nameOf(map.settings)), toFile(map));
    } catch (thrown) {
      const error = asHubError(thrown);
      if (error.code !== 'internal') throw error;
      throw new HubError(
        'internal',
        `The map was made and could not be kept: ${error.message}. See that ${this.#folder} is a folder that can be written to; it holds maps alone and can be deleted. Then make the map again.`,
        {},
        thrown,
      );
    }
    await this.#tidy();
  }

  /** Forgets maps beyond the newest few, and what writers that were killed have left. Someone else may do the same meanwhile. */
  async #tidy(): Promise<void> {
    const dated = await this.#dated();
    const tooMany = dated.filter(({ name }) => name.endsWith(ending)).slice(mostMaps);
    const left = dated.filter(({ name, at }) => name.endsWith(halfWritten) && Date.now() - at > halfWrittenMs);
    for (const { name } of [...tooMany, ...left]) await rm(join(this.#folder, name), { force: true }).catch(() => {});
  }

  async #readFile(name: string): Promise<LatentMap | null> {
    const file = await readArrayFile(join(this.#folder, name));
    return file === null ? null : fromFile(file);
  }

  /** Newest first. */
  async #names(): Promise<string[]> {
    return (await this.#dated()).map(({ name }) => name).filter((name) => name.endsWith(ending));
  }

  /** All files of the folder with the time of their last change, newest first. Unit: milliseconds since 1970. */
  async #dated(): Promise<{ name: string; at: number }[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name)).catch(() => null))?.mtimeMs ?? Date.now() })),
    );
    return dated.sort((a, b) => b.at - a.at);
  }
}

function nameOf({ dimensions, neighbours, minimumDistance, seed }: LatentSettings): string {
  return `${dimensions}d-${neighbours}-${minimumDistance}-${seed}${ending}`;
}

function toFile(map: LatentMap): ArrayFile {
  const { places, points, vectorKeys, neighbours, reading, ...rest } = map;
  const value: Stored = {
    ...rest,
    format: mapFormat,
    count: points.count,
    k: neighbours.k,
    levels: reading.clusters.length,
    dictionaries: points.dictionaries,
  };
  const arrays: Record<string, StoredArray> = {
    places,
    vectorKeys,
    indices: neighbours.indices,
    distances: neighbours.distances,
  };
  for (const name of columnNames) arrays[name] = points[name];
  for (const name of readingNames) arrays[name] = reading[name];
  reading.clusters.forEach((column, level) => (arrays[`clusters${level}`] = column));
  return { value, arrays };
}

function fromFile({ value, arrays }: ArrayFile): LatentMap | null {
  const { format, count, k, levels, dictionaries, ...rest } = value as Stored;
  if (format !== mapFormat) return null;
  const some = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, arrays[name]]));
  return {
    ...rest,
    places: arrays['places'] as Float32Array,
    vectorKeys: arrays['vectorKeys'] as Uint32Array,
    points: { count, dictionaries, ...some(columnNames) } as unknown as LatentMap['points'],
    neighbours: { points: count, k, indices: arrays['indices'] as Int32Array, distances: arrays['distances'] as Float32Array },
    reading: {
      ...some(readingNames),
      clusters: Array.from({ length: levels }, (_, level) => arrays[`clusters${level}`] as Uint16Array),
    } as unknown as LatentMap['reading'],
  };
}
