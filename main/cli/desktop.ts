import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isFresh, projectFolder, runBuild } from '../host/build.ts';

/** What the desktop app is built from. */
const sources = ['main', 'preload', 'renderer', 'electron.vite.config.ts', 'vite.renderer.config.ts'];

/** Bundles the desktop app where its bundle is missing or old. */
export async function ensureDesktopBuild(say: (line: string) => void, signal: AbortSignal): Promise<void> {
  if (isFresh(join(projectFolder, 'out', 'main', 'index.js'), projectFolder, sources)) return;
  say('Building the desktop app (a few seconds) …');
  await runBuild({
    what: 'the desktop app',
    root: projectFolder,
    program: 'node_modules/electron-vite/bin/electron-vite.js',
    arguments: ['build', '--logLevel', 'warn'],
    signal,
  });
}

/** Starts the desktop app and stays until it ends. @returns its exit code. */
export function runDesktop(program: string, appArguments: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    // The variable would make Electron a plain Node.
    const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
    const child = spawn(program, [projectFolder, ...appArguments], { stdio: 'inherit', env: environment });
    // Ctrl-C reaches the app by itself; a signal to this process alone is passed on.
    const pass = (): boolean => child.kill('SIGTERM');
    process.on('SIGTERM', pass);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGTERM', pass);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
