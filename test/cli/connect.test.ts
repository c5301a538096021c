import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/command-line.ts';

let folder: string;
let environment: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-connect-'));
  environment = { HOME: folder, USERPROFILE: folder, CODEX_HOME: join(folder, 'codex'), PATH: '', CONTEXT_HUB_MCP_START: '0' };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const connect = (...words: string[]): ReturnType<typeof runCommand> =>
  runCommand(['--data-dir', join(folder, 'data'), '--json', 'connect', ...words], environment);

describe('connect', () => {
  it('writes, proves and takes out again; a bridge without a hub is told from one with', async () => {
    const path = join(folder, 'codex', 'config.toml');
    const made = await connect('codex');
    expect(JSON.parse(made.stdout)).toMatchObject({ path, changed: true, how: 'file', handshake: { outcome: 'bridge' } });
    expect(made.code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('[mcp_servers.context-hub]');
    expect(JSON.parse((await connect('codex', '--remove')).stdout)).toMatchObject({ changed: true, handshake: null });
    expect(existsSync(path)).toBe(false);
  });

  it('only shows what it is asked to show, and refuses what it does not know', async () => {
    expect(JSON.parse((await connect('codex', '--print')).stdout)).toMatchObject({
      language: 'toml',
      command: expect.stringContaining('codex mcp add'),
    });
    expect((JSON.parse((await connect()).stdout) as { id: string }[]).map(({ id }) => id)).toContain('cursor');
    expect((await connect('nothing')).code).toBe(2);
    expect(existsSync(join(folder, 'codex'))).toBe(false);
  });
});

it('deprecation says that nothing is indexed rather than that nothing is deprecated', async () => {
  const { stdout, code } = await runCommand(['--data-dir', join(folder, 'data'), '--json', 'deprecation', 'Thing'], environment);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'not-found', entries: [] });
  expect(code).toBe(0);
});
