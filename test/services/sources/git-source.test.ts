import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentSkipReason } from '../../../main/core/discovery/content-skip.ts';
import type { SourceSpecification } from '../../../main/core/source.ts';
import { cloneDirectory } from '../../../main/services/sources/git-clone.ts';
import { openSource } from '../../../main/services/sources/open-source.ts';
import type { SourceContext } from '../../../main/services/sources/source-context.ts';
import { commitAll, decode, git, makeRepository, sourceContext, specification, writeFiles } from './fixtures.ts';

const url = (folder: string): string => pathToFileURL(folder).href;

/** Snapshot and all contents, with the source closed again. */
async function take(location: string, context: SourceContext, changes: Partial<SourceSpecification> = {}) {
  await using source = await openSource(specification('git', location, changes), context);
  const snapshot = await source.snapshot();
  const contents: Record<string, string> = {};
  await Promise.all(snapshot.files.map(async (file) => (contents[file.path] = decode(await source.read(file.path)))));
  return { snapshot, contents };
}

/** Object file of a blob in a work tree's database. */
function objectFile(folder: string, objectId: string): string {
  return join(folder, '.git', 'objects', objectId.slice(0, 2), objectId.slice(2));
}

describe.each([
  ['in place', (folder: string) => folder],
  ['by URL', url],
])('git source %s', (_, locationOf) => {
  it('lists and reads a commit without a work tree', async () => {
    const { folder, commit } = makeRepository({ 'README.md': '# hi\n', 'src/a.py': 'x = 1\n', 'empty.py': '', 'uv.lock': 'x' });
    writeFiles(folder, { 'src/a.py': 'changed, not committed', 'new.md': 'x' });
    const { snapshot, contents } = await take(locationOf(folder), sourceContext());
    expect(snapshot).toMatchObject({
      revision: commit,
      exact: true,
      repo: folder.split('/').at(-1),
      permalink: null,
      failed: [],
    });
    expect(contents).toEqual({ 'README.md': '# hi\n', 'src/a.py': 'x = 1\n' });
    expect(snapshot.files.find((file) => file.path === 'src/a.py')?.version).toBe(git(folder, 'rev-parse', 'HEAD:src/a.py'));
    expect(snapshot.skipped.map((skip) => [skip.path, skip.reason])).toEqual([
      ['empty.py', 'empty'],
      ['uv.lock', 'lock-file'],
    ]);
  });

  it('takes a branch, a tag, an annotated tag, a full and an abbreviated commit id', async () => {
    const { folder, commit: first } = makeRepository({ 'a.md': 'first' });
    git(folder, 'tag', 'light');
    git(folder, 'tag', '--annotate', 'v1.0', '-m', 'one');
    git(folder, 'checkout', '--quiet', '-b', 'feature/x');
    writeFiles(folder, { 'a.md': 'feature' });
    const feature = commitAll(folder);
    git(folder, 'checkout', '--quiet', 'main');
    writeFiles(folder, { 'a.md': 'second' });
    const second = commitAll(folder);
    const context = sourceContext();
    for (const [ref, commit, text] of [
      [undefined, second, 'second'],
      ['main', second, 'second'],
      ['feature/x', feature, 'feature'],
      ['light', first, 'first'],
      ['v1.0', first, 'first'],
      [first, first, 'first'],
      [first.slice(0, 10), first, 'first'],
    ] as const) {
      const { snapshot, contents } = await take(locationOf(folder), context, ref === undefined ? {} : { ref });
      expect([ref, snapshot.revision, contents]).toEqual([ref, commit, { 'a.md': text }]);
    }
  });

  it('follows a moved branch and says what a missing ref is', async () => {
    const { folder } = makeRepository({ 'a.md': 'first' });
    const context = sourceContext();
    await take(locationOf(folder), context);
    writeFiles(folder, { 'a.md': 'second' });
    const commit = commitAll(folder);
    expect((await take(locationOf(folder), context)).snapshot.revision).toBe(commit);
    for (const ref of ['nope', 'abcdef0123', 'f'.repeat(40)]) {
      await expect(take(locationOf(folder), context, { ref })).rejects.toMatchObject({
        code: 'source-invalid',
        message: expect.stringContaining(`called ${ref}`),
      });
    }
  });

  it.each(['-x', '--upload-pack=touch x', 'a b', 'main:other', '^main', '../x', 'a\nb'])(
    'refuses the ref %j before git sees it',
    async (ref) => {
      const { folder } = makeRepository({ 'a.md': 'x' });
      await expect(take(locationOf(folder), sourceContext(), { ref })).rejects.toMatchObject({ code: 'usage' });
    },
  );

  it('skips links and submodules, and takes names of any kind', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const names = [
      'new\nline.md',
      'ta\tb.md',
      '"quoted" \'name\'.md',
      'üñï/日本語 🎉.md',
      'back\\slash.md',
      '-rf.md',
      ':(glob)x.md',
    ];
    writeFiles(folder, Object.fromEntries(names.map((name) => [name, name])));
    symlinkSync('/etc/hostname', join(folder, 'link.md'));
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${commit},module`);
    mkdirSync(join(folder, 'module'));
    commitAll(folder);
    const { snapshot, contents } = await take(locationOf(folder), sourceContext());
    expect(contents).toEqual({ 'a.md': 'x', ...Object.fromEntries(names.map((name) => [name, name])) });
    expect(snapshot.skipped.map((skip) => [skip.path, skip.reason])).toEqual([
      ['link.md', 'symlink'],
      ['module', 'vendored'],
    ]);
  });

  it('skips huge files and refuses to read one anyway', async () => {
    const { folder } = makeRepository({ 'big.md': 'x'.repeat(2000), 'a.md': 'x' });
    await using source = await openSource(specification('git', locationOf(folder)), sourceContext({ maximumFileBytes: 1000 }));
    const snapshot = await source.snapshot();
    expect(snapshot.skipped).toMatchObject([{ path: 'big.md', reason: 'too-large' }]);
    await expect(source.read('big.md')).rejects.toMatchObject({ code: 'source-invalid' });
    await expect(source.read('nope.md')).rejects.toMatchObject({ code: 'source-invalid' });
    await expect(source.read('../a.md')).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('lets an LFS pointer through to the content check, which names it', async () => {
    const { folder } = makeRepository({ 'data.json': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n' });
    const { contents } = await take(locationOf(folder), sourceContext());
    expect(contentSkipReason(new TextEncoder().encode(contents['data.json']), 'data.json')).toMatchObject({ reason: 'not-text' });
  });

  it('reads hundreds of files at once and any content', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_value, index) => [`f${index}.md`, `${index}\n`.repeat(index + 1)]),
    );
    const { folder } = makeRepository({ ...files, 'odd.txt': 'missing\n1234 blob 5\n\n' });
    expect((await take(locationOf(folder), sourceContext())).contents).toEqual({
      ...files,
      'odd.txt': 'missing\n1234 blob 5\n\n',
    });
  });

  it('stops when cancelled', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    const controller = new AbortController();
    await using source = await openSource(specification('git', locationOf(folder)), sourceContext());
    const running = source.snapshot(controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await source.snapshot();
    await expect(source.read('a.md', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(decode(await source.read('a.md'))).toBe('x');
  });
});

describe('git source in place', () => {
  it('copies nothing, and works on bare repositories and linked work trees', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    const bare = join(context.dataDirectory, 'bare.git');
    git(folder, 'clone', '--quiet', '--bare', folder, bare);
    git(folder, 'worktree', 'add', '--quiet', join(folder, '.git', 'elsewhere'), '-b', 'other');
    for (const location of [folder, bare, join(folder, '.git', 'elsewhere')]) {
      const { snapshot, contents } = await take(location, context);
      expect([snapshot.revision, contents]).toEqual([commit, { 'a.md': 'x' }]);
    }
    expect((await take(bare, context)).snapshot.repo).toBe('bare');
    expect(readdirSync(join(context.dataDirectory, 'repositories'))).toEqual(['reader-sha1']);
  });

  it('links to the host of its origin, without credentials', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    git(folder, 'remote', 'add', 'origin', 'https://user:secret@github.com/owner/thing');
    const { snapshot } = await take(folder, sourceContext());
    expect(snapshot.repo).toBe('owner/thing');
    expect(snapshot.permalink).toBe(`https://github.com/owner/thing/blob/${commit}/{path}#L{start}-L{end}`);
  });

  it('works where contents are missing or damaged: those files fail with a reason, the others are read', async () => {
    const { folder } = makeRepository({ 'a.md': 'a', 'gone.md': 'gone', 'damaged.md': 'damaged', 'z.md': 'z' });
    const idOf = (path: string): string => git(folder, 'rev-parse', `HEAD:${path}`);
    rmSync(objectFile(folder, idOf('gone.md')));
    rmSync(objectFile(folder, idOf('damaged.md')));
    writeFileSync(objectFile(folder, idOf('damaged.md')), 'garbage');
    await using source = await openSource(specification('git', folder), sourceContext());
    const snapshot = await source.snapshot();
    expect(snapshot.files.map((file) => file.path)).toEqual(['a.md', 'damaged.md', 'gone.md', 'z.md']);
    const results = await Promise.allSettled(snapshot.files.map((file) => source.read(file.path)));
    expect(results.map((result) => (result.status === 'fulfilled' ? decode(result.value) : result.reason.code))).toEqual([
      'a',
      expect.stringMatching(/^source-(invalid|unreachable)$/),
      'source-unreachable',
      'z',
    ]);
  });

  it('fetches nothing that a partial clone lacks', async () => {
    const { folder } = makeRepository({ 'a.md': 'x'.repeat(100), 'b.md': 'y' });
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const context = sourceContext();
    const partial = join(context.dataDirectory, 'partial');
    git(context.dataDirectory, 'clone', '--quiet', '--no-checkout', '--filter=blob:none', url(folder), partial);
    await using source = await openSource(specification('git', partial), context);
    const snapshot = await source.snapshot();
    expect(snapshot.files.map((file) => [file.path, file.sizeBytes])).toEqual([
      ['a.md', 0],
      ['b.md', 0],
    ]);
    await expect(source.read('a.md')).rejects.toMatchObject({
      code: 'source-unreachable',
      message: expect.stringContaining('lacks'),
    });
  });

  it('reads what borrowed object databases hold', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    git(context.dataDirectory, 'clone', '--quiet', '--shared', folder, 'borrower');
    expect((await take(join(context.dataDirectory, 'borrower'), context)).contents).toEqual({ 'a.md': 'x' });
  });

  it('refuses a folder that is no repository, one inside of one, and one without commits', async () => {
    const { folder } = makeRepository({ 'sub/a.md': 'x' });
    const context = sourceContext();
    await expect(take(join(folder, 'sub'), context)).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('inside a git repository'),
    });
    await expect(take(context.dataDirectory, context)).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('no git repository'),
    });
    git(context.dataDirectory, 'init', '--quiet', 'fresh');
    await expect(take(join(context.dataDirectory, 'fresh'), context)).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('no commits'),
    });
    await expect(take('/nowhere/at/all', context)).rejects.toMatchObject({ code: 'source-unreachable' });
  });

  it('lists hostile trees without being led anywhere', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    const blob = git(folder, 'rev-parse', 'HEAD:a.md');
    const make = (entries: string): string =>
      execFileSync('git', ['mktree', '-z'], { cwd: folder, input: entries, encoding: 'utf8' }).trim();
    const inner = make(`100644 blob ${blob}\tpasswd.md\0`);
    const tree = make(`040000 tree ${inner}\t..\x00040000 tree ${inner}\t.git\x00100644 blob ${blob}\tok.md\x00`);
    git(folder, 'update-ref', 'refs/heads/hostile', git(folder, 'commit-tree', tree, '-m', 'x'));
    const { snapshot, contents } = await take(folder, sourceContext(), { ref: 'hostile' });
    expect(contents).toEqual({ 'ok.md': 'x' });
    expect(snapshot.failed.map((failure) => failure.path)).toEqual(['../passwd.md', '.git/passwd.md']);
  });
});

describe('git source by URL', () => {
  it('takes one commit only and keeps no work tree', async () => {
    const { folder } = makeRepository({ 'a.md': 'first' });
    writeFiles(folder, { 'a.md': 'second' });
    commitAll(folder);
    const context = sourceContext();
    await take(url(folder), context);
    const clone = cloneDirectory(context.dataDirectory, url(folder), undefined);
    expect(git(clone, 'rev-list', '--count', 'refs/context-hub/current')).toBe('1');
    expect(existsSync(join(clone, 'a.md'))).toBe(false);
    expect(git(clone, 'rev-parse', '--is-bare-repository')).toBe('true');
  });

  it('works offline on what is cloned, with a notice', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    await take(url(folder), context);
    renameSync(folder, `${folder}-gone`);
    const { snapshot, contents } = await take(url(folder), context);
    expect([snapshot.revision, contents]).toEqual([commit, { 'a.md': 'x' }]);
    expect(snapshot.notice).toMatch(
      /^The remote did not answer \(.+\); this is commit [0-9a-f]{12} fetched on \d{4}-\d\d-\d\d\.$/,
    );
    expect(context.logger.lines.join('\n')).toContain('The remote did not answer');
    renameSync(`${folder}-gone`, folder);
    expect((await take(url(folder), context)).snapshot.notice).toBeUndefined();
  });

  it('needs no remote for a pinned commit that is there', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    await take(url(folder), context, { ref: commit });
    rmSync(folder, { recursive: true });
    const { snapshot } = await take(url(folder), context, { ref: commit });
    expect([snapshot.revision, snapshot.notice]).toEqual([commit, undefined]);
  });

  it('says what to do when nothing is cloned and the remote is out of reach', async () => {
    const context = sourceContext();
    await expect(take('file:///nowhere/at/all', context)).rejects.toMatchObject({
      code: 'source-unreachable',
      message: expect.stringContaining('Check the address'),
    });
    expect(readdirSync(join(context.dataDirectory, 'repositories'))).toEqual([]);
  });

  it('makes a half-finished or damaged clone again', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    const clone = cloneDirectory(context.dataDirectory, url(folder), undefined);
    mkdirSync(join(clone, '..'), { recursive: true });
    git(context.dataDirectory, 'init', '--quiet', '--bare', clone);
    writeFiles(clone, { 'objects/pack/tmp_pack_x': 'half', 'shallow.lock': '', leftover: 'x' });
    expect((await take(url(folder), context)).snapshot.revision).toBe(commit);
    expect(existsSync(join(clone, 'leftover'))).toBe(false);

    rmSync(join(clone, 'objects', 'pack'), { recursive: true });
    expect((await take(url(folder), context)).contents).toEqual({ 'a.md': 'x' });

    writeFiles(clone, { HEAD: '' });
    expect((await take(url(folder), context)).contents).toEqual({ 'a.md': 'x' });
  });

  it('is not held up by the lock files of a fetch that was killed', async () => {
    const { folder } = makeRepository({ 'a.md': 'first' });
    const context = sourceContext();
    await take(url(folder), context);
    const clone = cloneDirectory(context.dataDirectory, url(folder), undefined);
    writeFiles(clone, { 'shallow.lock': '', 'refs/context-hub/current.lock': '', 'packed-refs.lock': '' });
    writeFiles(folder, { 'a.md': 'second' });
    const commit = commitAll(folder);
    const { snapshot } = await take(url(folder), context);
    expect([snapshot.revision, snapshot.notice]).toEqual([commit, undefined]);
  });

  it('leaves a clone that a cancelled fetch can be repeated on', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    for (const steps of [0, 1, 2, 3, 5, 8]) {
      const controller = new AbortController();
      await using source = await openSource(specification('git', url(folder)), context);
      const running = source.snapshot(controller.signal).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
      // Each turn of the event loop is one more point at which it may be cut.
      for (let step = 0; step < steps * 20; step++) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(['done', 'cancelled']).toContain(await running);
    }
    expect((await take(url(folder), context)).snapshot.revision).toBe(commit);
  });

  it('reads repositories with SHA-256 names', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    rmSync(join(folder, '.git'), { recursive: true });
    git(folder, 'init', '--quiet', '--initial-branch=main', '--object-format=sha256');
    const commit = commitAll(folder);
    expect(commit).toHaveLength(64);
    for (const location of [folder, url(folder)]) {
      const { snapshot, contents } = await take(location, sourceContext());
      expect([snapshot.revision, contents]).toEqual([commit, { 'a.md': 'x' }]);
    }
  });

  it('lets two opened sources of one repository refresh at the same time', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'x' });
    const context = sourceContext();
    const both = await Promise.all([take(url(folder), context), take(url(folder), context)]);
    expect(both.map(({ snapshot }) => snapshot.revision)).toEqual([commit, commit]);
  });

  it('never logs, reports or stores credentials', async () => {
    const context = sourceContext();
    const error: Error = await take('https://user:s3cret@127.0.0.1:9/owner/thing.git', context).then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown as Error,
    );
    expect(JSON.stringify([error.message, (error as { details?: unknown }).details, context.logger.lines])).not.toContain(
      's3cret',
    );
    expect(error).toMatchObject({ code: 'source-unreachable' });
  });

  it.each(['ext::sh -c "touch x"', 'ftp://host/x', 'fd::17', '--upload-pack=x', 'transport::x'])(
    'refuses the address %j',
    async (location) => {
      await expect(take(location, sourceContext())).rejects.toMatchObject({ code: 'usage' });
    },
  );
});
