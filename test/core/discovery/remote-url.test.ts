import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseRemoteUrl,
  redactCredentials,
  repositoryName,
  withoutCredentials,
} from '../../../main/core/discovery/remote-url.ts';

describe('parseRemoteUrl', () => {
  it.each([
    ['https://github.com/o/r.git', { scheme: 'https', host: 'github.com', path: 'o/r' }],
    ['git@github.com:o/r.git', { scheme: 'ssh', host: 'github.com', path: 'o/r' }],
    ['ssh://git@host.example:2222/o/r/', { scheme: 'ssh', host: 'host.example', path: 'o/r' }],
    ['http://localhost:3000/o/r', { scheme: 'http', host: 'localhost:3000', path: 'o/r' }],
    ['file:///srv/r.git', { scheme: 'file', host: '', path: 'srv/r' }],
    ['git://host.example/r', { scheme: 'git', host: 'host.example', path: 'r' }],
  ])('%s', (text, expected) => {
    expect(parseRemoteUrl(text)).toEqual(expected);
  });

  it.each([
    'ext::sh -c touch% /tmp/x',
    'ext://x/y',
    'ftp://host/x',
    'javascript://x/%0aalert(1)',
    '--upload-pack=touch x',
    'ssh://-oProxyCommand=x/y',
    '-oProxyCommand=x:y',
    'git@-oProxyCommand=x:y',
    'user@host:-x',
    'https://host/\nx',
    'C:\\folder',
    'C:/folder',
    'folder/sub',
    'owner/name',
    '',
  ])('refuses %j', (text) => {
    expect(parseRemoteUrl(text)).toBeNull();
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
        parseRemoteUrl(text);
        repositoryName(text);
        expect(typeof redactCredentials(text)).toBe('string');
      }),
    );
  });
});

describe('credentials', () => {
  it.each([
    ['https://user:secret@host/o/r', 'https://host/o/r'],
    ['https://token@host/o/r', 'https://host/o/r'],
    ['https://a@b:secret@host/x', 'https://host/x'],
    ['ssh://git:secret@host/o/r', 'ssh://git@host/o/r'],
    ['ssh://git@host/o/r', 'ssh://git@host/o/r'],
    ['git@host:o/r', 'git@host:o/r'],
    ['https://host/path@v1', 'https://host/path@v1'],
    ['/a/folder@x', '/a/folder@x'],
  ])('%s becomes %s', (text, expected) => {
    expect(withoutCredentials(text)).toBe(expected);
  });

  it('redacts inside messages', () => {
    expect(redactCredentials("fatal: unable to access 'https://u:p@host/x/': no (see https://t@other/y)")).toBe(
      "fatal: unable to access 'https://host/x/': no (see https://other/y)",
    );
  });

  it('never leaves a password of a URL behind', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9:@%._-]{1,20}$/), (password) => {
        expect(withoutCredentials(`https://user:${password}QQ@host.example/o/r`)).toBe('https://host.example/o/r');
      }),
    );
  });
});

it.each([
  ['https://github.com/o/r.git', 'o/r'],
  ['git@gitlab.com:group/sub/r.git', 'group/sub/r'],
  ['https://git.sr.ht/~user/r', 'user/r'],
  ['https://dev.azure.com/org/project/_git/r', 'org/project/r'],
  ['git@ssh.dev.azure.com:v3/org/project/r', 'org/project/r'],
  ['file:///srv/repositories/r.git', 'r'],
  ['/srv/r', null],
])('repositoryName(%s) is %s', (url, expected) => {
  expect(repositoryName(url)).toBe(expected);
});
