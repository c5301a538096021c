import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDesktopProgram } from '../../main/host/desktop-program.ts';
import { browserCommand, openBrowser } from '../../main/host/open-browser.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-programs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the browser', () => {
  const address = 'http://127.0.0.1:1/#token=a&to=%2Fsources';

  it.each([
    ['linux', { DISPLAY: ':0' }, 'xdg-open'],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
    ['linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: 'x' }, 'xdg-open'],
    ['linux', { DISPLAY: '' }, null],
    ['linux', {}, null],
    ['darwin', {}, 'open'],
    ['darwin', { SSH_CONNECTION: 'x' }, null],
    ['win32', {}, 'rundll32.exe'],
    ['freebsd', {}, null],
  ] as const)('is opened on %s with %o by %s', (platform, environment, program) => {
    const command = browserCommand(address, platform, environment);
    expect(command?.program ?? null).toBe(program);
    // One argument, whatever a shell would make of it.
    if (command) expect(command.arguments.at(-1)).toBe(address);
  });

  it('gets the address, and nothing is said when that works', async () => {
    const program = join(folder, 'browser');
    await writeFile(program, `#!/bin/sh\nprintf '%s' "$1" > "${folder}/opened"\n`);
    await chmod(program, 0o755);
    const said: string[] = [];
    openBrowser({ program, arguments: [address] }, (line) => said.push(line));
    await expect.poll(() => readFile(join(folder, 'opened'), 'utf8').catch(() => '')).toBe(address);
    expect(said).toEqual([]);
  });

  it('that is missing or fails is one line', async () => {
    const said: string[] = [];
    openBrowser({ program: join(folder, 'none'), arguments: [address] }, (line) => said.push(line));
    await expect.poll(() => said.length).toBe(1);
    openBrowser({ program: process.execPath, arguments: ['-e', 'process.exit(3)'] }, (line) => said.push(line));
    await expect.poll(() => said.length).toBe(2);
    expect(said[0]).toMatch(/^No browser could be opened \(.*none.*ENOENT\); open the address yourself\.$/);
    expect(said[1]).toContain('it ended with 3');
  });
});

describe('the desktop program', () => {
  const screen = { platform: 'linux', environment: { DISPLAY: ':0' }, isRoot: false } as const;

  async function install(name: string): Promise<void> {
    await mkdir(join(folder, 'node_modules/electron/dist'), { recursive: true });
    await writeFile(join(folder, 'node_modules/electron/path.txt'), name);
    await writeFile(join(folder, 'node_modules/electron/dist', name), '');
  }

  it('is found where it was fetched', async () => {
    await install('electron');
    expect(findDesktopProgram(folder, screen)).toEqual({ path: join(folder, 'node_modules/electron/dist/electron') });
  });

  it('is looked for where the environment says', async () => {
    await install('electron');
    await writeFile(join(folder, 'electron'), '');
    const environment = { ...screen.environment, ELECTRON_OVERRIDE_DIST_PATH: folder };
    expect(findDesktopProgram(folder, { ...screen, environment })).toEqual({ path: join(folder, 'electron') });
  });

  it('is not there, and why', async () => {
    expect(findDesktopProgram(folder, screen)).toEqual({ reason: expect.stringContaining('install-electron') });
    await install('electron');
    await rm(join(folder, 'node_modules/electron/dist'), { recursive: true });
    expect(findDesktopProgram(folder, screen)).toEqual({ reason: expect.stringContaining('install-electron') });
  });

  it('does not start without a screen or as root, but for systems that do not mind', async () => {
    await install('Electron');
    expect(findDesktopProgram(folder, { ...screen, environment: {} })).toEqual({ reason: 'there is no screen' });
    expect(findDesktopProgram(folder, { ...screen, isRoot: true })).toEqual({ reason: 'Electron does not run as root' });
    expect(findDesktopProgram(folder, { platform: 'darwin', environment: {}, isRoot: true })).toHaveProperty('path');
  });
});
