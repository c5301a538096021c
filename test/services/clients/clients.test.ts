import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clientChangeSchema,
  clientIds,
  clientProcedures,
  clientStateSchema,
  type ClientId,
} from '../../../main/contract/clients.ts';
import { bridgeCommand, bridgeFile } from '../../../main/services/clients/bridge-command.ts';
import { clientCatalog } from '../../../main/services/clients/client-catalog.ts';
import { Clients } from '../../../main/services/clients/clients.ts';
import { proveHandshake } from '../../../main/services/clients/handshake.ts';

const bridge = { command: '/opt/node', args: ['/opt/hub/mcp-bridge.js'] };
let root: string;
let home: string;
let project: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hub-clients-'));
  home = join(root, 'home');
  project = join(root, 'project');
  for (const folder of [home, project]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function clients(platform: NodeJS.Platform = 'linux', environment: Record<string, string> = {}): Clients {
  return new Clients({
    bridge: () => bridge,
    places: { platform, home, environment: { PATH: '', ...environment } },
    handshake: () => Promise.resolve({ outcome: 'hub', tools: 10, message: 'fine' }),
  });
}

const files = (): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted();

const start: Record<'json' | 'toml', string> = {
  json: '// mine\n{\n    "theme": "dark", // why\n    "list": [1, 2],\n}\n',
  toml: '# mine\nmodel = "x" # why\n\n[tools]\nweb = true\n',
};

describe.each(
  clientCatalog.flatMap(({ id, scopes, language }) =>
    scopes.filter((scope) => scope !== 'local').map((scope) => ({ id, scope, language })),
  ),
)('$id, scope $scope', ({ id, scope, language }) => {
  it('is connected, again without a change, and disconnected to what it was', async () => {
    const all = clients();
    const target = { client: id, scope, folder: project };
    const first = clientChangeSchema.parse(await all.connect(target));
    expect(first).toMatchObject({ changed: true, how: 'file', handshake: { outcome: 'hub' }, backup: null });
    expect(readFileSync(first.path!, 'utf8')).toContain('/opt/hub/mcp-bridge.js');
    expect(await all.connect(target)).toMatchObject({ changed: false });
    expect(all.list(project).find((state) => state.id === id)).toMatchObject({
      configured: [{ scope, isCurrent: true }],
      problem: null,
    });
    expect(await all.disconnect(target)).toMatchObject({ changed: true });
    expect(files()).toEqual([]);
    expect(await all.disconnect(target)).toMatchObject({ changed: false });
  });

  it('keeps what is there to the letter', async () => {
    const all = clients();
    const target = { client: id, scope, folder: project };
    const path = all.snippet(target).path!;
    mkdirSync(dirname(path), { recursive: true });
    for (const text of [start[language], start[language].replaceAll('\n', '\r\n'), `\ufeff${start[language]}`]) {
      writeFileSync(path, text);
      const { backup } = await all.connect(target);
      expect(readFileSync(backup!, 'utf8')).toBe(text);
      expect(readFileSync(path, 'utf8')).toContain('# mine'.slice(language === 'json' ? 2 : 0));
      await all.disconnect(target);
      expect(readFileSync(path, 'utf8')).toBe(text);
      expect(existsSync(backup!)).toBe(false);
    }
  });

  it('is left alone where its file is damaged', async () => {
    const all = clients();
    const target = { client: id, scope, folder: project };
    const path = all.snippet(target).path!;
    mkdirSync(dirname(path), { recursive: true });
    for (const bytes of [Buffer.from('{ "a": ['), Buffer.from([0xff, 0xfe, 0x00])]) {
      writeFileSync(path, bytes);
      await expect(all.connect(target)).rejects.toThrow(path);
      await expect(all.disconnect(target)).rejects.toMatchObject({ code: 'usage' });
      expect(readFileSync(path)).toEqual(bytes);
      expect(all.list(project).find((state) => state.id === id)!.problem).toContain(path);
    }
    expect(files()).toHaveLength(1);
  });
});

describe('a configuration', () => {
  const target = { client: 'cursor' as const, scope: 'user' as const };

  it('loses its own entry alone once others have changed it', async () => {
    const all = clients();
    const path = all.snippet(target).path!;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{ "mcpServers": { "mine": { "command": "x" } } }\n');
    await all.connect(target);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"x"', '"y"'));
    await all.disconnect(target);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ mcpServers: { mine: { command: 'y' } } });
  });

  it('takes a new place of the bridge over and keeps the first backup', async () => {
    const path = clients().snippet(target).path!;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{}\n');
    await clients().connect(target);
    const moved = new Clients({
      bridge: () => ({ command: '/new/node', args: [] }),
      places: { platform: 'linux', home, environment: {} },
      handshake: () => Promise.resolve({ outcome: 'hub', tools: 1, message: '' }),
    });
    expect(moved.list().find(({ id }) => id === 'cursor')!.configured).toMatchObject([{ isCurrent: false }]);
    expect(await moved.connect(target)).toMatchObject({ changed: true, backup: null });
    await moved.disconnect(target);
    expect(readFileSync(path, 'utf8')).toBe('{}\n');
  });

  it.skipIf(process.platform === 'win32')('stays a link and keeps its mode', async () => {
    const real = join(root, 'dotfiles.json');
    writeFileSync(real, '{}');
    chmodSync(real, 0o640);
    mkdirSync(join(home, '.cursor'));
    symlinkSync(real, join(home, '.cursor', 'mcp.json'));
    await clients().connect(target);
    expect(readFileSync(real, 'utf8')).toContain('context-hub');
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(files().filter((path) => path.endsWith('.draft'))).toEqual([]);
  });

  it('of a folder that is none, an unknown scope or client is refused', async () => {
    await expect(clients().connect({ client: 'cursor', scope: 'project' })).rejects.toThrow('needs the project’s folder');
    await expect(clients().connect({ client: 'cursor', scope: 'project', folder: join(root, 'none') })).rejects.toThrow(
      'is no folder',
    );
    await expect(clients().connect({ client: 'windsurf', scope: 'project' })).rejects.toThrow('has no scope');
    await expect(clients().connect({ client: 'claude-code', scope: 'local', folder: project })).rejects.toThrow(
      'its own command alone',
    );
    await expect(clients().connect({ client: 'nothing' as ClientId })).rejects.toMatchObject({ code: 'usage' });
  });
});

describe.skipIf(process.platform === 'win32')('a client with a command of its own', () => {
  function program(name: string, script: string): string {
    const folder = join(root, 'bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" >> '${join(root, 'said.txt')}'\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
    return folder;
  }

  it('is asked to add and to remove, in the project’s folder', async () => {
    const all = clients('linux', {
      PATH: `${program('claude', '[ "$2" = add ] && pwd >> "$HOME/pwd.txt"; exit 0')}:/usr/bin:/bin`,
      HOME: home,
    });
    const target = { client: 'claude-code' as const, scope: 'local' as const, folder: project };
    expect(await all.connect(target)).toMatchObject({ how: 'command', path: null, changed: true });
    expect(await all.disconnect(target)).toMatchObject({ how: 'command', changed: true });
    expect(readFileSync(join(root, 'said.txt'), 'utf8').trim().split('\n')).toEqual([
      'mcp remove --scope local context-hub',
      'mcp add --scope local context-hub -- /opt/node /opt/hub/mcp-bridge.js',
      'mcp remove --scope local context-hub',
    ]);
    expect(readFileSync(join(home, 'pwd.txt'), 'utf8').trim().endsWith('/project')).toBe(true);
    expect(all.list(project).find(({ id }) => id === 'claude-code')!.found).toContain('bin');
  });

  it('that fails is told with its words', async () => {
    const all = clients('linux', { PATH: `${program('codex', 'echo broken >&2; exit 3')}:/usr/bin:/bin` });
    await expect(all.connect({ client: 'codex' })).rejects.toThrow(/codex mcp add` failed: broken/);
  });
});

describe('what connecting would write', () => {
  it.each(clientIds)('%s', (id) => {
    const { text, path, command, instructions } = clientProcedures['clients.snippet'].output.parse(
      clients().snippet({ client: id }),
    );
    expect(text).toContain('/opt/hub/mcp-bridge.js');
    expect(path).toContain(home);
    expect(command === null).toBe(id !== 'claude-code' && id !== 'codex');
    expect(instructions).toContain('search_docs');
    expect(files()).toEqual([]);
  });

  it('lies where each platform keeps it', () => {
    const path = (platform: NodeJS.Platform, id: ClientId): string =>
      clients(platform, { APPDATA: join(home, 'Roaming') })
        .snippet({ client: id })
        .path!.slice(home.length + 1);
    expect(path('darwin', 'claude-desktop')).toBe(join('Library', 'Application Support', 'Claude', 'claude_desktop_config.json'));
    expect(path('win32', 'claude-desktop')).toBe(join('Roaming', 'Claude', 'claude_desktop_config.json'));
    expect(path('darwin', 'zed')).toBe(join('.config', 'zed', 'settings.json'));
    expect(path('linux', 'vscode')).toBe(join('.config', 'Code', 'User', 'mcp.json'));
  });
});

describe('the bridge', () => {
  it('is named by absolute paths that are there', () => {
    const { command, args } = bridgeCommand(join(root, 'data'));
    expect(existsSync(command)).toBe(true);
    expect(existsSync(args[0]!)).toBe(true);
    expect(args.slice(1)).toEqual(['--data-dir', join(root, 'data')]);
  });

  it('lies beside the archive in the packaged app', () => {
    expect(bridgeFile('file:///opt/hub/resources/app.asar/out/main/shared-x.js')).toBe(
      '/opt/hub/resources/app.asar.unpacked/out/main/mcp-bridge.js',
    );
    expect(bridgeFile('file:///opt/hub/out/main/cli.js')).toBe('/opt/hub/out/main/mcp-bridge.js');
  });

  it('proves that it answers, and says why where it does not', async () => {
    const { command, args } = bridgeCommand(join(root, 'data'));
    expect(await proveHandshake({ command, args: [...args, '--no-start'] })).toMatchObject({
      outcome: 'bridge',
      tools: expect.any(Number),
    });
    expect(
      await proveHandshake({ command: process.execPath, args: ['-e', 'process.stderr.write("no such thing")'] }),
    ).toMatchObject({ outcome: 'failed', message: expect.stringContaining('no such thing') });
    expect(await proveHandshake({ command: join(root, 'nothing'), args: [] })).toMatchObject({ outcome: 'failed' });
  });
});

it('lists every client', () => {
  mkdirSync(join(home, '.cursor'));
  const states = clients()
    .list()
    .map((state) => clientStateSchema.parse(state));
  expect(states.map(({ id }) => id)).toEqual([...clientIds]);
  expect(states.filter(({ found }) => found !== null).map(({ id }) => id)).toEqual(['cursor']);
});
