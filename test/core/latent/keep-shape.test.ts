import { describe, expect, it } from 'vitest';
import { driftBetween, widthOf } from '../../../main/core/latent/drift.ts';
import { exactNeighbours } from '../../../main/core/latent/exact-neighbours.ts';
import { fuzzyGraph } from '../../../main/core/latent/fuzzy-graph.ts';
import { keepShape, mostMedianMove } from '../../../main/core/latent/keep-shape.ts';
import { MapOptimiser } from '../../../main/core/latent/map-optimiser.ts';
import { principalStart } from '../../../main/core/latent/principal-components.ts';
import { pointTrust } from '../../../main/core/latent/trust.ts';
import { warmEpochs, warmLearningRate, warmStart } from '../../../main/core/latent/warm-start.ts';
import { WasmSearch } from '../../../main/core/latent/wasm-search.ts';
import { clusteredVectors, tableOf } from '../../helpers/latent.ts';

const same = (count: number): Int32Array => Int32Array.from({ length: count }, (_, point) => point);
const nobody = (count: number) => tableOf(Array.from({ length: count }, (_, point) => [[(point + 1) % count, 0.1]]));

describe('a refreshed map', () => {
  const before = Float32Array.from([0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 2, 5, 5, 1]);
  const turned = (depth: boolean): Float32Array => {
    const [sine, cosine] = [Math.sin(0.4), Math.cos(0.4)];
    return before.map((_, at) => {
      const [x, y, z] = before.subarray(at - (at % 3), at - (at % 3) + 3) as unknown as [number, number, number];
      const placed = [cosine * x - sine * y, sine * x + cosine * y, depth ? z : 0];
      return 1.5 * placed[at % 3]! + (depth || at % 3 < 2 ? 7 : 0);
    });
  };

  it('is turned, shifted and scaled to where it was', () => {
    const places = turned(true);
    keepShape(places, before, same(5), nobody(5), false);
    places.forEach((value, at) => expect(Math.abs(value - before[at]!)).toBeLessThan(1e-4));
  });

  it('stays flat where it is flat, and follows numbers that have changed', () => {
    const flat = before.map((value, at) => (at % 3 === 2 ? 0 : value));
    const places = turned(false);
    keepShape(places, flat, same(5), nobody(5), true);
    places.forEach((value, at) => expect(Math.abs(value - flat[at]!)).toBeLessThan(1e-4));
    // The first is gone, a new one stands first.
    const shifted = Float32Array.from([9, 9, 9, ...turned(true).subarray(3)]);
    keepShape(shifted, before, Int32Array.of(-1, 1, 2, 3, 4), nobody(5), false);
    shifted.subarray(3).forEach((value, at) => expect(Math.abs(value - before[at + 3]!)).toBeLessThan(1e-4));
  });

  it('is left alone where nothing was, and where all stood in one place', () => {
    const places = before.slice();
    keepShape(places, new Float32Array(), new Int32Array(), nobody(5), false);
    expect(places).toEqual(before);
    const point = new Float32Array(15);
    keepShape(point, point.slice(), same(5), nobody(5), false);
    expect(point.every((value) => value === 0)).toBe(true);
  });

  it('of 2,000 points with 100 new ones moves by less than two in a hundred of its width, and is as true', async () => {
    const dimension = 24;
    const search = new WasmSearch(dimension);
    const vectors = clusteredVectors(2_000, dimension, 20, 5, 0.7);
    const settings = { dimensions: 3, neighbours: 15, minimumDistance: 0.1, seed: 42 } as const;
    const optimise = (table: Parameters<typeof fuzzyGraph>[0], places: Float32Array, warm: object): Float32Array => {
      const optimiser = new MapOptimiser({ graph: fuzzyGraph(table, 15), places, ...settings, ...warm });
      const epochs = optimiser.begin();
      for (let epoch = 0; epoch < epochs; epoch += 1) optimiser.step();
      optimiser.copyPlaces();
      return places;
    };
    const mean = (table: Parameters<typeof fuzzyGraph>[0], places: Float32Array): number =>
      pointTrust(table, places).reduce((sum, trust) => sum + trust, 0) / table.points;

    const old = vectors.subarray(0, 1_900 * dimension);
    const tableBefore = await exactNeighbours(old, 15, { search });
    const placesBefore = optimise(tableBefore, principalStart(old, dimension, 3, 42), { epochs: 200 });
    const table = await exactNeighbours(vectors, 15, { search });
    const refresh = (): Float32Array => {
      const places = warmStart(placesBefore, same(1_900), table)!;
      optimise(table, places, { epochs: warmEpochs, learningRate: warmLearningRate });
      keepShape(places, placesBefore, same(1_900), table, false);
      return places;
    };
    const places = refresh();
    expect(refresh()).toEqual(places);
    const side = (of: typeof table, where: Float32Array) => ({ table: of, places: where, nameOf: String });
    const { medianMove } = driftBetween(side(tableBefore, placesBefore), side(table, places), same(1_900));
    expect(medianMove).toBeLessThan(0.02);
    expect(widthOf(places)).toBeGreaterThan(widthOf(placesBefore) * 0.8);
    expect(mean(table, places)).toBeGreaterThan(mean(tableBefore, placesBefore) - 0.05);
    expect(mostMedianMove).toBeLessThan(0.02);
  });
});
