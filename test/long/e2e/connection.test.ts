import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchPage } from '../../e2e/pages/search-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { expectCleanScreen } from '../../e2e/support/clean-screen.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';
import { launchChromium } from '../../helpers/chromium.ts';

/** One data directory with the sample project; the hub over it comes and goes. */
let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let search: SearchPage;
/** A tab of another profile, to which one screen was never delivered. */
let unfetched: WatchedPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-connection-'));
  const project = join(folder, 'voicekit');
  await writeSampleProject(project);
  [browser, hub] = await Promise.all([
    launchChromium(),
    ServedHub.start({ dataDirectory: join(folder, 'data'), sources: [project] }),
  ]);
  watched = await WatchedPage.open(browser);
  search = new SearchPage(watched.page);
  await watched.goto(hub.address.href);
  const sources = new SourcesPage(watched.page);
  await sources.openSource('voicekit');
  await sources.untilIndexed('voicekit');
});
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('an address', () => {
  it('of a screen opens it, and a reload shows the same', async () => {
    const { page } = watched;
    await page.goto(hub.screen('#/search?q=encode_tone&f.content_type=source'));
    await search.hit('src/voicekit/tones.py').click();
    await search.reading.locator('.cm-line.cm-hit').first().waitFor();
    const { hash } = new URL(page.url());
    await page.reload();
    await search.reading.locator('.cm-line.cm-hit').first().waitFor();
    expect(new URL(page.url()).hash).toBe(hash);
    expect(await search.field.inputValue()).toBe('encode_tone');
    await search
      .filter('Type', 'source')
      .and(page.getByRole('checkbox', { checked: true }))
      .waitFor();
    expectQuiet(watched);
  });

  it('of lines in a file opens them, and back leads to where one was', async () => {
    const { page } = watched;
    await page.goto(hub.screen('#/read/voicekit/docs/hang-up.md?lines=5-8'));
    await search.reading.locator('[data-hit]', { hasText: 'marmalade-coloured' }).waitFor();
    await page.goBack();
    await search.results.waitFor();
    expectQuiet(watched);
  });

  it('that means nothing is said to, with the ways on', async () => {
    const { page } = watched;
    await page.goto(hub.screen('#/search?q=encode_tone'));
    await search.hit('src/voicekit/tones.py').waitFor();
    await page.goto(hub.screen('#/nonsense'));
    const heading = page.getByRole('heading', { name: 'Nothing has this address' });
    await heading.waitFor();
    await page.getByText('#/nonsense', { exact: true }).waitFor();
    await expectCleanScreen(page, 'unknown-address');
    await page.getByRole('button', { name: 'Go back' }).click();
    await search.hit('src/voicekit/tones.py').waitFor();
    await page.goForward();
    await heading.waitFor();
    await page.getByRole('button', { name: 'Go to search' }).click();
    await page.locator('#indexed').waitFor();
    expectQuiet(watched);
  });

  it('works in a second tab, which follows what the first does', async () => {
    const second = await WatchedPage.in(watched.context);
    await second.page.goto(hub.screen('#/search?q=release%20the%20line'));
    await new SearchPage(second.page).hit('Phone.hang_up').waitFor();
    await second.page.goto(hub.screen('#/sources/voicekit'));
    await new SourcesPage(watched.page).openSource('voicekit');
    await watched.page.getByRole('button', { name: 'More actions for voicekit' }).click();
    await watched.page.getByRole('menuitem', { name: 'Index again' }).click();
    await second.page.getByRole('button', { name: 'Jobs' }).click();
    await second.page
      .getByRole('dialog', { name: 'Jobs' })
      .getByRole('listitem', { name: /voicekit/ })
      .nth(1)
      .waitFor();
    expectQuiet(second);
    expectQuiet(watched);
    await second.page.close();
  });
});

describe('a service that dies', () => {
  it('is missed at once, and what stands there can still be read', async () => {
    const { page } = watched;
    await page.goto(hub.screen('#/search?q=release%20the%20line'));
    await search.hit('Phone.hang_up').click();
    await search.reading.locator('.cm-line').first().waitFor();
    // In one tab everything was fetched meanwhile, in the other the service went before.
    await page.evaluate(
      `new Promise((resolve) => {
        new PerformanceObserver((list) => { if (list.getEntriesByName('context-hub: fetched later').length > 0) resolve(); }).observe({ type: 'mark', buffered: true });
      })`,
    );
    unfetched = await WatchedPage.open(browser);
    await unfetched.page.route('**/assets/settings-screen-*', (route) => route.abort());
    await unfetched.goto(hub.address.href);
    await hub.crash();
    const banner = page.getByRole('status').filter({ hasText: 'The connection to the service is lost.' });
    await banner.waitFor();
    await page.getByRole('contentinfo', { name: 'Status' }).getByText('No connection').waitFor();
    expect(await search.reading.locator('.cm-line').count()).toBeGreaterThan(0);
    expect(await search.hit('Phone.hang_up').isVisible()).toBe(true);
    await banner.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('Is it still running?').waitFor();
    await expectCleanScreen(page, 'lost');
  });

  it('leaves every screen to be opened, also those that nobody has seen yet', async () => {
    const { page } = watched;
    const screens = page.getByRole('navigation', { name: 'Screens' });
    for (const name of ['Evaluations', 'Agents', 'Sessions', 'Map']) {
      await screens.getByRole('link', { name }).click();
      await page.locator(`main[aria-label="${name}"]`).getByText('This is shown when the service answers again.').waitFor();
    }
    await expectCleanScreen(page, 'lost-unseen');
    await screens.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor();
    await screens.getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('heading', { name: '1 source', exact: true }).waitFor();
  });

  it('takes no screen for faulty that it had no time to deliver, and says what is shown again when', async () => {
    const { page } = unfetched;
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: '“Settings” could not be fetched' }).waitFor();
    expect(await page.getByRole('button', { name: 'Load the page again' }).isDisabled()).toBe(true);
    await expectCleanScreen(page, 'lost-screen');
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Search' }).click();
    await new SearchPage(page).field.waitFor();
    await unfetched[Symbol.asyncDispose]();
  });

  it('is found again when it is started again: by its new address, in the same tab, with what was being done', async () => {
    const { page } = watched;
    hub = await ServedHub.start({ dataDirectory: hub.dataDirectory, port: hub.port });
    // A new run lets in nobody by the access to an earlier one, and says what to do.
    await page.getByText('Open the address that').waitFor();
    const asked = page.getByRole('contentinfo', { name: 'Status' }).getByText('Connected');
    expect(await asked.count()).toBe(0);
    watched.takeFaults();
    await page.goto(hub.address.href);
    await asked.waitFor();
    await page.getByText('The connection to the service is lost.').waitFor({ state: 'detached' });
    await search.open();
    await search.search('encode_tone', 'src/voicekit/tones.py');
    expectQuiet(watched);
  });
});
