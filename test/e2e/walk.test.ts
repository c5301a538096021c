import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../helpers/chromium.ts';
import { SearchPage } from './pages/search-page.ts';
import { SourcesPage } from './pages/sources-page.ts';
import { expectCleanScreen } from './support/clean-screen.ts';
import { writeLargeProject, writeSampleProject } from './support/sample-project.ts';
import { ServedHub } from './support/served-hub.ts';
import { expectQuiet, WatchedPage } from './support/watched-page.ts';

/**
 * What a new user does, one step after the other in one window: each test begins where the one before ended. Every screen and dialog is
 * looked at with axe in both themes on the way.
 */
let folder: string;
let project: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let search: SearchPage;
let sources: SourcesPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-walk-'));
  project = join(folder, 'voicekit');
  await writeSampleProject(project);
  [browser, hub] = await Promise.all([launchChromium(), ServedHub.start()]);
  watched = await WatchedPage.open(browser);
  search = new SearchPage(watched.page);
  sources = new SourcesPage(watched.page);
});
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('a new user', () => {
  it('sees how to begin', async () => {
    const { page } = watched;
    await watched.goto(hub.address.href);
    await page.getByRole('heading', { name: 'Nothing is indexed yet' }).waitFor();
    expect(page.url()).not.toContain('token');
    await expectCleanScreen(page, 'first-run');
  });

  it('adds a folder after a look at what would be indexed', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Type a folder' }).click();
    await sources.preview(project);
    await expectCleanScreen(page, 'add-source');
    await sources.dialog.getByRole('tab', { name: 'Preset' }).click();
    await sources.dialog.getByRole('heading', { name: 'Pipecat' }).waitFor();
    await expectCleanScreen(page, 'add-preset');
    await sources.dialog.getByRole('tab', { name: /^Folder/ }).click();
    await sources.add();
  });

  it('watches it being indexed', async () => {
    const { page } = watched;
    const source = sources.source('voicekit');
    await source.waitFor();
    await sources.untilIndexed('voicekit');
    await expectCleanScreen(page, 'source');
    for (const tab of ['Files', 'Skipped', 'Failed', 'Rules']) {
      await source.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expectCleanScreen(page, `source-${tab.toLowerCase()}`);
    }
    await page.getByRole('button', { name: 'Jobs' }).click();
    await page.getByRole('dialog', { name: 'Jobs' }).getByText('done').waitFor();
    await expectCleanScreen(page, 'jobs');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'All sources' }).click();
    await sources.table.getByRole('link', { name: 'voicekit' }).waitFor();
    await expectCleanScreen(page, 'sources');
  });

  it('searches, and narrows the answer by a facet', async () => {
    const { page } = watched;
    await search.open();
    await expectCleanScreen(page, 'start');
    await search.search('how do I end a call', 'Ending a call from your program');
    await search.filter('Type', 'source').waitFor();
    await expectCleanScreen(page, 'search');
    await search.filter('Type', 'source').click();
    await search.hit('Phone.hang_up').waitFor();
    await search.hit('Ending a call').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toContain('content_type=source');
    await page.getByRole('button', { name: 'Remove Type source' }).click();
    await search.hit('Ending a call').waitFor();
  });

  it('reads what was found, with the hit marked', async () => {
    const { page } = watched;
    const reading = await search.read('Ending a call from your program');
    await reading.locator('[data-hit]', { hasText: 'marmalade-coloured' }).waitFor();
    await expectCleanScreen(page, 'read-page');
    await search.search('encode_tone', 'encode_tone');
    await search.read('src/voicekit/tones.py');
    await search.reading.locator('.cm-line.cm-hit', { hasText: 'def encode_tone' }).waitFor();
    expect(await search.reading.locator('.cm-line.cm-hit', { hasText: 'LOW = {' }).count()).toBe(0);
    await expectCleanScreen(page, 'read-code');
  });

  it('is told why a hit ranks where it does', async () => {
    const { page } = watched;
    const hit = search.hit('src/voicekit/tones.py');
    await hit.getByRole('img', { name: /^Score/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Why it ranks here' });
    await dialog.waitFor();
    const parts = await dialog.locator('tbody tr td:last-child').allTextContents();
    const sum = parts.reduce((total, text) => total + Number(text.replace('−', '-').replace('+', '')), 0);
    const score = Number(await dialog.locator('tfoot td').textContent());
    expect(parts.length).toBeGreaterThan(1);
    // Each part is rounded.
    expect(Math.abs(sum - score)).toBeLessThan(0.001 * parts.length);
    const shown = (await hit.getByRole('img', { name: /^Score/ }).getAttribute('aria-label'))!;
    expect(Number(shown.replace('Score ', ''))).toBeCloseTo(score, 2);
    await expectCleanScreen(page, 'explain');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('sees who calls a function, and goes there', async () => {
    const { page } = watched;
    await search.tab('Calls').click();
    const callers = search.reading.getByRole('region', { name: 'Callers' });
    await callers.getByRole('button', { name: /Phone\.dial/ }).waitFor();
    await callers.getByRole('button', { name: /Phone\.hang_up/ }).waitFor();
    await expectCleanScreen(page, 'callers');
    await callers.getByRole('button', { name: /Phone\.dial/ }).click();
    await search.reading.getByRole('heading', { name: 'Phone.dial' }).waitFor();
    await search.tab('Similar').click();
    await search.reading.getByRole('list', { name: 'Similar' }).getByRole('button').first().waitFor();
    await expectCleanScreen(page, 'similar');
    await search.tab('File').click();
  });

  it('marks a result, and saves the search as a case', async () => {
    const { page } = watched;
    await search.button('Helpful').click();
    await page.getByText('Marked as helpful').waitFor();
    await page.getByRole('button', { name: 'Helpful', exact: true, pressed: true }).waitFor();
    await search.button('Save as evaluation case').click();
    const dialog = page.getByRole('dialog', { name: 'Save as evaluation case' });
    await dialog.waitFor();
    await expectCleanScreen(page, 'save-case');
    await dialog.getByRole('button', { name: 'Save with 1 place' }).click();
    await page.getByText('Saved as evaluation case').waitFor();
    // A role finds only what screen readers do: the button must not be hidden from them until it has the focus.
    await page.getByRole('button', { name: 'Dismiss' }).first().waitFor();
    await expectCleanScreen(page, 'toast');
    await page.reload();
    await page.getByRole('button', { name: 'Helpful', exact: true, pressed: true }).waitFor();
  });

  it('compares two settings', async () => {
    const { page } = watched;
    await search.search('release the line', 'Phone.hang_up');
    await search.button('Compare two settings').click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText(/^Of the first 20:/).waitFor();
    for (const side of ['First ranking', 'Second ranking'])
      expect(await comparison.getByRole('list', { name: side }).getByRole('listitem').count()).toBeGreaterThan(2);
    await expectCleanScreen(page, 'compare');
    await comparison.getByRole('button', { name: 'End' }).click();
    await search.results.waitFor();
    await search.button('Save this search').click();
    const dialog = page.getByRole('dialog', { name: 'Save this search' });
    await expectCleanScreen(page, 'save-search');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved “release the line”').waitFor();
  });

  it('begins to index a larger folder, and cancels that', async () => {
    const { page } = watched;
    const archive = join(folder, 'archive');
    await writeLargeProject(archive);
    await sources.open();
    await page.getByRole('button', { name: 'Add source' }).click();
    await sources.preview(archive);
    await sources.add();
    const source = sources.source('archive');
    await source.getByRole('list', { name: 'Phases' }).waitFor();
    await expectCleanScreen(page, 'progress');
    await source.getByRole('button', { name: /^Cancel / }).click();
    await source.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Jobs' }).click();
    await page
      .getByRole('dialog', { name: 'Jobs' })
      .getByRole('listitem', { name: /archive: cancelled$/ })
      .waitFor();
    await page.keyboard.press('Escape');
    // What was there stays and can be searched.
    await search.open();
    await search.search('release the line', 'Phone.hang_up');
  });

  it('sees what was edited on disk after a refresh', async () => {
    const path = join(project, 'docs', 'hang-up.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace('marmalade-coloured', 'tangerine-coloured'));
    const source = await sources.openSource('voicekit');
    await source.getByRole('button', { name: 'Refresh', exact: true }).click();
    await source.getByText('1 file read').waitFor();
    await search.open();
    await search.search('tangerine-coloured click', 'tangerine-coloured');
    const reading = await search.read('tangerine-coloured');
    await reading.locator('[data-hit]', { hasText: 'tangerine-coloured' }).waitFor();
    expect(await reading.getByText('marmalade').count()).toBe(0);
  });

  it('finds settings, commands and keys', async () => {
    const { page } = watched;
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click();
    const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
    for (const section of ['Appearance', 'Model', 'Vectors', 'Ranking', 'Data and work', 'Health']) {
      await sections.getByRole('link', { name: section }).click();
      await page.getByRole('heading', { level: 2, name: section }).waitFor();
      await expectCleanScreen(page, `settings-${section.toLowerCase().replaceAll(' ', '-')}`);
    }
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.waitFor();
    await expectCleanScreen(page, 'palette');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectCleanScreen(page, 'shortcuts');
    await page.keyboard.press('Escape');
  });
});
