import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../helpers/chromium.ts';
import { MapPage } from '../../e2e/pages/map-page.ts';
import { SearchPage } from '../../e2e/pages/search-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { expectCleanScreen } from '../../e2e/support/clean-screen.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectMapToBeWalked } from '../../e2e/support/walk-the-map.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';

let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let map: MapPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-map-'));
  const project = join(folder, 'voicekit');
  await writeSampleProject(project);
  [browser, hub] = await Promise.all([launchChromium({ webGl: 'software' }), ServedHub.start()]);
  watched = await WatchedPage.open(browser);
  map = new MapPage(watched.page);
});
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('the map', () => {
  it('says what is missing while nothing is indexed', async () => {
    await watched.goto(hub.address.href);
    await watched.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Map' }).click();
    const heading = watched.page.getByRole('heading', { name: 'Nothing is indexed yet' });
    await heading.waitFor();
    expect(await heading.isVisible()).toBe(true);
  });

  it('lays a new index out and is read by pointer and by keys', { timeout: 420_000 }, async () => {
    const { page } = watched;
    const sources = new SourcesPage(page);
    await page.getByRole('button', { name: 'Type a folder' }).click();
    await sources.preview(join(folder, 'voicekit'));
    await sources.add();
    await sources.untilIndexed('voicekit');
    await expectMapToBeWalked({ map, name: 'map', query: 'end a call politely', found: /hang_up|Ending a call/ });
  });

  it('keeps its picture while another screen is shown, and its filters go along', async () => {
    const { page } = watched;
    await map.tab('Clusters').click();
    await map.legend.getByRole('button', { name: /^doc/ }).click();
    const before = await page.evaluate<number>('document.querySelectorAll("canvas").length');
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Search' }).click();
    await page.getByRole('list', { name: 'Filters in force' }).getByText('doc').waitFor();
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Map' }).click();
    await map.labels.first().waitFor();
    await expect.poll(() => page.evaluate<number>('document.querySelectorAll("canvas").length')).toBe(before);
    await page.getByRole('button', { name: 'Clear all' }).click();
  });

  it('shows a hit of a search at its place', async () => {
    const { page } = watched;
    const search = new SearchPage(page);
    await search.open();
    await search.search('dial a number', 'dial');
    await search.read('dial');
    await page.getByRole('button', { name: 'Show on the map' }).click();
    await map.picture.waitFor();
    expect(map.focused()).not.toBeNull();
    await map.panel.getByRole('button', { name: 'True neighbours' }).click();
    await map.panel.getByRole('list', { name: 'True neighbours' }).getByRole('listitem').first().waitFor();
  });

  it('compares the trails of one query under two rankings', async () => {
    const { page } = watched;
    await map.tab('Query').click();
    const field = map.panel.getByRole('textbox', { name: 'Where does this land?' });
    await field.fill('end a call politely');
    await field.press('Enter');
    await map.panel.getByRole('region', { name: 'Trail 1' }).waitFor();
    await map.panel.getByRole('combobox', { name: 'Compared with' }).click();
    await page.getByRole('option', { name: 'and words only' }).click();
    const second = map.panel.getByRole('region', { name: 'Trail 2' });
    await second.getByRole('listitem').first().waitFor();
    await expect.poll(() => map.picture.locator('[data-kind="query"]').count()).toBe(2);
    // The second has words alone; what only meaning found is not in it.
    expect(await second.getByText(/by meaning/).count()).toBe(0);
    await second
      .getByText(/by words/)
      .first()
      .waitFor();
    await expectCleanScreen(page, 'map-compared');
    await map.panel.getByRole('combobox', { name: 'Compared with' }).click();
    await page.getByRole('option', { name: 'Not compared' }).click();
    await second.waitFor({ state: 'detached' });
    await field.fill('');
    await field.press('Enter');
  });

  it('comes back to a view that was saved, also after the page was loaded again', async () => {
    const { page } = watched;
    await map.picture.focus();
    // Names of the largest clusters are what a page that is loaded begins with.
    for (const key of ['[', '[', 'f']) await page.keyboard.press(key);
    const framed = await map.labelPlaces();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('textbox', { name: 'Save what is shown as' }).fill('From the front');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'From the front', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await map.drag([0.3, 0.5], [0.7, 0.6]);
    await expect.poll(() => map.labelPlaces()).not.toEqual(framed);
    await page.reload();
    await map.labels.first().waitFor();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'From the front', exact: true }).click();
    await expect.poll(() => map.labelPlaces()).toEqual(framed);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Remove “From the front”' }).click();
    await page.getByRole('button', { name: 'From the front', exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('is saved as a picture of what is shown', async () => {
    const { page } = watched;
    const download = page.waitForEvent('download');
    await map.tool('Save as a picture').click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('map.png');
    const bytes = await readFile(await saved.path());
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    const box = (await map.picture.boundingBox())!;
    // Width and height of the image header, at one pixel per pixel of the page.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([Math.round(box.width), Math.round(box.height)]);
    expect(await map.coloursOf(bytes)).toBeGreaterThan(20);
  });

  it('is searched only within what was selected', async () => {
    const { page } = watched;
    await map.tool('Frame what has the focus, or all').click();
    await map.tool(/lasso/).click();
    await map.drag([0.2, 0.15], [0.6, 0.85]);
    const heading = map.panel.getByRole('heading', { name: /chunks? selected/ });
    await heading.waitFor();
    const selected = Number((await heading.textContent())!.replaceAll(/\D/g, ''));
    expect(selected).toBeGreaterThan(3);
    const ids = new Set((await map.exported('Ids of the chunks')).trim().split('\n'));
    await map.panel.getByRole('button', { name: 'Search only here' }).click();
    const filters = page.getByRole('list', { name: 'Filters in force' });
    await filters.getByText(`${selected} chunks`).waitFor();
    const held = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).getAll('f.chunk_id');
    expect(new Set(held)).toEqual(ids);
    await filters
      .getByRole('button', { name: /Remove/ })
      .first()
      .click();
    await filters.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Map' }).click();
    await map.tab('Selection').click();
    await map.panel.getByRole('button', { name: 'Let go' }).click();
    await map.tool(/lasso/).click();
  });

  it('survives the loss of the graphics card', async () => {
    const { page } = watched;
    await expect.poll(() => map.colours()).toBeGreaterThan(20);
    await page.evaluate(
      `window.lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'); window.lost.loseContext();`,
    );
    await page.getByText('The graphics card has let go of the picture').waitFor();
    await page.evaluate('window.lost.restoreContext()');
    await page.getByText('The graphics card has let go of the picture').waitFor({ state: 'detached' });
    await expect.poll(() => map.colours()).toBeGreaterThan(20);
  });

  it('makes a new canvas where the old one does not come back', async () => {
    const { page } = watched;
    await page.evaluate(
      `document.querySelector('canvas').dataset.old = 'yes'; window.lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'); window.lost.loseContext();`,
    );
    await page.locator('canvas[data-old]').waitFor({ state: 'detached' });
    await expect.poll(() => map.colours()).toBeGreaterThan(20);
  });
});

describe('without WebGL', () => {
  it('the map is drawn plainly, says so, and can be picked and walked all the same', async () => {
    await using plainBrowser = await launchChromium({ webGl: 'none' });
    await using plain = await WatchedPage.open(plainBrowser);
    const plainMap = new MapPage(plain.page);
    await plain.goto(hub.address.href);
    await plainMap.open();
    await plain.page.getByText('WebGL is not available').waitFor();
    await expect.poll(() => plainMap.colours()).toBeGreaterThan(20);
    const place = await plainMap.hoverPoint();
    await plain.page.mouse.click(place.x, place.y);
    await plainMap.panel.getByRole('list', { name: 'True neighbours' }).getByRole('listitem').first().waitFor();
    expectQuiet(plain);
  });
});
