import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchPage } from '../../e2e/pages/search-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { expectCleanScreen } from '../../e2e/support/clean-screen.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';
import { launchChromium } from '../../helpers/chromium.ts';

let folder: string;
let project: string;
let browser: Browser;
let hub: ServedHub;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-states-'));
  project = join(folder, 'voicekit');
  await writeSampleProject(project);
  [browser, hub] = await Promise.all([
    launchChromium(),
    ServedHub.start({ dataDirectory: join(folder, 'data'), sources: [project] }),
  ]);
  await using watched = await WatchedPage.open(browser);
  await untilIndexed(watched, hub);
});
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function untilIndexed(watched: WatchedPage, served: ServedHub): Promise<void> {
  await watched.goto(served.address.href);
  const sources = new SourcesPage(watched.page);
  await sources.openSource('voicekit');
  await sources.untilIndexed('voicekit');
}

/** Goes to a screen and waits for what it is there for. */
type Visit = (page: Page) => Promise<void>;

const at =
  (hash: string, heading: RegExp): Visit =>
  async (page) => {
    await page.goto(hub.screen(hash));
    await page.getByRole('heading', { name: heading }).first().waitFor();
  };
const found = async (page: Page): Promise<void> => {
  await page.goto(hub.screen('#/search?q=encode_tone'));
  await new SearchPage(page).hit('src/voicekit/tones.py').waitFor();
};
const reading = async (page: Page): Promise<void> => {
  await found(page);
  const search = new SearchPage(page);
  await search.hit('src/voicekit/tones.py').click();
  await search.reading.locator('.cm-line.cm-hit').first().waitFor();
};
const compared = async (page: Page): Promise<void> => {
  await found(page);
  await page.getByRole('button', { name: 'Compare two settings' }).click();
  await page.getByText(/^Of the first 20:/).waitFor();
};
const added = async (page: Page): Promise<void> => {
  await page.goto(hub.screen('#/sources'));
  await page.getByRole('button', { name: 'Add source' }).click();
  await page.getByRole('dialog', { name: 'Add sources' }).waitFor();
};

const screens: [string, Visit][] = [
  ['start', at('#/search', /^Indexed/)],
  ['results', found],
  ['result', reading],
  ['comparison', compared],
  ['page', at('#/read/voicekit/docs/hang-up.md', /Hanging up/)],
  ['file', at('#/read/voicekit/src/voicekit/phone.py', /phone/)],
  ['sources', at('#/sources', /^Sources/)],
  ['source', at('#/sources/voicekit', /voicekit/)],
  ['add', added],
  ['settings', at('#/settings', /^Appearance$/)],
  ['ranking', at('#/settings/ranking', /^Ranking$/)],
];

describe('800 pixels are enough', () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await WatchedPage.open(browser);
    await watched.goto(hub.address.href);
    await watched.page.setViewportSize({ width: 800, height: 700 });
  });
  afterAll(() => watched[Symbol.asyncDispose]());

  it.each(screens)('for: %s', async (name, visit) => {
    await visit(watched.page);
    await expectCleanScreen(watched.page, `narrow-${name}`);
    expectQuiet(watched);
  });
});

/** A menu belongs to its button, wherever in the page it stands; the rule wants all text within a landmark. */
const opened = { without: ['region'] };

describe('what opens above a screen', () => {
  let watched: WatchedPage;
  let search: SearchPage;
  beforeAll(async () => {
    watched = await WatchedPage.open(browser);
    search = new SearchPage(watched.page);
    await watched.goto(hub.address.href);
  });
  afterAll(() => watched[Symbol.asyncDispose]());

  it('is clean: menus of a text, ranking, and the outline beside a page', async () => {
    const { page } = watched;
    await reading(page);
    await search.button('Copy').click();
    await page
      .getByRole('menu')
      .getByRole('menuitem', { name: /Copy as citation/ })
      .waitFor();
    await expectCleanScreen(page, 'copy-menu', opened);
    await page.keyboard.press('Escape');
    await search.button('Choose an editor').click();
    await page.getByRole('menu').waitFor();
    await expectCleanScreen(page, 'editor-menu', opened);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Ranking' }).click();
    await page.getByRole('option', { name: /Words only/ }).waitFor();
    await expectCleanScreen(page, 'ranking-select', opened);
    await page.keyboard.press('Escape');
    await page.goto(hub.screen('#/sources/voicekit'));
    await page.getByRole('button', { name: 'More actions for voicekit' }).click();
    await page.getByRole('menuitem', { name: 'Index again' }).waitFor();
    await expectCleanScreen(page, 'source-menu', opened);
    await page.keyboard.press('Escape');
    await page.goto(hub.screen('#/read/voicekit/docs/hang-up.md'));
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await page.getByRole('article').waitFor();
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    await outline.getByRole('button', { name: 'When the other side hangs up first' }).click();
    await expectCleanScreen(page, 'outline');
    expectQuiet(watched);
  });

  it('is clean where something is missing', async () => {
    const { page } = watched;
    await page.goto(hub.screen('#/read/voicekit/docs/nowhere.md'));
    await page.getByRole('alert').waitFor();
    await expectCleanScreen(page, 'read-error');
    await page.goto(hub.screen('#/sources/nobody'));
    await page
      .getByRole('heading', { name: /nobody/ })
      .first()
      .waitFor();
    await expectCleanScreen(page, 'source-missing');
    await page.goto(hub.screen('#/search?q=encode_tone&f.language=rust'));
    await page.getByRole('heading', { name: 'The filters leave nothing' }).waitFor();
    await expectCleanScreen(page, 'nothing-found');
    expectQuiet(watched);
  });
});

describe('with motion', () => {
  it('the same is reached: dialogs, menus and screens come and go', async () => {
    await using watched = await WatchedPage.open(browser, { reducedMotion: 'no-preference' });
    const { page } = watched;
    await watched.goto(hub.address.href);
    await reading(page);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.waitFor();
    await expectCleanScreen(page, 'motion-palette');
    await page.keyboard.type('Go to sources');
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Sources' }).waitFor();
    await expectCleanScreen(page, 'motion-sources');
    expectQuiet(watched);
  });
});

describe('a data directory that another process owns', () => {
  it('can be searched, says why nothing can be changed, and is taken over when the other ends', async () => {
    const owner = await ServedHub.start({ dataDirectory: join(folder, 'shared'), sources: [project] });
    await using watched = await WatchedPage.open(browser);
    const { page } = watched;
    await untilIndexed(watched, owner);
    await using second = await ServedHub.start({ dataDirectory: owner.dataDirectory });
    await page.goto('about:blank');
    await watched.goto(second.address.href);
    const status = page.getByRole('contentinfo', { name: 'Status' });
    await status.getByText('Sources are read-only').waitFor();
    const search = new SearchPage(page);
    await search.open();
    await search.search('how do I end a call', 'Ending a call from your program');
    await page.goto(second.screen('#/sources/voicekit'));
    await page.getByText('Sources can be read here, not changed.').waitFor();
    expect(await page.getByRole('button', { name: 'Refresh', exact: true }).isDisabled()).toBe(true);
    await expectCleanScreen(page, 'locked');
    await owner[Symbol.asyncDispose]();
    await status.getByText('Sources are read-only').waitFor({ state: 'detached' });
    await page.getByText('Sources can be read here, not changed.').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Refresh', exact: true }).isEnabled()).toBe(true);
    expectQuiet(watched);
  });
});

describe('without a model', () => {
  it('everything is found by words, and the window says so and what to do', async () => {
    await using bare = await ServedHub.start({ model: 'none', sources: [project] });
    await using watched = await WatchedPage.open(browser);
    const { page } = watched;
    await watched.goto(bare.address.href);
    await page.getByRole('contentinfo', { name: 'Status' }).getByText('No model: keyword search only').waitFor();
    await page.goto(bare.screen('#/search?q=release%20the%20line'));
    const search = new SearchPage(page);
    await search.hit('Phone.hang_up').waitFor();
    await page
      .getByText(/by words|keyword/i)
      .first()
      .waitFor();
    await expectCleanScreen(page, 'no-model');
    await page.goto(bare.screen('#/settings/model'));
    await page.getByRole('heading', { level: 2, name: 'Model' }).waitFor();
    await expectCleanScreen(page, 'no-model-settings');
    expectQuiet(watched);
  });
});
