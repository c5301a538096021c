import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MapPage } from '../../e2e/pages/map-page.ts';
import { writeLargeProject, writeSampleProject } from '../../e2e/support/sample-project.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectMapToBeWalked } from '../../e2e/support/walk-the-map.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';
import { launchChromium } from '../../helpers/chromium.ts';
import { runCommand } from '../../helpers/command-line.ts';
import { realModel } from '../../helpers/real-model.ts';

/** Four chunks each: module, class and two methods. */
const modules = 2_600;
const leastChunks = 10_000;

let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-large-map-'));
  const project = join(folder, 'archive');
  await writeSampleProject(project);
  await writeLargeProject(project, modules);
  const dataDirectory = join(folder, 'data');
  const environment = { CONTEXT_HUB_VECTORS: 'embedded', CONTEXT_HUB_MODEL: (await realModel()).path };
  const indexed = await runCommand(['--data-dir', dataDirectory, 'index', project, '--json'], environment);
  if (indexed.code !== 0) throw new Error(indexed.stderr);
  [browser, hub] = await Promise.all([launchChromium({ webGl: 'software' }), ServedHub.start({ dataDirectory })]);
  watched = await WatchedPage.open(browser);
}, 900_000);
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await browser?.close();
  await hub?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('the map of a large index', () => {
  it('is opened, read, filtered, asked, cut out, exported and walked', { timeout: 900_000 }, async () => {
    const { page } = watched;
    await watched.goto(hub.address.href);
    const map = new MapPage(page);
    expect(await map.indexedChunks()).toBeGreaterThanOrEqual(leastChunks);
    await expectMapToBeWalked({
      map,
      name: 'large-map',
      query: 'hang up the phone',
      found: /hang_up|Hanging up/,
    });
  });

  it('can be cancelled while it is made, and made then', { timeout: 600_000 }, async () => {
    const { page } = watched;
    const map = new MapPage(page);
    await page.getByRole('button', { name: 'How the map is made' }).click();
    await page.getByRole('combobox', { name: 'Neighbours' }).click();
    await page.getByRole('option', { name: /30/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The map is not finished: it was cancelled.').waitFor();
    await page.getByRole('button', { name: 'Finish it' }).click();
    await map.tab('Clusters').click();
    await map.clusters.first().waitFor({ timeout: 240_000 });
    await page.getByText('The map is not finished').waitFor({ state: 'detached' });
    await page.getByRole('status').getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached', timeout: 240_000 });
    await expect.poll(() => map.colours()).toBeGreaterThan(20);
  });
});
