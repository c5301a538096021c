import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../helpers/chromium.ts';
import { mcpRuntimeDirectory, mcpSocketPath } from '../../../main/core/mcp-address.ts';
import { openAgent, type Agent } from '../../services/mcp/socket-client.ts';
import { SourcesPage } from '../../e2e/pages/sources-page.ts';
import { expectCleanScreen } from '../../e2e/support/clean-screen.ts';
import { writeSampleProject } from '../../e2e/support/sample-project.ts';
import { ServedHub } from '../../e2e/support/served-hub.ts';
import { expectQuiet, WatchedPage } from '../../e2e/support/watched-page.ts';

/** From no agent to calls that come in while one looks on: each test begins where the one before ended. */
let folder: string;
let browser: Browser;
let hub: ServedHub;
let watched: WatchedPage;
let agent: Agent | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'context-hub-agents-'));
  await writeSampleProject(join(folder, 'voicekit'));
  // An agent is known by its folder; this home has one, and its configuration has a remark that must stay.
  await mkdir(join(folder, 'home', '.cursor'), { recursive: true });
  await writeFile(join(folder, 'home', '.cursor', 'mcp.json'), '{\n  // mine\n  "mcpServers": {}\n}\n');
  [browser, hub] = await Promise.all([
    launchChromium(),
    ServedHub.start({ sources: [join(folder, 'voicekit')], environment: { HOME: join(folder, 'home') } }),
  ]);
  watched = await WatchedPage.open(browser);
  await watched.goto(hub.address.href);
  const sources = new SourcesPage(watched.page);
  await sources.openSource('voicekit');
  await sources.untilIndexed('voicekit');
});
afterEach(() => expectQuiet(watched));
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await browser.close();
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('agents', () => {
  it('begin with where the server is and how one is connected', async () => {
    const { page } = watched;
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Agents' }).click();
    await page.getByText('No agent has asked anything yet').waitFor();
    await page.getByText('listening', { exact: true }).waitFor();
    await expectCleanScreen(page, 'agents-empty');
  });

  it('are connected by what is shown before it is written, and the rest of the file stays', async () => {
    const { page } = watched;
    const file = join(folder, 'home', '.cursor', 'mcp.json');
    await page.getByRole('main').getByRole('button', { name: 'Connect an agent' }).click();
    await page.getByRole('listitem', { name: 'Cursor' }).getByText('does not know this hub').waitFor();
    await expectCleanScreen(page, 'agents-connect');
    await page.getByRole('button', { name: 'Connect Cursor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Cursor' });
    await dialog.getByText('"context-hub"').waitFor();
    expect(await readFile(file, 'utf8')).not.toContain('context-hub');
    await expectCleanScreen(page, 'agents-connect-cursor');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog
      .getByText(/\d+ tools/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem', { name: 'Cursor' }).getByText('connected', { exact: true }).waitFor();
    const written = await readFile(file, 'utf8');
    expect(written).toContain('// mine');
    expect(written).toContain('context-hub');
  });

  it('are disconnected again, with the way back', async () => {
    const { page } = watched;
    const cursor = page.getByRole('listitem', { name: 'Cursor' });
    await cursor.getByRole('button', { name: 'Disconnect' }).click();
    await cursor.getByText('does not know this hub').waitFor();
    const file = join(folder, 'home', '.cursor', 'mcp.json');
    expect(await readFile(file, 'utf8')).not.toContain('context-hub');
    await page.getByRole('button', { name: 'Undo' }).click();
    await cursor.getByText('connected', { exact: true }).waitFor();
    expect(await readFile(file, 'utf8')).toContain('context-hub');
  });

  it('are seen as they ask, and their calls open as searches', async () => {
    const { page } = watched;
    await page.getByRole('tab', { name: 'Calls' }).click();
    const socket = mcpSocketPath({
      dataDirectory: hub.dataDirectory,
      runtimeDirectory: mcpRuntimeDirectory(process.getuid?.()),
      platform: process.platform,
    });
    agent = await openAgent(socket, { hello: { project: '/projects/app', session: 'session-1' } });
    await page.getByText('1 agent connected').waitFor();
    const answer = await agent.call('search_docs', { query: 'how is a call ended' });
    const calls = page.getByRole('listbox', { name: 'Calls of agents' });
    await calls.getByRole('option').filter({ hasText: 'how is a call ended' }).waitFor();
    await agent.call('search_api', { query: 'zzzznothing of the kind', limit: 3 });
    await calls.getByRole('option').filter({ hasText: 'zzzznothing' }).waitFor();
    await agent.call('report_feedback', {
      query_id: answer.structured['query_id'],
      helpful: false,
      wanted: 'the page on hanging up',
    });
    await calls.getByRole('option').filter({ hasText: 'how is a call ended' }).click();
    await page.getByRole('region', { name: 'Call of search_docs' }).getByText('/projects/app').waitFor();
    await expectCleanScreen(page, 'agents-calls');
    await page.getByRole('button', { name: 'Open in search' }).click();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).first().inputValue()).toBe('how is a call ended');
    await page.goBack();
  });

  it('say what they thought of an answer, and the source needs attention', async () => {
    const { page } = watched;
    await page.getByRole('tab', { name: /^Feedback/ }).click();
    await page.getByText('Wanted: the page on hanging up').waitFor();
    await expectCleanScreen(page, 'agents-feedback');
    await page.getByRole('tab', { name: /^Needs attention/ }).click();
    await page.getByRole('region', { name: 'Sources that need attention' }).getByText('how is a call ended').waitFor();
    await expectCleanScreen(page, 'agents-attention');
  });

  it('are forgotten when one says so, and not before', async () => {
    const { page } = watched;
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog', { name: 'Forget all calls?' }).getByRole('button', { name: 'Forget all calls' }).click();
    await page.getByText('No agent has asked anything yet').waitFor();
    expect(await page.getByRole('listbox', { name: 'Calls of agents' }).count()).toBe(0);
  });

  it('fit into a narrow window', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 800, height: 700 });
    await page.getByRole('button', { name: 'Connect an agent' }).click();
    await page.getByRole('listitem', { name: 'Cursor' }).waitFor();
    await expectCleanScreen(page, 'agents-narrow');
  });
});
