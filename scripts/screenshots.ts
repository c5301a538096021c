import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ServedHub } from '../test/e2e/support/served-hub.ts';
import { launchChromium } from '../test/helpers/chromium.ts';
import { say } from './run-tests/run-program.ts';

/**
 * `npm run screenshots -- --data-dir FOLDER`: takes the README's pictures in docs/images again, from the window over a real index with
 * pipecat in it. The folder is written to (history of searches): give a copy.
 */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../docs/images', import.meta.url)) },
  },
});
const dataDirectory = values['data-dir'];
if (dataDirectory === undefined) {
  say('Use: npm run screenshots -- --data-dir FOLDER [--out FOLDER]');
  process.exit(2);
}

/** The symbol that is searched, and the question that is compared. */
const symbol = 'DailyTransport.send_dtmf';
const question = 'how to end a call from the bot';

const pictures: Record<string, (page: Page) => Promise<void>> = {
  async search(page) {
    await openHit(page);
  },
  async explain(page) {
    await openHit(page);
    await page.keyboard.press('l');
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: 'Why it ranks here' }).waitFor();
  },
  async compare(page) {
    await page.goto(hub.screen(`#/search?q=${encodeURIComponent(question)}`));
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor();
    await page.getByRole('button', { name: 'Compare two settings' }).click();
    await page.getByText(/^Of the first 20:/).waitFor();
  },
};

const browser = await launchChromium();
const hub = await ServedHub.start({ dataDirectory });
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  for (const [name, take] of Object.entries(pictures)) {
    const page = await context.newPage();
    await page.goto(hub.address.href);
    await page.getByText('Connected').waitFor();
    await take(page);
    await page.mouse.move(0, 0);
    await page.waitForFunction('document.querySelector(\'[aria-busy="true"], [data-stale]\') === null');
    await page.screenshot({ path: `${values.out}/${name}.png`, animations: 'disabled' });
    say(`${values.out}/${name}.png`);
    await page.close();
  }
} finally {
  await browser.close();
  await hub[Symbol.asyncDispose]();
}

async function openHit(page: Page): Promise<void> {
  await page.goto(hub.screen(`#/search?q=${symbol}&tool=api`));
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option').filter({ hasText: symbol }).first().click();
  await page.locator('.cm-line.cm-hit').first().waitFor();
}
