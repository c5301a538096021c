import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../main/host/content-security-policy.ts';
import { HostUnderTest, tokenOf } from './support/host-under-test.ts';
import { exchange, requestText, upgradeText, type RawAnswer } from './support/raw-http.ts';
import { pageText, scriptText, secretText } from './support/stand-in.ts';

const under = new HostUnderTest();
const get = (target: string, ...lines: string[]): Promise<RawAnswer> =>
  exchange(under.port, requestText('GET', target, [under.own, ...lines]));

describe('who may ask at all', () => {
  const hosts: [string, (port: number) => string[], boolean][] = [
    ['its address', (port) => [`Host: 127.0.0.1:${port}`], true],
    ['localhost', (port) => [`Host: localhost:${port}`], true],
    ['LOCALHOST', (port) => [`Host: LOCALHOST:${port}`], true],
    ['its address without the port', () => ['Host: 127.0.0.1'], false],
    ['another port', (port) => [`Host: 127.0.0.1:${port + 1}`], false],
    ['a foreign name that points here', (port) => [`Host: evil.example:${port}`], false],
    ['a name that begins like ours', (port) => [`Host: 127.0.0.1:${port}.evil.example`], false],
    ['a name behind an @', (port) => [`Host: 127.0.0.1:${port}@evil.example`], false],
    ['an address that it does not listen on', (port) => [`Host: [::1]:${port}`], false],
    ['0.0.0.0', (port) => [`Host: 0.0.0.0:${port}`], false],
    ['an empty name', () => ['Host: '], false],
    ['no name', () => [], false],
    ['two names', (port) => [`Host: 127.0.0.1:${port}`, 'Host: evil.example'], false],
  ];
  const origins: [string, (port: number) => string[], boolean][] = [
    ['no origin', () => [], true],
    ['its own origin', (port) => [`Origin: http://127.0.0.1:${port}`], true],
    ['its other origin', (port) => [`Origin: http://localhost:${port}`], true],
    ['https', (port) => [`Origin: https://127.0.0.1:${port}`], false],
    ['another port', (port) => [`Origin: http://127.0.0.1:${port + 1}`], false],
    ['another site', () => ['Origin: http://evil.example'], false],
    ['the origin that equals a foreign host', (port) => [`Origin: http://evil.example:${port}`], false],
    ['null', () => ['Origin: null'], false],
    ['an empty one', () => ['Origin: '], false],
    ['two', (port) => [`Origin: http://127.0.0.1:${port}`, 'Origin: http://evil.example'], false],
  ];
  const routes: [string, (lines: string[], cookie: string) => string, number][] = [
    ['the page', (lines) => requestText('GET', '/', lines), 200],
    ['a file', (lines) => requestText('GET', '/assets/app-AbCd1234.js', lines), 200],
    ['nothing', (lines) => requestText('GET', '/nothing.js', lines), 404],
    ['the session', (lines, cookie) => requestText('GET', '/rpc/session', [...lines, `Cookie: ${cookie}`]), 204],
    ['the socket', (lines, cookie) => upgradeText('/rpc', [...lines, `Cookie: ${cookie}`]), 101],
  ];

  it.each(routes)('is judged by Host and Origin for %s', async (_route, request, expected) => {
    const cookie = await under.login();
    for (const [hostName, hostLines, hostIsOurs] of hosts)
      for (const [originName, originLines, originIsOurs] of origins) {
        const answer = await exchange(under.port, request([...hostLines(under.port), ...originLines(under.port)], cookie));
        const what = `Host: ${hostName}, Origin: ${originName}`;
        if (hostIsOurs && originIsOurs) expect(answer.status, what).toBe(expected);
        // Without a Host, or with an empty one, Node's own parser may refuse before the guard does.
        else expect([400, 403], what).toContain(answer.status);
        expect(answer.body.toString(), what).not.toContain(secretText);
        if (answer.status === 403) expect(answer.headers['content-security-policy'], what).toContain("default-src 'none'");
      }
  });

  it('gets the security headers with every answer', async () => {
    const policy = contentSecurityPolicy([`ws://127.0.0.1:${under.port}`, `ws://localhost:${under.port}`]);
    const answers = await Promise.all([
      get('/'),
      get('/nothing'),
      get('/assets/app-AbCd1234.js'),
      get('/rpc/session'),
      exchange(under.port, requestText('PUT', '/', [under.own])),
      exchange(under.port, requestText('GET', '/', ['Host: evil.example'])),
      exchange(under.port, upgradeText('/rpc', [under.own])),
      exchange(under.port, upgradeText('/elsewhere', [under.own])),
      exchange(under.port, 'no request at all\r\n\r\n'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 401, 405, 403, 401, 404, 400]);
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
  });

  it('has the policy of the desktop app but for the socket', () => {
    const desktop = contentSecurityPolicy().split('; ');
    const headless = contentSecurityPolicy(['ws://127.0.0.1:1']).split('; ');
    expect(headless.filter((part) => !desktop.includes(part))).toEqual(["connect-src 'self' ws://127.0.0.1:1"]);
    expect(desktop.filter((part) => !headless.includes(part))).toEqual(["connect-src 'self'"]);
    expect(desktop.join()).not.toMatch(/unsafe|\*/);
  });
});

describe('files', () => {
  it('are served with their types, the page for the root', async () => {
    const page = await get('/?anything=1');
    expect(page.body.toString()).toBe(pageText);
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const script = await get('/assets/app-AbCd1234.js');
    expect(script.body.toString()).toBe(scriptText);
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toContain('immutable');
  });

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/..%2Fsecret.js',
    '/%2e%2e%2fsecret.js',
    '/%252e%252e/secret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/..\\secret.js',
    '/..%5csecret.js',
    '/%5c..%5csecret.js',
    '/../renderer-secret/secret.js',
    '/%2e%2e/renderer-secret/secret.js',
    '//secret.js',
    '/./index.html',
    '/.hidden.js',
    '/%2ehidden.js',
    '/notes.txt',
    '/index.html%00.js',
    '/%00',
    '/index.html/',
    '/folder.js',
    '/assets',
    '/assets/',
    '/C:/secret.js',
    '/C%3A%5Csecret.js',
    '/%E0%A4%A',
    '/%c0%ae%c0%ae/secret.js',
    '/index.html::$DATA',
    `/${'a'.repeat(5000)}.js`,
    '/%2Fetc%2Fpasswd',
  ])('outside of the interface are not found: %s', async (target) => {
    const answer = await get(target);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).not.toContain(secretText);
  });

  it.each(['http://127.0.0.1/', 'http://evil.example/', '*', 'index.html', 'evil.example:80'])(
    'are not served for the target %s',
    async (target) => {
      expect((await get(target)).status).toBe(400);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])('are not for %s', async (method) => {
    const answer = await exchange(under.port, requestText(method, '/', [under.own], method === 'POST' ? 'x' : ''));
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });

  it('tunnel to nowhere', async () => {
    expect((await exchange(under.port, requestText('CONNECT', 'evil.example:443', [under.own]))).status).toBe(0);
  });

  it('have no body for HEAD', async () => {
    const answer = await exchange(under.port, requestText('HEAD', '/assets/app-AbCd1234.js', [under.own]));
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(0);
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(scriptText));
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.0, gzip;q=0', undefined],
    ['zstd', undefined],
    ['', undefined],
  ])('are compressed as the browser takes it: %s', async (accepted, expected) => {
    const answer = await get('/assets/app-AbCd1234.js', `Accept-Encoding: ${accepted}`);
    expect(answer.headers['content-encoding']).toBe(expected);
    const text =
      expected === 'br' ? brotliDecompressSync(answer.body) : expected === 'gzip' ? gunzipSync(answer.body) : answer.body;
    expect(text.toString()).toBe(scriptText);
    expect(answer.headers['vary']).toBe('accept-encoding');
    if (expected !== undefined) expect(answer.body.length).toBeLessThan(scriptText.length / 4);
  });

  it('are not sent again while they are the same, and are when they were built anew', async () => {
    const first = await get('/');
    const tag = first.headers['etag']!;
    expect((await get('/', `If-None-Match: ${tag}`)).status).toBe(304);
    expect((await get('/', `If-None-Match: "other", W/${tag}`)).status).toBe(304);
    await writeFile(join(under.files.folder, 'index.html'), `${pageText}!`);
    await utimes(join(under.files.folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
    const second = await get('/', `If-None-Match: ${tag}`);
    expect(second.status).toBe(200);
    expect(second.body.toString()).toBe(`${pageText}!`);
  });
});

describe('the token', () => {
  it('is in the fragment of the address, together with where to go', () => {
    const address = new URL(under.host.address('/sources'));
    expect(address.origin).toBe(`http://127.0.0.1:${under.port}`);
    expect(address.search).toBe('');
    expect(address.hash).toMatch(/^#token=[\w-]{43}&to=%2Fsources$/);
    expect(tokenOf(under.host.address())).toBe(tokenOf(under.host.address()));
  });

  it('becomes a cookie that scripts cannot read and other sites do not send', async () => {
    const { headers } = await exchange(
      under.port,
      requestText('POST', '/rpc/session', [under.own], tokenOf(under.host.address())),
    );
    expect(headers['set-cookie']).toMatch(
      new RegExp(`^context-hub-${under.port}=[\\w-]{43}; Path=/rpc; HttpOnly; SameSite=Strict$`),
    );
    expect(headers['set-cookie']).not.toContain(tokenOf(under.host.address()));
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['an empty one', '', 401],
    ['a wrong one', 'x'.repeat(43), 401],
    ['a long one', 'x'.repeat(5000), 413],
    ['binary', '\u0000\u0001ÿ', 401],
  ])('is refused when it is %s', async (_what, token, status) => {
    const answer = await exchange(under.port, requestText('POST', '/rpc/session', [under.own], token));
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is refused when it is nearly right, and is still good afterwards', async () => {
    const token = tokenOf(under.host.address());
    for (const near of [token.slice(1), `${token}x`, token.toLowerCase(), ` ${token}`]) {
      if (near === token) continue;
      expect((await exchange(under.port, requestText('POST', '/rpc/session', [under.own], near))).status).toBe(401);
    }
    await under.login();
    await under.login();
  });

  it('of an opened browser is good once', async () => {
    const token = tokenOf(under.host.launchAddress('/search'));
    expect(token).not.toBe(tokenOf(under.host.address()));
    await under.login(token);
    expect((await exchange(under.port, requestText('POST', '/rpc/session', [under.own], token))).status).toBe(401);
  });

  it('is not for the socket itself, nor is anything but the right cookie', async () => {
    const cookie = await under.login();
    const [name, value] = cookie.split('=') as [string, string];
    const token = tokenOf(under.host.address());
    const attempts = [
      [],
      [`Cookie: ${name}=${token}`],
      [`Cookie: ${name}=`],
      [`Cookie: ${name}x=${value}`],
      [`Cookie: other=${value}`],
      [`Cookie: ${name}=${value.slice(1)}`],
      ['Cookie: ;;;==;'],
      [`Authorization: Bearer ${token}`],
    ];
    for (const lines of attempts)
      expect((await exchange(under.port, upgradeText('/rpc', [under.own, ...lines]))).status, lines.join()).toBe(401);
    expect((await exchange(under.port, upgradeText('/rpc', [under.own, `Cookie: a=b; ${cookie}; c`]))).status).toBe(101);
    expect((await get('/rpc/session', `Cookie: ${cookie}`)).status).toBe(204);
    expect((await exchange(under.port, requestText('DELETE', '/rpc/session', [under.own, `Cookie: ${cookie}`]))).status).toBe(
      405,
    );
  });

  it('of one run opens no other', async () => {
    const other = await under.another(0);
    try {
      const cookie = await under.login();
      const lines = [`Host: 127.0.0.1:${other.port}`, `Cookie: ${cookie.replace(`-${under.port}`, `-${other.port}`)}`];
      expect((await exchange(other.port, upgradeText('/rpc', lines))).status).toBe(401);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});
