import { expect } from 'vitest';
import type { MapPage } from '../pages/map-page.ts';
import { expectCleanScreen } from './clean-screen.ts';

export interface MapWalk {
  map: MapPage;
  /** Of the pictures that are kept. */
  name: string;
  /** Something that the index answers, in whose trail the title is. */
  query: string;
  found: RegExp;
}

/** What can be done with a map, one step after the other, as a person with a pointer and one with keys does it. */
export async function expectMapToBeWalked({ map, name, query, found }: MapWalk): Promise<void> {
  const { page } = map;
  await map.open();

  // Labels: names on the picture, finer ones by a key.
  await map.labels.first().waitFor();
  await expect.poll(() => map.colours()).toBeGreaterThan(20);
  await expectCleanScreen(page, `${name}-clusters`);
  const coarse = await map.clusters.count();
  await map.picture.focus();
  await page.keyboard.press(']');
  await expect.poll(() => map.clusters.count()).toBeGreaterThanOrEqual(coarse);

  // Filter: dimmed, not hidden; the list holds what is left.
  await map.tab('List').click();
  // The map was made of what the status bar says by now.
  const chunks = await map.indexedChunks();
  await map.panel.getByRole('heading', { name: `${chunks.toLocaleString('en')} chunks` }).waitFor();
  await map.legend.getByRole('button', { name: /^source/ }).click();
  await expect
    .poll(async () => (await map.panel.getByRole('heading').first().textContent()) ?? '')
    .not.toContain(chunks.toLocaleString('en'));
  await page.getByRole('button', { name: 'Clear all' }).click();

  // Hover and click: a card, then the chunk with its true neighbours.
  await map.tab('Clusters').click();
  await map.clusters.first().getByRole('button').first().click();
  const place = await map.hoverPoint();
  await page.mouse.click(place.x, place.y);
  const neighbours = map.panel.getByRole('list', { name: 'True neighbours' }).getByRole('listitem');
  await neighbours.first().waitFor();
  await expect.poll(() => neighbours.count()).toBeGreaterThan(3);
  const clicked = map.focused();
  expect(clicked).not.toBeNull();
  await expectCleanScreen(page, `${name}-chunk`);

  // Keys: from chunk to chunk by meaning, into the text and back.
  await map.picture.focus();
  const walked = new Set([clicked]);
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
    await neighbours.first().waitFor();
    await page.keyboard.press(key);
    walked.add(map.focused());
  }
  expect(walked.size).toBeGreaterThan(1);
  await expect.poll(() => map.said()).toContainEqual(expect.stringMatching(/lines \d+ to \d+/));
  await page.keyboard.press('Enter');
  const text = map.panel.getByRole('region', { name: /^Text of / });
  await text.waitFor();
  await expect
    .poll(() => page.evaluate<boolean>(`document.activeElement.closest('[aria-label^="Text of "]') !== null`))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate<boolean>(`document.activeElement.role === 'application'`)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => map.focused()).toBeNull();

  // A query's trail, asked for by its key from whichever panel is open.
  await map.tab('List').click();
  await map.picture.focus();
  await page.keyboard.press('/');
  const field = map.panel.getByRole('textbox', { name: 'Where does this land?' });
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('INPUT');
  await field.fill(query);
  await field.press('Enter');
  const hits = map.panel.getByRole('list', { name: 'Hits' }).getByRole('listitem');
  await hits.filter({ hasText: found }).first().waitFor();
  await map.picture.locator('[data-kind="query"]').waitFor();
  await expect.poll(() => map.picture.locator('[data-kind="hit"]').count()).toBeGreaterThan(1);
  await expectCleanScreen(page, `${name}-trail`);
  // Gone back and forth, the panel shows again what the address is about.
  await page.goBack();
  await map.tab('List').click();
  await page.goForward();
  await hits.filter({ hasText: found }).first().waitFor();

  // Lasso: a part of the map as a list, and as a file.
  await field.fill('');
  await field.press('Enter');
  await map.tool('Frame what has the focus, or all').click();
  await map.tool(/lasso/).click();
  await map.drag([0.15, 0.1], [0.85, 0.9]);
  const heading = map.panel.getByRole('heading', { name: /chunks? selected/ });
  await heading.waitFor();
  const selected = Number((await heading.textContent())!.replaceAll(/\D/g, ''));
  expect(selected).toBeGreaterThan(3);
  await expectCleanScreen(page, `${name}-selection`);
  const table = await map.exported('As a table (CSV)');
  expect(table.trim().split('\n').length).toBeGreaterThan(selected);
  const ids = await map.exported('Ids of the chunks');
  expect(ids.trim().split('\n')).toHaveLength(selected);
  await map.panel.getByRole('button', { name: 'Let go' }).click();

  // Findings.
  await map.tab('Findings').click();
  await map.panel.getByText(/no document among their true neighbours/).waitFor();
  await expectCleanScreen(page, `${name}-findings`);
}
