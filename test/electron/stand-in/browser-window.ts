import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { Page, Request as PageRequest, Route } from 'playwright-core';
import { standInApp } from './app.ts';
import { answerFromApp, browserContext, closeBrowser, fromChromium, onRoute, toChromium } from './browser.ts';
import { invokeHandler, receiveFromPage } from './ipc-main.ts';
import { requireReady } from './lifecycle.ts';
import { PortRelay, type StandInPort } from './message-ports.ts';
import { strict } from './strict.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
type FrameToPage = Record<string, unknown> & { kind: string };
interface FrameFromPage {
  kind: string;
  channel: string;
  args: unknown[];
  url: string;
  id: number;
  data: unknown;
}

const windows = new Set<StandInWindow>();
const binding = '__standInForElectron';
const pageSide = stripTypeScriptTypes(readFileSync(new URL('../page/page-side.ts', import.meta.url), 'utf8')).replace(
  /^export /gm,
  '',
);

/** https://www.electronjs.org/docs/latest/api/web-contents, its page a real page of Chromium. */
class StandInContents extends EventEmitter implements Pick<Electron.WebContents, 'send' | 'setWindowOpenHandler'> {
  page: Page | null = null;
  openHandler: OpenHandler | null = null;
  /** Counts documents; what belonged to an earlier one is gone. */
  document = 0;
  /** The address that the app itself is loading, which asks nobody. */
  loading: string | null = null;
  #outbox: FrameToPage[] = [];
  #pull: ((frames: FrameToPage[]) => void) | null = null;
  readonly relay = new PortRelay((frame) => this.push(frame));

  send(channel: string, ...args: unknown[]): void {
    this.push({ kind: 'send', channel, args: structuredClone(args), ports: [] });
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  push(frame: FrameToPage): void {
    if (this.#pull === null) this.#outbox.push(frame);
    else {
      this.#pull([frame]);
      this.#pull = null;
    }
  }

  /** The page waits for what comes next. */
  pull(): Promise<FrameToPage[]> {
    if (this.#outbox.length > 0) return Promise.resolve(this.#outbox.splice(0));
    return new Promise((resolve) => (this.#pull = resolve));
  }

  /** Another document: ports and messages of the one before end with it. */
  reset(): void {
    this.document += 1;
    this.#outbox = [];
    this.#pull = null;
    this.relay.end();
  }

  /** The main frame as it is now; null for whoever asks after the page has gone on. */
  frame(): object {
    const { document, page } = this;
    return strict('WebFrameMain', {
      url: fromChromium(page?.url() ?? ''),
      origin: fromChromium(new URL(page?.url() ?? 'about:blank').origin),
      parent: null,
      postMessage: (channel: string, message: unknown, ports: StandInPort[] = []) => {
        if (document !== this.document) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
        const ids = ports.map((port) => this.relay.add(port.transfer()));
        this.push({ kind: 'send', channel, args: [structuredClone(message)], ports: ids });
      },
    } satisfies Pick<Electron.WebFrameMain, 'url' | 'origin' | 'parent'> & { postMessage: unknown });
  }

  /** True where a listener of the app has said no. */
  isPrevented(event: string, details: Record<string, unknown>): boolean {
    let prevented = false;
    this.emit(event, { ...details, preventDefault: () => (prevented = true) });
    return prevented;
  }
}

/** https://www.electronjs.org/docs/latest/api/browser-window */
class StandInWindow
  extends EventEmitter
  implements Pick<Electron.BrowserWindow, 'loadURL' | 'show' | 'focus' | 'isMinimized' | 'restore' | 'isDestroyed'>
{
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly contents = new StandInContents();
  readonly webContents: StandInContents;
  readonly console: string[] = [];
  shown = 0;
  focused = 0;
  minimized = false;
  #destroyed = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    requireReady('BrowserWindow');
    this.options = structuredClone(options);
    this.webContents = strict('webContents', this.contents);
    windows.add(this);
    standInApp.emit('web-contents-created', {}, this.webContents);
    // Members are reached through a proxy, so that a missing one is named.
    // oxlint-disable-next-line no-constructor-return
    return strict('BrowserWindow', this);
  }

  async loadURL(url: string): Promise<void> {
    const contents = this.contents;
    const page = contents.page ?? (await this.#createPage());
    contents.loading = toChromium(url);
    const response = await page.goto(contents.loading);
    if (response !== null && !response.ok()) throw new Error(`ERR_FAILED (${response.status()}) loading '${url}'`);
    this.emit('ready-to-show');
  }

  show(): void {
    this.shown += 1;
  }

  focus(): void {
    this.focused += 1;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  restore(): void {
    this.minimized = false;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this);
    this.contents.reset();
    await this.contents.page?.close().catch(() => null);
    this.emit('closed');
    if (windows.size === 0) standInApp.onAllClosed();
  }

  async #createPage(): Promise<Page> {
    const { contents, options } = this;
    const context = await browserContext();
    const page = await context.newPage();
    contents.page = page;
    await page.setViewportSize({ width: options.width ?? 800, height: options.height ?? 600 });
    const { preload } = options.webPreferences ?? {};
    page.on('console', (message) => this.console.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`error: ${error.message}`));
    page.on('crash', () => {
      contents.reset();
      contents.page = null;
      contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    });
    await page.exposeBinding(binding, ({ frame }, message: FrameFromPage) =>
      frame === page.mainFrame() ? receive(this, message) : Promise.reject(new Error('This frame has no preload.')),
    );
    const setup = {
      platform: process.platform,
      droppedPaths: JSON.parse(process.env['STAND_IN_DROPPED'] ?? '{}') as Record<string, string>,
      binding,
    };
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8');
    const wrapped = `function (require, process, module, exports) { ${source}\n}`;
    await page.addInitScript(`(() => { ${pageSide}\nrunPreload(${JSON.stringify(setup)}, ${wrapped}); })()`);
    return page;
  }
}

function receive(window: StandInWindow, message: FrameFromPage): Promise<unknown> {
  const { contents } = window;
  if (message.kind === 'next') return contents.pull();
  if (message.kind === 'open') {
    const answer = contents.openHandler?.({ url: fromChromium(message.url) } as Electron.HandlerDetails) ?? { action: 'allow' };
    if (answer.action !== 'deny') window.console.push(`error: a window for ${message.url} was allowed`);
    return Promise.resolve(null);
  }
  if (message.kind === 'port' || message.kind === 'port-close') {
    contents.relay.receive(message as never);
    return Promise.resolve(null);
  }
  const { document } = contents;
  const frame = contents.frame();
  const event = {
    get senderFrame() {
      return document === contents.document ? frame : null;
    },
  };
  if (message.kind === 'invoke') return invokeHandler(message.channel, event, structuredClone(message.args));
  receiveFromPage(message.channel, event, structuredClone(message.args));
  return Promise.resolve(null);
}

/** Every request of every page. Nothing leaves the machine: what is not the app's own scheme fails. */
async function route(request: Route): Promise<void> {
  const asked = request.request();
  const frame = frameOf(asked);
  const window = [...windows].find(({ contents }) => contents.page !== null && contents.page === frame?.page());
  if (window === undefined || frame === null) {
    await closePopup(asked);
    await request.abort('blockedbyclient');
    return;
  }
  const { contents } = window;
  const isMainFrame = frame === contents.page!.mainFrame();
  if (asked.isNavigationRequest()) {
    const url = fromChromium(asked.url());
    const byApp = isMainFrame && contents.loading === asked.url();
    const details = { url, isMainFrame, isSameDocument: false, frame: null };
    contents.loading = null;
    if (
      !byApp &&
      (contents.isPrevented('will-frame-navigate', details) || (isMainFrame && contents.isPrevented('will-navigate', details)))
    ) {
      await request.abort('aborted');
      return;
    }
    if (isMainFrame) {
      contents.emit('did-start-navigation', details);
      contents.reset();
    }
  }
  if (fromChromium(asked.url()) === asked.url()) {
    window.console.push(`error: a request left the app: ${asked.url()}`);
    await request.abort('blockedbyclient');
  } else await answerFromApp(request);
}
onRoute(route);

/** Throws for a request that belongs to no frame yet: the first of a new page. */
function frameOf(request: PageRequest) {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** A page that no window has made was opened by a link or a script. */
async function closePopup(request: PageRequest): Promise<void> {
  const opener = [...windows][0];
  const answer = opener?.contents.openHandler?.({ url: fromChromium(request.url()) } as Electron.HandlerDetails);
  if (answer?.action !== 'deny') opener?.console.push(`error: a window for ${request.url()} was allowed`);
  const known = new Set([...windows].map(({ contents }) => contents.page));
  const context = await browserContext();
  for (const page of context.pages()) if (!known.has(page)) void page.close().catch(() => null);
}

standInApp.closeAll = async () => {
  for (const window of windows) await window.destroy();
  await closeBrowser();
};

export const BrowserWindow = StandInWindow;
export const openWindows = (): StandInWindow[] => [...windows];
