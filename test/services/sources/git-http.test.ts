import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openSource } from '../../../main/services/sources/open-source.ts';
import { commitAll, git, makeRepository, sourceContext, specification, writeFiles } from './fixtures.ts';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Serves repositories by git's own http-backend, as a host does. */
async function serve(root: string, settings: { hang?: boolean } = {}): Promise<{ base: string; requests: string[] }> {
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    if (settings.hang) return;
    const url = new URL(request.url!, 'http://x');
    const child = spawn(backend, [], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'],
        GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      },
    });
    request.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('close', () => {
      const all = Buffer.concat(parts);
      const split = all.indexOf('\r\n\r\n');
      for (const line of all.subarray(0, split).toString().split('\r\n')) {
        const [name, value] = line.split(': ') as [string, string];
        if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      response.end(all.subarray(split + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('git source over http', () => {
  it('fetches one commit, then only what changed', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'first', 'b.md': 'same' });
    const { base, requests } = await serve(folder);
    const context = sourceContext();
    await using source = await openSource(specification('git', `${base}/.git`), context);
    expect((await source.snapshot()).revision).toBe(commit);
    requests.length = 0;
    expect((await source.snapshot()).revision).toBe(commit);
    expect(requests.filter((request) => request.startsWith('POST')).length).toBeLessThanOrEqual(2);
    writeFiles(folder, { 'a.md': 'second' });
    const second = commitAll(folder);
    const snapshot = await source.snapshot();
    expect(snapshot.revision).toBe(second);
    expect(new TextDecoder().decode(await source.read('a.md'))).toBe('second');
  });

  it('fetches a commit that no ref names, where the server gives its history only', async () => {
    const { folder, commit } = makeRepository({ 'a.md': 'first' });
    writeFiles(folder, { 'a.md': 'second' });
    commitAll(folder);
    git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'false');
    const { base } = await serve(folder);
    await using source = await openSource(specification('git', `${base}/.git`, { ref: commit.slice(0, 12) }), sourceContext());
    expect((await source.snapshot()).revision).toBe(commit);
  });

  it('sends no credentials of the address and does not wait for a prompt', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    const { base, requests } = await serve(folder);
    await using source = await openSource(
      specification('git', `${base.replace('://', '://user:s3cret@')}/.git`),
      sourceContext(),
    );
    await source.snapshot();
    expect(requests.join('\n')).not.toContain('Basic');
  });

  it('ends git at once when cancelled while the server is silent', async () => {
    const { folder } = makeRepository({ 'a.md': 'x' });
    const { base, requests } = await serve(folder, { hang: true });
    const controller = new AbortController();
    await using source = await openSource(specification('git', `${base}/.git`), sourceContext());
    const running = source.snapshot(controller.signal);
    running.catch(() => {});
    while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const started = performance.now();
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
