import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { latentSettingsSchema } from '../../../main/contract/latent-points.ts';
import { recallOf } from '../../../main/core/latent/clustered-neighbours.ts';
import { widthOf } from '../../../main/core/latent/drift.ts';
import type { LatentMap } from '../../../main/core/latent/latent-map.ts';
import { WasmSearch } from '../../../main/core/latent/wasm-search.ts';
import { makeMap, type MakeMapOptions } from '../../../main/services/latent/make-map.ts';
import { ClusterNamer, type ClusterNamerOptions } from '../../../main/services/latent/map-namer.ts';
import { chunkIdsOf } from '../../../main/services/latent/point-facts.ts';
import { MapFiles } from '../../../main/store/latent/map-files.ts';
import { TermFile } from '../../../main/store/latent/term-file.ts';
import { clusteredVectors, madeUpSource, type MadeUpSource } from '../../helpers/latent.ts';

const dimension = 16;
const all = clusteredVectors(300, dimension, 6, 17);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-make-map-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function source(ids: readonly number[]) {
  const vectors = Float32Array.from(ids.flatMap((id) => [...all.subarray(id * dimension, (id + 1) * dimension)]));
  return madeUpSource(vectors, dimension, ids);
}

const ids = (...without: number[]): number[] => Array.from({ length: 300 }, (_, id) => id).filter((id) => !without.includes(id));

function make(
  chunks: readonly number[],
  options: Partial<Omit<MakeMapOptions, 'reader'> & ClusterNamerOptions> & { reader?: MadeUpSource; set?: object } = {},
): Promise<LatentMap> {
  const { set = {}, reader = source(chunks), fresh = false, termFile, onTermsLost, ...rest } = options;
  return makeMap({
    reader,
    openNamer: () => new ClusterNamer({ reader, fresh, termFile, onTermsLost }),
    files: new MapFiles(folder),
    spaceName: null,
    settings: latentSettingsSchema.parse(set),
    fresh,
    openSearch: (width) => Promise.resolve(new WasmSearch(width)),
    signal: new AbortController().signal,
    onProgress: () => {},
    onLoaded: () => {},
    onPlaces: () => {},
    ...rest,
  });
}

describe('making a map', () => {
  it('paints a start before neighbours are looked for, then the map that is stored', async () => {
    const events: string[] = [];
    const map = await make(ids(), {
      onProgress: (phase) => {
        if (events.at(-1) !== phase) events.push(phase);
      },
      onLoaded: (_, points) => events.push(`loaded ${points.count}`),
      onPlaces: (places) => {
        if (events.at(-1) !== 'places') events.push('places');
        expect(places).toHaveLength(900);
      },
    });
    expect(events.slice(0, 5)).toEqual(['load', 'loaded 300', 'start', 'places', 'neighbours']);
    expect(events).toContain('optimise');
    expect(events.at(-1)).toBe('read');
    expect(await new MapFiles(folder).read(map.settings)).toEqual(map);
    expect(map.figures).toMatchObject({ points: 300, method: 'exact', engine: 'wasm', start: 'components', landmarks: 300 });
    expect(map.figures.meanTrust).toBeGreaterThan(0.3);
    expect(map.labels[0]!.length).toBeGreaterThanOrEqual(2);
    expect(map.labels[0]!.reduce((sum, label) => sum + label.points, 0)).toBe(300);
    expect(map.drift).toMatchObject({ since: null, removed: 0 });
  });

  it('gives the same bytes for the same seed, also when made again, and another name to anything else', async () => {
    const first = await make(ids());
    const again = await make(ids());
    const fresh = await make(ids(), { fresh: true });
    for (const map of [again, fresh]) {
      expect(map.places).toEqual(first.places);
      expect(map.layoutId).toBe(first.layoutId);
      expect(map.labels).toEqual(first.labels);
    }
    const names = [
      first,
      await make(ids(), { set: { seed: 1 } }),
      await make(ids(), { set: { neighbours: 10 } }),
      await make(ids(), { set: { dimensions: 2 } }),
      await make(ids(0)),
    ].map(({ layoutId }) => layoutId);
    expect(new Set(names).size).toBe(5);
  });

  it('takes the neighbours of a map of other settings, and keeps four maps at most', async () => {
    await make(ids());
    const flat = await make(ids(), { set: { dimensions: 2 } });
    expect(flat.figures.method).toBe('kept');
    expect(flat.places.filter((_, at) => at % 3 === 2).every((depth) => depth === 0)).toBe(true);
    for (const seed of [1, 2, 3, 4]) await make(ids(), { set: { seed } });
    expect(await readdir(join(folder, 'latent'))).toHaveLength(4);
  });

  it('keeps its shape when the index changes, tells what changed, and keeps the identity of clusters', async () => {
    const before = await make(ids(290, 291, 292, 293, 294, 295, 296, 297, 298, 299));
    const after = await make(ids(0));
    expect(after.figures).toMatchObject({ start: 'previous', method: 'kept' });
    expect(after.drift).toMatchObject({ since: before.madeAt });
    expect(after.drift.medianMove).toBeLessThan(0.02);
    expect(after.reading.drift.filter((kind) => kind > 0)).toHaveLength(10);
    expect(widthOf(after.places)).toBeGreaterThan(0);
    const oldIds = chunkIdsOf(before.points);
    const newIds = chunkIdsOf(after.points);
    const identityOf = (map: LatentMap, point: number): number | undefined =>
      map.labels[0]!.find(({ cluster }) => cluster === map.reading.clusters[0]![point])?.identity;
    const kept = newIds.filter(
      (id, point) => oldIds.includes(id) && identityOf(after, point) === identityOf(before, oldIds.indexOf(id)),
    );
    expect(kept.length).toBeGreaterThan(240);
  });

  it('finds neighbours in groups, and lays out landmarks alone, beyond their limits', async () => {
    const whole = await make(ids(), { fresh: true });
    const limits = { exact: { onnx: 100, wasm: 100 }, laidOut: 150, landmarks: 120 };
    const map = await make(ids(), { fresh: true, limits });
    expect(map.figures).toMatchObject({ points: 300, method: 'clustered', landmarks: 120 });
    expect(map.places.every(Number.isFinite)).toBe(true);
    // Six groups of fifty: whoever is no landmark still stands among its own.
    const middle = (group: number, axis: number): number => {
      const own = Array.from({ length: 300 }, (_, point) => point).filter((point) => point % 6 === group);
      return own.reduce((sum, point) => sum + map.places[point * 3 + axis]!, 0) / own.length;
    };
    const nearest = (point: number): number => {
      const far = (group: number): number =>
        Math.hypot(...[0, 1, 2].map((axis) => map.places[point * 3 + axis]! - middle(group, axis)));
      return [0, 1, 2, 3, 4, 5].reduce((best, group) => (far(group) < far(best) ? group : best));
    };
    const athome = Array.from({ length: 180 }, (_, index) => 120 + index).filter((point) => nearest(point) === point % 6);
    expect(athome.length).toBeGreaterThan(170);
    expect(recallOf(map.neighbours, whole.neighbours)).toBeGreaterThan(0.95);
  });

  it('reads only the texts of what is new, and names clusters as if it had read all', async () => {
    const termFile = new TermFile(folder);
    const asked: number[] = [];
    const reading = (chunks: readonly number[]) => {
      const made = source(chunks);
      const texts: typeof made.texts = (characters, rows) => {
        asked.push(rows.length);
        return made.texts(characters, rows);
      };
      return { reader: { ...made, texts }, termFile };
    };
    await make(ids(5, 6), reading(ids(5, 6)));
    const after = await make(ids(0), reading(ids(0)));
    const again = await make(ids(0), reading(ids(0)));
    const fresh = await make(ids(0), { ...reading(ids(0)), fresh: true });
    expect(asked).toEqual([298, 2, 0, 299]);
    const termsOf = ({ labels }: LatentMap) => labels.map((level) => level.map(({ terms }) => terms));
    expect(termsOf(again)).toEqual(termsOf(after));
    expect(new Set(termsOf(after).flat(2))).toEqual(new Set(termsOf(fresh).flat(2)));
    // Too little of what is known is left: all is read, so that terms of what is gone do not pile up.
    await make(ids().slice(0, 100), reading(ids().slice(0, 100)));
    expect(asked.at(-1)).toBe(100);
    // A damaged file is as good as none.
    await writeFile(join(folder, 'latent', 'terms.cache'), 'CHARRAYS and then nothing that it should be');
    await make(ids(0), reading(ids(0)));
    expect(asked.at(-1)).toBe(299);
  });

  it('lets go of the vectors before points find their places, and tells where the time went', async () => {
    const reader = source(ids());
    let held: Float32Array = all;
    const load: typeof reader.load = (...rest) => {
      const loaded = reader.load(...rest);
      held = loaded.vectors;
      return loaded;
    };
    const whenOptimising: number[] = [];
    const onProgress = (phase: string): void => {
      if (phase === 'optimise') whenOptimising.push(held.length);
    };
    const map = await make(ids(), { reader: { ...reader, load }, onProgress });
    expect(new Set(whenOptimising)).toEqual(new Set([0]));
    const { total, firstPaint, ...parts } = map.figures.seconds;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 6);
    expect(firstPaint).toBeCloseTo(parts.load, 6);
  });

  it('stops at each phase when cancelled, and the map before is still there', async () => {
    const before = await make(ids(5));
    for (const stopAt of ['load', 'neighbours', 'optimise', 'read']) {
      const controller = new AbortController();
      const onProgress = (phase: string): void => {
        if (phase === stopAt) controller.abort();
      };
      await expect(make(ids(), { signal: controller.signal, onProgress })).rejects.toMatchObject({ code: 'cancelled' });
    }
    expect(await new MapFiles(folder).read(before.settings)).toEqual(before);
  });

  it('lays out one, two and three points, and says what is missing where there is none', async () => {
    for (const count of [1, 2, 3]) {
      const map = await make(ids().slice(0, count), { fresh: true });
      expect(map.places).toHaveLength(count * 3);
      expect(map.places.every(Number.isFinite)).toBe(true);
    }
    await expect(make([])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('says where a map could not be kept and what to do about it', async () => {
    await writeFile(join(folder, 'latent'), 'a file where the folder should be');
    const failure = make(ids().slice(0, 20));
    await expect(failure).rejects.toMatchObject({ code: 'internal' });
    await expect(failure).rejects.toThrow(`See that ${join(folder, 'latent')} is a folder that can be written to`);
  });

  it('is done when the map is kept and its terms are not', async () => {
    const lost: unknown[] = [];
    await mkdir(join(folder, 'latent', 'terms.cache', 'in-the-way'), { recursive: true });
    const map = await make(ids().slice(0, 20), { termFile: new TermFile(folder), onTermsLost: (error) => lost.push(error) });
    expect(lost).toHaveLength(1);
    expect(await new MapFiles(folder).read(map.settings)).toEqual(map);
  });

  it('forgets what a writer that was killed left, and leaves alone what is being written', async () => {
    const latent = join(folder, 'latent');
    await mkdir(latent);
    await writeFile(join(latent, '2d-15-0.1-1.map.left.new'), 'half');
    await utimes(join(latent, '2d-15-0.1-1.map.left.new'), 1_000_000, 1_000_000);
    await writeFile(join(latent, '2d-15-0.1-1.map.written.new'), 'half');
    await make(ids().slice(0, 20));
    expect((await readdir(latent)).sort()).toEqual(['2d-15-0.1-1.map.written.new', '3d-15-0.1-42.map']);
  });
});
