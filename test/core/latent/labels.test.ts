import { describe, expect, it } from 'vitest';
import { clusterNames } from '../../../main/core/latent/cluster-names.ts';
import { clusterShapes } from '../../../main/core/latent/cluster-shape.ts';
import { clusterTerms } from '../../../main/core/latent/cluster-terms.ts';
import { keepIdentities } from '../../../main/core/latent/label-identity.ts';
import { PlaceTable, type PlacedChunk } from '../../../main/core/latent/place-table.ts';
import { TermTable } from '../../../main/core/latent/term-table.ts';

function tableOf(texts: readonly string[]): TermTable {
  const table = new TermTable(texts.length);
  texts.forEach((text, row) => table.set(row, text));
  return table;
}

describe('terms', () => {
  it('are what one cluster says and the others do not, without words that say nothing', () => {
    const texts = [
      ...Array.from({ length: 6 }, () => 'def dial(self): the phone number is called, return audio'),
      ...Array.from({ length: 6 }, () => 'import deploy; secrets of the cloud agent, return audio'),
    ];
    const [phone, cloud] = clusterTerms(tableOf(texts), [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1], 2, 3);
    expect(['called', 'dial', 'number', 'phone']).toEqual(expect.arrayContaining(phone!));
    expect(['agent', 'cloud', 'deploy', 'secrets']).toEqual(expect.arrayContaining(cloud!));
    expect([...phone!, ...cloud!]).not.toContain('audio');
    expect([...phone!, ...cloud!]).not.toContain('return');
  });

  it('keep identifiers whole and take one of several spellings', () => {
    const text = 'flow_manager FlowManager flow_managers transition';
    const [terms] = clusterTerms(tableOf(Array.from({ length: 5 }, () => text)), [0, 0, 0, 0, 0], 1, 2);
    expect(terms).toHaveLength(2);
    expect(terms).toContain('transition');
    expect(terms!.filter((term) => /flow/i.test(term))).toHaveLength(1);
  });

  it('are spelt as they mostly are', () => {
    const texts = ['CALL flow', 'call Flow', 'call flow', 'Call OpenAI', 'openai OPENAI OpenAI'];
    expect([...tableOf(texts).terms].sort()).toEqual(['OpenAI', 'call', 'flow']);
  });

  it('do not depend on the order in which texts come', () => {
    const texts = ['Alpha beta', 'ALPHA gamma', 'alpha beta', 'Beta gamma', 'gamma alpha', 'beta'];
    const forward = tableOf(texts);
    const backward = new TermTable(texts.length);
    for (const row of [5, 4, 3, 2, 1, 0]) backward.set(row, texts[row]!);
    const clusters = [0, 0, 0, 1, 1, 1];
    expect(clusterTerms(backward, clusters, 2, 3)).toEqual(clusterTerms(forward, clusters, 2, 3));
  });

  it('are none for texts of rare or no words', () => {
    expect(clusterTerms(tableOf(['', '12 %', 'unique']), [0, 0, 0], 1, 3)).toEqual([[]]);
  });
});

describe('names', () => {
  const chunk = (path: string, symbol: string | null = null): PlacedChunk => ({ source: 'one', path, symbol });
  const name = (chunks: readonly PlacedChunk[], clusters: readonly number[], terms: readonly string[][]) =>
    clusterNames(new PlaceTable(chunks.length, (point) => chunks[point]!), clusters, Math.max(...clusters) + 1, terms);

  it('are the class or the folder that holds most of a cluster, else its terms', () => {
    const chunks = [
      ...Array.from({ length: 5 }, (_, index) => chunk('src/daily/transport.py', `DailyTransport.method${index}`)),
      ...Array.from({ length: 5 }, (_, index) => chunk(`src/services/openai/part${index}.py`)),
      ...Array.from({ length: 5 }, (_, index) => chunk(`other${index}/page.md`)),
    ];
    const clusters = chunks.map((_, index) => Math.floor(index / 5));
    expect(name(chunks, clusters, [['daily'], ['openai'], ['phone', 'dial', 'number', 'call']])).toEqual([
      { name: 'DailyTransport', kind: 'symbol' },
      { name: 'services/openai', kind: 'path' },
      { name: 'phone · dial · number', kind: 'terms' },
    ]);
  });

  it('are not the folder that holds everything, and tell two of one folder apart', () => {
    const everywhere = Array.from({ length: 10 }, (_, index) => chunk(`src/file${index}.py`));
    expect(
      name(
        everywhere,
        everywhere.map((_, index) => index % 2),
        [['red'], ['blue']],
      ),
    ).toEqual([
      { name: 'red', kind: 'terms' },
      { name: 'blue', kind: 'terms' },
    ]);
    const twice = [
      ...Array.from({ length: 8 }, () => chunk('a/b.py')),
      ...Array.from({ length: 20 }, (_, index) => chunk(`z${index}/c.py`)),
    ];
    const clusters = twice.map((_, index) => (index < 4 ? 0 : index < 8 ? 1 : 2));
    expect(name(twice, clusters, [['red'], ['blue'], ['green']]).map((each) => each.name)).toEqual([
      'a/b.py',
      'a/b.py · blue',
      'green',
    ]);
  });

  it('say so where there is nothing to say', () => {
    expect(name([chunk('a'), chunk('b')], [0, 1], [[], []])[0]).toEqual({ name: 'unnamed', kind: 'terms' });
  });
});

describe('identity', () => {
  it('goes to the cluster that shares most points, once, and new ones get new numbers', () => {
    const before = Int32Array.of(7, 7, 7, 7, 3, 3, 3, -1, -1);
    //                           old 7 was split: three here, one there
    expect(keepIdentities([0, 0, 0, 1, 1, 1, 1, 2, 2], 3, before, 8)).toEqual([7, 3, 8]);
    expect(keepIdentities([0, 1, 2], 3, null, 0)).toEqual([0, 1, 2]);
    // One point of many is no kinship.
    expect(keepIdentities([0, 0, 0, 0, 0, 0, 0, 0], 1, Int32Array.of(5, -1, -1, -1, -1, -1, -1, -1), 6)).toEqual([5]);
    expect(keepIdentities([0, 0, 0, 0, 1, 1, 1, 1], 2, Int32Array.of(5, 5, 5, 5, 5, 2, 2, 2), 6)).toEqual([5, 2]);
  });
});

describe('shapes', () => {
  it('have their middle at the medians and the best known chunks to stand for them', () => {
    const places = Float32Array.from([0, 0, 0, 1, 1, 1, 90, 90, 90, 5, 5, 5]);
    expect(clusterShapes([0, 0, 0, 1], 2, places, Uint32Array.of(1, 4, 2, 9))).toEqual([
      { points: 3, centre: [1, 1, 1], medoids: [1, 2, 0] },
      { points: 1, centre: [5, 5, 5], medoids: [3] },
    ]);
  });
});
