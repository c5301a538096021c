import { app, crashReporter, dialog, protocol } from 'electron';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { appScheme } from './shell/app-origin.ts';
import { readLaunchRequest } from './shell/launch-request.ts';
import { defaultDataDirectory } from './services/runtime/data-directory.ts';

/**
 * The desktop app's start. All that Electron wants before `ready` happens here, at once; the rest is loaded after it. Nothing may wait at the
 * top level: `ready` comes only when this module has been evaluated.
 */
const earlyLinks: string[] = [];
let onLink = (link: string): void => void earlyLinks.push(link);

try {
  const words = process.argv.slice(app.isPackaged ? 1 : 2);
  const launch = readLaunchRequest(words, { workingDirectory: process.cwd(), exists: existsSync });
  const dataDirectory = launch.dataDirectory ?? (process.env['CONTEXT_HUB_DATA_DIR'] || defaultDataDirectory());
  // Chromium's own files lie with the index they belong to; so one data directory has one window, and two have two.
  const profile = join(dataDirectory, 'window');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setName('Context Hub');
  app.setPath('userData', profile);
  if (app.requestSingleInstanceLock()) {
    app.enableSandbox();
    // Without a graphics card the processor draws the map; Chromium no longer falls back to it by itself.
    app.commandLine.appendSwitch('enable-unsafe-swiftshader');
    crashReporter.start({ uploadToServer: false });
    protocol.registerSchemesAsPrivileged([appScheme]);
    app.on('open-url', (event, link) => {
      event.preventDefault();
      onLink(link);
    });
    void app
      .whenReady()
      .then(() => import('./shell/boot.electron.ts'))
      .then(({ boot }) => boot({ launch, dataDirectory, earlyLinks, onLink: (listener) => (onLink = listener) }))
      .catch(fail);
  } else app.quit();
} catch (error) {
  fail(error);
}

/** The app cannot run; the one thing left is to say why. */
function fail(error: unknown): void {
  dialog.showErrorBox('Context Hub cannot start', error instanceof Error ? error.message : String(error));
  app.exit(1);
}
