import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../../main/services/sources/open-source.ts';
import { commitAll, decode, git, makeRepository, sourceContext, specification, temporaryFolder, writeFiles } from './fixtures.ts';

async function open(location: string, changes = {}, kind: 'folder' | 'docs' = 'folder') {
  return openSource(specification(kind, location), sourceContext(changes));
}

const paths = (files: readonly { path: string }[]): string[] => files.map((file) => file.path).toSorted();

describe('folder source', () => {
  it('lists and reads a plain folder', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'README.md': '# hi\n', 'src/a.py': 'x = 1\n', 'empty.py': '', 'img.png': 'x' });
    const source = await open(folder);
    const snapshot = await source.snapshot();
    expect(snapshot).toMatchObject({ revision: null, exact: false, permalink: null, failed: [] });
    expect(snapshot.files.map((file) => [file.path, file.role, file.language])).toEqual([
      ['README.md', 'readme', 'markdown'],
      ['src/a.py', 'source', 'python'],
    ]);
    expect(snapshot.skipped.map((skip) => [skip.path, skip.reason])).toEqual([
      ['empty.py', 'empty'],
      ['img.png', 'binary'],
    ]);
    expect(decode(await source.read('src/a.py'))).toBe('x = 1\n');
  });

  it('gives a new version for a change that keeps size and time', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.py': 'x = 1\n' });
    utimesSync(join(folder, 'a.py'), 1000, 1000);
    const versionOf = async () => (await (await open(folder)).snapshot()).files[0]!.version;
    const before = await versionOf();
    expect(await versionOf()).toBe(before);
    writeFiles(folder, { 'other.py': 'x = 2\n' });
    utimesSync(join(folder, 'other.py'), 1000, 1000);
    renameSync(join(folder, 'other.py'), join(folder, 'a.py'));
    expect(await versionOf()).not.toBe(before);
  });

  it('follows no links: not to files, not to folders, not in loops', async () => {
    const outside = temporaryFolder();
    writeFiles(outside, { 'secret.md': 'outside', 'sub/x.md': 'outside' });
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'inside' });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'));
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync(folder, join(folder, 'loop'));
    symlinkSync('/nowhere', join(folder, 'dangling'));
    const source = await open(folder);
    const snapshot = await source.snapshot();
    expect(paths(snapshot.files)).toEqual(['a.md']);
    expect(snapshot.skipped.map((skip) => [skip.path, skip.reason])).toEqual([
      ['dangling', 'symlink'],
      ['link.md', 'symlink'],
      ['linked', 'symlink'],
      ['loop', 'symlink'],
    ]);
    await expect(source.read('link.md')).rejects.toMatchObject({ code: 'source-invalid' });
    await expect(source.read('linked/secret.md')).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('does not follow a link that took the place of a listed file or folder', async () => {
    const outside = temporaryFolder();
    writeFiles(outside, { 'b.md': 'outside', 'a.md': 'outside' });
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'inside', 'sub/b.md': 'inside' });
    const source = await open(folder);
    await source.snapshot();
    rmSync(join(folder, 'a.md'));
    symlinkSync(join(outside, 'a.md'), join(folder, 'a.md'));
    rmSync(join(folder, 'sub'), { recursive: true });
    symlinkSync(outside, join(folder, 'sub'));
    await expect(source.read('a.md')).rejects.toMatchObject({ code: 'source-invalid' });
    await expect(source.read('sub/b.md')).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('resolves a root that is a link itself', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'real/a.md': 'x' });
    symlinkSync(join(folder, 'real'), join(folder, 'alias'));
    const source = await open(join(folder, 'alias'));
    expect(paths((await source.snapshot()).files)).toEqual(['a.md']);
    expect(decode(await source.read('a.md'))).toBe('x');
  });

  it.each(['../outside.md', '/etc/hostname', 'a/../../outside.md', '', '.git/config', 'a\0b'])(
    'refuses to read %j',
    async (path) => {
      const folder = temporaryFolder();
      writeFiles(folder, { 'outside.md': 'x', 'root/a.md': 'x' });
      const source = await open(join(folder, 'root'));
      await expect(source.read(path)).rejects.toMatchObject({ code: 'source-invalid' });
    },
  );

  it('does not wait for a pipe', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'x' });
    execFileSync('sh', ['-c', 'mkfifo pipe.md'], { cwd: folder });
    const source = await open(folder);
    const snapshot = await source.snapshot();
    expect(snapshot.skipped).toEqual([{ path: 'pipe.md', reason: 'not-text', detail: 'no regular file' }]);
    await expect(source.read('pipe.md')).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('honours nested .gitignore files, negation, info/exclude, and what git tracks', async () => {
    const { folder } = makeRepository({
      '.gitignore': '*.log\n/build/\nlib/\n!keep.log\n',
      'a.py': 'x\n',
      'sub/.gitignore': '!special.log\n*.tmp\n',
      'sub/b.py': 'x\n',
    });
    writeFiles(folder, {
      'x.log': 'x',
      'keep.log': 'x',
      'build/out.py': 'x',
      'sub/build/in.py': 'x',
      'sub/special.log': 'x',
      'sub/deep/other.log': 'x',
      'sub/deep/y.tmp': 'x',
      'excluded.py': 'x',
      'lib/tracked.py': 'x',
      'lib/untracked.py': 'x',
      '.git/info/exclude': 'excluded.py\n',
    });
    git(folder, 'add', '--force', 'lib/tracked.py');
    const snapshot = await (await open(folder)).snapshot();
    expect(paths(snapshot.files)).toEqual([
      '.gitignore',
      'a.py',
      'keep.log',
      'lib/tracked.py',
      'sub/.gitignore',
      'sub/b.py',
      'sub/build/in.py',
      'sub/special.log',
    ]);
    expect(
      snapshot.skipped
        .filter((skip) => skip.reason === 'ignored')
        .map((skip) => skip.path)
        .toSorted(),
    ).toEqual(['build/', 'excluded.py', 'lib/untracked.py', 'sub/deep/other.log', 'sub/deep/y.tmp', 'x.log']);
  });

  it('honours the ignore files above a folder inside a repository, and links to its place on the host', async () => {
    const { folder, commit } = makeRepository({ '.gitignore': 'web/*.log\n', 'web/a.ts': 'x\n', 'web/.gitignore': 'tmp/\n' });
    git(folder, 'remote', 'add', 'origin', 'https://user:secret@github.com/owner/thing.git');
    writeFiles(folder, { 'web/x.log': 'x', 'web/tmp/y.ts': 'x' });
    const snapshot = await (await open(join(folder, 'web'))).snapshot();
    expect(paths(snapshot.files)).toEqual(['.gitignore', 'a.ts']);
    expect(snapshot.repo).toBe('owner/thing');
    expect(snapshot.revision).toBe(commit);
    expect(snapshot.permalink).toBe(`https://github.com/owner/thing/blob/${commit}/web/{path}#L{start}-L{end}`);
  });

  it('takes no notice of a repository around it that tracks nothing here', async () => {
    const { folder } = makeRepository({ 'a.md': 'x', '.gitignore': '*\n' });
    writeFiles(folder, { 'own/b.md': 'x' });
    const snapshot = await (await open(join(folder, 'own'))).snapshot();
    expect(paths(snapshot.files)).toEqual(['b.md']);
    expect(snapshot.repo).toBe('own');
  });

  it('never runs what a repository names in its configuration', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    const proof = join(temporaryFolder(), 'ran');
    const program = join(folder, 'evil.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${proof}\n`);
    chmodSync(program, 0o755);
    for (const key of ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'diff.external', 'filter.x.clean', 'core.editor'])
      git(folder, 'config', key, program);
    git(folder, 'config', 'core.hooksPath', folder);
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction']) linkSync(program, join(folder, hook));
    writeFiles(folder, { '.gitattributes': '* filter=x\n' });
    const context = sourceContext();
    await (await openSource(specification('folder', folder), context)).snapshot();
    const source = await openSource(specification('git', folder, { ref: 'main' }), context);
    await source.snapshot();
    await source.read('a.md');
    await source[Symbol.asyncDispose]();
    expect(() => readFileSync(proof)).toThrow('ENOENT');
  });

  it('copes with a broken repository around it', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'x', '.git': 'gitdir: /nowhere/at/all\n' });
    const snapshot = await (await open(folder)).snapshot();
    expect(paths(snapshot.files)).toEqual(['a.md']);
    expect(snapshot.notice).toContain('Git cannot read the repository');
  });

  it('says that the object of the commit is missing', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'text' });
    rmSync(join(folder, '.git', 'objects', commit.slice(0, 2), commit.slice(2)), { force: true });
    const snapshot = await (await open(folder)).snapshot();
    expect(snapshot.revision).toBeNull();
    expect(paths(snapshot.files)).toEqual(['a.md']);
    expect(snapshot.notice).toContain(commit.slice(0, 12));
  });

  it('takes names with line breaks, quotes and any script', async () => {
    const folder = temporaryFolder();
    const names = ['new\nline.md', '"quoted" \'name\'.md', 'üñï/日本語 🎉.md', 'a b\\c.md', '-rf.md', '$(x).md'];
    writeFiles(folder, Object.fromEntries(names.map((name) => [name, name])));
    const source = await open(folder);
    const snapshot = await source.snapshot();
    expect(paths(snapshot.files)).toEqual(names.toSorted());
    for (const name of names) expect(decode(await source.read(name))).toBe(name);
  });

  it('reports what cannot be read, and names that are no UTF-8', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'x' });
    writeFileSync(Buffer.from(`${folder}/bad\xff.md`, 'latin1'), 'x');
    const source = await open(folder);
    const snapshot = await source.snapshot();
    expect(paths(snapshot.files)).toEqual(['a.md']);
    expect(snapshot.failed.map((failure) => failure.reason)).toEqual(['it went away, or its name is not valid UTF-8']);
    rmSync(join(folder, 'a.md'));
    await expect(source.read('a.md')).rejects.toMatchObject({ code: 'source-unreachable', message: 'a.md is no longer there.' });
  });

  it('skips huge files and refuses one that has grown since', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'big.md': 'x'.repeat(2000), 'grows.md': 'x', 'fits.md': 'x'.repeat(1000) });
    const source = await open(folder, { maximumFileBytes: 1000 });
    const snapshot = await source.snapshot();
    expect(snapshot.skipped).toEqual([{ path: 'big.md', reason: 'too-large', detail: '2 KB, the limit is 1000 bytes' }]);
    writeFiles(folder, { 'grows.md': 'x'.repeat(2000) });
    await expect(source.read('grows.md')).rejects.toMatchObject({ code: 'source-invalid' });
    expect((await source.read('fits.md')).length).toBe(1000);
  });

  it('does not enter vendored folders and says so once', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'a.md': 'x',
      'node_modules/x/i.js': 'x',
      'env/pyvenv.cfg': 'x',
      'env/lib/site-packages/x.py': 'x',
      'tests/test_a.py': 'x',
    });
    const snapshot = await (await open(folder)).snapshot();
    expect(paths(snapshot.files)).toEqual(['a.md', 'tests/test_a.py']);
    expect(snapshot.skipped.map((skip) => [skip.path, skip.reason])).toEqual([
      ['env/', 'vendored'],
      ['node_modules/', 'vendored'],
    ]);
  });

  it('does not index its own data directory', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'x', '.data/hub/dumps/x.txt': 'x' });
    const snapshot = await (await open(folder, { dataDirectory: join(folder, '.data/hub') })).snapshot();
    expect(paths(snapshot.files)).toEqual(['a.md']);
    expect(snapshot.skipped).toEqual([{ path: '.data/hub/', reason: 'rule', detail: 'the data directory of this program' }]);
  });

  it('goes deep without a stack, and refuses too many files', async () => {
    const folder = temporaryFolder();
    const deep = Array.from({ length: 400 }, () => 'd').join('/');
    mkdirSync(join(folder, deep), { recursive: true });
    writeFileSync(join(folder, deep, 'x.md'), 'x');
    expect(paths((await (await open(folder)).snapshot()).files)).toEqual([`${deep}/x.md`]);
    writeFiles(folder, { 'a.md': 'x', 'b.md': 'x' });
    await expect((await open(folder, { maximumFiles: 2 })).snapshot()).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('says that a folder is gone, and stops when cancelled', async () => {
    await expect((await open('/nowhere/at/all')).snapshot()).rejects.toMatchObject({ code: 'source-unreachable' });
    const { folder } = makeRepository({ 'a.md': 'x' });
    await expect((await open(folder)).snapshot(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('takes documents only for the kind docs', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.mdx': 'x', 'README.md': 'x', 'b.py': 'x' });
    const snapshot = await (await open(folder, {}, 'docs')).snapshot();
    expect(snapshot.files.map((file) => [file.path, file.role])).toEqual([
      ['README.md', 'readme'],
      ['a.mdx', 'doc'],
    ]);
    expect(snapshot.skipped.map((skip) => skip.path)).toEqual(['b.py']);
  });

  it('reads a repository before its first commit', async () => {
    const folder = temporaryFolder();
    git(folder, 'init', '--quiet');
    writeFiles(folder, { 'a.md': 'x', '.gitignore': 'b.md\n', 'b.md': 'x' });
    const snapshot = await (await open(folder)).snapshot();
    expect(snapshot.revision).toBeNull();
    expect(paths(snapshot.files)).toEqual(['.gitignore', 'a.md']);
    expect(commitAll(folder)).toBe((await (await open(folder)).snapshot()).revision);
  });
});
