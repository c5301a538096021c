import { BrowserWindow, clipboard, dialog } from 'electron';
import type { DesktopMessage } from '../contract/desktop-messages.ts';
import type { Logger } from '../core/logger.ts';
import { appPage } from './app-origin.ts';
import { bridgeChannels } from './bridge-channels.ts';
import { afterPageCrash } from './crash-policy.ts';
import { PageQueue } from './page-queue.ts';
import { windowOptions } from './window-options.ts';

interface MainWindowOptions {
  preload: string;
  logger: Logger;
  /** What to copy for a report about a crash. */
  diagnostics: () => string;
}

/** The app's one window: made when it is first needed and again after it was closed. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  readonly #queue = new PageQueue();
  #window: BrowserWindow | null = null;
  #crashes: number[] = [];

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Brings the window to the front, making it first where there is none. */
  show(): void {
    if (this.#window === null) {
      this.#create();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Says something to the page, at once or when it listens. */
  post(message: DesktopMessage): void {
    this.#queue.post(message);
  }

  /** The page of the window listens from now on. */
  pageIsReady(): void {
    const contents = this.#window?.webContents;
    if (contents !== undefined) this.#queue.open((message) => contents.send(bridgeChannels.message, message));
  }

  /** For dialogs. */
  get window(): BrowserWindow | null {
    return this.#window;
  }

  #create(): void {
    const { logger, preload } = this.#options;
    const window = new BrowserWindow(windowOptions(preload));
    this.#window = window;
    window.once('ready-to-show', () => window.show());
    window.on('closed', () => {
      this.#window = null;
      this.#queue.close();
    });
    window.on('unresponsive', () => void this.#onUnresponsive(window));
    window.webContents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) this.#queue.close();
    });
    window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      logger.error('The window’s process has ended', { reason, exitCode });
      this.#queue.close();
      void this.#onCrash(window, reason);
    });
    this.#load(window);
  }

  #load(window: BrowserWindow): void {
    window.loadURL(appPage).catch((error: unknown) => {
      if (!window.isDestroyed()) this.#options.logger.error('The interface could not be loaded', { reason: String(error) });
    });
  }

  async #onCrash(window: BrowserWindow, reason: string): Promise<void> {
    const now = performance.now();
    const decision = afterPageCrash(reason, this.#crashes, now);
    this.#crashes = [...this.#crashes.slice(-9), now];
    if (decision === 'ask') {
      await this.#ask(window, 'The window has crashed several times.', 'Try again');
      this.#crashes = [];
    }
    if (decision !== 'ignore' && !window.isDestroyed()) this.#load(window);
  }

  async #onUnresponsive(window: BrowserWindow): Promise<void> {
    this.#options.logger.warn('The window does not answer');
    if (await this.#ask(window, 'The window does not answer.', 'Wait', 'Load it again')) this.#load(window);
  }

  /** Asks, copying diagnostics as often as wanted. True for the second answer. */
  async #ask(window: BrowserWindow, message: string, first: string, second?: string): Promise<boolean> {
    const buttons = [first, 'Copy diagnostics', ...(second === undefined ? [] : [second])];
    for (;;) {
      if (window.isDestroyed()) return false;
      const { response } = await dialog.showMessageBox(window, {
        type: 'warning',
        message,
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      if (response !== 1) return response === 2;
      await clipboard.writeText(this.#options.diagnostics());
    }
  }
}
