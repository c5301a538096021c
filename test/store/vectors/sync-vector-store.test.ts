import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EmbeddedVectorStore } from '../../../main/store/vectors/embedded-vector-store.ts';
import { syncVectorStore } from '../../../main/store/vectors/sync-vector-store.ts';
import { randomRecords, testSpace } from './vector-fixtures.ts';

const pool = randomRecords(40, 4);

test('afterwards the store holds exactly what the truth knows, and a second run changes nothing', async () => {
  const some = fc.subarray(pool);
  await fc.assert(
    fc.asyncProperty(some, some, async (stored, known) => {
      await using store = new EmbeddedVectorStore(testSpace(4));
      await store.upsert(stored);
      const byId = new Map(known.map((record) => [record.id, record]));
      const truth = { ids: () => byId.keys(), records: (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []) };
      const kept = stored.filter((record) => byId.has(record.id)).length;
      expect(await syncVectorStore(store, truth)).toEqual({
        added: known.length - kept,
        removed: stored.length - kept,
        unchanged: kept,
      });
      expect(await store.ids()).toEqual(new Set(byId.keys()));
      expect(await syncVectorStore(store, truth)).toEqual({ added: 0, removed: 0, unchanged: known.length });
    }),
  );
});

test('ids that have no embedding yet are left for later', async () => {
  await using store = new EmbeddedVectorStore(testSpace(4));
  const truth = { ids: () => ['r000000', 'pending'], records: () => pool.slice(0, 1) };
  expect(await syncVectorStore(store, truth)).toEqual({ added: 1, removed: 0, unchanged: 0 });
});

test('records are asked for in batches', async () => {
  const many = randomRecords(2_500, 4);
  const byId = new Map(many.map((record) => [record.id, record]));
  const sizes: number[] = [];
  await using store = new EmbeddedVectorStore(testSpace(4));
  await syncVectorStore(store, {
    ids: () => byId.keys(),
    records: (ids) => {
      sizes.push(ids.length);
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  });
  expect(sizes).toEqual([1_000, 1_000, 500]);
});

test('cancelling stops it', async () => {
  await using store = new EmbeddedVectorStore(testSpace(4));
  const truth = { ids: () => ['r000000'], records: () => pool.slice(0, 1) };
  await expect(syncVectorStore(store, truth, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
