import { app, Menu } from 'electron';
import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { commands } from '../contract/commands.ts';
import { logLevels } from '../core/logger.ts';
import { createLogger } from '../services/runtime/stderr-logger.ts';
import { addSources } from './add-sources.electron.ts';
import { linkSchemeName } from './app-origin.ts';
import { serveInterface } from './app-protocol.electron.ts';
import { answerPreload } from './bridge.electron.ts';
import { hashOfLink, parseDeepLink, type DeepLink } from './deep-link.ts';
import { readLaunchRequest, type LaunchRequest } from './launch-request.ts';
import { MainWindow } from './main-window.electron.ts';
import { menuTemplate } from './menu-template.ts';
import { DesktopService } from './service-process.electron.ts';
import { guardSession } from './session-guards.electron.ts';

export interface BootOptions {
  launch: LaunchRequest;
  dataDirectory: string;
  /** Links that macOS passed before this; later ones go to what `onLink` is given. */
  earlyLinks: readonly string[];
  onLink: (listener: (link: string) => void) => void;
}

/** Everything after `ready`: guards first, then the service, the interface and the window. */
export function boot({ launch, dataDirectory, earlyLinks, onLink }: BootOptions): void {
  const logger = createLogger(logLevels.find((level) => level === process.env['CONTEXT_HUB_LOG']) ?? 'warn');
  process.on('uncaughtException', (error) => logger.error('An error escaped', { stack: error.stack }));
  process.on('unhandledRejection', (reason) => logger.error('A rejection escaped', { reason: String(reason) }));
  app.on('child-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') logger.error('A helper process has ended', { ...details });
  });

  const appPath = app.getAppPath();
  const service = new DesktopService({ appPath, version: app.getVersion(), dataDirectory, logger });
  const window = new MainWindow({ preload: join(appPath, 'out', 'preload', 'index.cjs'), logger, diagnostics });
  guardSession(logger);
  serveInterface(join(appPath, 'out', 'renderer'));
  answerPreload({ service, window, logger });
  const run = (id: string): void => {
    const command = commands.find((each) => each.id === id);
    window.show();
    if (command !== undefined) window.post({ type: 'context-hub:command', id: command.id });
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(commands, { platform: process.platform, developer: !app.isPackaged, run })),
  );

  const follow = (link: DeepLink | null): void => {
    if (link === null) return;
    window.show();
    if (link.kind === 'offer-source') window.post({ type: 'context-hub:offer-source', text: link.text });
    else window.post({ type: 'context-hub:go', hash: hashOfLink(link) });
  };
  const answer = (request: LaunchRequest): void => {
    window.show();
    for (const link of request.links) follow(link);
    const texts = request.sources;
    if (texts.length > 0)
      void addSources({ texts, open: () => service.open(), post: (message) => window.post(message), logger }).catch(
        (error: unknown) => logger.error('Sources could not be added', { reason: String(error) }),
      );
  };
  app.on('second-instance', (_event, argv, workingDirectory) => {
    answer(readLaunchRequest(argv.slice(app.isPackaged ? 1 : 2), { workingDirectory, exists: existsSync }));
  });
  app.on('activate', () => window.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let serviceEnded = false;
  app.on('will-quit', (event) => {
    if (serviceEnded) return;
    event.preventDefault();
    void service.stop().finally(() => {
      serviceEnded = true;
      app.quit();
    });
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkSchemeName);

  service.start();
  answer(launch);
  for (const link of earlyLinks) follow(parseDeepLink(link));
  onLink((link) => follow(parseDeepLink(link)));
}

/** What a report about a crash needs, and nothing of the user's. */
function diagnostics(): string {
  const { electron, chrome, node } = process.versions;
  return [
    `Context Hub ${app.getVersion()}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${process.platform} ${process.arch} ${release()}`,
    `up ${Math.round(process.uptime())} s`,
  ].join('\n');
}
