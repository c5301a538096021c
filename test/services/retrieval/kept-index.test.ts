import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../main/core/logger.ts';
import { parseQuery } from '../../../main/core/ranking/query.ts';
import { defaultWeights } from '../../../main/core/ranking/weights.ts';
import { IndexChanges } from '../../../main/store/index-changes.ts';
import { openDatabase, type Connection } from '../../../main/store/database.ts';
import { SearchIndex } from '../../../main/store/search-index.ts';
import { runs } from '../../helpers/effort.ts';
import { testHub, type TestHub } from '../../helpers/corpus.ts';

let folder: string;
let hub: TestHub;
let reader: Connection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-kept-'));
  hub = testHub(join(folder, 'index.sqlite'), folder);
  reader = openDatabase(join(folder, 'index.sqlite'), { readonly: true, logger: silentLogger });
});
afterEach(() => {
  reader.close();
  hub.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the files of the corpus may hold; whoever has another number has other words and another number of chunks. */
const page = (number: number): string =>
  [
    `# Page ${number}`,
    ...Array.from(
      { length: (number % 4) + 1 },
      (_, part) => `## Part ${part}\n\nThe transport of call ${number} says tone ${part}.`,
    ),
  ].join('\n\n');
const code = (number: number): string =>
  `class Transport${number}:\n    """Carries call ${number}."""\n\n    def send_tone(self):\n        """Sends."""\n        tone = ${number}\n        return tone\n`;
const names = ['a.md', 'b.md', 'guides/c.md', 'src/d.py', 'src/e.py', 'examples/x/bot.py', 'examples/x/README.md'];

const put = (source: string, name: string, number: number | null): void => {
  const path = join(folder, source, name);
  mkdirSync(dirname(path), { recursive: true });
  if (number === null) rmSync(path, { force: true });
  else writeFileSync(path, name.endsWith('.py') ? code(number) : page(number));
};
const indexed = (force = false): Promise<unknown> =>
  hub.index(
    ['one', 'two'].map((name) => ({ name, kind: 'folder' as const, location: join(folder, name) })),
    { force },
  );

const filters = [{}, { language: ['python'] }, { source: ['two'] }, { chunk_type: ['method' as const] }, { path: 'guides' }];
const stems = ['transport', 'call', 'tone', 'says', 'page', 'send_tone', 'the', 'nowhere'];

/** Everything that is kept between searches, asked for once. */
function asked(index: SearchIndex, generation: number): unknown {
  const { terms } = parseQuery('the transport says a tone on this call page send_tone');
  const rows = hub.connection.prepare<[], { id: number; chunk_id: string }>('SELECT id, chunk_id FROM chunks ORDER BY id').all();
  const ids = rows.map(({ id }) => id);
  return {
    words: filters.map((filter) => index.keywordOf(terms, filter, null, 40, defaultWeights.columns, generation)),
    allowed: filters.map((filter) => [...index.allowedIds(filter, null, generation)].sort()),
    frequencies: stems.map((stem) => index.documentFrequency(stem, generation)),
    candidates: index.candidates(ids, generation),
    numbers: index.candidateIds(
      rows.map((row) => row.chunk_id),
      generation,
    ),
    rows: index.chunksAt(ids, generation),
    total: index.chunkTotal(generation),
    entries: [...index.entryFiles(['1\nexamples/x', '2\nexamples/x'], generation)],
  };
}

describe('what is kept of an index', () => {
  it('is what is read anew, after whatever changes', async () => {
    const edit = fc.record({
      source: fc.constantFrom('one', 'two'),
      name: fc.constantFrom(...names),
      number: fc.option(fc.integer({ min: 0, max: 11 }), { nil: null }),
    });
    const step = fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 3 }), force: fc.boolean() });
    const kept = new SearchIndex(reader, silentLogger);
    put('one', 'a.md', 1);
    put('two', 'b.md', 2);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { edits, force } of steps) {
          for (const { source, name, number } of edits) put(source, name, number);
          await indexed(force);
          const generation = hub.reader.generation();
          expect(asked(kept, generation)).toEqual(asked(new SearchIndex(reader, silentLogger), generation));
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it('stays where nothing has changed, and goes with its file alone', async () => {
    for (const name of names) put('one', name, 3);
    put('two', 'a.md', 1);
    await indexed();
    const changes = new IndexChanges(reader);
    expect(changes.look()).toBeNull();
    expect(changes.look()).toEqual({ gone: [], come: [], files: [], listing: false, revisions: false });
    const of = (path: string): number[] =>
      hub.connection
        .prepare<[string], { id: number }>(
          `SELECT c.id FROM chunks c JOIN files f ON f.id = c.file_id WHERE f.path = ? ORDER BY c.id`,
        )
        .all(path)
        .map(({ id }) => id);
    const gone = of('guides/c.md');
    put('one', 'guides/c.md', 5);
    await indexed();
    const change = changes.look()!;
    expect(change.gone).toEqual(gone);
    expect(change.come).toEqual(of('guides/c.md'));
    expect(change.files).toHaveLength(1);
    expect(change.listing).toBe(false);
  });

  it('is all read anew after more than can be followed', async () => {
    put('one', 'a.md', 1);
    put('two', 'a.md', 1);
    await indexed();
    const changes = new IndexChanges(reader, 1);
    changes.look();
    put('one', 'a.md', 3);
    await indexed();
    expect(changes.look()).toBeNull();
    expect(changes.look()).toEqual({ gone: [], come: [], files: [], listing: false, revisions: false });
  });
});
