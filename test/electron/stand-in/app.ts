import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifecycle, requireNotReady } from './lifecycle.ts';
import { strict } from './strict.ts';

/** What the stand-in emits; waiting for anything else would be waiting for ever. */
const events = new Set([
  'ready',
  'second-instance',
  'open-url',
  'activate',
  'window-all-closed',
  'will-quit',
  'web-contents-created',
  'child-process-gone',
]);

interface Start {
  appPath: string;
  isPackaged: boolean;
  version: string;
}

const exitLimitMs = 10_000;

const ready = Promise.withResolvers<void>();

class StandInApp
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'setName'
      | 'setPath'
      | 'getAppPath'
      | 'getVersion'
      | 'isPackaged'
      | 'requestSingleInstanceLock'
      | 'enableSandbox'
      | 'whenReady'
      | 'quit'
      | 'exit'
      | 'setAsDefaultProtocolClient'
    >
{
  isPackaged = false;
  readonly records = { name: '', sandbox: false, protocolClient: '', switches: [] as string[] };
  readonly commandLine = {
    appendSwitch: (name: string): void => {
      requireNotReady('app.commandLine.appendSwitch()');
      this.records.switches.push(name);
    },
  };
  #appPath = '';
  #version = '';
  #userData = '';
  #lockFile: string | null = null;
  /** Closes windows and the browser. */
  closeAll: () => Promise<void> = () => Promise.resolve();

  override on(event: string, listener: (...values: never[]) => void): this {
    if (!events.has(event)) throw new Error(`The stand-in for Electron never emits app’s ${event}.`);
    return super.on(event, listener as (...values: unknown[]) => void);
  }

  begin({ appPath, isPackaged, version }: Start): void {
    this.#appPath = appPath;
    this.#version = version;
    this.isPackaged = isPackaged;
  }

  /** The entry has been evaluated: only now, see https://www.electronjs.org/docs/latest/tutorial/esm */
  becomeReady(): void {
    if (lifecycle.quitting) return;
    lifecycle.ready = true;
    this.emit('ready');
    ready.resolve();
    if (this.#lockFile !== null) this.#watchForOthers();
  }

  setName(name: string): void {
    this.records.name = name;
  }

  setPath(name: string, path: string): void {
    if (name !== 'userData') throw new Error(`The stand-in for Electron has no path ${name}.`);
    if (!existsSync(path)) throw new Error(`Failed to set path ${name}: ${path} does not exist`);
    this.#userData = path;
  }

  getAppPath(): string {
    return this.#appPath;
  }

  getVersion(): string {
    return this.#version;
  }

  requestSingleInstanceLock(): boolean {
    if (this.#userData === '') throw new Error('The stand-in for Electron wants userData set first, or tests would share one.');
    const lockFile = join(this.#userData, 'stand-in.lock');
    for (;;) {
      try {
        writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
        this.#lockFile = lockFile;
        return true;
      } catch {
        if (isAlive(Number(readFileSync(lockFile, 'utf8')))) break;
        rmSync(lockFile, { force: true });
      }
    }
    const folder = join(this.#userData, 'stand-in.others');
    mkdirSync(folder, { recursive: true });
    const text = JSON.stringify({ argv: process.argv, workingDirectory: process.cwd() });
    writeFileSync(join(folder, `${process.pid}.part`), text);
    writeFileSync(join(folder, `${process.pid}.json`), text);
    return false;
  }

  enableSandbox(): void {
    requireNotReady('app.enableSandbox()');
    this.records.sandbox = true;
  }

  whenReady(): Promise<void> {
    return ready.promise;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    this.records.protocolClient = protocol;
    return true;
  }

  quit(): void {
    if (!lifecycle.ready) {
      this.exit(0);
      return;
    }
    lifecycle.quitting = true;
    void this.closeAll().then(() => {
      let prevented = false;
      this.emit('will-quit', { preventDefault: () => (prevented = true) });
      if (prevented) lifecycle.quitting = false;
      else this.exit(0);
    });
  }

  exit(code = 0): void {
    lifecycle.quitting = true;
    if (this.#lockFile !== null) rmSync(this.#lockFile, { force: true });
    // A page that hangs must not keep the process.
    setTimeout(() => process.exit(code), exitLimitMs);
    void this.closeAll().finally(() => process.exit(code));
  }

  /** The last window is closed. Without a listener Electron quits. */
  onAllClosed(): void {
    if (lifecycle.quitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }

  #watchForOthers(): void {
    const folder = join(this.#userData, 'stand-in.others');
    mkdirSync(folder, { recursive: true });
    const look = (): void => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
        const text = readFileSync(join(folder, name), 'utf8');
        if (text === '') continue;
        rmSync(join(folder, name));
        const { argv, workingDirectory } = JSON.parse(text) as { argv: string[]; workingDirectory: string };
        this.emit('second-instance', {}, argv, workingDirectory);
      }
    };
    watch(folder, look).unref();
    look();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const standInApp = new StandInApp();
export const app = strict('app', standInApp);
