import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SessionsPage } from '../../e2e/pages/sessions-page.ts';
import { expectCleanScreen } from '../../e2e/support/clean-screen.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';
import { launchChromium } from '../../helpers/chromium.ts';
import { hits, lowConfidence, MadeTranscript, noHits } from '../../helpers/made-transcript.ts';

const allCalls = 50_000;
/** Elements of the page, and rows of one list, however long the session is. */
const mostElements = 6_000;
const mostRows = 150;
/** Reading so many calls takes longer than anything else a page is waited for. Unit: milliseconds. */
const readingMs = 240_000;
const installed = '/srv/proj/.venv/lib/python3.12/site-packages/acme';

/** One session of so many calls: each hundredth question fails in one of several ways, and the rest is ordinary work. */
function manyCalls(): string {
  const made = new MadeTranscript('00000000-0000-4000-8000-00000000f00d').prompt('Port the whole product to acme 2.');
  for (let number = 0, turn = 0; number < allCalls;) {
    const id = (): string => `call_${(number += 1)}`;
    const symbol = `send_part_${turn}`;
    turn += 1;
    made.prompt(`Now part ${turn}.`);
    made.ask(
      id(),
      'mcp__context-hub__search_api',
      { query: symbol },
      [noHits, hits('src/acme/part.py'), lowConfidence('docs/a.md')][turn % 3],
    );
    made.grep(id(), turn % 3 === 1 ? 'port' : symbol, turn % 3 === 1 ? '/srv/proj/src' : installed, [`${installed}/part.py`]);
    for (let step = 0; step < 46; step += 1) made.bash(id(), `make part-${turn}-${step}`);
    made.edit(id(), `/srv/proj/src/part_${turn}.py`, symbol).read(id(), `/srv/proj/src/part_${turn}.py`);
  }
  return made.text();
}

let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let sessions: SessionsPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-many-calls-'));
  await writeFile(join(folder, 'many.jsonl'), manyCalls());
  [browser, hub] = await Promise.all([launchChromium(), ServedHub.start({ model: 'none' })]);
  watched = await WatchedPage.open(browser);
  sessions = new SessionsPage(watched.page);
  await watched.goto(hub.address.href);
});
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function expectBounded(...lists: Locator[]): Promise<void> {
  expect(await watched.page.locator('*').count()).toBeLessThan(mostElements);
  for (const list of lists) {
    const rows = await list.getByRole('option').count();
    expect(rows).toBeGreaterThan(3);
    expect(rows).toBeLessThan(mostRows);
  }
}

describe('a session of 50,000 calls', () => {
  it('is cancelled while it is read, keeps nothing, and is read again', async () => {
    const { page } = watched;
    await sessions.open();
    await page.getByRole('combobox', { name: 'Files or folders with sessions' }).fill(join(folder, 'many.jsonl'));
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const reading = page.getByRole('region', { name: 'Reading transcripts' });
    await reading.getByRole('button', { name: 'Cancel' }).click();
    await reading.getByText('Reading was cancelled; what was kept before is unchanged.').waitFor();
    await page.getByRole('heading', { name: 'See where agents did not find what they looked for' }).waitFor();
    await expectCleanScreen(page, 'sessions-cancelled');
    await reading.getByRole('button', { name: 'Read again' }).click();
  });

  it('is read, and seen at a glance', async () => {
    const { page } = watched;
    await sessions.panel.getByText(/^1 session of 1 file/).waitFor({ timeout: readingMs });
    await sessions.panel.getByRole('button', { name: 'Dismiss' }).click();
    await sessions.choose('Port the whole product');
    await page.getByRole('slider', { name: /^Calls in their order/ }).waitFor();
    await page.getByRole('table', { name: 'Rates', exact: true }).waitFor();
    await expectBounded();
    await expectCleanScreen(page, 'sessions-many-overview');
  });

  it('lists its findings in groups, and shows the last one', async () => {
    const { page } = watched;
    await sessions.tab('Findings');
    await sessions.findings.getByRole('option').first().waitFor();
    await expectBounded(sessions.findings);
    await sessions.finding('send_part_').click();
    await page.getByRole('article', { name: /^Finding send_part_/ }).waitFor();
    await expectCleanScreen(page, 'sessions-many-finding');
    await sessions.findings.focus();
    await page.keyboard.press('End');
    await expectBounded(sessions.findings);
  });

  it('lists its calls with the conversation beside them, from the first to the last', async () => {
    const { page } = watched;
    await sessions.tab('Calls');
    await page.getByRole('status').getByText('50,000 calls', { exact: true }).waitFor();
    await sessions.calls.getByRole('option').first().click();
    await sessions.conversation.getByRole('option').first().waitFor();
    await expectBounded(sessions.calls, sessions.conversation);
    await sessions.calls.focus();
    await page.keyboard.press('End');
    await sessions.calls.getByRole('option').filter({ hasText: 'part_1000.py' }).last().click();
    await sessions.conversation.getByRole('option').filter({ hasText: 'part_1000.py' }).last().waitFor();
    await expectBounded(sessions.calls, sessions.conversation);
    await expectCleanScreen(page, 'sessions-many-calls');
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('make part-777-');
    await page.getByRole('status').getByText('46 calls', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('');
    await page.getByRole('status').getByText('50,000 calls', { exact: true }).waitFor();
  });

  it('opens every other screen', async () => {
    const { page } = watched;
    await sessions.tab('Missed symbols');
    await page.getByRole('listbox', { name: 'Missed symbols' }).getByRole('option').first().waitFor();
    await expectBounded(page.getByRole('listbox', { name: 'Missed symbols' }));
    await sessions.tab('Compare');
    await page.getByRole('tabpanel').waitFor();
    await expectBounded();
    await sessions.tab('Report');
    await page
      .getByRole('region', { name: 'What would go out' })
      .getByText(/send_part_/)
      .first()
      .waitFor();
    await expectCleanScreen(page, 'sessions-many-report');
  });
});
