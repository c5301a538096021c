import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../helpers/chromium.ts';
import { SearchPage } from '../../e2e/pages/search-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { expectWayAround, Keyboard } from '../../e2e/support/keyboard.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';

/** The new user's walk without a mouse, one step after the other in one window. */
let folder: string;
let project: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let search: SearchPage;
let sources: SourcesPage;
let keyboard: Keyboard;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-keys-'));
  project = join(folder, 'voicekit');
  await writeSampleProject(project);
  [browser, hub] = await Promise.all([launchChromium(), ServedHub.start()]);
  watched = await WatchedPage.open(browser);
  search = new SearchPage(watched.page);
  sources = new SourcesPage(watched.page);
  keyboard = new Keyboard(watched.page);
});
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('without a mouse', () => {
  it('begins by adding a folder', async () => {
    const { page } = watched;
    await watched.goto(hub.address.href);
    await page.getByRole('heading', { name: 'Nothing is indexed yet' }).waitFor();
    await expectWayAround(keyboard, 'first run');
    await keyboard.tabToAndPress(page.getByRole('button', { name: 'Type a folder' }));
    await sources.dialog.waitFor();
    await keyboard.seesFocus();
    await keyboard.type(project);
    await keyboard.press('Enter');
    await sources.dialog.getByText('would be indexed').waitFor();
    await expectWayAround(keyboard, 'add dialog');
    await keyboard.tabToAndPress(sources.dialog.getByRole('button', { name: 'Add source' }));
    await sources.dialog.waitFor({ state: 'detached' });
    await sources.untilIndexed('voicekit');
    await expectWayAround(keyboard, 'source');
  });

  it('searches and filters', async () => {
    const { page } = watched;
    await keyboard.press('/');
    await search.field.waitFor();
    await keyboard.seesFocus();
    await keyboard.type('how do I end a call');
    await search.hit('Ending a call from your program').waitFor();
    await search.filter('Type', 'source').waitFor();
    await expectWayAround(keyboard, 'search');
    await keyboard.tabToAndPress(search.filter('Type', 'source'), 'Space');
    await search.hit('Ending a call').waitFor({ state: 'detached' });
    await search.hit('Phone.hang_up').waitFor();
    await keyboard.tabToAndPress(page.getByRole('button', { name: 'Remove Type source' }));
    await search.hit('Ending a call').waitFor();
  });

  it('reads a result, and is told why it ranks there', async () => {
    const { page } = watched;
    await keyboard.press('/');
    await keyboard.press('Control+a');
    await keyboard.type('encode_tone');
    await search.hit('src/voicekit/tones.py').waitFor();
    await keyboard.press('ArrowDown');
    // Enters the list as soon as the answer to the last letter is there.
    await search.results.locator('[data-active]').waitFor();
    await keyboard.seesFocus();
    await keyboard.pressUntil(
      'ArrowDown',
      search.results.getByRole('option', { selected: true }).filter({ hasText: 'src/voicekit/tones.py' }),
    );
    await search.reading.waitFor();
    await keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Why it ranks here' });
    await dialog.waitFor();
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await keyboard.seesFocus();
    await keyboard.press('Enter');
    await search.reading.locator('.cm-line.cm-hit').first().waitFor();
    await expectWayAround(keyboard, 'reading');
  });

  it('follows a call, and marks what helped', async () => {
    const { page } = watched;
    await keyboard.press('l', 'c');
    const callers = search.reading.getByRole('region', { name: 'Callers' });
    await keyboard.tabToAndPress(callers.getByRole('button', { name: /Phone\.dial/ }));
    await search.reading.getByRole('heading', { name: 'Phone.dial' }).waitFor();
    const calls = search.reading.getByRole('region', { name: 'Calls', exact: true });
    await keyboard.tabToAndPress(calls.getByRole('button', { name: /encode_tone/ }));
    await search.reading.getByRole('heading', { name: 'encode_tone' }).waitFor();
    await keyboard.press('h');
    await page.getByRole('button', { name: 'Helpful', exact: true, pressed: true }).waitFor();
    expect(await search.reading.getByRole('heading', { name: 'encode_tone' }).count()).toBe(1);
  });

  it('compares two settings', async () => {
    const { page } = watched;
    await keyboard.press('v');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText(/^Of the first 20:/).waitFor();
    await expectWayAround(keyboard, 'comparison');
    await keyboard.tabToAndPress(comparison.getByRole('button', { name: 'End' }));
    await search.results.waitFor();
  });

  it('finds everything else by the palette and by the list of keys', async () => {
    const { page } = watched;
    await keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.waitFor();
    await keyboard.seesFocus();
    await keyboard.type('go to settings');
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Appearance' }).waitFor();
    await expectWayAround(keyboard, 'settings');
    await keyboard.press('Shift+?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();
    await keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await keyboard.press('g', 's');
    await sources.table.getByRole('link', { name: 'voicekit' }).waitFor();
    await expectWayAround(keyboard, 'sources');
  });
});
