import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SourceSpecification } from '../../../main/core/source.ts';
import type { Connection } from '../../../main/store/database.ts';
import { GraphStore } from '../../../main/store/graph-store.ts';
import { dumpIndex, testHub, type TestHub } from '../../helpers/corpus.ts';
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

const method = (name: string, body: string): string => `    def ${name}(self):\n        """Does it."""\n        ${body}\n\n`;
const base = (name: string, ...methods: string[]): string =>
  `class ${name}:\n    """A base."""\n\n${methods.map((one) => method(one, 'return 1')).join('')}`;

const sample: Readonly<Record<string, string>> = {
  'src/kit/base.py': base('Base', 'run', 'stop') + base('Other', 'run'),
  'src/kit/mid.py': `from .base import Base\nfrom kit.base import Other as Else\n\n\nclass Mid(Base):\n    """Between."""\n\n    def __init__(self):\n        super().__init__()\n        self._else = Else()\n\n${method('go', 'self.run()\n        self._else.run()\n        super().stop()')}`,
  'src/kit/__init__.py': '"""Kit."""\n\nfrom .mid import *\nfrom .base import Other\n',
  'src/kit/tools.py': `from kit import Mid, Other\n\n\ndef make():\n    """Makes one."""\n    mid = Mid()\n    mid.go()\n    mid.stop()\n    yield Other()\n    return helper()\n\n\ndef helper():\n    """Helps."""\n    return Other().run()\n`,
  'examples/app/bot.py':
    'from kit.tools import make\nimport shared\n\n\ndef main():\n    make()\n    shared.ready()\n    shared.gone()\n\n\nmain()\n',
  'examples/app/shared.py': 'def ready():\n    """Ready."""\n    return True\n',
};

function writeSample(): void {
  for (const [path, text] of Object.entries(sample)) write(path, text);
}

async function fresh(): Promise<Record<string, unknown[]>> {
  const hub = testHub(':memory:', join(folder.path, 'fresh'));
  await hub.index([source]);
  const dump = dumpIndex(hub.connection);
  hub.connection.close();
  return dump;
}

/** `from → path:to confidence` of every edge, sorted. */
function edges(connection: Connection): string[] {
  return connection
    .prepare<[], { text: string }>(
      `SELECT e.from_name || ' ' || iif(e.kind = 'yields', '⇢', '→') || ' ' || coalesce(replace(f.path, 'src/kit/', '') || ':' || e.to_name, e.name) || ' ' || e.confidence AS text
       FROM edges e LEFT JOIN files f ON f.id = e.to_file ORDER BY text`,
    )
    .all()
    .map(({ text }) => text);
}

describe('edges after a refresh', () => {
  let hub: TestHub;
  beforeEach(async () => {
    writeSample();
    hub = testHub(':memory:', join(folder.path, 'data'));
    await hub.index([source]);
  });
  afterEach(() => hub.connection.close());

  it('lead through bases, re-exports, stars, aliases, attributes and modules beside a program', () => {
    expect(edges(hub.connection)).toEqual([
      ' → examples/app/bot.py:main certain',
      'Mid.__init__ → base.py:Other certain',
      'Mid.__init__ → super().__init__ unresolved',
      'Mid.go → base.py:Base.run certain',
      'Mid.go → base.py:Base.stop certain',
      'Mid.go → base.py:Other.run likely',
      'helper → base.py:Other certain',
      'helper → base.py:Other.run certain',
      'main → examples/app/shared.py:ready certain',
      'main → shared.gone unresolved',
      'main → tools.py:make certain',
      'make → base.py:Base.stop likely',
      'make → mid.py:Mid.__init__ certain',
      'make → mid.py:Mid.go likely',
      'make → tools.py:helper certain',
      'make ⇢ base.py:Other certain',
    ]);
  });

  it('follow a method that moves from the base into the class between', async () => {
    write('src/kit/mid.py', `${sample['src/kit/mid.py']}${method('stop', 'return 2')}`);
    await hub.index([source]);
    expect(edges(hub.connection)).toContain('make → mid.py:Mid.stop likely');
    expect(edges(hub.connection)).toContain('Mid.go → base.py:Base.stop certain');
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('are unresolved into what is gone, and resolved again when it is back', async () => {
    renameSync(join(root, 'src/kit/base.py'), join(root, 'src/kit/moved.py'));
    await hub.index([source]);
    expect(edges(hub.connection).filter((edge) => edge.includes('base.py'))).toEqual([]);
    expect(edges(hub.connection)).toContain('Mid.go → self.run unresolved');
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
    renameSync(join(root, 'src/kit/moved.py'), join(root, 'src/kit/base.py'));
    await hub.index([source]);
    expect(edges(hub.connection)).toContain('Mid.go → base.py:Base.run certain');
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  /** Paths of the files that `work` resolves. */
  async function resolvedBy(work: () => Promise<unknown>): Promise<string[]> {
    const written = vi.spyOn(GraphStore.prototype, 'writeEdges');
    await work();
    const ids = written.mock.calls.flatMap(([files]) => files.map(({ id }) => id));
    written.mockRestore();
    const files = new GraphStore(hub.connection).files();
    return ids.map((id) => files.find((file) => file.id === id)!.path).sort();
  }

  it('are made anew for the file alone when only bodies and lines change', async () => {
    write('src/kit/base.py', `# A remark.\n\n${sample['src/kit/base.py']!.replaceAll('return 1', 'return 3')}`);
    expect(await resolvedBy(() => hub.index([source]))).toEqual(['src/kit/base.py']);
    expect(hub.connection.prepare(`SELECT key FROM graph_changes`).all()).toEqual([]);
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('are made anew where the name that changed was looked up, and nowhere else', async () => {
    write('src/kit/base.py', base('Base', 'run', 'stop', 'rest') + base('Other', 'run'));
    expect(await resolvedBy(() => hub.index([source]))).toEqual(['src/kit/base.py']);
    write('src/kit/base.py', base('Base', 'stop', 'rest') + base('Other', 'run'));
    expect(await resolvedBy(() => hub.index([source]))).toEqual(['src/kit/base.py', 'src/kit/mid.py']);
    write('src/kit/base.py', base('Base', 'stop', 'rest'));
    expect(await resolvedBy(() => hub.index([source]))).toEqual(['src/kit/base.py', 'src/kit/mid.py', 'src/kit/tools.py']);
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
    expect(await resolvedBy(() => hub.index([source]))).toEqual([]);
  });

  it('follow what a package takes over whole, and what a module gives out', async () => {
    const reached = (): string[] => edges(hub.connection).filter((edge) => edge.startsWith('make → ') && edge.includes('Mid'));
    expect(reached()).toEqual(['make → mid.py:Mid.__init__ certain', 'make → mid.py:Mid.go likely']);
    write('src/kit/__init__.py', '"""Kit."""\n\nfrom .base import *\nfrom .base import Other\n');
    await hub.index([source]);
    expect(reached()).toEqual(['make → Mid unresolved']);
    write('src/kit/__init__.py', sample['src/kit/__init__.py']!);
    write('src/kit/mid.py', `__all__ = ["Else"]\n\n${sample['src/kit/mid.py']}`);
    await hub.index([source]);
    expect(reached()).toEqual(['make → Mid unresolved']);
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
    write('src/kit/mid.py', sample['src/kit/mid.py']!);
    await hub.index([source]);
    expect(reached()).toHaveLength(2);
  });

  it('continue after a resolution that was cancelled', async () => {
    write('src/kit/base.py', base('Base', 'stop') + base('Other', 'run', 'rest'));
    const controller = new AbortController();
    const put = hub.writer.setState.bind(hub.writer);
    hub.writer.setState = (...parameters) => {
      if (parameters[1] === 'complete') controller.abort();
      put(...parameters);
    };
    await expect(hub.index([source], { signal: controller.signal })).rejects.toMatchObject({ code: 'cancelled' });
    hub.writer.setState = put;
    await hub.index([source]);
    expect(edges(hub.connection)).toContain('Mid.go → self.run unresolved');
    expect(dumpIndex(hub.connection)).toEqual(await fresh());
  });

  it('go with their source, and are unresolved where they led into it', async () => {
    const other = join(folder.path, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'use.py'), 'from kit.tools import make\n\n\ndef use():\n    """Uses."""\n    return make()\n');
    const second: SourceSpecification = { name: 'other', kind: 'folder', location: other };
    await hub.index([second]);
    expect(edges(hub.connection)).toContain('use → tools.py:make certain');
    hub.writer.removeSource(hub.reader.source('corpus')!.id);
    expect(edges(hub.connection)).toEqual(['use → make unresolved']);
    await hub.index([second]);
    expect(edges(hub.connection)).toEqual(['use → make unresolved']);
  });
});

describe('incremental equals full', () => {
  const bodies = [
    ...Object.values(sample),
    base('Base', 'run') + base('Mid', 'go'),
    base('Other', 'stop'),
    `from .mid import Mid as Base\n\n\nclass Other(Base):\n    """Turned round."""\n\n${method('run', 'super().run()')}`,
    'from kit.base import *\nfrom kit.mid import Mid\n\n__all__ = ["Base", "Mid"]\n',
    'from .tools import *\nfrom . import base, mid\n',
    'try:\n    from .base import Base\nexcept ImportError:\n    from .mid import Mid as Base\n\n\nclass Mid(Base):\n    """Either."""\n\n    def go(self) -> "Base":\n        """Goes."""\n        return self.run() or self.go().stop()\n',
    'import kit.base as b, kit\n\nOther = b.Other\n\n\ndef make(one: b.Base, two: kit.mid.Mid):\n    """Makes."""\n    one.run()\n    two.go()\n    two._else.run()\n    yield kit.Other()\n    yield b.Other()\n',
    'a = b\nb = a\n\n\nclass C(D):\n    """One."""\n\n\nclass D(C):\n    """Two."""\n\n    def run(self):\n        """Runs."""\n        return self.go() or a() or super().run()\n',
    'def ready():\n    """Ready."""\n    from kit import Mid\n    return Mid().go()\n\n\ndef gone():\n    """Gone."""\n    return ready()\n',
  ];
  const paths = [
    ...Object.keys(sample),
    'src/kit/__init__.py',
    'src/kit/mid.py',
    'src/kit/shared.py',
    'src/kit/sub/base.py',
    'lib/kit/base.py',
  ];
  const edit = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('write'), path: fc.constantFrom(...paths), text: fc.constantFrom(...bodies) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), path: fc.constantFrom(...paths), text: fc.constant('') }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'refresh', path: '', text: '' }) },
    {
      weight: 2,
      // A method gets another name, wherever it stands.
      arbitrary: fc.record({
        kind: fc.constant('rename'),
        path: fc.constantFrom(...paths),
        text: fc.constantFrom('run', 'go', 'Base'),
      }),
    },
  );

  it('for any edits of classes, imports and re-exports', async () => {
    let resolved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 10 }), async (edits) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        writeSample();
        const texts = new Map(Object.entries(sample));
        const hub = testHub(':memory:', join(folder.path, 'data'));
        await hub.index([source]);
        for (const { kind, path, text } of edits) {
          if (kind === 'refresh') await hub.index([source]);
          else if (kind === 'remove') {
            rmSync(join(root, path), { force: true });
            texts.delete(path);
          } else {
            const now =
              kind === 'write' ? text : (texts.get(path) ?? '').replaceAll(new RegExp(String.raw`\b${text}\b`, 'g'), `${text}2`);
            texts.set(path, now);
            write(path, now);
          }
        }
        await hub.index([source]);
        resolved += edges(hub.connection).filter((one) => one.endsWith('certain')).length;
        const dump = dumpIndex(hub.connection);
        hub.connection.close();
        const expected = await fresh();
        for (const part of ['graph', 'definitions', 'edges']) expect(dump[part], part).toEqual(expected[part]);
      }),
      { numRuns: runs(25, 300) },
    );
    expect(resolved).toBeGreaterThan(50);
  });
});
