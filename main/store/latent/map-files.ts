import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatentSettings } from '../../contract/latent-points.ts';
import { mapFormat, type LatentMap } from '../../core/latent/latent-map.ts';
import { readArrayFile, writeArrayFile, type ArrayFile, type StoredArray } from './array-file.ts';

/** Maps of other settings that are kept; more are forgotten, the oldest first. */
const mostMaps = 4;
export const latentFolder = 'latent';
const ending = '.map';

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

  /** A map of other settings of exactly these chunks and vectors with at least `k` neighbours each. */
  async withNeighbours(vectorsId: string, k: number): Promise<LatentMap | null> {
    for (const name of await this.#names()) {
      const map = await this.#readFile(name);
      if (map?.vectorsId === vectorsId && map.neighbours.k >= Math.min(k, map.neighbours.points - 1)) return map;
    }
    return null;
  }

  async write(map: LatentMap): Promise<void> {
    await writeArrayFile(join(this.#folder, nameOf(map.settings)), toFile(map));
    for (const name of (await this.#names()).slice(mostMaps)) await rm(join(this.#folder, name), { force: true });
  }

  async #readFile(name: string): Promise<LatentMap | null> {
    const file = await readArrayFile(join(this.#folder, name));
    return file === null ? null : fromFile(file);
  }

  /** Newest first. */
  async #names(): Promise<string[]> {
    const names = (await readdir(this.#folder).catch((): string[] => [])).filter((name) => name.endsWith(ending));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
    );
    return dated.sort((a, b) => b.at - a.at).map(({ name }) => name);
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
