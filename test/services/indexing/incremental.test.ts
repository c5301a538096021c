import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceSpecification } from '../../../main/core/source.ts';
import type { ChunkPreparer } from '../../../main/services/indexing/chunk-pool.ts';
import { dumpIndex, inlinePreparer, testHub, type TestHub } from '../../helpers/corpus.ts';
import { runs } from '../../helpers/effort.ts';
import { scratchFolder } from '../../helpers/scratch-folder.ts';

const folder = scratchFolder();
let root: string;
let source: SourceSpecification;
beforeEach(() => {
  root = join(folder.path, 'corpus');
  mkdirSync(root);
  source = { name: 'corpus', kind: 'folder', location: root };
});

function write(path: string, text: string): void {
  folder.write(join('corpus', path), text);
}

const python = (name: string, body: string): string =>
  `"""Module ${name}."""\n\nfrom os import path\n\n\nclass ${name}(Base[Foo, Bar]):\n    """About ${name}."""\n\n    def run(self, frame):\n        """Run it."""\n        value = path.join("${body}")\n        self.push(value)\n        yield TextFrame(value)\n`;

function sample(): void {
  write('README.md', '# Corpus\n\nWhat this is about.\n');
  write('src/pkg/__init__.py', '');
  write('src/pkg/alpha.py', python('Alpha', 'alpha'));
  write('src/pkg/beta.py', python('Beta', 'beta'));
  write('docs/guide.md', '# Guide\n\nHow to begin.\n\n## Terminate\n\nPush an EndFrame.\n');
  write('examples/ivr/README.md', '# IVR navigation\n\nTalks to phone menus by Twilio.\n');
  write('examples/ivr/bot.py', 'from pkg.alpha import Alpha\n\n\ndef main():\n    alpha = Alpha()\n    return alpha\n');
  write('uv.lock', 'version = 1\n');
}

async function fresh(): Promise<Record<string, unknown[]>> {
  const hub = testHub(':memory:', join(folder.path, 'fresh'));
  await hub.index([source]);
  const dump = dumpIndex(hub.connection);
  hub.connection.close();
  return dump;
}

describe('a refresh', () => {
  let hub: TestHub;
  beforeEach(async () => {
    sample();
    hub = testHub(':memory:', join(folder.path, 'data'));
    await hub.index([source]);
    hub.embedder.passages.length = 0;
  });
  afterEach(() => hub.connection.close());

  it('yields all four content types, and a reason for each file left out', () => {
    expect(hub.reader.chunkCounts(hub.reader.source('corpus')!.id)).toEqual({
      doc: expect.any(Number),
      code: expect.any(Number),
      source: expect.any(Number),
      readme: 2,
    });
    for (const count of Object.values(hub.reader.chunkCounts(1))) expect(count).toBeGreaterThan(0);
    expect(hub.reader.unindexed(1).map((file) => [file.path, file.reason])).toEqual([
      ['src/pkg/__init__.py', 'empty'],
      ['uv.lock', 'lock-file'],
    ]);
  });

  it('reads nothing and asks the model nothing when nothing changed', async () => {
    const before = dumpIndex(hub.connection);
    const report = await hub.index([source]);
    expect(report.sources[0]).toMatchObject({ outcome: 'unchanged', files: { changed: 0, removed: 0 } });
    expect(hub.embedder.passages).toEqual([]);
    expect(dumpIndex(hub.connection)).toEqual(before);
  });

  it('asks the model only for the chunks that changed', async () => {
    write('src/pkg/alpha.py', `\n\n${python('Alpha', 'alpha').replace('self.push(value)', 'self.pull(value)')}`);
    const report = await hub.index([source]);
    expect(report.sources[0]!.files.changed).toBe(1);
    // The method's body changed; its class and module name the same things as before.
    expect(hub.embedder.passages).toHaveLength(1);
    expect(hub.embedder.passages[0]).toContain('self pull value');
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('asks the model nothing for a file that was touched, and does not call it changed', async () => {
    utimesSync(join(root, 'docs/guide.md'), new Date(0), new Date(0));
    const report = await hub.index([source]);
    expect(report.sources[0]!.files.changed).toBe(0);
    expect(hub.embedder.passages).toEqual([]);
  });

  it('takes removed files out of text index and vectors', async () => {
    rmSync(join(root, 'src/pkg/beta.py'));
    await hub.index([source]);
    expect([...hub.embeddings.ids()].length).toBe(dumpIndex(hub.connection)['chunks']!.length);
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('lets an example’s README speak for files that did not change', async () => {
    write('examples/ivr/README.md', '# Push to talk\n\nRuns in the browser by WebRTC.\n');
    await hub.index([source]);
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('keeps going after a run that was cancelled in the middle', async () => {
    write('src/pkg/gamma.py', python('Gamma', 'gamma'));
    for (const name of ['Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta'])
      write(`src/pkg/${name.toLowerCase()}.py`, python(name, name));
    const controller = new AbortController();
    const createChunkPool = (): ChunkPreparer => ({
      ...inlinePreparer,
      prepare: async (task) => {
        const result = await inlinePreparer.prepare(task);
        controller.abort();
        return result;
      },
    });
    await expect(hub.index([source], { signal: controller.signal, createChunkPool })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(dumpIndex(hub.connection)).not.toEqual(await fresh());
    expect(hub.reader.source('corpus')!.state).toBe('partial');
    await hub.index([source]);
    expect(hub.reader.source('corpus')!.state).toBe('complete');
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('says what failed when the source is gone, and loses nothing', async () => {
    const before = dumpIndex(hub.connection)['chunks'];
    renameSync(root, `${root}-away`);
    const report = await hub.index([source]);
    expect(report.sources[0]).toMatchObject({ outcome: 'failed' });
    expect(report.sources[0]!.notice).toContain(root);
    expect(dumpIndex(hub.connection)['chunks']).toEqual(before);
  });

  it('embeds again, once, when the model is another one', async () => {
    hub.connection.prepare(`UPDATE embedding_spaces SET name = 'another model'`).run();
    const report = await hub.index([source]);
    expect(report.embedded).toBe(dumpIndex(hub.connection)['embeddings']!.length);
    expect(hub.connection.prepare<[], { n: number }>(`SELECT count(*) n FROM embedding_spaces`).get()!.n).toBe(1);
  });
});

describe('incremental equals full', () => {
  const paths = [
    'src/pkg/alpha.py',
    'src/pkg/new.py',
    'docs/guide.md',
    'docs/other/page.mdx',
    'examples/ivr/bot.py',
    'examples/ivr/README.md',
    'examples/talk/main.py',
    'README.md',
    '.gitignore',
    'config.yaml',
    'lib/util.ts',
  ];
  const texts = [
    python('Alpha', 'one'),
    python('New', 'two'),
    '# Page\n\nText.\n\n## Part\n\nMore text.\n',
    '',
    'docs/other\n*.yaml\n',
    'key: value\nother: 2\n',
    'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
    '\0\x01binary',
  ];
  const edit = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        path: fc.constantFrom(...paths),
        text: fc.constantFrom(...texts),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: fc.constantFrom(...paths) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        path: fc.constantFrom(...paths),
        to: fc.constantFrom(...paths),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const), path: fc.constantFrom(...paths) }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'refresh' as const }) },
  );
  type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

  function apply(change: Edit): void {
    const full = join(root, 'path' in change ? change.path : '');
    if (change.kind === 'write') {
      rmSync(full, { force: true, recursive: true });
      write(change.path, change.text);
    } else if (change.kind === 'remove') rmSync(full, { force: true });
    else if (change.kind === 'move') {
      mkdirSync(dirname(join(root, change.to)), { recursive: true });
      try {
        renameSync(full, join(root, change.to));
      } catch {
        // Nothing there to move: no edit.
      }
    } else if (change.kind === 'link') {
      mkdirSync(dirname(full), { recursive: true });
      rmSync(full, { force: true });
      symlinkSync('/etc/hostname', full);
    }
  }

  it('for any sequence of edits and refreshes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        sample();
        const hub = testHub(':memory:', join(folder.path, 'data'));
        await hub.index([source]);
        for (const change of edits) {
          if (change.kind === 'refresh') await hub.index([source]);
          else apply(change);
        }
        await hub.index([source]);
        const dump = dumpIndex(hub.connection);
        hub.connection.close();
        expect(dump).toEqual(await fresh());
      }),
      { numRuns: runs(12) },
    );
  });
});
