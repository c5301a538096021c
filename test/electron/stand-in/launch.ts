import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { standInApp } from './app.ts';
import { answerTest, type TestRequest } from './test-side.ts';

/**
 * Starts an app under the stand-in: `node launch.ts APP-FOLDER [--packaged] [WORD…]`. The folder's own entry runs unmodified in this
 * process, with `electron` resolved to the stand-in, and `ready` comes when it has been evaluated, as in Electron.
 */
if (isMainThread) {
  const [folder = '.', ...rest] = process.argv.slice(2);
  const isPackaged = rest[0] === '--packaged';
  const words = isPackaged ? rest.slice(1) : rest;
  const appPath = resolve(folder);
  const manifest = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as { main: string; version?: string };
  const electron = new URL('electron.ts', import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
  });
  process.argv = isPackaged ? [process.execPath, ...words] : [process.execPath, folder, ...words];
  standInApp.begin({ appPath, isPackaged, version: manifest.version ?? '0.0.0' });
  process.on('message', (request: TestRequest) => void answerTest(request));
  process.on('disconnect', () => standInApp.exit(1));
  // Only the entry keeps the process from ending before `ready`: one that waits for `ready` at its top level ends here, with code 13.
  process.channel?.unref();
  await import(pathToFileURL(join(appPath, manifest.main)).href);
  process.channel?.ref();
  standInApp.becomeReady();
}
