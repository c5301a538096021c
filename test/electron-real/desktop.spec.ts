import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { _electron as electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtApp } from '../helpers/built-app.ts';

/**
 * The built app in the real Electron: what the stand-in cannot show. `npm run test:electron` runs it where Electron's program and a screen are
 * (in a virtual one: `xvfb-run npm run test:electron`).
 */
const program = createRequire(import.meta.url)('electron') as string;
let folder: string;
let app: ElectronApplication;
let page: Page;

async function start(words: readonly string[] = []): Promise<ElectronApplication> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...inherited } = process.env;
  const environment = Object.entries({
    ...inherited,
    CONTEXT_HUB_DATA_DIR: join(folder, 'data'),
    CONTEXT_HUB_MODEL_DOWNLOAD: '0',
  });
  return electron.launch({
    executablePath: program,
    args: [await builtApp(), ...words],
    env: Object.fromEntries(environment.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-electron-'));
  app = await start();
  page = await app.firstWindow();
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the app in the real Electron', () => {
  it('shows the interface, connected with its service', async () => {
    await page.getByText('Connected').waitFor({ timeout: 60_000 });
    expect(await page.evaluate('window.location.origin')).toBe('app://hub');
    expect(await page.evaluate('window.isSecureContext')).toBe(true);
  });

  it('is sandboxed, isolated and without Node', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      const { contextIsolation, sandbox, nodeIntegration, webviewTag } = contents.getLastWebPreferences();
      return { contextIsolation, sandbox, nodeIntegration, webviewTag };
    });
    expect(preferences).toEqual({ contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false });
    expect(await page.evaluate("['require', 'process', 'module', 'Buffer'].filter((name) => name in window)")).toEqual([]);
    expect(await page.evaluate('Object.keys(window.contextHub).sort()')).toEqual([
      'connect',
      'pathForFile',
      'pickFolder',
      'platform',
    ]);
  });

  it('opens no window, goes nowhere and runs nothing inline', async () => {
    await app.evaluate(({ shell }) => {
      // Nothing is to be opened on the machine of whoever runs this.
      shell.openExternal = () => Promise.resolve();
    });
    expect(await page.evaluate("window.open('https://example.org/') === null")).toBe(true);
    await page.evaluate("void (window.location.href = 'https://example.org/')");
    await page.evaluate(
      "(() => { const script = document.createElement('script'); script.textContent = 'window.wasRun = true'; document.body.append(script); })()",
    );
    expect(await page.evaluate('[window.location.origin, "wasRun" in window]')).toEqual(['app://hub', false]);
    expect(app.windows()).toHaveLength(1);
  });

  it('notices the death of its service and comes back', async () => {
    const servicePid = () =>
      app.evaluate(
        ({ app: electronApp }) => electronApp.getAppMetrics().find(({ name }) => name === 'Context Hub service')?.pid ?? null,
      );
    const before = (await servicePid())!;
    process.kill(before, 'SIGKILL');
    await page.getByText('The connection to the service is lost').first().waitFor();
    await page.getByText('Connected').waitFor({ timeout: 60_000 });
    expect(await servicePid()).not.toBe(before);
  });

  it('takes the sources of a second start', async () => {
    const corpus = await mkdtemp(join(folder, 'otters-'));
    await writeFile(join(corpus, 'guide.md'), '# Otters\n\nThey swim.\n');
    const second = await start([corpus]).catch(() => null);
    await second?.close().catch(() => null);
    await vi.waitFor(async () => expect(await page.textContent('body')).toContain(basename(corpus)), { timeout: 60_000 });
  });

  it('keeps the place of its window', async () => {
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 40, y: 50, width: 1000, height: 700 }),
    );
    await app.close();
    app = await start();
    page = await app.firstWindow();
    await vi.waitFor(async () => {
      const { width, height } = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds());
      expect([width, height]).toEqual([1000, 700]);
    });
  });
});
