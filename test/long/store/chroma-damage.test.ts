import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { ensureChromaServer } from '../../../scripts/get-chroma.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { openVectorStore } from '../../../main/store/vectors/open-vector-store.ts';
import { syncVectorStore } from '../../../main/store/vectors/sync-vector-store.ts';
import { randomRecords, temporaryFolder, testSpace } from '../../store/vectors/vector-fixtures.ts';

// More than Chroma's sync threshold of 1,000, below which it writes no index files.
const records = randomRecords(1_500, 8);
const byId = new Map(records.map((record) => [record.id, record]));
const truth = { ids: () => byId.keys(), records: (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []) };
let binary: string;

beforeAll(async () => {
  binary = await ensureChromaServer();
}, 600_000);

const half = async (path: string) => await truncate(path, Math.floor((await readFile(path)).length / 2));
const garbage = async (path: string) => await writeFile(path, new Uint8Array((await readFile(path)).length).fill(0xab));
const gone = async (path: string) => await rm(path, { recursive: true });

// Each breaks the server in a way of its own: no matches, a crash on the next write, wrong matches, a call that hangs, errors on every call.
test.each<[string, string, (path: string) => Promise<void>]>([
  ['the vectors are garbage', 'data_level0.bin', garbage],
  ['the header is cut', 'header.bin', half],
  ['the list of ids is gone', 'index_metadata.pickle', gone],
  ['the graph is cut', 'link_lists.bin', half],
  ['its SQLite file is cut', '../chroma.sqlite3', half],
])(
  'Chroma serves again, with everything, where %s',
  async (_, file, damage) => {
    await using folder = await temporaryFolder();
    const open = () =>
      openVectorStore({
        backend: 'chroma',
        chromaBinary: binary,
        space: testSpace(8),
        dataDirectory: folder.path,
        logger: silentLogger,
        loadEmbeddings: () => records,
      });
    const first = await open();
    await first.store.upsert(records);
    const data = join(folder.path, 'vectors', 'chroma', 'data');
    const index = await vi.waitFor(async () => {
      const files = await readdir(data, { recursive: true });
      const written = files.find((name) => name.endsWith('index_metadata.pickle'));
      expect(written).toBeDefined();
      return dirname(written as string);
    });
    await first.store[Symbol.asyncDispose]();
    await damage(join(data, index, file));

    const second = await open();
    await using store = second.store;
    expect(second.choice.kind).toBe('chroma');
    await syncVectorStore(store, truth);
    // New vectors reach every part of the index that the damage may have left broken.
    const more = randomRecords(1_200, 8, 2, 'm');
    for (const record of more) byId.set(record.id, record);
    try {
      await syncVectorStore(store, truth);
      expect(await store.count()).toBe(2_700);
      for (const record of [records[0], records[1_499], more[600]]) {
        const [best] = await store.query({ vector: record?.vector as Float32Array, limit: 1 });
        expect(best?.id).toBe(record?.id);
      }
    } finally {
      for (const record of more) byId.delete(record.id);
    }
  },
  180_000,
);
