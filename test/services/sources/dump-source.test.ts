import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openSource } from '../../../main/services/sources/open-source.ts';
import type { SourceContext } from '../../../main/services/sources/source-context.ts';
import { decode, sourceContext, specification, temporaryFolder, writeFiles } from './fixtures.ts';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real server whose behaviour can be changed while it runs. */
async function serve(handler: Handler) {
  const state = { handler, requests: [] as IncomingMessage[], base: '', close: () => {} };
  const server = createServer((request, response) => {
    state.requests.push(request);
    state.handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = () => (server.closeAllConnections(), server.close());
  servers.push(state);
  return state;
}

const text =
  (body: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', ...headers });
    response.end(body);
  };

async function snapshotOf(location: string, context: SourceContext, signal?: AbortSignal) {
  await using source = await openSource(specification('llms', location), context);
  return await source.snapshot(signal);
}

const dump = '# One\nfirst page\n# Two\nsecond page\n';

describe('dump source', () => {
  it('makes a file of each page', async () => {
    const server = await serve(text(dump, { etag: '"1"' }));
    await using source = await openSource(specification('llms', `${server.base}/llms-full.txt`), sourceContext());
    const snapshot = await source.snapshot();
    expect(snapshot).toMatchObject({ exact: true, permalink: null, repo: new URL(server.base).host, skipped: [], failed: [] });
    expect(snapshot.revision).toMatch(/^[0-9a-f]{64}$/);
    expect(snapshot.files).toMatchObject([
      { path: 'One.md', role: 'doc', language: 'markdown', sizeBytes: 17, firstLine: 1, pageUrl: 'https://docs.example.org/0' },
      { path: 'Two.md', role: 'doc', language: 'markdown', sizeBytes: 18, firstLine: 3, pageUrl: 'https://docs.example.org/1' },
    ]);
    expect(decode(await source.read('Two.md'))).toBe('# Two\nsecond page\n');
    await expect(source.read('Three.md')).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('reads a file', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'llms-full.txt': `\uFEFF${dump}` });
    const first = await snapshotOf(join(folder, 'llms-full.txt'), sourceContext());
    expect(first.files.map((file) => file.path)).toEqual(['One.md', 'Two.md']);
    writeFiles(folder, { 'llms-full.txt': dump.replace('second', '2nd') });
    const second = await snapshotOf(join(folder, 'llms-full.txt'), sourceContext());
    expect(second.revision).not.toBe(first.revision);
    expect(second.files.map((file, index) => file.version === first.files[index]!.version)).toEqual([true, false]);
  });

  it('gives every page a safe and unique path', async () => {
    const pages = ['../../etc/passwd', '/abs', 'same.md', 'same.md', '', 'a/.git/x', 'same.md'].map((path, index) => ({
      title: 't',
      url: null,
      path,
      startLine: index + 1,
      text: 'x',
    }));
    const folder = temporaryFolder();
    writeFiles(folder, { 'd.txt': 'x' });
    const snapshot = await snapshotOf(join(folder, 'd.txt'), sourceContext({ splitDump: () => pages }));
    expect(snapshot.files.map((file) => file.path)).toEqual([
      'page-1.md',
      'page-2.md',
      'same.md',
      'same-2.md',
      'page-5.md',
      'page-6.md',
      'same-3.md',
    ]);
  });

  it('asks conditionally, and takes 304 for an answer', async () => {
    const server = await serve((request, response) => {
      if (request.headers['if-none-match'] === '"7"' && request.headers['if-modified-since'] === 'Fri, 02 Jan 2026 03:04:05 GMT')
        response.writeHead(304).end();
      else text(dump, { etag: '"7"', 'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT' })(request, response);
    });
    const context = sourceContext();
    const first = await snapshotOf(`${server.base}/d.txt`, context);
    const second = await snapshotOf(`${server.base}/d.txt`, context);
    expect(second).toEqual(first);
    expect(server.requests.map((request) => request.headers['if-none-match'])).toEqual([undefined, '"7"']);
  });

  it('does not ask conditionally on a body that was half written', async () => {
    const server = await serve(text(dump, { etag: '"7"' }));
    const context = sourceContext();
    const first = await snapshotOf(`${server.base}/d.txt`, context);
    const body = readdirSync(join(context.dataDirectory, 'dumps')).find((name) => name.endsWith('.txt'))!;
    writeFileSync(join(context.dataDirectory, 'dumps', body), '# Half');
    expect(await snapshotOf(`${server.base}/d.txt`, context)).toEqual(first);
    expect(server.requests.at(-1)!.headers['if-none-match']).toBeUndefined();
  });

  it('works offline on the last copy, with a notice; without one it says what to do', async () => {
    const server = await serve(text(dump));
    const context = sourceContext();
    const first = await snapshotOf(`${server.base}/d.txt`, context);
    server.handler = (_request, response) => response.writeHead(503).end();
    expect(await snapshotOf(`${server.base}/d.txt`, context)).toMatchObject({
      revision: first.revision,
      notice: expect.stringContaining('the server says 503'),
    });
    server.close();
    expect(await snapshotOf(`${server.base}/d.txt`, context)).toMatchObject({
      revision: first.revision,
      notice: expect.stringMatching(/this is the copy of \d{4}-\d\d-\d\d/),
    });
    expect(context.logger.lines.join()).toContain('could not be fetched');
    await expect(snapshotOf(`${server.base}/other.txt`, context)).rejects.toMatchObject({
      code: 'source-unreachable',
      message: expect.stringContaining('Check the address'),
    });
  });

  it('refuses web pages, by type and by content', async () => {
    const server = await serve(text('<p>log in</p>', { 'content-type': 'text/html; charset=utf-8' }));
    await expect(snapshotOf(`${server.base}/d.txt`, sourceContext())).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('HTML'),
    });
    server.handler = text('\n <!DOCTYPE html><html>');
    await expect(snapshotOf(`${server.base}/d.txt`, sourceContext())).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('HTML'),
    });
    server.handler = text('a\0b');
    await expect(snapshotOf(`${server.base}/d.txt`, sourceContext())).rejects.toMatchObject({ code: 'source-invalid' });
  });

  it('stops at the size limit: announced, streamed without end, compressed, and in a file', async () => {
    const context = sourceContext({ maximumDumpBytes: 1000 });
    const server = await serve(text('x'.repeat(2000), { 'content-length': '2000' }));
    const refused = { code: 'source-invalid', message: expect.stringContaining('the limit for a dump is 1000 bytes') };
    await expect(snapshotOf(`${server.base}/d.txt`, context)).rejects.toMatchObject(refused);
    let closed = false;
    server.handler = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = (): void => void (response.destroyed || response.write('x'.repeat(100), more));
      request.socket.on('close', () => (closed = true));
      more();
    };
    await expect(snapshotOf(`${server.base}/d.txt`, context)).rejects.toMatchObject(refused);
    while (!closed) await new Promise((resolve) => setImmediate(resolve));
    server.handler = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)));
    await expect(snapshotOf(`${server.base}/d.txt`, context)).rejects.toMatchObject(refused);
    const folder = temporaryFolder();
    writeFiles(folder, { 'd.txt': 'x'.repeat(1001) });
    await expect(snapshotOf(join(folder, 'd.txt'), context)).rejects.toMatchObject(refused);
    expect(readdirSync(context.dataDirectory)).toEqual([]);
  });

  it('follows redirects to http(s) only, and not for ever', async () => {
    const server = await serve((request, response) => {
      const target = { '/ok': '/d.txt', '/file': 'file:///etc/hostname', '/loop': '/loop' }[request.url!];
      if (target) response.writeHead(302, { location: target }).end();
      else text(dump)(request, response);
    });
    const context = sourceContext();
    expect((await snapshotOf(`${server.base}/ok`, context)).files).toHaveLength(2);
    await expect(snapshotOf(`${server.base}/file`, context)).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('not http(s)'),
    });
    await expect(snapshotOf(`${server.base}/loop`, context)).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('more than 5 times'),
    });
  });

  it('stops when cancelled: before, and while the body comes', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('# One\n');
    });
    await expect(snapshotOf(`${server.base}/d.txt`, sourceContext(), AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
    const controller = new AbortController();
    const context = sourceContext({ progress: () => controller.abort() });
    await expect(snapshotOf(`${server.base}/d.txt`, context, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('keeps credentials out of the cache, the messages and the request', async () => {
    const server = await serve(text(dump));
    const context = sourceContext();
    await snapshotOf(`${server.base.replace('://', '://user:s3cret@')}/d.txt`, context);
    const folder = join(context.dataDirectory, 'dumps');
    expect(
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join(),
    ).not.toContain('s3cret');
    expect(server.requests[0]!.headers.authorization).toBeUndefined();
  });

  it('says what is wrong with a file', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'empty.txt': ' \n', 'page.txt': '<html>' });
    await expect(snapshotOf(join(folder, 'nope.txt'), sourceContext())).rejects.toMatchObject({ code: 'source-unreachable' });
    await expect(snapshotOf(folder, sourceContext())).rejects.toMatchObject({ code: 'source-invalid' });
    await expect(snapshotOf(join(folder, 'empty.txt'), sourceContext())).rejects.toMatchObject({
      code: 'source-invalid',
      message: expect.stringContaining('empty'),
    });
    await expect(snapshotOf(join(folder, 'page.txt'), sourceContext())).rejects.toMatchObject({ code: 'source-invalid' });
  });
});
