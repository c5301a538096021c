import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../main/host/content-security-policy.ts';
import { answerAppRequest } from '../../main/shell/app-protocol.ts';
import { afterPageCrash } from '../../main/shell/crash-policy.ts';
import { externalUrl } from '../../main/shell/external-url.ts';
import { readLaunchRequest } from '../../main/shell/launch-request.ts';
import { navigationDecision } from '../../main/shell/navigation-policy.ts';
import { PageQueue } from '../../main/shell/page-queue.ts';
import { mayHavePermission } from '../../main/shell/permission-policy.ts';
import { connectRefusal } from '../../main/shell/port-request.ts';
import { serviceEnvironment } from '../../main/shell/service-environment.ts';

describe('an address for the system’s browser', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['HTTPS://Example.org', 'https://example.org/'],
    ['http://example.org/', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['smb://server/share', null],
    ['ms-msdt:/id', null],
    ['vscode://file/etc/passwd', null],
    ['https://user:secret@example.org/', null],
    ['https://user@example.org/', null],
    ['//example.org', null],
    ['', null],
    [`https://example.org/${'a'.repeat(5000)}`, null],
  ])('%s → %s', (text, expected) => {
    expect(externalUrl(text)).toBe(expected);
  });

  it('is https or nothing, whatever comes', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => externalUrl(text)?.startsWith('https://') ?? true));
  });

  it('is not opened for a frame', () => {
    expect(navigationDecision('https://example.org/', false)).toEqual({ allowed: false, openExternally: null });
    expect(navigationDecision('https://example.org/', true)).toEqual({ allowed: false, openExternally: 'https://example.org/' });
    expect(navigationDecision('app://hub/index.html', true)).toEqual({ allowed: false, openExternally: null });
  });
});

describe('a permission', () => {
  it.each([
    ['clipboard-sanitized-write', 'app://hub', true],
    ['clipboard-sanitized-write', 'app://hub/index.html#/search', true],
    ['clipboard-sanitized-write', 'app://hub.evil.org', false],
    ['clipboard-sanitized-write', 'https://hub', false],
    ['clipboard-sanitized-write', 'null', false],
    ['clipboard-sanitized-write', undefined, false],
    ['clipboard-read', 'app://hub', false],
    ['media', 'app://hub', false],
  ])('%s for %s: %s', (permission, url, expected) => {
    expect(mayHavePermission(permission, url)).toBe(expected);
  });
});

describe('a request to be connected', () => {
  const nonce = '0f8fad5b-d9cb-469f-a165-70867728950e';
  it.each([
    [{ origin: 'app://hub', parent: null }, nonce, null],
    [null, nonce, /gone/],
    [{ origin: 'app://hub', parent: {} }, nonce, /frame/],
    [{ origin: 'app://hub.evil', parent: null }, nonce, /came from/],
    [{ origin: 'https://example.org', parent: null }, nonce, /came from/],
    [{ origin: 'null', parent: null }, nonce, /came from/],
    [{ origin: 'app://hub', parent: null }, 'short', /nonce/],
    [{ origin: 'app://hub', parent: null }, { length: 36 }, /nonce/],
    [{ origin: 'app://hub', parent: null }, undefined, /nonce/],
  ])('%j with %j: %s', (frame, given, expected) => {
    const refusal = connectRefusal(frame, given);
    if (expected === null) expect(refusal).toBeNull();
    else expect(refusal).toMatch(expected);
  });
});

describe('a request for the app’s scheme', () => {
  let root: string;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'context-hub-protocol-'));
    root = join(folder, 'renderer');
    await import('node:fs/promises').then(({ mkdir }) => mkdir(join(root, 'assets'), { recursive: true }));
    await writeFile(join(root, 'index.html'), '<!doctype html>');
    await writeFile(join(root, 'assets', 'index-AbCdEf12.js'), 'export {};');
    await writeFile(join(root, '.hidden.js'), 'secret');
    await writeFile(join(folder, 'secret.js'), 'secret');
  });
  afterAll(() => rm(resolve(root, '..'), { recursive: true, force: true }));

  it.each(['app://hub/', 'app://hub/index.html', 'app://hub/index.html?x#y', 'app://hub'])(
    'answers %s with the page',
    async (url) => {
      const response = await answerAppRequest(root, { url, method: 'GET' });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('<!doctype html>');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy(),
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('lets what carries its hash be kept, and answers HEAD without a body', async () => {
    const response = await answerAppRequest(root, { url: 'app://hub/assets/index-AbCdEf12.js', method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toBe('');
  });

  it.each([
    ['GET', 'app://hub/../secret.js', 404],
    ['GET', 'app://hub/%2e%2e/secret.js', 404],
    ['GET', 'app://hub/..%2fsecret.js', 404],
    ['GET', 'app://hub/assets/..%2f..%2f..%2fsecret.js', 404],
    ['GET', 'app://hub/%252e%252e/secret.js', 404],
    ['GET', 'app://hub/..\\secret.js', 404],
    ['GET', 'app://hub/..%5csecret.js', 404],
    ['GET', 'app://hub//secret.js', 404],
    ['GET', 'app://hub//etc/passwd', 404],
    ['GET', 'app://hub/C:/secret.js', 404],
    ['GET', 'app://hub/index.html%00.js', 404],
    ['GET', 'app://hub/%', 404],
    ['GET', 'app://hub/.hidden.js', 404],
    ['GET', 'app://hub/assets', 404],
    ['GET', 'app://hub/assets/', 404],
    ['GET', 'app://hub/missing.js', 404],
    ['GET', 'app://other/index.html', 404],
    ['GET', 'app://hub:80/index.html', 404],
    ['GET', 'https://hub/index.html', 404],
    ['GET', 'not an address', 400],
    ['POST', 'app://hub/index.html', 405],
    ['DELETE', 'app://hub/index.html', 405],
    ['get', 'app://hub/index.html', 405],
  ])('refuses %s %s with %i, still under the policy', async (method, url, status) => {
    const response = await answerAppRequest(root, { url, method });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('secret');
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
  });

  it('never gives out what lies outside, whatever the path', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      '/',
      '//',
      '\\',
      '%5c',
      '%2f',
      '%00',
      'secret.js',
      'assets',
      '%25',
      'a',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const response = await answerAppRequest(root, { url: `app://hub/${parts.join('')}`, method: 'GET' });
        expect(await response.text()).not.toContain('secret');
      }),
    );
  });
});

describe('the content policy', () => {
  it('allows nothing inline and nothing from elsewhere', () => {
    const policy = contentSecurityPolicy();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|https?:|blob:/);
  });

  it('differs between the hosts in the socket alone', () => {
    expect(contentSecurityPolicy(['ws://127.0.0.1:1234']).replace(' ws://127.0.0.1:1234', '')).toBe(contentSecurityPolicy());
  });
});

describe('the words of a start', () => {
  const read = (words: string[]) =>
    readLaunchRequest(words, {
      workingDirectory: '/projects',
      exists: (path) => path === '/projects/docs' || path === '/else/where',
    });
  it.each<[string[], Partial<ReturnType<typeof read>>]>([
    [[], { sources: [], links: [], dataDirectory: null }],
    [
      ['docs', '/else/where', 'https://example.org/x.git'],
      { sources: ['/projects/docs', '/else/where', 'https://example.org/x.git'] },
    ],
    [['git@example.org:a/b.git', 'missing'], { sources: ['git@example.org:a/b.git', 'missing'] }],
    [['--inspect', '-x', '--allow-file-access-from-files', '', ' '], { sources: [] }],
    [['--data-dir=index', 'docs'], { dataDirectory: '/projects/index', sources: ['/projects/docs'] }],
    [['--data-dir='], { dataDirectory: null }],
    [['contexthub://search?q=x', 'contexthub://bad'], { sources: [], links: [{ kind: 'search', query: 'x' }] }],
  ])('%j', (words, expected) => {
    expect(read(words)).toMatchObject(expected);
  });

  it('are limited in number', () => {
    expect(read(Array.from({ length: 500 }, (_, index) => `s${index}`)).sources).toHaveLength(50);
  });
});

describe('the environment of the service', () => {
  it('has nothing through which other code would run', () => {
    const given = {
      PATH: '/bin',
      HOME: '/h',
      CONTEXT_HUB_LOG: 'info',
      NODE_OPTIONS: '-r x',
      Node_Options: 'x',
      ELECTRON_RUN_AS_NODE: '1',
      LD_PRELOAD: 'x',
      DYLD_INSERT_LIBRARIES: 'x',
      DEBUG: '*',
      NODE_PATH: 'x',
      UNSET: undefined,
    };
    expect(serviceEnvironment(given)).toEqual({ PATH: '/bin', HOME: '/h', CONTEXT_HUB_LOG: 'info', MALLOC_ARENA_MAX: '2' });
    expect(serviceEnvironment({ MALLOC_ARENA_MAX: '8' })).toEqual({ MALLOC_ARENA_MAX: '8' });
  });
});

describe('a page that crashed', () => {
  it.each([
    ['clean-exit', [], 'ignore'],
    ['crashed', [], 'reload'],
    ['oom', [0, 1000], 'reload'],
    ['crashed', [0, 1000, 2000], 'ask'],
    ['crashed', [-90_000, -80_000, -70_000], 'reload'],
  ] as const)('%s after %j: %s', (reason, earlier, expected) => {
    expect(afterPageCrash(reason, earlier, 5000)).toBe(expected);
  });
});

describe('messages for the page', () => {
  it('wait for it, keep their order, and wait again while it is loaded anew', () => {
    const queue = new PageQueue();
    const heard: string[] = [];
    const say = (hash: string): void => queue.post({ type: 'context-hub:go', hash });
    const listen = (): void => queue.open((message) => void heard.push(message.type === 'context-hub:go' ? message.hash : '?'));
    say('1');
    say('2');
    expect(heard).toEqual([]);
    listen();
    say('3');
    queue.close();
    say('4');
    expect(heard).toEqual(['1', '2', '3']);
    listen();
    expect(heard).toEqual(['1', '2', '3', '4']);
  });
});
