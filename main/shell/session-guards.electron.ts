import { app, session, shell } from 'electron';
import type { Logger } from '../core/logger.ts';
import { navigationDecision } from './navigation-policy.ts';
import { mayHavePermission } from './permission-policy.ts';

/** Denies every page, of whatever window, everything but showing the app's own page. Called once, before the first window. */
export function guardSession(logger: Logger): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(mayHavePermission(permission, details.requestingUrl));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => mayHavePermission(permission, origin));
  session.defaultSession.setDevicePermissionHandler(() => false);

  app.on('web-contents-created', (_created, contents) => {
    const refuse = (event: { preventDefault: () => void }, url: string, isMainFrame: boolean): void => {
      event.preventDefault();
      const { openExternally } = navigationDecision(url, isMainFrame);
      logger.info('A page wanted to go elsewhere', { url: url.slice(0, 200), opened: openExternally !== null });
      if (openExternally !== null) void shell.openExternal(openExternally).catch(() => null);
    };
    contents.on('will-navigate', (event) => refuse(event, event.url, true));
    // For the main frame `will-navigate` comes too.
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame) refuse(event, event.url, false);
    });
    contents.on('will-redirect', (event) => refuse(event, event.url, false));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      const { openExternally } = navigationDecision(url, true);
      if (openExternally !== null) void shell.openExternal(openExternally).catch(() => null);
      return { action: 'deny' };
    });
  });
}
