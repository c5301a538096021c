import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editors as editorNames, type Editor } from '../../../main/contract/reading.ts';
import type { SourceSpecification } from '../../../main/core/source.ts';
import { Editors, type FileToOpen } from '../../../main/services/editors/editors.ts';
import { fileOnDisk } from '../../../main/services/editors/file-on-disk.ts';
import { writeOpenedCopy } from '../../../main/services/editors/opened-copy.ts';
import { runs } from '../../helpers/effort.ts';

let root: string;
let bin: string;
let said: string;
let project: string;
let data: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hub-editors-')));
  bin = join(root, 'bin');
  said = join(root, 'said.txt');
  project = join(root, 'project');
  data = join(root, 'data');
  mkdirSync(bin);
  write('src/a b.py', 'one\ntwo\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** A program on PATH that writes its own name and each argument on a line. */
function fakeEditor(name: string, then = 'exit 0'): void {
  const program = join(bin, name);
  writeFileSync(program, `#!/bin/sh\n{ echo ${name}; for item in "$@"; do echo "$item"; done; } > '${said}'\n${then}\n`);
  chmodSync(program, 0o755);
}

function openEditors(more: { patienceMs?: number; path?: string } = {}): Editors {
  return new Editors({
    dataDirectory: data,
    patienceMs: more.patienceMs ?? 30_000,
    machine: {
      platform: 'linux',
      homeDirectory: join(root, 'home'),
      environment: { PATH: more.path ?? `${bin}:/usr/bin:/bin` },
    },
  });
}

const folder = (): SourceSpecification => ({ name: 'project', kind: 'folder', location: project });
const file = (more: Partial<FileToOpen> = {}): FileToOpen => ({
  specification: folder(),
  path: 'src/a b.py',
  text: 'one\ntwo\n',
  line: 2,
  ...more,
});
const heard = (): string[] => readFileSync(said, 'utf8').trimEnd().split('\n');

describe('an editor', () => {
  it.each([
    ['vscode', 'code', (path: string) => ['--goto', `${path}:2`]],
    ['vscode', 'codium', (path: string) => ['--goto', `${path}:2`]],
    ['cursor', 'cursor', (path: string) => ['--goto', `${path}:2`]],
    ['zed', 'zeditor', (path: string) => [`${path}:2`]],
    ['jetbrains', 'pycharm', (path: string) => ['--line', '2', path]],
    ['jetbrains', 'idea.sh', (path: string) => ['--line', '2', path]],
    ['system', 'xdg-open', (path: string) => [path]],
  ] as const)('%s is started by %s with the file at its line, each argument by itself', async (editor, program, expected) => {
    fakeEditor(program);
    const path = join(project, 'src/a b.py');
    expect(await openEditors().open(editor, file())).toEqual({ opened: path, isCopy: false });
    expect(heard()).toEqual([program, ...expected(path)]);
  });

  it('of the JetBrains family is the one made for the language', async () => {
    for (const program of ['idea', 'pycharm', 'webstorm']) fakeEditor(program);
    const opensIn = async (path: string): Promise<string | undefined> => {
      write(path, '');
      await openEditors().open('jetbrains', file({ path }));
      return heard()[0];
    };
    expect(await opensIn('a.py')).toBe('pycharm');
    expect(await opensIn('a.TSX')).toBe('webstorm');
    expect(await opensIn('a.rs')).toBe('idea');
  });

  it('gets names that a shell would take for commands as they are', async () => {
    fakeEditor('code');
    for (const name of ['$(touch owned).py', '`touch owned`.py', '; touch owned #.py', 'it\'s "quoted".py', '-n.py', '&& x.py']) {
      write(name, '');
      await openEditors().open('vscode', file({ path: name }));
      expect(heard()).toEqual(['code', '--goto', `${join(project, name)}:2`]);
    }
    expect(existsSync('owned')).toBe(false);
  });

  it('that is nowhere is an error that says what was tried', async () => {
    const nowhere = openEditors({ path: bin });
    expect(nowhere.list()).toEqual(
      editorNames.map((editor) => ({ editor, title: expect.any(String) as string, found: expect.any(Boolean) as boolean })),
    );
    expect(nowhere.list().find(({ editor }) => editor === 'zed')!.found).toBe(false);
    await expect(nowhere.open('zed', file())).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/Zed was not found.*zed on PATH.*\.local\/bin\/zed.*Install it/),
    });
    fakeEditor('zed');
    expect(nowhere.list().find(({ editor }) => editor === 'zed')!.found).toBe(true);
  });

  it('is not taken from a relative folder of PATH, nor is a folder or a file that cannot be run', () => {
    mkdirSync(join(bin, 'cursor'));
    writeFileSync(join(bin, 'code'), 'no program');
    chmodSync(join(bin, 'code'), 0o644);
    const found = (editor: Editor, path: string): boolean =>
      openEditors({ path })
        .list()
        .find((entry) => entry.editor === editor)!.found;
    expect([found('cursor', bin), found('vscode', bin)]).toEqual([false, false]);
    fakeEditor('zed');
    expect(found('zed', bin)).toBe(true);
    for (const relative of ['bin', '.', '', '::']) expect(found('zed', relative), relative).toBe(false);
  });

  it('that ends badly is an error with its own words', async () => {
    fakeEditor('code', 'echo first >&2; echo "no display: cannot open" >&2; exit 7');
    await expect(openEditors().open('vscode', file())).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/code ended with code 7: no display: cannot open\. Open the file in another editor/),
    });
  });

  it('that cannot be started is an error', async () => {
    writeFileSync(join(bin, 'code'), '#!/nowhere/interpreter\n');
    chmodSync(join(bin, 'code'), 0o755);
    await expect(openEditors().open('vscode', file())).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('could not be started'),
    });
  });

  it('that stays is let go of', async () => {
    // It waits for a file that is never written, and is ended here.
    fakeEditor('code', `echo $$ > '${root}/pid'; while [ -d '${root}' ]; do /bin/sleep 0.05; done`);
    expect(await openEditors({ patienceMs: 300 }).open('vscode', file())).toMatchObject({ isCopy: false });
  });
});

describe('the file that is opened', () => {
  const copyOf = (more: Partial<FileToOpen>) => {
    fakeEditor('code');
    return openEditors().open('vscode', file(more));
  };

  it('is the one in the work tree of a local repository', async () => {
    fakeEditor('code');
    const specification: SourceSpecification = { name: 'project', kind: 'git', location: project, ref: 'main' };
    expect(await openEditors().open('vscode', file({ specification }))).toMatchObject({ isCopy: false });
  });

  it.each([
    ['a URL', { specification: { name: 'far', kind: 'git', location: 'https://example.org/a/b.git' } }],
    ['a dump', { specification: { name: 'far', kind: 'llms', location: 'https://example.org/llms-full.txt' } }],
    ['a file that is gone', { path: 'src/gone.py' }],
    ['a folder', { path: 'src' }],
  ] as [string, Partial<FileToOpen>][])('is a read-only copy of what was indexed, for %s', async (_, more) => {
    const { opened, isCopy } = await copyOf({ text: 'as indexed\n', ...more });
    expect(isCopy).toBe(true);
    expect(opened.startsWith(join(data, 'opened'))).toBe(true);
    expect(readFileSync(opened, 'utf8')).toBe('as indexed\n');
    expect(statSync(opened).mode & 0o777).toBe(0o400);
    expect(heard()).toEqual(['code', '--goto', `${opened}:2`]);
    // Asked again it is the same copy; another text is another one.
    expect((await copyOf({ text: 'as indexed\n', ...more })).opened).toBe(opened);
    const other = await copyOf({ text: 'changed\n', ...more });
    expect(other.opened).not.toBe(opened);
    expect(readFileSync(opened, 'utf8')).toBe('as indexed\n');
  });

  it('never lies outside the source: links and paths that lead out give a copy', async () => {
    writeFileSync(join(root, 'secret.txt'), 'secret');
    symlinkSync(join(root, 'secret.txt'), join(project, 'link.txt'));
    mkdirSync(join(root, 'elsewhere'));
    writeFileSync(join(root, 'elsewhere', 'x.txt'), 'secret');
    symlinkSync(join(root, 'elsewhere'), join(project, 'linked'));
    symlinkSync(join(project, 'src/a b.py'), join(project, 'inner.py'));
    for (const path of ['link.txt', 'linked/x.txt', '../secret.txt', '/etc/passwd', 'src/../../secret.txt', '.git/config', ''])
      expect(await fileOnDisk(folder(), path), path).toBe(null);
    expect(await fileOnDisk(folder(), 'inner.py')).toBe(join(project, 'src/a b.py'));
    const { opened, isCopy } = await copyOf({ path: 'link.txt', text: 'as indexed' });
    expect([isCopy, readFileSync(opened, 'utf8')]).toEqual([true, 'as indexed']);
  });

  it('is a text for the system where its own kind may be run or show a page', async () => {
    fakeEditor('xdg-open');
    for (const path of ['run.desktop', 'page.html', 'image.SVG', 'tool.jar']) {
      write(path, 'x');
      const { opened, isCopy } = await openEditors().open('system', file({ path, text: 'x' }));
      expect([isCopy, opened.endsWith('.txt')]).toEqual([true, true]);
      expect(heard()).toEqual(['xdg-open', opened]);
    }
    fakeEditor('code');
    expect((await openEditors().open('vscode', file({ path: 'page.html' }))).isCopy).toBe(false);
  });

  it('is said when no copy can be written', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'opened'), 'in the way');
    await expect(copyOf({ path: 'src/gone.py' })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('could be written'),
    });
  });
});

describe('a copy', () => {
  it('stays in its folder and holds the text, whatever the path', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('..', '.', '', 'con', 'a:b', 'x '.repeat(150))),
          {
            minLength: 1,
            maxLength: 4,
          },
        ),
        fc.string({ maxLength: 20 }),
        async (parts, source) => {
          const target = await writeOpenedCopy(join(data, 'opened'), {
            source,
            path: parts.join('/').toWellFormed(),
            text: 'text',
          });
          expect(target.startsWith(join(data, 'opened') + '/')).toBe(true);
          expect(target).not.toContain('/../');
          expect(readFileSync(target, 'utf8')).toBe('text');
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('of a file is written beside one whose folder has its name, and the other way round', async () => {
    const copy = async (path: string) => writeOpenedCopy(join(data, 'opened'), { source: 'one', path, text: 'text' });
    const targets = [await copy('a/b'), await copy('a'), await copy('a/b/c'), await copy('a')];
    expect(targets.map((target) => readFileSync(target, 'utf8'))).toEqual(['text', 'text', 'text', 'text']);
    expect(targets[3]).toBe(targets[1]);
  });

  it('that somebody wrote to is left alone', async () => {
    const wanted = { source: 's', path: 'a.md', text: 'text' };
    const first = await writeOpenedCopy(join(data, 'opened'), wanted);
    chmodSync(first, 0o600);
    writeFileSync(first, 'my notes');
    const second = await writeOpenedCopy(join(data, 'opened'), wanted);
    expect(second).not.toBe(first);
    expect([readFileSync(first, 'utf8'), readFileSync(second, 'utf8')]).toEqual(['my notes', 'text']);
  });

  it('that nobody opened for a month goes', async () => {
    const old = await writeOpenedCopy(join(data, 'opened'), { source: 's', path: 'a.md', text: 'old' });
    const long = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(dirname(old), long, long);
    await writeOpenedCopy(join(data, 'opened'), { source: 's', path: 'a.md', text: 'new' });
    expect(existsSync(old)).toBe(false);
  });
});

describe('the folder of a source', () => {
  it('is shown by the file manager', async () => {
    fakeEditor('xdg-open');
    expect(await openEditors().reveal(folder())).toEqual({ opened: project });
    expect(heard()).toEqual(['xdg-open', project]);
  });

  it.each([
    ['a repository elsewhere', 'https://example.com/a/b'],
    ['a folder that is gone', '/nowhere/at/all'],
  ])('is refused for %s', async (_, location) => {
    fakeEditor('xdg-open');
    await expect(openEditors().reveal({ name: 'a', kind: 'git', location })).rejects.toMatchObject({ code: 'usage' });
    expect(existsSync(said)).toBe(false);
  });

  it('is refused for a file', async () => {
    fakeEditor('xdg-open');
    const location = join(project, 'src/a b.py');
    await expect(openEditors().reveal({ name: 'a', kind: 'llms', location })).rejects.toMatchObject({ code: 'usage' });
  });
});
