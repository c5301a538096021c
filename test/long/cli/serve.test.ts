import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hubContract, type HubContract, type HubState } from '../../../main/contract/hub-contract.ts';
import { socketChannel } from '../../../main/rpc/adapters/socket.ts';
import { connect, type Connection } from '../../../main/rpc/client.ts';
import { runCommand, startCommand, type RunningCommand } from '../../helpers/command-line.ts';

const start = fileURLToPath(new URL('../../../main/start.ts', import.meta.url));
/** Searching by words is enough here, and nothing is looked for or fetched. */
const environment = { CONTEXT_HUB_MODEL_DOWNLOAD: '0', DISPLAY: '', WAYLAND_DISPLAY: '' };

let folder: string;
let data: string;
const running = new Set<RunningCommand>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-serve-'));
  data = join(folder, 'data');
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'notes', 'pumpkin.md'), '# Pumpkins\n\nHow to grow a pumpkin of a hundred pounds.\n');
});
afterEach(async () => {
  for (const command of running) {
    command.child.kill('SIGKILL');
    await command.ended;
  }
  running.clear();
  rmSync(folder, { recursive: true, force: true });
});

function launch(words: readonly string[], program?: string): RunningCommand {
  const command = startCommand(words, environment, program);
  running.add(command);
  return command;
}

async function addressOf(command: RunningCommand): Promise<URL> {
  const text = await command.untilStdout('Ctrl-C');
  return new URL(/http:\/\/\S+/.exec(text)![0]);
}

/** As the page does it. */
async function clientAt(address: URL): Promise<Connection<HubContract>> {
  const token = new URLSearchParams(address.hash.slice(1)).get('token')!;
  const answer = await fetch(new URL('/rpc/session', address), { method: 'POST', body: token });
  expect(answer.status).toBe(204);
  const socket = new WebSocket(`ws://${address.host}/rpc`, {
    headers: { cookie: answer.headers.get('set-cookie')!.split(';')[0]! },
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(connect(hubContract, socketChannel(socket))));
    socket.once('error', reject);
  });
}

async function untilState(client: Connection<HubContract>, wanted: (state: HubState) => boolean): Promise<HubState> {
  for await (const state of client.stream('hub.state', {})) if (wanted(state)) return state;
  throw new Error('The service ended.');
}

const paths = async (client: Connection<HubContract>, query: string): Promise<string[]> =>
  (await client.call('search.run', { query })).hits.map((hit) => hit.path);

describe('context-hub serve', () => {
  it('shows the interface, indexes what it was given in view, answers, and ends by SIGINT', async () => {
    const command = launch(['--data-dir', data, 'serve', '--no-open', join(folder, 'notes')]);
    const address = await addressOf(command);
    expect(address.hash).toContain('to=%2Fsources');
    const page = await fetch(new URL('/', address));
    expect(await page.text()).toContain('<div id="root">');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    using client = await clientAt(address);
    const state = await untilState(client, ({ jobs }) => jobs.length > 0 && jobs.every((job) => job.endedAt !== null));
    expect(state.jobs[0]).toMatchObject({ kind: 'index', sources: ['notes'] });
    await expect.poll(() => paths(client, 'pumpkin'), { timeout: 20_000 }).toEqual(['pumpkin.md']);
    expect((await client.call('hub.status', {})).host).toBe('browser');
    command.child.kill('SIGINT');
    expect((await client.closed).message).toBe('The service is being stopped.');
    expect((await command.ended).code).toBe(0);
  });

  it('prints one JSON value with --json, and ends by SIGTERM', async () => {
    const command = launch(['--data-dir', data, '--json', 'serve', '--no-open']);
    const text = await command.untilStdout('}');
    const { url, port } = JSON.parse(text) as { url: string; port: number };
    expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#token=[\\w-]{43}$`));
    expect((await fetch(`http://127.0.0.1:${port}/rpc/session`)).status).toBe(401);
    command.child.kill('SIGTERM');
    const result = await command.ended;
    expect(result.code).toBe(0);
    expect(result.stdout).toBe(text);
  });

  it('searches beside a process that owns the data directory, and says who writes', async () => {
    const owner = launch(['--data-dir', data, 'serve', '--no-open', join(folder, 'notes')]);
    using first = await clientAt(await addressOf(owner));
    await untilState(first, ({ jobs }) => jobs.length > 0 && jobs.every((job) => job.endedAt !== null));
    const beside = launch(['--data-dir', data, 'serve', '--no-open']);
    using second = await clientAt(await addressOf(beside));
    const { writer } = await untilState(second, (state) => state.writer.state === 'locked');
    expect(writer.message).toBeTruthy();
    await expect.poll(() => paths(second, 'pumpkin'), { timeout: 20_000 }).toEqual(['pumpkin.md']);
  });

  it.each([
    ['no number', ['--port', 'x'], '--port must be a number'],
    ['too high', ['--port', '65536'], '--port must be a number'],
    ['a source that is not there', ['/no/such/folder'], 'There is no file or folder /no/such/folder'],
  ])('refuses %s', async (_what, words, message) => {
    const result = await runCommand(['--data-dir', data, 'serve', '--no-open', ...words], environment);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it('says so when the port is in use', async () => {
    const command = launch(['--data-dir', data, 'serve', '--no-open']);
    const { port } = await addressOf(command);
    const second = await runCommand(['--data-dir', join(folder, 'other'), 'serve', '--no-open', '--port', port], environment);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`Port ${port} is in use`);
  });
});

describe('npm start', () => {
  it('says in one line why there is no desktop app, and serves the browser', async () => {
    const command = launch(['--data-dir', data, '--no-open', join(folder, 'notes')], start);
    const address = await addressOf(command);
    using client = await clientAt(address);
    await untilState(client, ({ jobs }) => jobs.some((job) => job.sources.includes('notes')));
    command.child.kill('SIGINT');
    const { code, stderr } = await command.ended;
    expect(code).toBe(0);
    expect(stderr.match(/The desktop app cannot be started, [^\n]+; the browser shows the same\.\n/g)).toHaveLength(1);
  });

  it('explains its words when they are wrong', async () => {
    const command = launch(['--nonsense'], start);
    const { code, stderr } = await command.ended;
    expect(code).toBe(2);
    expect(stderr).toContain('Use: npm start');
  });
});

describe('context-hub prompt', () => {
  it('needs something to search', async () => {
    const result = await runCommand(['--data-dir', data, 'prompt'], environment);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('There is no source yet');
  });

  it('says what it searches, and ends with its input', async () => {
    expect((await runCommand(['--data-dir', data, 'index', join(folder, 'notes')], environment)).code).not.toBe(1);
    const result = await runCommand(['--data-dir', data, 'prompt'], environment);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('Searching notes.');
  });
});
