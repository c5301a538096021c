import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../helpers/chromium.ts';
import { SessionsPage } from '../../e2e/pages/sessions-page.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { expectCleanScreen } from '../../e2e/support/clean-screen.ts';
import { Keyboard } from '../../e2e/support/keyboard.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { laterCalls, missedQuery, sampleHome, writeSampleTranscripts } from '../../e2e/support/sample-transcript.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';

/**
 * From transcripts to a test that is kept, in one window: each test begins where the one before ended. Every part is looked at with axe in
 * both themes on the way.
 */
let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let sessions: SessionsPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-sessions-'));
  await Promise.all([writeSampleProject(join(folder, 'voicekit')), writeSampleTranscripts(join(folder, 'transcripts'))]);
  [browser, hub] = await Promise.all([launchChromium(), ServedHub.start({ sources: [join(folder, 'voicekit')] })]);
  watched = await WatchedPage.open(browser);
  sessions = new SessionsPage(watched.page);
  await watched.goto(hub.address.href);
  const sources = new SourcesPage(watched.page);
  await sources.openSource('voicekit');
  await sources.untilIndexed('voicekit');
});
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('sessions of agents', () => {
  it('begin with where agents keep them, and with a path', async () => {
    const { page } = watched;
    await sessions.open();
    await page.getByRole('heading', { name: 'See where agents did not find what they looked for' }).waitFor();
    await page.getByText('~/.claude/projects').waitFor();
    await expectCleanScreen(page, 'sessions-empty');
  });

  it('say of a dropped file why a browser cannot read it', async () => {
    const { page } = watched;
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['{}'], 'session.jsonl'));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await page
      .getByText(/A browser does not tell where “session.jsonl” lies/)
      .first()
      .waitFor();
    expect(new URL(page.url()).hash).toBe('#/sessions');
  });

  it('are read with an account of every file', async () => {
    const { page } = watched;
    await sessions.read(join(folder, 'transcripts'));
    await sessions.panel.getByText(/^3 sessions of 3 files/).waitFor();
    await sessions.panel.getByRole('button', { name: 'File by file' }).click();
    await sessions.panel.getByRole('option').filter({ hasText: '000000000003.jsonl' }).click();
    await sessions.panel.getByRole('list', { name: 'Skipped lines' }).getByRole('listitem').first().waitFor();
    await expectCleanScreen(page, 'sessions-account');
    await sessions.panel.getByRole('button', { name: 'Dismiss' }).click();
  });

  it('are seen at a glance, all of them and one', async () => {
    const { page } = watched;
    await page.getByRole('table', { name: 'Rates', exact: true }).waitFor();
    await page.getByRole('img', { name: /3 days from 2026-08-03 to 2026-08-06/ }).waitFor();
    await expectCleanScreen(page, 'sessions-overview-all');
    await sessions.choose('Ring the doorbell');
    const timeline = page.getByRole('slider', { name: /^Calls in their order/ });
    await timeline.waitFor();
    await expectCleanScreen(page, 'sessions-overview');
    await timeline.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^Call 2: 1 of the hub; the hub’s 1 failed/).waitFor();
  });

  it('show what went wrong with both sides, and the raw records', async () => {
    const { page } = watched;
    await sessions.tab('Findings');
    await sessions.finding(missedQuery).click();
    const detail = page.getByRole('article', { name: `Finding ${missedQuery}` });
    await detail.getByRole('region', { name: 'Asked of the hub' }).getByText('mcp__context-hub__search_api').first().waitFor();
    const instead = detail.getByRole('region', { name: 'Done instead' });
    await instead.getByText('Grep').first().waitFor();
    await expectCleanScreen(page, 'sessions-finding');
    await instead.getByRole('button', { name: 'Raw records of Grep' }).first().click();
    const records = page.getByRole('dialog', { name: 'Records of Grep' });
    await records.getByText('"encode_tone"').first().waitFor();
    await expectCleanScreen(page, 'sessions-raw');
    await page.keyboard.press('Escape');
    await records.waitFor({ state: 'detached' });
  });

  it('are asked again on today’s index, kept as a case, and marked as fixed', async () => {
    const { page } = watched;
    const detail = page.getByRole('article', { name: `Finding ${missedQuery}` });
    await detail.getByRole('button', { name: 'Replay on today’s index' }).click();
    const replay = detail.getByRole('region', { name: 'Replay' });
    await replay.getByText('fixed', { exact: true }).waitFor();
    await replay.getByRole('region', { name: 'Then' }).getByText('no hit', { exact: true }).waitFor();
    await replay.getByRole('region', { name: 'Now' }).getByRole('link', { name: 'encode_tone' }).waitFor();
    await expectCleanScreen(page, 'sessions-replay');
    await detail.getByRole('button', { name: 'Save as case' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as evaluation case' });
    await dialog.getByText('src/voicekit/tones.py').waitFor();
    await expectCleanScreen(page, 'sessions-save-case');
    await dialog.getByRole('button', { name: 'Save with 1 place' }).click();
    await detail.getByRole('link', { name: /^Saved as case/ }).waitFor();
    await detail.getByRole('button', { name: 'Mark as fixed' }).click();
    await detail.getByRole('button', { name: 'Open again' }).waitFor();
    await page.getByText('Marked as fixed').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await detail.getByRole('button', { name: 'Mark as fixed' }).waitFor();
  });

  it('run what was kept in the evaluation screen', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: /^Saved as case/ }).click();
    await page.getByRole('region', { name: `Case ${missedQuery}` }).waitFor();
    await page.getByRole('button', { name: 'Run all' }).click();
    const summary = page.getByRole('region', { name: 'Last run' });
    await summary.getByText('1 of 1 (100%)').waitFor();
    await page.getByRole('table', { name: 'Evaluation cases' }).getByText('found', { exact: true }).waitFor();
    await expectCleanScreen(page, 'evaluations');
    await page.getByRole('button', { name: `Remove the case “${missedQuery}”` }).click();
    await page.getByRole('heading', { name: 'No evaluation case is saved yet' }).waitFor();
    await expectCleanScreen(page, 'evaluations-empty');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('table', { name: 'Evaluation cases' }).waitFor();
  });

  it('are read call by call, with the conversation beside it', async () => {
    const { page } = watched;
    await sessions.open();
    await sessions.tab('Calls');
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('def dial');
    const found = sessions.calls.getByRole('option').filter({ hasText: 'def dial' });
    await found.waitFor();
    await page.getByRole('status').getByText('1 call', { exact: true }).waitFor();
    await found.click();
    await sessions.conversation
      .getByRole('option', { selected: true })
      .getByText(/def dial/)
      .waitFor();
    await expectCleanScreen(page, 'sessions-calls');
  });

  it('are followed while they are written, and reached by keys', async () => {
    const { page } = watched;
    await sessions.choose('Add dial tones to room 2');
    await sessions.tab('Calls');
    await page.getByRole('status').getByText('3 calls', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Following', pressed: true }).waitFor();
    await appendFile(
      join(folder, 'transcripts', '-home-dev-doorbell', '00000000-0000-4000-8000-000000000002.jsonl'),
      laterCalls(),
    );
    await page.getByRole('status').getByText('4 calls', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Following', pressed: true }).click();
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    const keyboard = new Keyboard(page);
    for (const tab of ['Calls', 'Overview', 'Findings']) {
      await sessions.tab(tab);
      expect(await keyboard.walkAround(`sessions, ${tab}`)).toBeGreaterThan(12);
    }
    await sessions.list.getByRole('option').filter({ hasText: 'All sessions' }).click();
  });

  it('tell what was missed, compare, and report what may go out', async () => {
    const { page } = watched;
    await sessions.tab('Missed symbols');
    await page.getByRole('listbox', { name: 'Missed symbols' }).getByText('encode_tone').first().waitFor();
    await expectCleanScreen(page, 'sessions-missed');
    await sessions.tab('Compare');
    await page.getByLabel('Day').fill('2026-08-04');
    await page.getByRole('table', { name: 'Differences' }).waitFor();
    await expectCleanScreen(page, 'sessions-compare');
    await sessions.tab('Report');
    const preview = page.getByRole('region', { name: 'What would go out' });
    await preview
      .getByText(/encode_tone/)
      .first()
      .waitFor();
    expect(await preview.textContent()).not.toContain(sampleHome);
    await expectCleanScreen(page, 'sessions-report');
    await page.getByRole('switch', { name: 'Take out what is private' }).click();
    await page.getByText(/^Nothing is taken out/).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('sessions-report.md');
  });

  it('fit into a narrow window, and are forgotten with a way back', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 800, height: 700 });
    await sessions.tab('Overview');
    await page.getByRole('table', { name: 'Rates', exact: true }).waitFor();
    await expectCleanScreen(page, 'sessions-narrow');
    await page.getByRole('button', { name: 'Actions for all sessions' }).click();
    await page.getByRole('menuitem', { name: 'Forget 3 sessions' }).click();
    await page.getByRole('heading', { name: 'See where agents did not find what they looked for' }).waitFor();
    await page.getByRole('button', { name: 'Read them again' }).click();
    await page.getByRole('table', { name: 'Rates', exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('say so where there is nothing of an agent', async () => {
    const { page } = watched;
    await appendFile(join(folder, 'transcripts', 'notes.txt'), 'still nothing\n');
    await page.getByRole('button', { name: 'Read transcripts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Read transcripts' });
    await dialog.waitFor();
    await expectCleanScreen(page, 'sessions-read-more');
    await sessions.read(join(folder, 'transcripts', 'notes.txt'));
    await sessions.panel.getByText('No session of a known agent in 1 file').waitFor();
    await expectCleanScreen(page, 'sessions-not-read');
  });
});
