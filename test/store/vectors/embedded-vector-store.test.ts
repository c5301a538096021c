import { describe, expect, test } from 'vitest';
import { EmbeddedVectorStore } from '../../../main/store/vectors/embedded-vector-store.ts';
import { randomRecords, record, testSpace, unit } from './vector-fixtures.ts';
import { describeVectorStore } from './vector-store-contract.ts';

describeVectorStore('EmbeddedVectorStore', async (space) => new EmbeddedVectorStore(space));

describe('EmbeddedVectorStore.load', () => {
  test('takes records one by one and keeps none of them', async () => {
    await using store = new EmbeddedVectorStore(testSpace(2));
    const shared = record('', new Float32Array(2));
    // The reader that streams from SQLite may use one buffer for all rows.
    function* stream() {
      for (let index = 0; index < 1_000; index++) {
        shared.id = `id${index}`;
        shared.vector.set(unit(Math.cos(index / 700), Math.sin(index / 700)));
        yield shared;
      }
    }
    store.load(stream());
    expect(await store.count()).toBe(1_000);
    const matches = await store.query({ vector: unit(Math.cos(500 / 700), Math.sin(500 / 700)), limit: 1 });
    expect(matches[0]?.id).toBe('id500');
  });

  test('holds about 1.9 KB per vector of 384 dimensions', () => {
    const store = new EmbeddedVectorStore(testSpace(384));
    store.load(randomRecords(4_000, 384));
    expect(store.vectorBytes / 4_000).toBeLessThan(2_200);
  });

  test('stops when cancelled', () => {
    const store = new EmbeddedVectorStore(testSpace(8));
    expect(() => store.load(randomRecords(5, 8), AbortSignal.abort())).toThrow('Cancelled');
  });
});
