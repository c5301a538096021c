import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchPage } from '../../e2e/pages/search-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { HeldAnswers } from '../../e2e/support/held-answers.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';
import { launchChromium } from '../../helpers/chromium.ts';

let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let search: SearchPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-typing-'));
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

describe('typing', () => {
  it('ends with the answer to the last words, however fast the keys came, and is one step back', async () => {
    await watched.page.goto(hub.screen('#/search'));
    await search.field.pressSequentially('release the line', { delay: 0 });
    await search.untilAnswered('release the line');
    await search.hit('Phone.hang_up').waitFor();
    expect(await search.field.inputValue()).toBe('release the line');
    await watched.page.goBack();
    await watched.page.locator('#indexed').waitFor();
    await expect.poll(() => search.field.inputValue()).toBe('');
    expectQuiet(watched);
  });

  it('loses no character when words are taken back and typed again while answers come', async () => {
    await watched.page.goto(hub.screen('#/search'));
    for (const word of ['encode_tone', '⌫😀', 'it’s C++ 50% <b>', 'hang up']) {
      await search.field.pressSequentially(word, { delay: 0 });
      expect(await search.field.inputValue()).toBe(word);
      await search.untilAnswered(word);
      await search.field.press('ControlOrMeta+a');
      await search.field.press('Delete');
    }
    await watched.page.locator('#indexed').waitFor();
    expectQuiet(watched);
  });

  it('shows every row whole, at the height that the list keeps for it', async () => {
    for (const width of [1280, 800]) {
      await watched.page.setViewportSize({ width, height: 800 });
      await watched.page.goto(hub.screen('#/search?q=tone'));
      await search.untilAnswered('tone');
      await search.results.getByRole('option').first().waitFor();
      const cut = await watched.page.evaluate<string[]>(
        `[...document.querySelectorAll('[role=listbox] [role=option]')]
          .filter((row) => row.firstElementChild.scrollHeight > row.clientHeight)
          .map((row) => row.innerText)`,
      );
      expect(cut).toEqual([]);
    }
    await watched.page.setViewportSize({ width: 1280, height: 800 });
    expectQuiet(watched);
  });

  it('begins the next answer at its top, with nothing active, and is not taken back by a hit that the keys rested on', async () => {
    await watched.page.setViewportSize({ width: 1280, height: 420 });
    await watched.page.goto(hub.screen('#/search?q=tone'));
    await search.untilAnswered('tone');
    await search.results.focus();
    await search.results.press('End');
    await search.results.locator('[data-active]').waitFor();
    await search.field.fill('line');
    await search.untilAnswered('line');
    expect(await watched.page.evaluate(`document.querySelector('[role=listbox][aria-label=Results]').scrollTop`)).toBe(0);
    expect(await search.results.locator('[data-active]').count()).toBe(0);
    await watched.page.setViewportSize({ width: 1280, height: 800 });
    expectQuiet(watched);
  });
});

/** A page that shows an answer and will get no other one before it is let go. */
async function holdAfter(late: WatchedPage, query: string, hit: string): Promise<{ held: HeldAnswers; lateSearch: SearchPage }> {
  const held = await HeldAnswers.of(late.page);
  const lateSearch = new SearchPage(late.page);
  await late.goto(hub.address.href);
  await late.page.goto(hub.screen(`#/search?q=${encodeURIComponent(query)}`));
  await lateSearch.hit(hit).waitFor();
  held.hold();
  return { held, lateSearch };
}

describe('keys that outrun the answer', () => {
  it.each(['ArrowDown', 'Enter'])('%s leads into the answer to the last letters, not to the ones before', async (key) => {
    await using late = await WatchedPage.open(browser);
    const { page } = late;
    const { held, lateSearch } = await holdAfter(late, 'hang up', 'Phone.hang_up');
    await lateSearch.field.fill('encode_tone');
    await lateSearch.field.press(key);
    await lateSearch.results.locator('xpath=ancestor-or-self::*[@data-stale]').waitFor();
    expect(await lateSearch.results.locator('[data-active]').count()).toBe(0);
    held.release();
    await lateSearch.reading.getByRole('heading', { name: 'encode_tone' }).waitFor();
    await lateSearch.results.and(page.locator(':focus')).waitFor();
    expectQuiet(late);
  });

  it('is forgotten when somebody types on before the answer is there', async () => {
    await using late = await WatchedPage.open(browser);
    const { page } = late;
    const { held, lateSearch } = await holdAfter(late, 'hang up', 'Phone.hang_up');
    await lateSearch.field.fill('encode');
    await lateSearch.field.press('Enter');
    await lateSearch.field.fill('encode_tone');
    held.release();
    await lateSearch.hit('src/voicekit/tones.py').waitFor();
    await page.locator('main [data-stale]').waitFor({ state: 'detached' });
    await lateSearch.field.and(page.locator(':focus')).waitFor();
    expect(await lateSearch.reading.count()).toBe(0);
    expectQuiet(late);
  });
});

describe('a change of screens', () => {
  it('never shows the heading of one screen over another', async () => {
    const { page } = watched;
    await page.goto(hub.screen('#/search'));
    await page.evaluate(`(() => {
      window.headings = [];
      const look = () => {
        const main = document.querySelector('main');
        window.headings.push([main.getAttribute('aria-label'), main.querySelector('h1').textContent, document.querySelector('nav [aria-current=page]').getAttribute('aria-label')].join('|'));
      };
      new MutationObserver(look).observe(document.getElementById('root'), { subtree: true, childList: true, characterData: true, attributes: true });
    })()`);
    const screens = page.getByRole('navigation', { name: 'Screens' });
    for (const name of ['Sources', 'Sessions', 'Sources', 'Agents', 'Sessions', 'Settings', 'Search', 'Sessions']) {
      await screens.getByRole('link', { name }).click();
      await page.locator(`main[aria-label="${name}"]`).waitFor();
    }
    const seen = await page.evaluate<string[]>('[...new Set(window.headings)]');
    expect(seen.toSorted()).toEqual(
      ['Agents', 'Search', 'Sessions', 'Settings', 'Sources'].map((name) => `${name}|${name}|${name}`),
    );
    expectQuiet(watched);
  });
});
