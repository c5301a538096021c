import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startApp, type RunningApp } from '../../electron/start-app.ts';

/** The order and the refusals of Electron that the stand-in has to have, or a broken app would pass. Each was measured or is documented where the link leads. */
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Runs an app of a few lines; its profile is its folder. */
async function run(main: string, { preload = '', page = '<p>page</p>' } = {}): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'context-hub-stand-in-'));
  folders.push(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', main: 'main.js', version: '1.2.3' }));
  const start = `import * as electron from 'electron';
const { app, BrowserWindow, dialog, ipcMain, MessageChannelMain, protocol, session, utilityProcess } = electron;
const say = (text) => process.stderr.write(text + '\\n');
const refused = (what, action) => { try { action(); say('allowed: ' + what); } catch (error) { say('refused: ' + what + ': ' + error.message); } };
app.setPath('userData', ${JSON.stringify(folder)});
const scheme = { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } };
const open = async () => {
  protocol.handle('app', (request) => new Response(${JSON.stringify(page)}, { headers: { 'content-type': 'text/html', 'x-path': new URL(request.url).pathname } }));
  const window = new BrowserWindow({ webPreferences: { preload: ${JSON.stringify(join(folder, 'preload.cjs'))} } });
  await window.loadURL('app://hub/index.html');
  return window;
};
`;
  await writeFile(join(folder, 'main.js'), `${start}${main}`);
  await writeFile(join(folder, 'preload.cjs'), preload);
  await writeFile(
    join(folder, 'child.js'),
    "process.parentPort.on('message', ({ data, ports }) => { process.parentPort.postMessage({ data, ports: ports.length, type: process.type, send: typeof process.send }); ports[0]?.on('message', (event) => ports[0].postMessage({ got: event.data })); ports[0]?.start(); if (data === 'exit') process.exit(7); });",
  );
  return startApp(folder);
}

/** What an app that ends by itself has said. */
async function said(main: string): Promise<string> {
  await using app = await run(main);
  await app.ended;
  return app.stderr;
}

describe('the stand-in for Electron', () => {
  // https://www.electronjs.org/docs/latest/tutorial/esm#you-must-use-await-generously-before-the-apps-ready-event
  it('is ready only when the entry has been evaluated', async () => {
    const text = await said(
      "app.whenReady().then(() => { say('ready'); app.exit(0); }); await new Promise((resolve) => setTimeout(resolve, 20)); say('evaluated');",
    );
    expect(text).toBe('evaluated\nready\n');
  });

  it('never gets ready for an entry that waits for it at its top level', async () => {
    await using app = await run('await app.whenReady(); app.exit(0);');
    expect(await app.ended).toBe(13);
  });

  // https://www.electronjs.org/docs/latest/api/protocol#protocolregisterschemesasprivilegedcustomschemes
  it('takes privileged schemes once, and before it is ready', async () => {
    const text = await said(`protocol.registerSchemesAsPrivileged([scheme]);
      refused('again', () => protocol.registerSchemesAsPrivileged([scheme]));
      app.whenReady().then(() => { refused('late', () => protocol.registerSchemesAsPrivileged([scheme])); refused('sandbox', () => app.enableSandbox()); app.exit(0); });`);
    expect(text).toMatch(
      /refused: again: .*only once\nrefused: late: .*before app is ready\nrefused: sandbox: .*before app is ready\n/,
    );
  });

  // https://www.electronjs.org/docs/latest/api/session, /protocol, /utility-process, /browser-window, /dialog
  it('has no session, protocol, process, window or dialog before it is ready', async () => {
    const text = await said(`refused('session', () => session.defaultSession);
      refused('protocol', () => protocol.handle('app', () => new Response('')));
      refused('process', () => utilityProcess.fork('child.js'));
      refused('window', () => new BrowserWindow());
      app.exit(0);`);
    expect(text.match(/^refused: \w+: .*before app is ready$/gm)).toHaveLength(4);
  });

  it('names what it does not have, and refuses a profile that does not exist', async () => {
    const text = await said(`refused('member', () => app.getGPUInfo('basic'));
      refused('event', () => app.on('certificate-error', () => null));
      refused('profile', () => app.setPath('userData', '/nowhere/at/all'));
      app.exit(0);`);
    expect(text).toMatch(
      /refused: member: .*app\.getGPUInfo.*\nrefused: event: .*certificate-error.*\nrefused: profile: .*does not exist/,
    );
  });

  it('fails at the import of what it does not have', async () => {
    expect(await said("import { powerMonitor } from 'electron'; say(powerMonitor);")).toContain(
      "does not provide an export named 'powerMonitor'",
    );
  });

  // https://www.electronjs.org/docs/latest/api/app#apprequestsingleinstancelockadditionaldata
  it('lets one instance in, and tells it of the others', async () => {
    const main =
      "if (!app.requestSingleInstanceLock()) { say('second'); app.quit(); } else app.on('second-instance', (event, argv) => say('told of ' + argv.at(-1)));";
    await using app = await run(main);
    await app.ask('app');
    await using other = startApp(folders[0]!, { words: ['word'] });
    expect(await other.ended).toBe(0);
    expect(other.stderr).toBe('second\n');
    await vi.waitFor(() => expect(app.stderr).toBe('told of word\n'));
  });

  // https://www.electronjs.org/docs/latest/api/app#event-window-all-closed and #event-will-quit
  it('quits by itself after the last window unless the app listens, and lets will-quit hold it back', async () => {
    await using app = await run(
      "protocol.registerSchemesAsPrivileged([scheme]); let held = false; app.on('will-quit', (event) => { say('will-quit'); if (held) return; held = true; event.preventDefault(); setTimeout(() => app.quit(), 10); }); app.whenReady().then(open).then(() => say('open'));",
    );
    await vi.waitFor(() => expect(app.stderr).toContain('open'), { timeout: 60_000 });
    void app.ask('closeWindow').catch(() => null);
    expect(await app.ended).toBe(0);
    expect(app.stderr).toBe('open\nwill-quit\nwill-quit\n');
  });

  // https://www.electronjs.org/docs/latest/api/message-port-main#portstart
  it('delivers nothing over a port before it is started, copies, and tells of the end', async () => {
    const text = await said(`const { port1, port2 } = new MessageChannelMain();
      const value = { at: 'first' };
      port2.on('message', ({ data }) => say('got ' + data.at));
      port2.on('close', () => { say('closed'); app.exit(0); });
      port1.postMessage(value);
      value.at = 'changed';
      refused('function', () => port1.postMessage(() => null));
      setTimeout(() => { say('starting'); port2.start(); setTimeout(() => port1.close(), 50); }, 50);`);
    expect(text).toMatch(/^refused: function: .*could not be cloned.*\nstarting\ngot first\nclosed\n$/);
  });

  // https://www.electronjs.org/docs/latest/api/utility-process
  it('runs a utility process with ports, copies and an exit code', async () => {
    const text = await said(`app.whenReady().then(() => {
      const child = utilityProcess.fork(new URL('child.js', import.meta.url).pathname, [], { serviceName: 'test' });
      const { port1, port2 } = new MessageChannelMain();
      child.on('message', (message) => { say(JSON.stringify(message)); });
      port2.on('message', ({ data }) => { say(JSON.stringify(data) + ' ' + (data.got instanceof Float32Array)); child.postMessage('exit'); });
      port2.on('close', () => say('closed'));
      port2.start();
      child.on('exit', (code) => { setTimeout(() => { say('exit ' + code); app.exit(0); }, 50); });
      child.on('spawn', () => { child.postMessage('hello', [port1]); port2.postMessage(new Float32Array([1.5])); refused('transfer', () => child.postMessage('again', [port1])); });
    });`);
    expect(text).toContain('{"data":"hello","ports":1,"type":"utility","send":"undefined"}');
    expect(text).toContain('{"got":{"0":1.5}} true');
    expect(text).toMatch(/refused: transfer: .*could not be cloned/);
    expect(text).toMatch(/closed\nexit 7\n$/);
  });

  describe('with a page', () => {
    const main = `protocol.registerSchemesAsPrivileged([scheme]);
      let kept;
      ipcMain.on('keep', (event) => { kept = event; say('kept ' + event.senderFrame.origin); });
      ipcMain.on('look', () => say('now ' + kept.senderFrame));
      ipcMain.handle('echo', (event, value) => value);
      ipcMain.handle('fail', () => { throw Object.assign(new TypeError('broken'), { code: 'E', details: { a: 1 } }); });
      ipcMain.on('port', (event) => { const { port1, port2 } = new MessageChannelMain(); port1.on('message', ({ data }) => port1.postMessage(data)); port1.on('close', () => say('page closed')); port1.start(); event.senderFrame.postMessage('port', 'nonce', [port2]); ipcMain.on('end', () => port1.close()); });
      app.whenReady().then(open).then((window) => { window.webContents.on('will-navigate', (event) => { say('asks for ' + event.url); if (!event.url.startsWith('app:')) event.preventDefault(); }); say('open'); });`;
    const preload = `const { contextBridge, ipcRenderer, webUtils } = require('electron');
      class Kind { constructor() { this.own = 1; } method() { return 2; } }
      const failures = [];
      for (const name of ['fs', 'node:child_process', './other.cjs', 'node:events']) try { require(name); failures.push('allowed ' + name); } catch (error) { failures.push(error.message); }
      try { ipcRenderer.sendSync('x'); } catch (error) { failures.push(error.message); }
      contextBridge.exposeInMainWorld('api', {
        failures, pageIsEmpty: document.querySelector('p') === null, instance: new Kind(), take: (value) => [value instanceof Kind, Object.getPrototypeOf(value) === Object.prototype, value.method],
        send: (...values) => ipcRenderer.send(...values), invoke: (...values) => ipcRenderer.invoke(...values), path: (file) => webUtils.getPathForFile(file),
      });
      ipcRenderer.on('port', (event, nonce) => window.postMessage({ nonce }, window.location.origin, [...event.ports]));`;

    async function opened(): Promise<RunningApp> {
      const app = await run(main, {
        preload,
        page: '<p>page</p><script>window.early = Object.keys(window.api ?? {}).length</script>',
      });
      await vi.waitFor(() => expect(app.stderr).toContain('open'), { timeout: 60_000 });
      return app;
    }

    it('runs the preload first, with nothing but electron to require, and drops prototypes at the bridge', async () => {
      await using app = await opened();
      expect(await app.evaluate('window.early')).toBe(7);
      expect(await app.evaluate('window.api.pageIsEmpty')).toBe(true);
      // https://www.electronjs.org/docs/latest/tutorial/sandbox#preload-scripts
      expect(await app.evaluate('window.api.failures')).toEqual([
        'module not found: fs',
        'module not found: node:child_process',
        'module not found: ./other.cjs',
        expect.stringContaining('may require node:events'),
        expect.stringContaining('ipcRenderer.sendSync'),
      ]);
      // https://www.electronjs.org/docs/latest/api/context-bridge#parameter--error--return-type-support
      expect(await app.evaluate('[window.api.instance.own, window.api.instance.method]')).toEqual([1, undefined]);
      expect(await app.evaluate('window.api.take(new (class { method() {} })())')).toEqual([false, true, undefined]);
      expect(await app.evaluate("['require', 'module', 'exports', 'process'].filter((name) => name in window)")).toEqual([]);
    });

    it('copies both ways and lets only the text of an error through', async () => {
      await using app = await opened();
      expect(
        await app.evaluate(
          "window.api.invoke('echo', { when: new Date(0), list: [undefined, 1n] }).then(({ when, list }) => [when.getTime(), list.length, typeof list[1]])",
        ),
      ).toEqual([0, 2, 'bigint']);
      await expect(app.evaluate("Promise.resolve().then(() => window.api.invoke('echo', document.body))")).rejects.toThrow(
        /could not be cloned/,
      );
      // https://www.electronjs.org/docs/latest/api/ipc-renderer#ipcrendererinvokechannel-args
      expect(
        await app.evaluate("window.api.invoke('fail').catch((error) => [error.message, error.code, error.details])"),
      ).toEqual(["Error invoking remote method 'fail': TypeError: broken", undefined, undefined]);
    });

    it('has no frame for a message whose page has gone on, and stops what the app prevents', async () => {
      await using app = await opened();
      await app.evaluate("window.api.send('keep')");
      await vi.waitFor(() => expect(app.stderr).toContain('kept app://hub'));
      await app.evaluate("void (window.location.href = 'https://example.org/')");
      await vi.waitFor(() => expect(app.stderr).toContain('asks for https://example.org/'));
      await app.evaluate("window.api.send('look')");
      await vi.waitFor(() => expect(app.stderr).toContain('now [object'));
      await app.evaluate("void (window.location.href = '/next.html')");
      await vi.waitFor(async () => expect(await app.evaluate('window.location.pathname').catch(() => '')).toBe('/next.html'));
      expect(app.stderr).toContain('asks for app://hub/next.html');
      await app.evaluate("window.api.send('look')");
      // https://www.electronjs.org/docs/latest/api/structures/ipc-main-event
      await vi.waitFor(() => expect(app.stderr).toContain('now null'));
    });

    it('carries a port into the page, tells each side of the other’s end, and ends it with the page', async () => {
      await using app = await opened();
      const open = `new Promise((resolve) => { window.addEventListener('message', ({ ports }) => { window.port = ports[0]; resolve(ports.length); }, { once: true }); window.api.send('port'); })`;
      expect(await app.evaluate(open)).toBe(1);
      expect(
        await app.evaluate(
          'new Promise((resolve) => { window.port.onmessage = ({ data }) => resolve([data.constructor.name, data[1]]); window.port.postMessage(new Float32Array([1, 2.5])); })',
        ),
      ).toEqual(['Float32Array', 2.5]);
      // https://www.electronjs.org/docs/latest/tutorial/message-ports#extension-close-event
      expect(
        await app.evaluate(
          "new Promise((resolve) => { window.port.addEventListener('close', () => resolve('closed')); window.api.send('end'); })",
        ),
      ).toBe('closed');
      await app.evaluate(open);
      await app.evaluate('window.port.close()');
      await vi.waitFor(() => expect(app.stderr.match(/page closed/g)).toHaveLength(2));
      await app.evaluate(open);
      await app.evaluate('void window.location.assign("/next.html")');
      await vi.waitFor(() => expect(app.stderr.match(/page closed/g)).toHaveLength(3));
    });
  });
});
