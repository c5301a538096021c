import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoverFiles, unsafePathReason } from '../../../main/core/discovery/discover.ts';
import type { ListedFile } from '../../../main/core/discovery/discover.ts';

const list = (...paths: string[]): ListedFile[] => paths.map((path) => ({ path, sizeBytes: 10, version: `v-${path}` }));

describe('discoverFiles', () => {
  it('puts every listed file into exactly one list, with a reason', () => {
    const part = fc.constantFrom(
      'a',
      'src',
      'docs',
      'examples',
      'node_modules',
      'dist',
      '.env',
      'x.py',
      'y.md',
      'z.min.js',
      'llms.txt',
      '..',
      '.git',
      '',
      'pyvenv.cfg',
      'q\nr',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
          { maxLength: 30 },
        ),
        (paths) => {
          const { files, skipped, failed } = discoverFiles(list(...paths), { repo: 'o/r' });
          for (const path of new Set(paths)) {
            if (unsafePathReason(path) !== null) {
              expect(failed.some((failure) => failure.path === path)).toBe(true);
              continue;
            }
            const places =
              files.filter((file) => file.path === path).length +
              skipped.filter((skip) => skip.path === path || (skip.path.endsWith('/') && path.startsWith(skip.path))).length;
            expect([path, places]).toEqual([path, 1]);
          }
          for (const file of files) expect(unsafePathReason(file.path)).toBeNull();
        },
      ),
    );
  });

  it('gives the same result for any order of the list', () => {
    const files = list('README.md', 'src/a.py', 'node_modules/x/index.js', 'uv.lock', 'b/dist/x.js.map', 'b/dist/x.js');
    expect(discoverFiles(files.toReversed(), { repo: 'o/r' })).toEqual(discoverFiles(files, { repo: 'o/r' }));
  });

  it('reports a vendored folder once, with the number of files', () => {
    const { skipped, files } = discoverFiles(
      list('web/node_modules/a/i.js', 'web/node_modules/a/node_modules/b/i.js', 'web/app.js'),
      { repo: 'o/r' },
    );
    expect(skipped).toEqual([{ path: 'web/node_modules/', reason: 'vendored', detail: 'installed npm packages (2 files)' }]);
    expect(files.map((file) => file.path)).toEqual(['web/app.js']);
  });

  it('drops nothing for the name of its folder alone', () => {
    const paths = [
      'tests/unit/test_a.py',
      'examples/deep/er/est/x.py',
      'build/notes.md',
      'dist/readme.md',
      'vendor/ours.py',
      '.github/workflows/ci.yml',
      '.claude/skills/x/SKILL.md',
    ];
    expect(discoverFiles(list(...paths), { repo: 'o/r' }).files.map((file) => file.path)).toEqual(paths.toSorted());
  });

  it('leaves a dump out only beside pages', () => {
    const pages = ['a.mdx', 'b.mdx', 'sub/c.mdx'];
    expect(
      discoverFiles(list('llms-full.txt', 'llms.txt', ...pages), { repo: 'o/r' }).skipped.map((skip) => [skip.path, skip.reason]),
    ).toEqual([
      ['llms-full.txt', 'duplicate-dump'],
      ['llms.txt', 'duplicate-dump'],
    ]);
    expect(discoverFiles(list('llms-full.txt', 'src/x.py'), { repo: 'o/r' }).files.map((file) => file.path)).toContain(
      'llms-full.txt',
    );
  });

  it('takes documents only where that is asked', () => {
    const { files, skipped } = discoverFiles(list('a.md', 'README.md', 'b.py'), { repo: 'r', documentsOnly: true });
    expect(files.map((file) => [file.path, file.role])).toEqual([
      ['README.md', 'readme'],
      ['a.md', 'doc'],
    ]);
    expect(skipped).toEqual([{ path: 'b.py', reason: 'rule', detail: 'a documentation folder gives documents only' }]);
  });

  it('derives page addresses from a site', () => {
    const { files } = discoverFiles(
      list('index.mdx', 'guide/index.mdx', 'guide/start here.mdx', 'snippets/part.mdx', 'docs.json', 'README.md'),
      {
        repo: 'o/docs',
        siteUrl: 'https://docs.example.org',
      },
    );
    expect(Object.fromEntries(files.map((file) => [file.path, file.pageUrl]))).toEqual({
      'README.md': undefined,
      'docs.json': undefined,
      'guide/index.mdx': 'https://docs.example.org/guide',
      'guide/start here.mdx': 'https://docs.example.org/guide/start%20here',
      'index.mdx': 'https://docs.example.org',
      'snippets/part.mdx': undefined,
    });
  });

  it('applies skip rules of the user', () => {
    const { skipped } = discoverFiles(list('a/x.py', 'b.py'), { repo: 'o/r', rules: [{ glob: 'a/', role: 'skip' }] });
    expect(skipped).toEqual([{ path: 'a/x.py', reason: 'rule', detail: 'rule a/ → skip' }]);
  });
});

it.each(['', '/etc/passwd', '../x', 'a/../../x', 'a//b', './a', 'a/.git/config', 'a/.GIT/x', 'a\0b', 'bad\uFFFDname'])(
  'refuses the path %j',
  (path) => {
    expect(unsafePathReason(path)).not.toBeNull();
  },
);
