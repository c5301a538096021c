import { once } from 'node:events';
import { writeFile, utimes } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hubContract, type HubContract } from '../../main/contract/hub-contract.ts';
import { openHeadlessHost, type HeadlessHost } from '../../main/headless.ts';
import { contentSecurityPolicy } from '../../main/host/content-security-policy.ts';
import { socketChannel } from '../../main/rpc/adapters/socket.ts';
import { connect, type Connection } from '../../main/rpc/client.ts';
import { silentLogger } from '../../main/core/logger.ts';
import { exchange, requestText, upgradeText, type RawAnswer } from './support/raw-http.ts';
import { idleState, interfaceFolder, pageText, scriptText, secretText, standInHandlers } from './support/stand-in.ts';

let host: HeadlessHost;
let files: Awaited<ReturnType<typeof interfaceFolder>>;
let seen: { openStreams: number };
let closed: boolean;

beforeEach(async () => {
  files = await interfaceFolder();
  const stand = standInHandlers();
  seen = stand.seen;
  closed = false;
  host = await openHeadlessHost({
    handlers: stand.handlers,
    logger: silentLogger,
    interfaceFolder: files.folder,
    port: 0,
    validateOutput: true,
  });
});
afterEach(async () => {
  if (!closed) await host[Symbol.asyncDispose]();
  await files.remove();
});

const own = (): string => `Host: 127.0.0.1:${host.port}`;
const get = (target: string, ...lines: string[]): Promise<RawAnswer> =>
  exchange(host.port, requestText('GET', target, [own(), ...lines]));
const tokenOf = (address: string): string => new URLSearchParams(new URL(address).hash.slice(1)).get('token')!;

async function login(token = tokenOf(host.address())): Promise<string> {
  const { status, headers } = await exchange(host.port, requestText('POST', '/rpc/session', [own()], token));
  expect(status).toBe(204);
  return headers['set-cookie']!.split(';')[0]!;
}

/** The channel is made while `open` is told, not after: the first message may have come along with the answer to the upgrade. */
function openClient(cookie: string): Promise<Connection<HubContract>> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/rpc`, { headers: { cookie } });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(connect(hubContract, socketChannel(socket))));
    socket.once('error', reject);
  });
}

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
    const cookie = await login();
    for (const [hostName, hostLines, hostIsOurs] of hosts)
      for (const [originName, originLines, originIsOurs] of origins) {
        const answer = await exchange(host.port, request([...hostLines(host.port), ...originLines(host.port)], cookie));
        const what = `Host: ${hostName}, Origin: ${originName}`;
        if (hostIsOurs && originIsOurs) expect(answer.status, what).toBe(expected);
        // Without a Host, or with an empty one, Node's own parser may refuse before the guard does.
        else expect([400, 403], what).toContain(answer.status);
        expect(answer.body.toString(), what).not.toContain(secretText);
        if (answer.status === 403) expect(answer.headers['content-security-policy'], what).toContain("default-src 'none'");
      }
  });

  it('gets the security headers with every answer', async () => {
    const policy = contentSecurityPolicy([`ws://127.0.0.1:${host.port}`, `ws://localhost:${host.port}`]);
    const answers = await Promise.all([
      get('/'),
      get('/nothing'),
      get('/assets/app-AbCd1234.js'),
      get('/rpc/session'),
      exchange(host.port, requestText('PUT', '/', [own()])),
      exchange(host.port, requestText('GET', '/', ['Host: evil.example'])),
      exchange(host.port, upgradeText('/rpc', [own()])),
      exchange(host.port, upgradeText('/elsewhere', [own()])),
      exchange(host.port, 'no request at all\r\n\r\n'),
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
    const answer = await exchange(host.port, requestText(method, '/', [own()], method === 'POST' ? 'x' : ''));
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });

  it('tunnel to nowhere', async () => {
    expect((await exchange(host.port, requestText('CONNECT', 'evil.example:443', [own()]))).status).toBe(0);
  });

  it('have no body for HEAD', async () => {
    const answer = await exchange(host.port, requestText('HEAD', '/assets/app-AbCd1234.js', [own()]));
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
    await writeFile(join(files.folder, 'index.html'), `${pageText}!`);
    await utimes(join(files.folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
    const second = await get('/', `If-None-Match: ${tag}`);
    expect(second.status).toBe(200);
    expect(second.body.toString()).toBe(`${pageText}!`);
  });
});

describe('the token', () => {
  it('is in the fragment of the address, together with where to go', () => {
    const address = new URL(host.address('/sources'));
    expect(address.origin).toBe(`http://127.0.0.1:${host.port}`);
    expect(address.search).toBe('');
    expect(address.hash).toMatch(/^#token=[\w-]{43}&to=%2Fsources$/);
    expect(tokenOf(host.address())).toBe(tokenOf(host.address()));
  });

  it('becomes a cookie that scripts cannot read and other sites do not send', async () => {
    const { headers } = await exchange(host.port, requestText('POST', '/rpc/session', [own()], tokenOf(host.address())));
    expect(headers['set-cookie']).toMatch(
      new RegExp(`^context-hub-${host.port}=[\\w-]{43}; Path=/rpc; HttpOnly; SameSite=Strict$`),
    );
    expect(headers['set-cookie']).not.toContain(tokenOf(host.address()));
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['an empty one', '', 401],
    ['a wrong one', 'x'.repeat(43), 401],
    ['a long one', 'x'.repeat(5000), 413],
    ['binary', '\u0000\u0001ÿ', 401],
  ])('is refused when it is %s', async (_what, token, status) => {
    const answer = await exchange(host.port, requestText('POST', '/rpc/session', [own()], token));
    expect(answer.status).toBe(status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is refused when it is nearly right, and is still good afterwards', async () => {
    const token = tokenOf(host.address());
    for (const near of [token.slice(1), `${token}x`, token.toLowerCase(), ` ${token}`]) {
      if (near === token) continue;
      expect((await exchange(host.port, requestText('POST', '/rpc/session', [own()], near))).status).toBe(401);
    }
    await login();
    await login();
  });

  it('of an opened browser is good once', async () => {
    const token = tokenOf(host.launchAddress('/search'));
    expect(token).not.toBe(tokenOf(host.address()));
    await login(token);
    expect((await exchange(host.port, requestText('POST', '/rpc/session', [own()], token))).status).toBe(401);
  });

  it('is not for the socket itself, nor is anything but the right cookie', async () => {
    const cookie = await login();
    const [name, value] = cookie.split('=') as [string, string];
    const token = tokenOf(host.address());
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
      expect((await exchange(host.port, upgradeText('/rpc', [own(), ...lines]))).status, lines.join()).toBe(401);
    expect((await exchange(host.port, upgradeText('/rpc', [own(), `Cookie: a=b; ${cookie}; c`]))).status).toBe(101);
    expect((await get('/rpc/session', `Cookie: ${cookie}`)).status).toBe(204);
    expect((await exchange(host.port, requestText('DELETE', '/rpc/session', [own(), `Cookie: ${cookie}`]))).status).toBe(405);
  });

  it('of one run opens no other', async () => {
    const other = await openHeadlessHost({
      handlers: standInHandlers().handlers,
      logger: silentLogger,
      interfaceFolder: files.folder,
      port: 0,
    });
    try {
      const cookie = await login();
      const lines = [`Host: 127.0.0.1:${other.port}`, `Cookie: ${cookie.replace(`-${host.port}`, `-${other.port}`)}`];
      expect((await exchange(other.port, upgradeText('/rpc', lines))).status).toBe(401);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});

describe('the service behind it', () => {
  it('answers two windows apart', async () => {
    const cookie = await login();
    const [one, two] = [await openClient(cookie), await openClient(cookie)];
    const [left, right] = await Promise.all([
      one.call('paths.complete', { text: 'one' }),
      two.call('paths.complete', { text: 'two' }),
    ]);
    expect([left[0]!.path, right[0]!.path]).toEqual(['one/found', 'two/found']);
    const states = [one.stream('hub.state', {}), two.stream('hub.state', {})];
    for (const stream of states) expect(await stream.next()).toEqual({ done: false, value: idleState });
    expect(seen.openStreams).toBe(2);
    one.dispose();
    await expect.poll(() => seen.openStreams).toBe(1);
    expect(await two.call('paths.complete', { text: 'still' })).toHaveLength(1);
    two.dispose();
  });

  it('lets in 64 windows and no more', async () => {
    const cookie = await login();
    const clients = await Promise.all(Array.from({ length: 64 }, () => openClient(cookie)));
    await Promise.all(clients.map(({ hello }) => hello));
    expect((await exchange(host.port, upgradeText('/rpc', [own(), `Cookie: ${cookie}`]))).status).toBe(503);
    clients[0]!.dispose();
    await expect
      .poll(async () => (await exchange(host.port, upgradeText('/rpc', [own(), `Cookie: ${cookie}`]))).status)
      .toBe(101);
  });

  it('ends in order while a stream is open: the window hears why, the handler ends, the port is free', async () => {
    const client = await openClient(await login());
    const stream = client.stream('hub.state', {});
    await stream.next();
    const next = stream.next();
    const { port } = host;
    const [reason] = await Promise.all([
      next.then(
        () => null,
        (error: unknown) => error,
      ),
      host[Symbol.asyncDispose](),
    ]);
    closed = true;
    expect(reason).toMatchObject({ code: 'disconnected', message: 'The service is being stopped.' });
    expect(seen.openStreams).toBe(0);
    const again = await openHeadlessHost({
      handlers: standInHandlers().handlers,
      logger: silentLogger,
      interfaceFolder: files.folder,
      port,
    });
    expect(again.port).toBe(port);
    await again[Symbol.asyncDispose]();
  });

  it('ends though a window does not answer, and though a request is half sent', async () => {
    const cookie = await login();
    const deaf = connectSocket({ host: '127.0.0.1', port: host.port });
    deaf.on('error', () => {});
    deaf.write(upgradeText('/rpc', [own(), `Cookie: ${cookie}`]));
    await once(deaf, 'data');
    deaf.pause();
    const half = connectSocket({ host: '127.0.0.1', port: host.port });
    half.on('error', () => {});
    half.write('GET / HTTP/1.1\r\nHost: ');
    await once(half, 'connect');
    await host[Symbol.asyncDispose]();
    closed = true;
    deaf.destroy();
    half.destroy();
    await expect(get('/')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('says so when its port is taken', async () => {
    const second = openHeadlessHost({
      handlers: standInHandlers().handlers,
      logger: silentLogger,
      interfaceFolder: files.folder,
      port: host.port,
    });
    await expect(second).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`Port ${host.port} is in use`),
    });
  });
});
