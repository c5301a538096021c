import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deprecationAnswerSchema, type DeprecationAnswer } from '../../../main/contract/deprecations.ts';
import { searchHitSchema } from '../../../main/contract/search.ts';
import { findDeprecations } from '../../../main/services/deprecations/find-deprecations.ts';
import { Browse } from '../../../main/services/retrieval/browse.ts';
import { dumpIndex, testHub, type TestHub } from '../../helpers/corpus.ts';
import { runs } from '../../helpers/effort.ts';

const files: Record<string, string> = {
  'CHANGELOG.md': `# Changelog

## [2.0.0]

### Removed

- Removed \`GoneService\`. Use \`FreshService\` instead.
- Removed \`BackAgain\`.

## [1.5.0]

### Deprecated

- Deprecated \`StaleService\`. Use \`FreshService\` instead.
- Deprecated \`Client.host\` in favor of \`Client.url\`.
- Deprecated \`OldAlias\`. Use \`FreshService\`.

## [1.0.0]

### Deprecated

- \`FreshService\` is deprecated, use \`GoneService\` instead.
`,
  'src/lib/services.py': `"""Services."""

import warnings


class FreshService:
    """New."""

    def run(self):
        """Run."""
        return [1, 2, 3]


class StaleService:
    """Old."""

    def __init__(self):
        """Make."""
        warnings.warn("StaleService is deprecated and will be removed in 3.0.0.", DeprecationWarning)
        self.x = 1


class BackAgain:
    """It came back."""

    def run(self):
        """Run."""
        return [1, 2, 3]

    def only_here(self):
        """Only here.

        .. deprecated:: 1.7.0
            Use :meth:\`run\` instead.
        """
        return [1, 2, 3]
`,
  'src/web/client.ts': `export class Client {
  /** @deprecated since 1.2, use \`url\` */
  open(name: string): string {
    const value = name + 'x';
    return value;
  }
}
`,
};

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('the question for a symbol', () => {
  let folder: string;
  let hub: TestHub;
  const ask = (symbol: string, more: { library?: string; version?: string } = {}): DeprecationAnswer =>
    deprecationAnswerSchema.parse(findDeprecations(hub.connection, { symbol, ...more }));
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hub-deprecations-'));
    for (const [path, text] of Object.entries(files)) write(join(folder, 'corpus'), path, text);
    hub = testHub(':memory:', join(folder, 'data'));
    await hub.index([{ name: 'corpus', kind: 'folder', location: join(folder, 'corpus') }]);
  });
  afterAll(() => {
    hub.connection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('tells what is deprecated, with version and replacement from wherever they stand', () => {
    expect(ask('StaleService')).toMatchObject({
      status: 'deprecated',
      since: '1.5.0',
      removal: '3.0.0',
      replacement: 'FreshService',
    });
    expect(ask('StaleService').entries.map(({ origin }) => origin)).toEqual(['code', 'release-notes']);
    expect(ask('lib.services.StaleService').status).toBe('deprecated');
    expect(ask('`StaleService()`').status).toBe('deprecated');
    expect(ask('BackAgain.only_here')).toMatchObject({ status: 'deprecated', since: '1.7.0', replacement: 'run' });
    expect(ask('Client.open')).toMatchObject({ status: 'deprecated', since: '1.2', replacement: 'url' });
  });

  it('tells what is gone', () => {
    expect(ask('GoneService')).toMatchObject({ status: 'removed', since: '2.0.0', replacement: 'FreshService' });
    expect(ask('GoneService').entries[0]).toMatchObject({ path: 'CHANGELOG.md', lines: { start: 7, end: 7 } });
  });

  it('tells what is there and not known to be deprecated, whatever older notes say', () => {
    expect(ask('FreshService')).toMatchObject({ status: 'not-known', definitions: [{ symbol: 'FreshService' }] });
    expect(ask('BackAgain')).toMatchObject({ status: 'not-known' });
    expect(ask('BackAgain').message).toContain('the indexed code defines it');
    expect(ask('BackAgain').related.map(({ symbol }) => symbol)).toEqual(['BackAgain.only_here']);
  });

  it('tells apart what it has never heard of, and names what is written alike', () => {
    expect(ask('StaleServce')).toMatchObject({ status: 'not-found', entries: [] });
    expect(ask('StaleServce').nearest[0]).toBe('StaleService');
    expect(ask('StaleService', { library: 'other' }).status).not.toBe('deprecated');
  });

  it('says which sources there are where none is called like the library, and looks for a mention in that library alone', () => {
    const answer = ask('StaleService', { library: 'other' });
    expect(answer).toMatchObject({ status: 'not-found', entries: [], definitions: [] });
    expect(answer.message).toContain('No indexed source is called “other”');
    expect(answer.message).toContain('Indexed are corpus.');
    expect(ask('StaleService', { library: 'CORPUS' }).status).toBe('deprecated');
  });

  it('refuses a version without a number, which would be passed over in silence', () => {
    expect(() => ask('StaleService', { version: 'banana' })).toThrow('“banana” is no version');
  });

  it('does not call safe what an index of an earlier version says nothing of', () => {
    const settings = hub.connection.prepare<[], { settings: string }>(`SELECT settings FROM sources`).get()!.settings;
    hub.connection.prepare(`UPDATE sources SET settings = 'of an earlier version'`).run();
    try {
      expect(ask('FreshService').message).toContain('has not read corpus yet');
      expect(ask('NeverHeardOf').message).toContain('context-hub refresh');
      expect(ask('StaleService').message).not.toContain('has not read');
    } finally {
      hub.connection.prepare(`UPDATE sources SET settings = ?`).run(settings);
    }
    expect(ask('FreshService').message).not.toContain('has not read');
  });

  it('takes a bare name for all members that have it', () => {
    expect(ask('only_here').status).toBe('deprecated');
    expect(ask('run').status).toBe('not-known');
    expect(ask('host')).toMatchObject({ status: 'not-known', related: [{ symbol: 'Client.host' }] });
  });

  it('knows that a later version deprecates nothing yet', () => {
    expect(ask('OldAlias', { version: '1.4.0' })).toMatchObject({ status: 'not-known' });
    expect(ask('OldAlias', { version: '1.4.0' }).message).toContain('1.5.0');
    expect(ask('OldAlias', { version: '1.5.0' }).status).toBe('deprecated');
  });

  it('refuses what is no name and takes any text', () => {
    expect(() => ask('two words')).toThrow(expect.objectContaining({ code: 'usage' }));
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.string({ maxLength: 10 }), (symbol, version) => {
        try {
          expect(ask(symbol, version === '' ? {} : { version }).status).toBeTypeOf('string');
        } catch (error) {
          expect(error).toMatchObject({ code: 'usage' });
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('marks hits', () => {
    const { hits } = new Browse(hub.connection).page({ tool: 'any', filters: {}, offset: 0, limit: 100 });
    const of = (symbol: string): unknown => searchHitSchema.parse(hits.find((hit) => hit.symbol === symbol)).deprecated;
    expect(of('StaleService')).toMatchObject({ since: '1.5.0', replacement: 'FreshService' });
    expect(of('FreshService')).toBeNull();
    expect(hits.filter((hit) => hit.path.endsWith('.ts') && hit.deprecated !== null)).toMatchObject([
      { deprecated: { since: '1.2', part: 'Client.open' } },
    ]);
  });
});

describe('what is kept', () => {
  it('is after any edits that of an index made anew', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-deprecations-'));
    const edit = fc.record({
      path: fc.constantFrom('CHANGELOG.md', 'docs/page.md', 'src/pkg/a.py'),
      body: fc.constantFrom(
        '',
        '# Notes\n\n## 1.0\n\n### Removed\n\n- Removed `A`.\n- Removed `B`. Use `C`.\n',
        '# Page\n\n`B` is deprecated since 1.1. Use `C` instead.\n',
        'import warnings\n\n\nclass A:\n    """A.\n\n    .. deprecated:: 1.2\n        Use :class:`B` instead.\n    """\n\n    x = 1\n    y = 2\n',
      ),
    });
    let round = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 6 }), async (edits) => {
          const root = join(folder, `round-${(round += 1)}`);
          write(root, 'README.md', '# A\n\nText.\n');
          const source = { name: 'corpus', kind: 'folder' as const, location: root };
          const hub = testHub(':memory:', join(folder, 'data'));
          const anew = testHub(':memory:', join(folder, 'fresh'));
          try {
            for (const { path, body } of edits) {
              write(root, path, body);
              await hub.index([source]);
            }
            await anew.index([source]);
            expect(dumpIndex(hub.connection)['deprecations']).toEqual(dumpIndex(anew.connection)['deprecations']);
          } finally {
            hub.connection.close();
            anew.connection.close();
          }
        }),
        { numRuns: runs(12) },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
