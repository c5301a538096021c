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

/** Whose trail is drawn on the map. */
const asked = 'how do I interrupt the bot while it speaks';

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
  async map(page) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openMap(page, '#/map');
    await page.getByRole('tab', { name: 'Clusters' }).click();
  },
  async 'map-trail'(page) {
    await openMap(page, `#/map?q=${encodeURIComponent(asked)}`);
    await page.getByRole('tab', { name: 'Query' }).click();
    await page.getByRole('list', { name: 'Hits' }).waitFor();
    await page.getByRole('button', { name: 'Frame the trail' }).click();
  },
};

const browser = await launchChromium({ webGl: 'software' });
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

/** Waits for the layout, which is made where it is missing. */
async function openMap(page: Page, hash: string): Promise<void> {
  await page.goto(hub.screen(hash));
  await page.locator('[data-label]').first().waitFor({ timeout: 600_000 });
  await page.getByRole('button', { name: 'Understood' }).click();
}

async function openHit(page: Page): Promise<void> {
  await page.goto(hub.screen(`#/search?q=${symbol}&tool=api`));
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option').filter({ hasText: symbol }).first().click();
  await page.locator('.cm-line.cm-hit').first().waitFor();
}
