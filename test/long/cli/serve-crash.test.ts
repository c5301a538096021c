import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { hubContract, type HubContract } from '../../../main/contract/hub-contract.ts';
import { socketChannel } from '../../../main/rpc/adapters/socket.ts';
import { ReconnectingClient } from '../../../main/rpc/reconnecting-client.ts';
import { startCommand, type RunningCommand } from '../../helpers/command-line.ts';

/** Searching by words is enough here, and nothing is looked for or fetched. */
const environment = { CONTEXT_HUB_MODEL_DOWNLOAD: '0', DISPLAY: '', WAYLAND_DISPLAY: '' };

let folder: string;
let command: RunningCommand;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-crash-'));
  command = startCommand(['--data-dir', join(folder, 'data'), 'serve', '--no-open'], environment);
});
afterEach(async () => {
  command.child.kill('SIGKILL');
  await command.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** Process that serves, below the one that watches over it. */
function servingProcess(): number {
  const { pid } = command.child;
  const list = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8') : execFileSync('pgrep', ['-P', String(pid)]).toString();
  return Number(children.trim().split(/\s+/)[0]);
}

describe('a service that crashes under serve', () => {
  it('is started again: an open window comes back with the cookie it has, the printed address stays good, and it is told', async () => {
    const printed = await command.untilStdout('Ctrl-C');
    const address = new URL(/http:\/\/\S+/.exec(printed)![0]);
    const token = new URLSearchParams(address.hash.slice(1)).get('token')!;
    const session = (): Promise<Response> => fetch(new URL('/rpc/session', address), { method: 'POST', body: token });
    const cookie = (await session()).headers.get('set-cookie')!.split(';')[0]!;
    const states: string[] = [];
    using client = new ReconnectingClient<HubContract>(hubContract, () => openSocket(address.host, cookie));
    client.subscribe(({ name }) => states.push(name));
    expect((await client.call('hub.status', {})).notices).toEqual([]);

    const crashed = servingProcess();
    process.kill(crashed, 'SIGSEGV');
    await command.untilStderr('The service has crashed (SIGSEGV)');
    const [lost, back] = [states.indexOf('lost'), Promise.withResolvers<void>()];
    client.subscribe(({ name }) => {
      if (name === 'open') back.resolve();
    });
    await back.promise;
    expect(lost).not.toBe(-1);
    expect((await client.call('hub.status', {})).notices).toEqual([expect.stringContaining('crashed (SIGSEGV)')]);
    expect((await session()).status).toBe(204);
    expect(servingProcess()).not.toBe(crashed);
    // The address was printed once.
    expect(printed.match(/http:/g)).toHaveLength(1);

    command.child.kill('SIGINT');
    expect(await command.ended).toMatchObject({ code: 0 });
  });

  it('ends with the process that watches over it, whatever ended that', async () => {
    const address = new URL(/http:\/\/\S+/.exec(await command.untilStdout('Ctrl-C'))![0]);
    expect((await fetch(new URL('/', address))).status).toBe(200);
    command.child.kill('SIGKILL');
    // Both hold the output: it is closed when neither lives.
    await command.ended;
    await expect(fetch(new URL('/', address))).rejects.toThrow('fetch failed');
  });

  it('is not started again where it could not begin: the reason is said once, with the exit code', async () => {
    await command.untilStdout('Ctrl-C');
    const { port } = new URL(/http:\/\/\S+/.exec(await command.untilStdout('Ctrl-C'))![0]);
    const second = startCommand(['--data-dir', join(folder, 'other'), 'serve', '--no-open', '--port', port], environment);
    const { code, stderr } = await second.ended;
    expect(code).toBe(2);
    expect(stderr.match(/is in use/g)).toHaveLength(1);
  });
});

async function openSocket(host: string, cookie: string) {
  const socket = new WebSocket(`ws://${host}/rpc`, { headers: { cookie } });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socketChannel(socket);
}
