import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../helpers/service.ts';
import { beginning, bridgeEntry, envelope, startBridge, type BridgeClient } from './support/bridge-client.ts';
import { programVersion, startHubProcess } from './support/start-hub.ts';

const commandLine = fileURLToPath(new URL('../../../main/cli.ts', import.meta.url));
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hub-bridge-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A service in this process, once agents can connect. */
async function openListening(dataDirectory: string): Promise<TestService> {
  const service = await openTestService(dataDirectory);
  for await (const { state } of service.client.stream('mcp.watch', {})) if (state === 'listening') break;
  return service;
}

/** Waits until a process is no more; it may not be ours. */
async function gone(processId: number): Promise<void> {
  for (;;) {
    try {
      process.kill(processId, 0);
      // A process that ended and that nobody has asked about is still in the table.
      if (process.platform === 'linux' && /^State:\s+Z/m.test(readFileSync(`/proc/${processId}/status`, 'utf8'))) return;
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('with a hub', () => {
  it('passes both eras through, and says who asks', async () => {
    await using hub = await openListening(folder);
    await using bridge = startBridge(folder, ['--no-start'], {
      CLAUDE_PROJECT_DIR: join(folder, 'project'),
      CLAUDE_CODE_SESSION_ID: 'session-1',
    });
    expect((await bridge.request('initialize', beginning)).result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'context-hub' },
    });
    bridge.send({ method: 'notifications/initialized' });
    expect(await bridge.call('get_hub_status')).toContain('Context Hub');
    expect((await hub.client.call('mcp.status', {})).clients).toMatchObject([
      { name: 'test', project: join(folder, 'project'), session: 'session-1' },
    ]);
    await using modern = startBridge(folder);
    expect((await modern.request('server/discover', envelope)).result).toMatchObject({ resultType: 'complete' });
    expect((await modern.request('tools/call', { name: 'get_hub_status', arguments: {}, ...envelope })).result).toMatchObject({
      resultType: 'complete',
    });
  });

  it('answers what is no message, and goes on', async () => {
    await using _hub = await openListening(folder);
    await using bridge = startBridge(folder);
    bridge.send('this is no message');
    expect(await bridge.next()).toMatchObject({ id: null, error: { code: -32_700 } });
    expect((await bridge.request('initialize', beginning)).error).toBeUndefined();
  });

  it('says in the first answer to a call that versions differ', async () => {
    await using _hub = await startHubProcess(folder, '9.9.9');
    await using bridge = startBridge(folder);
    await bridge.request('initialize', beginning);
    expect(await bridge.call('get_hub_status')).toContain(
      `Context Hub 9.9.9 answers, but this client was connected through version ${programVersion}`,
    );
    expect(await bridge.call('get_hub_status')).not.toContain('9.9.9 answers');
  });
});

describe('without a hub', () => {
  it('answers what can be answered as the server does, and tells in every call what to do', async () => {
    await using bridge = startBridge(folder);
    const { result } = await bridge.request('initialize', { ...beginning, protocolVersion: '2025-06-18' });
    expect(result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'context-hub' },
      _meta: { 'io.context-hub/hub': 'away' },
    });
    expect((await bridge.request('initialize', { ...beginning, protocolVersion: '1999-01-01' })).result!['protocolVersion']).toBe(
      '2025-11-25',
    );
    const { tools } = (await bridge.request('tools/list')).result as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('search_docs');
    expect((await bridge.request('tools/call', { name: 'search_docs', arguments: { query: 'x' } })).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('context-hub serve') }],
    });
    expect((await bridge.request('server/discover', envelope)).result).toMatchObject({ resultType: 'complete' });
    expect((await bridge.request('tools/call', { name: 'x', ...envelope })).result).toMatchObject({
      resultType: 'complete',
      isError: true,
    });
    expect((await bridge.request('ping')).result).toEqual({});
    expect((await bridge.request('no/such')).error?.message).toContain('not running');
  });

  it('starts one hub for all, and hands waiting calls to it', async () => {
    const bridges = Array.from({ length: 3 }, () =>
      startBridge(folder, [], { CONTEXT_HUB_MODEL: join(folder, 'no-model'), CONTEXT_HUB_MODEL_DOWNLOAD: '0' }),
    );
    try {
      const answers = await Promise.all(
        bridges.map(async (bridge) => {
          await bridge.request('initialize', beginning);
          bridge.send({ method: 'notifications/initialized' });
          return onceStarted(bridge);
        }),
      );
      for (const answer of answers) expect(answer).toContain('index empty');
      const hub = startedHub(folder);
      process.kill(hub, 'SIGTERM');
      await gone(hub);
    } finally {
      for (const bridge of bridges) await bridge[Symbol.asyncDispose]();
    }
  });

  it('keeps the turn of a hub that is on its way when the bridge that started it ends', async () => {
    const environment = { CONTEXT_HUB_MODEL: join(folder, 'no-model'), CONTEXT_HUB_MODEL_DOWNLOAD: '0' };
    const first = startBridge(folder, [], environment);
    await first.request('ping');
    const hub = await startedBy(join(folder, 'run', 'starting.lock'), first.child.pid!);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await using second = startBridge(folder, [], environment);
    await second.request('initialize', beginning);
    expect(await onceStarted(second)).toContain('index empty');
    expect(startedHub(folder)).toBe(hub);
    process.kill(hub, 'SIGTERM');
    await gone(hub);
  });

  it('lets a hub that was started for agents end where another answers them already', async () => {
    await using _hub = await openListening(folder);
    // Fails with any exit code but 0.
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [commandLine, '--data-dir', folder, 'serve', '--no-open', '--until-idle', '10'],
      { env: { ...process.env, CONTEXT_HUB_MODEL: join(folder, 'no-model'), CONTEXT_HUB_MODEL_DOWNLOAD: '0' } },
    );
    expect(stderr).toContain('answers agents of this data directory');
  });

  it('says what a hub said that could not start', async () => {
    writeFileSync(join(folder, 'config.json'), '{');
    await using bridge = startBridge(folder, []);
    await bridge.request('initialize', beginning);
    const said = await bridge.call('search_docs', { query: 'x' });
    expect(said).toContain('Context Hub is not running. It could not be started');
    expect(said).toContain('config.json');
  });

  it('says so where a hub of another version listens', async () => {
    mkdirSync(join(folder, 'run'));
    writeFileSync(join(folder, 'run', 'mcp-v99.sock'), '');
    await using bridge = startBridge(folder);
    expect(await bridge.call('search_docs')).toContain('another version');
  });
});

/** Process id of the one hub that was started for a data directory. */
function startedHub(dataDirectory: string): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const own = lines.filter((line) => line.includes(dataDirectory) && line.includes('serve --no-open'));
  expect(own).toHaveLength(1);
  return Number(/^\s*(\d+)/.exec(own[0]!)?.[1] ?? Number.NaN);
}

/** The status, asked again while the hub is still on its way: a busy machine takes longer than a call waits. */
async function onceStarted(bridge: BridgeClient): Promise<string> {
  for (;;) {
    const answer = await bridge.call('get_hub_status');
    if (!answer.includes('is starting')) return answer;
  }
}

/** Process id of the hub that a bridge has started, once the turn is the hub's. */
async function startedBy(lock: string, bridge: number): Promise<number> {
  for (;;) {
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (owner > 0 && owner !== bridge) return owner;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('a hub that dies', () => {
  it('leaves every call with a next step, and is found again when it returns', async () => {
    const hub = await startHubProcess(folder);
    await using bridge = startBridge(folder);
    await using modern = startBridge(folder);
    await bridge.request('initialize', beginning);
    bridge.send({ method: 'notifications/initialized' });
    expect(await bridge.call('get_hub_status')).toContain('Context Hub');
    // Stopped first, so that calls are under way for sure when it is killed.
    hub.child.kill('SIGSTOP');
    const calls = Array.from({ length: 20 }, (_, index) => bridge.call('search_docs', { query: `query ${index}` }));
    const modernCall = modern.request('tools/call', { name: 'search_docs', arguments: { query: 'x' }, ...envelope });
    await hub.kill();
    for (const answer of await Promise.all(calls)) expect(answer).toMatch(/Call again|context-hub serve|later call/);
    expect((await modernCall).result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(await bridge.call('get_hub_status')).toContain('not running any more');

    await using _again = await startHubProcess(folder);
    for (const client of [bridge, modern]) {
      // It looks once a second; each call until then gets an answer.
      let answer = '';
      while (!answer.includes('index empty')) {
        const { result } = await client.request('tools/call', {
          name: 'get_hub_status',
          arguments: {},
          ...(client === modern ? envelope : {}),
        });
        answer = (result!['content'] as { text: string }[]).map(({ text }) => text).join('\n');
        expect(answer).toMatch(/index empty|not running any more/);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });

  it('leaves a socket that the next one takes over', async () => {
    const first = await startHubProcess(folder);
    await first.kill();
    await using _second = await startHubProcess(folder);
    await using bridge = startBridge(folder);
    await bridge.request('initialize', beginning);
    expect(await bridge.call('get_hub_status')).toContain('index empty');
  });
});

describe('the end', () => {
  it('comes with the end of its input, after what is under way', async () => {
    await using _hub = await openListening(folder);
    const bridge = startBridge(folder);
    const answers = [bridge.request('initialize', beginning), bridge.request('tools/list')];
    bridge.child.stdin!.end();
    expect((await Promise.all(answers)).map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(await bridge.ended).toBe(0);
  });

  it('comes with the end of its input without a hub, too', async () => {
    const bridge = startBridge(folder);
    await bridge.request('ping');
    bridge.child.stdin!.end();
    expect(await bridge.ended).toBe(0);
  });

  it('comes when nobody reads any more', async () => {
    const bridge = startBridge(folder);
    await bridge.request('ping');
    bridge.child.stdout!.destroy();
    bridge.send({ id: 99, method: 'tools/list' });
    expect(await bridge.ended).toBe(0);
  });

  it('comes with SIGTERM', async () => {
    const bridge = startBridge(folder);
    await bridge.request('ping');
    bridge.child.kill('SIGTERM');
    expect(await bridge.ended).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('comes with the death of its parent, whatever becomes of the pipes', async () => {
    // Its input never ends: the bridge holds both ends of it, as with launchers that keep a pipe open.
    const input = join(folder, 'input');
    execFileSync('mkfifo', [input]);
    const script = `const {spawn}=require('node:child_process');const fd=require('node:fs').openSync(process.argv[3],'r+');const c=spawn(process.execPath,[process.argv[1],'--data-dir',process.argv[2],'--no-start'],{stdio:[fd,1,'ignore']});process.stderr.write(String(c.pid));setInterval(()=>{},1000);`;
    const parent = spawn(process.execPath, ['-e', script, bridgeEntry, folder, input], { stdio: ['ignore', 'pipe', 'pipe'] });
    const bridgeId = await new Promise<number>((resolve) =>
      parent.stderr.once('data', (data: Buffer) => resolve(Number(data.toString()))),
    );
    const answered = new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
    writeFileSync(input, `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    expect(JSON.parse((await answered).toString())).toMatchObject({ id: 1 });
    parent.kill('SIGKILL');
    await gone(bridgeId);
  });
});

it('twenty bridges share one hub', async () => {
  await using hub = await openListening(folder);
  const bridges = Array.from({ length: 20 }, () => startBridge(folder));
  try {
    const answers = await Promise.all(
      bridges.map(async (bridge) => (await bridge.request('initialize', beginning), bridge.call('get_hub_status'))),
    );
    for (const answer of answers) expect(answer).toContain('index empty');
    expect((await hub.client.call('mcp.status', {})).clients).toHaveLength(20);
  } finally {
    for (const bridge of bridges) await bridge[Symbol.asyncDispose]();
  }
});
