import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How long a test waits for what the page is to show. Unit: ms. */
export const patienceMs = 30_000;

export function expectQuiet(watched: WatchedPage): void {
  expect(watched.takeFaults()).toEqual([]);
}

export interface WatchedPageOptions {
  reducedMotion?: 'reduce' | 'no-preference';
}

/** A tab, by default of a profile of its own, of which everything is noted that must never happen. */
export class WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  /** @param reducedMotion what the page must come out the same with; without motion, tests need not wait for any. */
  static async open(browser: Browser, { reducedMotion = 'reduce' }: WatchedPageOptions = {}): Promise<WatchedPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion });
    context.setDefaultTimeout(patienceMs);
    return WatchedPage.in(context);
  }

  /** Another tab of a browser's profile. */
  static async in(context: BrowserContext): Promise<WatchedPage> {
    const page = await context.newPage();
    const watched = new WatchedPage(context, page);
    watched.#watch();
    // Chromium writes some refusals of the content policy nowhere.
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error('content policy: ' + violatedDirective + ' ' + blockedURI));`,
    );
    return watched;
  }

  #watch(): void {
    this.page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    this.page.on('pageerror', (error) => this.#faults.push(`thrown: ${error.message}`));
    this.page.on('dialog', (dialog) => {
      this.#faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    this.page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (hostname !== '127.0.0.1' && protocol !== 'data:' && protocol !== 'blob:')
        this.#faults.push(`asked outside: ${request.url()}`);
    });
  }

  /** What was written to the console, thrown, refused by the content policy or asked from outside since the last look. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }

  async goto(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.getByRole('contentinfo', { name: 'Status' }).getByText('Connected').waitFor();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
  }
}
