import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadFile } from '../../../main/services/model/download-file.ts';

const content = randomBytes(300_000);
const expected = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
const limits = { answerMs: 5_000, stallMs: 5_000 };

describe('downloadFile', () => {
  let folder: string;
  let target: string;
  let server: Server;
  let url: string;
  let ranges: (string | undefined)[];
  let handle: (request: IncomingMessage, response: ServerResponse) => void;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'context-hub-download-'));
    target = join(folder, 'weights.part');
    ranges = [];
    handle = withRanges;
    server = createServer((request, response) => {
      ranges.push(request.headers.range);
      handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/weights`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  function withRanges(request: IncomingMessage, response: ServerResponse): void {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (start > 0) response.writeHead(206, { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` });
    response.end(content.subarray(start));
  }

  const download = (changes: Partial<typeof limits> = {}, signal?: AbortSignal) =>
    downloadFile(url, target, expected, { limits: { ...limits, ...changes }, ...(signal ? { signal } : {}) });

  it('brings the whole file and tells how far it is', async () => {
    const steps: number[] = [];
    await downloadFile(url, target, expected, { limits, onProgress: (received, total) => steps.push(received / total) });
    expect((await readFile(target)).equals(content)).toBe(true);
    expect(steps.at(-1)).toBe(1);
    expect(steps.length).toBeGreaterThan(1);
  });

  it('goes on where a broken connection ended', async () => {
    let breakOff = (): unknown => undefined;
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 100_000));
      breakOff = () => response.destroy();
    };
    // Not before a part has arrived, else the client may throw away what it has received but not read.
    const broken = downloadFile(url, target, expected, { limits, onProgress: () => breakOff() });
    await expect(broken).rejects.toMatchObject({ kind: 'unreachable' });
    const { size } = await stat(target);
    expect(size).toBeGreaterThan(0);
    handle = withRanges;
    await download();
    expect(ranges).toEqual([undefined, `bytes=${size}-`]);
    expect((await readFile(target)).equals(content)).toBe(true);
  });

  it('starts anew where the server does not know ranges', async () => {
    await writeFile(target, 'old beginning');
    handle = (_request, response) => response.end(content);
    await download();
    expect((await readFile(target)).equals(content)).toBe(true);
  });

  it('does not ask for what it has', async () => {
    await writeFile(target, content);
    await download();
    expect(ranges).toEqual([]);
  });

  it('refuses a wrong checksum and removes the file', async () => {
    handle = (_request, response) => response.end(Buffer.alloc(content.length));
    await expect(download()).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining('wrong checksum') });
    await expect(stat(target)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses more bytes than expected', async () => {
    handle = (_request, response) => response.end(Buffer.concat([content, content]));
    await expect(download()).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining('more than') });
    await expect(stat(target)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('recovers from a refused range', async () => {
    await writeFile(target, 'old beginning');
    handle = (_request, response) => response.writeHead(416).end();
    await expect(download()).rejects.toMatchObject({ kind: 'failed' });
    handle = withRanges;
    await download();
    expect((await readFile(target)).equals(content)).toBe(true);
  });

  it('reports an answer that is no file', async () => {
    handle = (_request, response) => response.writeHead(404, 'Not Found').end('gone');
    await expect(download()).rejects.toMatchObject({ kind: 'failed', message: 'the server answered 404 Not Found' });
  });

  it('gives up on a server that never answers', async () => {
    handle = () => {};
    await expect(download({ answerMs: 50 })).rejects.toMatchObject({ kind: 'unreachable', message: 'no answer within 0.05 s' });
  });

  it('gives up on a server that stops in the middle', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 1000));
    };
    await expect(download({ stallMs: 50 })).rejects.toMatchObject({ kind: 'unreachable', message: 'no data for 0.05 s' });
  });

  it('reports that nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const attempt = downloadFile(`http://127.0.0.1:${port}/`, target, expected, { limits });
    await expect(attempt).rejects.toMatchObject({ kind: 'unreachable', message: 'ECONNREFUSED' });
  });

  it('stops at an abort', async () => {
    const controller = new AbortController();
    handle = () => controller.abort();
    await expect(download({}, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
