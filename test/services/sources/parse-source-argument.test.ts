import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HubError } from '../../../main/contract/errors.ts';
import { parseSourceArgument, sourceNameFrom } from '../../../main/services/sources/parse-source-argument.ts';
import { git, makeRepository, temporaryFolder, writeFiles } from './fixtures.ts';

describe('parseSourceArgument', () => {
  it.each([
    ['https://github.com/owner/thing.git', { name: 'thing', kind: 'git', location: 'https://github.com/owner/thing.git' }],
    ['https://user:secret@github.com/owner/thing', { name: 'thing', kind: 'git', location: 'https://github.com/owner/thing' }],
    ['git@github.com:owner/thing.git', { name: 'thing', kind: 'git', location: 'git@github.com:owner/thing.git' }],
    ['ssh://git:secret@host/owner/thing', { name: 'thing', kind: 'git', location: 'ssh://git@host/owner/thing' }],
    ['file:///srv/thing.git', { name: 'thing', kind: 'git', location: 'file:///srv/thing.git' }],
    [
      'https://docs.example.org/llms-full.txt',
      { name: 'docs.example.org', kind: 'llms', location: 'https://docs.example.org/llms-full.txt' },
    ],
    ['https://user:secret@example.org/all.md#top', { name: 'example.org', kind: 'llms', location: 'https://example.org/all.md' }],
    [
      ' https://example.org/a/llms.txt?v=2 ',
      { name: 'example.org', kind: 'llms', location: 'https://example.org/a/llms.txt?v=2' },
    ],
  ])('%s', (text, expected) => {
    expect(parseSourceArgument(text)).toEqual(expected);
  });

  it('tells folders, repositories and dump files on the disk', () => {
    const { folder } = makeRepository({ 'a.md': 'x', 'docs/llms-full.txt': 'x' });
    const work = temporaryFolder();
    git(work, 'clone', '--quiet', '--bare', folder, join(work, 'bare'));
    mkdirSync(join(work, 'named.git'));
    mkdirSync(join(work, 'plain folder'));
    const parse = (text: string, options = {}) => parseSourceArgument(text, { workingDirectory: work, ...options });
    expect(parse(folder)).toMatchObject({ kind: 'folder', location: folder });
    expect(parse(folder, { ref: 'main' })).toMatchObject({ kind: 'git', location: folder, ref: 'main' });
    expect(parse(join(folder, '.git'))).toMatchObject({ kind: 'git', location: folder });
    expect(parse('bare')).toEqual({ name: 'bare', kind: 'git', location: join(work, 'bare') });
    expect(parse('./named.git/')).toEqual({ name: 'named', kind: 'git', location: join(work, 'named.git') });
    expect(parse('plain folder')).toEqual({ name: 'plain-folder', kind: 'folder', location: join(work, 'plain folder') });
    expect(parse(join(folder, 'docs/llms-full.txt'), { name: 'd' })).toEqual({
      name: 'd',
      kind: 'llms',
      location: join(folder, 'docs/llms-full.txt'),
    });
    expect(parse(pathToFileURL(join(folder, 'docs/llms-full.txt')).href)).toMatchObject({
      kind: 'llms',
      location: join(folder, 'docs/llms-full.txt'),
    });
  });

  it.each([
    ['', /Give a folder/],
    ['-x', /looks like an option/],
    ['owner/name', /give its URL, e.g. https:\/\/github.com\/owner\/name/],
    ['/nowhere/at/all', /There is no file or folder/],
    ['ext::sh -c x', /cannot be fetched/],
    ['ftp://host/x', /cannot be fetched/],
    ['https://github.com', /no repository/],
    ['https://', /no valid URL/],
    ['a\nb', /control characters/],
  ])('refuses %j', (text, message) => {
    expect(() => parseSourceArgument(text, { workingDirectory: temporaryFolder() })).toThrow(message);
  });

  it('refuses files that are no dumps, bad names, bad refs, and refs where there are none', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.py': 'x' });
    const usage = expect.objectContaining({ code: 'usage' });
    expect(() => parseSourceArgument(join(folder, 'a.py'))).toThrow(usage);
    expect(() => parseSourceArgument(folder, { name: '../x' })).toThrow(usage);
    expect(() => parseSourceArgument(folder, { ref: '-x' })).toThrow(usage);
    expect(() => parseSourceArgument('https://example.org/llms.txt', { ref: 'main' })).toThrow(usage);
  });

  it('gives a source or a usage error for any text, and never keeps a password', () => {
    const workingDirectory = temporaryFolder();
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.webUrl({ withQueryParameters: true, withFragments: true })),
        (text) => {
          try {
            const { name } = parseSourceArgument(text, { workingDirectory });
            expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
          } catch (error) {
            expect(error).toBeInstanceOf(HubError);
            expect((error as HubError).code).toBe('usage');
          }
        },
      ),
    );
  });
});

it('makes a source name of any text', () => {
  expect([sourceNameFrom('a b/ü'), sourceNameFrom('...'), sourceNameFrom('x'.repeat(200)).length]).toEqual([
    'a-b',
    'source',
    100,
  ]);
});
