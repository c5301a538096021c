import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../helpers/command-line.ts';
import { hubSession } from '../../helpers/transcript-bytes.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/transcripts/', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'context-hub-analyze-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('context-hub analyze', () => {
  it('counts what is in files, as JSON', async () => {
    const path = join(fixtures, 'broken', 'claude_same_message_id_4_lines.jsonl');
    const other = join(fixtures, 'broken', 'not_a_transcript.jsonl');
    const { code, stdout } = await runCommand(['analyze', path, other, '--json']);
    const { files, findings, metrics } = JSON.parse(stdout);
    expect(files.find((file: { path: string }) => file.path === path)).toMatchObject({
      agent: 'claude',
      records: 8,
      skipped: 0,
      repaired: 0,
      pendingTail: 0,
      toolCalls: 2,
      mcpCalls: 2,
      unanswered: 0,
      messages: 2,
      outputTokens: 100,
      sessionIds: 1,
      unknownTypes: 0,
    });
    expect(files.find((file: { path: string }) => file.path === other)).toMatchObject({
      agent: 'unknown',
      records: null,
      skipped: 0,
      reason: expect.any(String),
    });
    expect(Array.isArray(findings)).toBe(true);
    expect(metrics).toEqual(expect.any(Object));
    expect(code).toBe(0);
  });

  it('names the calls of a finding by their ids', async () => {
    const { stdout } = await runCommand([
      'analyze',
      join(fixtures, 'scenarios', 's01_zero_hit_then_grep.jsonl'),
      '--json',
      '--hub',
      'Context Hub',
    ]);
    expect(JSON.parse(stdout).findings).toMatchObject([
      {
        pattern: 'zero-hit->fallback',
        certainty: 'certain',
        calls: ['m1', 'm2'],
        fallback: ['g1', 'r1'],
        file: expect.stringContaining('s01_zero'),
      },
    ]);
  });

  it('says in words what it found, what it skipped, and why it reads nothing', async () => {
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, hubSession().text().replace('\n', '\n{"type":"user","mess\n'));
    const good = await runCommand(['analyze', path]);
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('1 session · hub: hub') });
    expect(good.stdout).toContain(`${path}:2: a record that is cut off or damaged`);
    const missing = await runCommand(['analyze', join(folder, 'missing.jsonl')]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist') });
    writeFileSync(path, 'no transcript');
    expect(await runCommand(['analyze', path])).toMatchObject({ code: 1, stdout: expect.stringContaining('no JSON records') });
  });

  it('takes private things out where it is asked to', async () => {
    const path = join(folder, 'private.jsonl');
    writeFileSync(path, hubSession().text().replaceAll('question 0', 'mail somebody@example-company.com'));
    const { stdout } = await runCommand(['analyze', path, '--json', '--redact']);
    expect(JSON.parse(stdout).files).toHaveLength(1);
    expect(stdout).not.toContain('somebody@example-company.com');
  });

  it('does not say that nothing failed where nothing was read', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const none = await runCommand(['analyze', empty]);
    expect(none.code).toBe(1);
    expect(none.stdout).toContain('no files there that could be transcripts');
    const other = await runCommand(['analyze', join(fixtures, 'broken', 'not_a_transcript.jsonl')]);
    expect(other.code).toBe(1);
    expect(other.stdout).toContain('None of them is a transcript');
    expect(none.stdout + other.stdout).not.toContain('Nothing failed');
  });

  it('prints a redacted report where somebody is called like a word of it', async () => {
    const path = join(folder, 'called.jsonl');
    const home = (owner: string): string => ['', 'home', owner].join('/');
    writeFileSync(
      path,
      readFileSync(join(fixtures, 'scenarios', 's01_zero_hit_then_grep.jsonl'), 'utf8').replaceAll(home('dev'), home('hub')),
    );
    for (const form of [[], ['--markdown'], ['--json']]) {
      const { code, stdout } = await runCommand(['analyze', path, '--redact', ...form]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/zero-hit ?(->|→) ?fallback/);
      expect(stdout).not.toContain(home('hub'));
    }
  });

  it('does not say that nothing failed of a hub that was asked nothing, and takes no hub without a name', async () => {
    const path = join(fixtures, 'scenarios', 's01_zero_hit_then_grep.jsonl');
    const { code, stdout } = await runCommand(['analyze', path, '--hub', 'nosuch']);
    expect(code).toBe(0);
    expect(stdout).toContain('It was asked nothing. Servers that were: context-hub.');
    expect(stdout).not.toContain('Nothing failed');
    expect(await runCommand(['analyze', path, '--hub', ''])).toMatchObject({ code: 2, stdout: '' });
  });
});
