import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPermalink, permalinkTemplate, prefixPermalink } from '../../../main/core/discovery/permalink.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const link = (remote: string, path = 'src/a b.py', start = 3, end = 9): string | null => {
  const template = permalinkTemplate(remote, commit);
  return template && fillPermalink(template, path, start, end);
};

describe('permalinkTemplate', () => {
  it.each([
    ['https://github.com/o/r.git', `https://github.com/o/r/blob/${commit}/src/a%20b.py#L3-L9`],
    ['git@github.com:o/r.git', `https://github.com/o/r/blob/${commit}/src/a%20b.py#L3-L9`],
    ['ssh://git@ssh.github.com:443/o/r.git', `https://github.com/o/r/blob/${commit}/src/a%20b.py#L3-L9`],
    ['https://gitlab.com/g/s/r', `https://gitlab.com/g/s/r/-/blob/${commit}/src/a%20b.py#L3-9`],
    ['http://gitlab.local:8080/g/r', `http://gitlab.local:8080/g/r/-/blob/${commit}/src/a%20b.py#L3-9`],
    ['git@bitbucket.org:o/r.git', `https://bitbucket.org/o/r/src/${commit}/src/a%20b.py#lines-3:9`],
    ['https://codeberg.org/o/r', `https://codeberg.org/o/r/src/commit/${commit}/src/a%20b.py#L3-L9`],
    ['https://gitea.example.org/o/r', `https://gitea.example.org/o/r/src/commit/${commit}/src/a%20b.py#L3-L9`],
    ['https://git.sr.ht/~u/r', `https://git.sr.ht/~u/r/tree/${commit}/item/src/a%20b.py#L3-9`],
    [
      'https://dev.azure.com/org/my%20project/_git/r',
      `https://dev.azure.com/org/my%20project/_git/r?path=/src/a%20b.py&version=GC${commit}&line=3&lineEnd=9&lineStartColumn=1&lineEndColumn=1&lineStyle=plain`,
    ],
    [
      'git@ssh.dev.azure.com:v3/org/p/r',
      `https://dev.azure.com/org/p/_git/r?path=/src/a%20b.py&version=GC${commit}&line=3&lineEnd=9&lineStartColumn=1&lineEndColumn=1&lineStyle=plain`,
    ],
    ['https://git.example.org/o/r', null],
    ['https://notgithub.com/o/r', null],
    ['file:///srv/r.git', null],
    ['/srv/r', null],
    ['https://github.com/', null],
  ])('%s', (remote, expected) => {
    expect(link(remote)).toBe(expected);
  });

  it('refuses what is no commit id', () => {
    expect(permalinkTemplate('https://github.com/o/r', 'main')).toBeNull();
  });

  it('drops credentials', () => {
    expect(link('https://user:secret@github.com/o/r')).not.toContain('secret');
  });
});

describe('fillPermalink', () => {
  it('asks for the plain text of Markdown, whose rendered page has no lines', () => {
    expect(link('https://github.com/o/r', 'README.md')).toBe(`https://github.com/o/r/blob/${commit}/README.md?plain=1#L3-L9`);
  });

  it('escapes what would end or change the address', () => {
    expect(link('https://github.com/o/r', 'a#b?c&d/(e) {start}$&.py')).toBe(
      `https://github.com/o/r/blob/${commit}/a%23b%3Fc%26d/%28e%29%20%7Bstart%7D%24%26.py#L3-L9`,
    );
  });

  it('puts lines in order', () => {
    expect(link('https://github.com/o/r', 'a.py', 9, 3)).toContain('#L3-L9');
  });

  it('gives a valid URL with the same path for any path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (name) => {
        const text = link('https://codeberg.org/o/r', `x${name.replaceAll('/', '_')}y`)!;
        const url = new URL(text);
        expect(url.host).toBe('codeberg.org');
        expect(decodeURIComponent(url.pathname.split('/').at(-1)!)).toBe(`x${name.replaceAll('/', '_')}y`.toWellFormed());
        expect(text).not.toMatch(/[\s()<>"]/);
      }),
    );
  });

  it('puts the prefix of a folder inside a repository in front', () => {
    const template = prefixPermalink(permalinkTemplate('https://github.com/o/r', commit)!, 'sub folder/');
    expect(fillPermalink(template, 'a.py', 1, 2)).toBe(`https://github.com/o/r/blob/${commit}/sub%20folder/a.py#L1-L2`);
  });
});
