import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { walkFolder } from '../../../main/services/sources/folder-walk.ts';
import { git, temporaryFolder, writeFiles } from './fixtures.ts';
import { runs } from '../../helpers/effort.ts';

/** Every path of these exists while git and our walk are compared. */
const tree = [
  'a.py',
  'b.log',
  'keep.log',
  'foo/a.py',
  'foo/b.log',
  'foo/bar/a.py',
  'foo/bar/keep.log',
  'foo/bar/foo/b.log',
  'bar/foo/a.py',
  'bar/b log',
  'abc/x',
  '#x',
  '!x',
  'foo/[a].py',
];
const name = fc.constantFrom(
  'foo',
  'bar',
  'a.py',
  'b.log',
  '*.log',
  '*',
  '**',
  'fo?',
  '[ab]*',
  '[!a]*',
  'keep.log',
  'a**',
  '*a*',
  'abc',
  '[[:alpha:]]*',
  '[a',
  '\\#x',
  '\\!x',
  'b\\ log',
  'b log',
  '\\[a\\].py',
);
const line = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/', ' ', '\r'),
  )
  .map(([negation, anchor, parts, end]) => `${negation}${anchor}${parts.join('/')}${end}`)
  // git strips a literal prefix before it looks at `**`, so that it takes `a**/x` for `a` + `**/x`: a slip of git's that is not copied.
  .filter((text) => !/a\*\*/.test(text) || !text.includes('/'));
const ignoreFile = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: line },
    { weight: 1, arbitrary: fc.constantFrom('# comment', '', '!', '/', '**/', '  ', '!!x', '//', 'foo//bar') },
  ),
  { maxLength: 5 },
);

it('ignores exactly what git ignores', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  mkdirSync(join(folder, '.git', 'info'), { recursive: true });
  writeFiles(folder, Object.fromEntries(tree.map((path) => [path, 'x'])));
  const places = ['.gitignore', 'foo/.gitignore', 'foo/bar/.gitignore'];
  await fc.assert(
    fc.asyncProperty(ignoreFile, ignoreFile, ignoreFile, async (...contents) => {
      for (const [index, place] of places.entries()) {
        if (contents[index]!.length > 0) writeFileSync(join(folder, place), contents[index]!.join('\n'));
        else rmSync(join(folder, place), { force: true });
      }
      const expected = git(folder, 'ls-files', '-z', '--others', '--exclude-standard')
        .split('\0')
        .filter((path) => path !== '')
        .toSorted();
      const listing = await walkFolder(folder, { pathPrefix: '', ignoreFiles: [], trackedFiles: new Set(), maximumFiles: 1000 });
      expect(listing.files.map((file) => file.path).toSorted()).toEqual(expected);
    }),
    { numRuns: runs(120) },
  );
});
