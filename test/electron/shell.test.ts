import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtApp } from '../helpers/built-app.ts';
import { expectShellToWork, type ShellUnderTest } from './shell-checks.ts';
import { startApp, type RunningApp, type StartOptions } from './start-app.ts';

/** The built main and preload, unmodified, under the stand-in for Electron; the window is a page of a real Chromium. */
const folders: string[] = [];
let shell: ShellUnderTest;
let app: RunningApp;

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'context-hub-shell-'));
  folders.push(folder);
  return folder;
}

async function start(options: StartOptions & { data: string }): Promise<RunningApp> {
  const { data, environment, ...rest } = options;
  return startApp(await builtApp(), {
    ...rest,
    environment: { CONTEXT_HUB_DATA_DIR: data, CONTEXT_HUB_VECTORS: 'embedded', CONTEXT_HUB_MODEL_DOWNLOAD: '0', ...environment },
  });
}

beforeAll(async () => {
  const data = await temporary();
  app = await start({ data, environment: { STAND_IN_DROPPED: JSON.stringify({ 'dropped.md': '/somewhere/dropped.md' }) } });
  shell = { app, data };
  await vi.waitUntil(async () => (await app.ask<{ shown: number }[]>('windows'))[0]?.shown === 1, {
    timeout: 120_000,
    interval: 100,
  });
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('the shell', () => {
  it('shows the interface with what the service says, over the port', async () => {
    await expectShellToWork(shell);
  });

  it('asks Electron for a sandbox, one privileged scheme and a crash reporter that sends nothing', async () => {
    expect(await app.ask('app')).toEqual({
      name: 'Context Hub',
      sandbox: true,
      protocolClient: '',
      switches: ['enable-unsafe-swiftshader'],
      crashReporter: { uploadToServer: false },
      schemes: [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }],
    });
  });

  it('makes its window isolated and without Node, and lets Electron keep its place', async () => {
    const [window] = await app.ask<{ options: Electron.BrowserWindowConstructorOptions }[]>('windows');
    expect(window!.options).toMatchObject({ name: 'main', windowStatePersistence: true, show: false });
    expect(window!.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      preload: expect.stringMatching(/index\.cjs$/),
    });
  });

  it('gives the page four things and nothing of Electron or Node', async () => {
    expect(await app.evaluate('Object.keys(window.contextHub).toSorted()')).toEqual([
      'connect',
      'pathForFile',
      'pickFolder',
      'platform',
    ]);
    expect(
      await app.evaluate(
        "['require', 'process', 'module', 'global', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window)",
      ),
    ).toEqual([]);
  });

  it('denies every window, and shows an https address in the browser instead', async () => {
    const before = (await app.ask<{ opened: string[] }>('desktop')).opened.length;
    expect(await app.evaluate("window.open('https://example.org/a') === null")).toBe(true);
    await app.evaluate("window.open('file:///etc/passwd')");
    await app.evaluate("window.open('javascript:alert(1)')");
    await app.evaluate(
      "(() => { const link = document.createElement('a'); link.href = 'https://example.org/b'; link.target = '_blank'; document.body.append(link); link.click(); link.remove(); })()",
    );
    await vi.waitFor(async () =>
      expect((await app.ask<{ opened: string[] }>('desktop')).opened.slice(before)).toEqual([
        'https://example.org/a',
        'https://example.org/b',
      ]),
    );
    const windows = await app.ask<{ console: string[] }[]>('windows');
    expect(windows).toHaveLength(1);
    // The stand-in writes down every window that it was told to open.
    expect(windows[0]!.console.filter((line) => line.includes('was allowed'))).toEqual([]);
  });

  it('stays where it is, whatever the page or a link wants', async () => {
    const [{ url }] = await app.ask<[{ url: string }]>('windows');
    const before = (await app.ask<{ opened: string[] }>('desktop')).opened.length;
    await app.evaluate("void (window.location.href = 'https://example.org/away')");
    await vi.waitFor(async () =>
      expect((await app.ask<{ opened: string[] }>('desktop')).opened.slice(before)).toEqual(['https://example.org/away']),
    );
    await app.evaluate("void (window.location.href = 'http://example.org/plain')");
    await app.evaluate("void (window.location.href = new URL('/other.html', window.location.href).href)");
    expect((await app.ask<[{ url: string }]>('windows'))[0].url).toBe(url);
    expect((await app.ask<{ opened: string[] }>('desktop')).opened).toHaveLength(before + 1);
  });

  it('grants copying text to its own page and no other permission to any', async () => {
    const ask = (permission: string, url = 'app://hub/index.html') => app.ask('permission', permission, url);
    expect(await ask('clipboard-sanitized-write')).toEqual({ request: true, check: true, device: false });
    expect(await ask('clipboard-sanitized-write', 'https://example.org/')).toEqual({
      request: false,
      check: false,
      device: false,
    });
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fileSystem',
      'hid',
      'usb',
    ])
      expect(await ask(permission), permission).toEqual({ request: false, check: false, device: false });
  });

  it('runs no inline script and no eval, and asks nobody outside', async () => {
    const violations = await app.evaluate<string[]>(`new Promise((resolve) => {
      const seen = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective);
        if (seen.length === 4) resolve(seen.toSorted());
      });
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = true';
      document.body.append(script);
      // Later, since what is evaluated for a test may evaluate.
      setTimeout(() => { try { (0, eval)('window.wasRun = true'); } catch {} }, 0);
      const image = new Image();
      image.src = 'https://example.org/pixel.png';
      fetch('https://example.org/data').catch(() => null);
    })`);
    expect(violations).toEqual(['connect-src', 'img-src', 'script-src', 'script-src-elem']);
    expect(await app.evaluate("'wasRun' in window")).toBe(false);
  });

  it('knows paths of files that the system has given, and none of those that a page made', async () => {
    expect(await app.evaluate("window.contextHub.pathForFile(new File(['x'], 'dropped.md'))")).toBe('/somewhere/dropped.md');
    expect(await app.evaluate("window.contextHub.pathForFile(new File(['x'], 'made.md'))")).toBe('');
    await expect(app.evaluate("window.contextHub.pathForFile('/etc/passwd')")).rejects.toThrow(/File/);
  });

  it('asks for a folder by the system’s dialog', async () => {
    await app.ask('answerDialogs', { folders: ['/some/folder'] });
    expect(await app.evaluate('window.contextHub.pickFolder()')).toBe('/some/folder');
    expect(await app.evaluate('window.contextHub.pickFolder()')).toBe(null);
    expect((await app.ask<{ openDialogs: Electron.OpenDialogOptions[] }>('desktop')).openDialogs[0]!.properties).toContain(
      'openDirectory',
    );
  });

  it('gives no port for a nonce that is none', async () => {
    const ports = await app.evaluate<number>(`new Promise((resolve) => {
      let count = 0;
      const nonce = crypto.randomUUID();
      window.addEventListener('message', ({ data, ports }) => {
        if (ports.length > 0) count += 1;
        if (data.nonce === nonce) resolve(count);
      });
      for (const wrong of ['', 'short', 'x'.repeat(1000), null, { toString: null }, 7]) window.contextHub.connect(wrong);
      window.contextHub.connect(nonce);
    })`);
    expect(ports).toBe(1);
    await vi.waitFor(() => expect(app.stderr).toContain('its nonce is malformed'));
  });

  it('has a menu of the commands, which reach the page', async () => {
    const { menu } = await app.ask<{ menu: string[] }>('desktop');
    expect(menu).toEqual(expect.arrayContaining(['File', 'editMenu', 'View', 'Go', 'Help']));
    const message = app.evaluate(`new Promise((resolve) => {
      window.addEventListener('message', ({ data, origin }) => { if (data.type === 'context-hub:command') resolve({ ...data, own: origin === window.location.origin }); });
    })`);
    await app.evaluate('1');
    await app.ask('clickMenu', 'Go to sources');
    expect(await message).toEqual({ type: 'context-hub:command', id: 'go.sources', own: true });
  });

  it('follows a link without adding anything', async () => {
    const messages = app.evaluate(`new Promise((resolve) => {
      const seen = [];
      window.addEventListener('message', ({ data }) => { if (seen.push(data) === 2) resolve(seen); });
    })`);
    await app.evaluate('1');
    for (const link of [
      'contexthub://nonsense',
      'contexthub://search?q=frames',
      'contexthub://add?source=https://example.org/repo.git',
    ])
      await app.ask('appEvent', 'open-url', link);
    expect(await messages).toEqual([
      { type: 'context-hub:go', hash: '#/search?q=frames' },
      { type: 'context-hub:offer-source', text: 'https://example.org/repo.git' },
    ]);
  });

  it('says so when the service dies, and comes back', async () => {
    const [[pid] = []] = await app.ask<[number, string][]>('utilityProcesses');
    const lost = app.evaluate(`new Promise((resolve) => {
      const look = () => { if (!document.body.innerText.includes('Connected')) resolve(document.body.innerText); };
      // Frames may come late or not at all; changes are told of each.
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      look();
    })`);
    await app.evaluate('1');
    await app.ask('kill', pid, 'SIGKILL');
    await lost;
    await vi.waitFor(async () => expect(await app.evaluate('document.body.innerText')).toContain('Connected'), {
      timeout: 60_000,
      interval: 100,
    });
    const [[next] = []] = await app.ask<[number, string][]>('utilityProcesses');
    expect(next).not.toBe(pid);
    expect(app.stderr).toContain('ended unasked');
  });

  it('gives a second start’s words to the first and ends it', async () => {
    const folder = await temporary();
    await writeFile(join(folder, 'guide.md'), '# Guide\n\nA page about otters.\n');
    const before = await app.ask<[{ focused: number }]>('windows');
    const second = await start({ data: shell.data, words: ['.'], cwd: folder });
    expect(await second.ended).toBe(0);
    expect(second.stderr).toBe('');
    await vi.waitFor(async () => expect(await app.evaluate('window.location.hash')).toBe('#/sources'), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await app.evaluate('document.body.innerText')).toContain(basename(folder)), {
      timeout: 60_000,
      interval: 200,
    });
    expect((await app.ask<[{ focused: number }]>('windows'))[0].focused).toBe(before[0].focused + 1);
  });

  it('loads a page again that crashed', async () => {
    await app.page('goto', 'chrome://crash').catch(() => null);
    await vi.waitFor(async () => expect(await app.evaluate('document.body.innerText')).toContain('Connected'), {
      timeout: 60_000,
      interval: 200,
    });
    expect(app.stderr).toContain('process has ended');
  });

  it('indexes in view what it is started with, and ends its service before it ends', async () => {
    const folder = await temporary();
    await writeFile(join(folder, 'guide.md'), '# Guide\n\nA page about otters.\n');
    const other = await start({ data: await temporary(), words: [folder] });
    await vi.waitFor(async () => expect(await other.evaluate('window.location.hash')).toBe('#/sources'), {
      timeout: 120_000,
      interval: 200,
    });
    await vi.waitFor(async () => expect(await other.evaluate('document.body.innerText')).toContain(basename(folder)), {
      timeout: 60_000,
      interval: 200,
    });
    await vi.waitFor(async () => expect(await other.ask<unknown[]>('utilityProcesses')).toHaveLength(1), {
      timeout: 60_000,
      interval: 100,
    });
    const [[pid] = []] = await other.ask<[number, string][]>('utilityProcesses');
    await vi.waitFor(async () => expect((await other.ask<{ shown: number }[]>('windows'))[0]?.shown).toBe(1), {
      timeout: 60_000,
      interval: 100,
    });
    void other.ask('closeWindow').catch(() => null);
    expect(await other.ended).toBe(0);
    expect(() => process.kill(pid!, 0)).toThrow(/ESRCH/);
  });
});
