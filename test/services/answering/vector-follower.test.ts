import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VectorFollower } from '../../../main/services/answering/vector-follower.ts';
import { EmbeddingStore } from '../../../main/store/embedding-store.ts';
import { EmbeddedVectorStore } from '../../../main/store/vectors/embedded-vector-store.ts';
import { openDatabase } from '../../../main/store/database.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { testHub } from '../../helpers/corpus.ts';
import { runs } from '../../helpers/effort.ts';

/** A folder's files: the text of each, null for one that is removed. */
const edits = fc.array(
  fc.dictionary(fc.constantFrom('a.md', 'b.md', 'c.py', 'd/e.md'), fc.option(fc.constantFrom('one', 'two', 'three'))),
  {
    minLength: 1,
    maxLength: 4,
  },
);

describe('the follower of another’s vectors', () => {
  it('holds after each catching up exactly what the store holds, whatever was edited between', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (rounds) => {
        const directory = mkdtempSync(join(tmpdir(), 'hub-follower-'));
        const folder = join(directory, 'folder');
        mkdirSync(join(folder, 'd'), { recursive: true });
        const path = join(directory, 'index.sqlite');
        const hub = testHub(path, directory);
        const reading = openDatabase(path, { readonly: true, logger: silentLogger });
        try {
          const embeddings = new EmbeddingStore(reading, hub.embeddings.space);
          const store = new EmbeddedVectorStore(hub.embeddings.space);
          const follower = new VectorFollower(store, embeddings);
          for (const files of rounds) {
            for (const [name, word] of Object.entries(files)) {
              if (word === null) rmSync(join(folder, name), { force: true });
              else
                writeFileSync(
                  join(folder, name),
                  name.endsWith('.py') ? `def ${word}(a):\n    b = a\n    return b\n` : `# ${word}\n\nText of ${word}.\n`,
                );
            }
            await hub.index([{ name: 'folder', kind: 'folder', location: folder }]);
            await Promise.all([follower.catchUp(), follower.catchUp()]);
            const records = [...embeddings.records()];
            expect(await store.ids()).toEqual(new Set(records.map((record) => record.id)));
            for (const record of records) expect(store.similarities(record.vector, [record.id]).get(record.id)).toBeCloseTo(1, 5);
          }
        } finally {
          reading.close();
          hub.connection.close();
          rmSync(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: runs(8) },
    );
  });

  it('rests after a pass unless somebody waits for it, and says that it is behind', async () => {
    const passes: number[] = [];
    const embeddings = {
      recordsAfter: () => [{ row: 1, vector: 1, record: { id: 'a' } }],
      chunksAfter: () => (passes.push(1), [{ row: 1, id: 'a', vector: 1 }]),
      recordsOf: () => [],
    } as unknown as EmbeddingStore;
    const store = { upsert: async () => {}, delete: async () => {} } as unknown as EmbeddedVectorStore;
    const follower = new VectorFollower(store, embeddings);
    const first = follower.catchUp();
    await follower.catchUpInTime();
    await first;
    expect(passes).toHaveLength(0);
    expect(follower.isBehind).toBe(true);
    await follower.catchUp();
    expect(passes).toHaveLength(1);
    expect(follower.isBehind).toBe(false);
  });
});
