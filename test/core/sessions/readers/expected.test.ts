import { describe, expect, it } from 'vitest';
import type { FileAccount } from '../../../../main/core/sessions/model.ts';
import { readBytes, readTogether, transcriptBytes } from '../../../helpers/transcript-bytes.ts';

/** Counts that the sample sessions are known to have; what is not named there is zero where it says so below. */
const expected = JSON.parse(new TextDecoder().decode(transcriptBytes('broken/expect.json'))) as Record<
  string,
  Record<string, unknown>
>;
const generated = 'claude_4MB_image_line.jsonl';

function counts(file: FileAccount): Record<string, unknown> {
  return {
    agent: file.agent,
    records: file.transcript ? file.records : null,
    skipped: file.skippedCount,
    repaired: file.repaired,
    pending_tail: Number(file.pendingTail),
    tool_calls: file.toolCalls,
    mcp_calls: file.mcpCalls,
    unanswered: file.unanswered,
    messages: file.messages,
    output_tokens: file.outputTokens,
    session_ids: file.sessionIds.length,
    unknown_types: Object.keys(file.unknownTypes).length,
    orphan_results: file.orphanResults,
    dup_uuid: file.duplicates,
    images: file.images,
    transcript: file.transcript,
  };
}

/** Zero unless the sample says otherwise. */
const usuallyZero = new Set(['repaired', 'pending_tail', 'unknown_types', 'orphan_results', 'dup_uuid']);

function expectCounts(file: FileAccount, wanted: Record<string, unknown>): void {
  const got = counts(file);
  const known = Object.keys(got).filter((key) => key in wanted || usuallyZero.has(key));
  const pick = (from: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(known.map((key) => [key, from[key] ?? (usuallyZero.has(key) ? 0 : undefined)]));
  expect(pick(got), String(wanted['note'])).toEqual(pick(wanted));
}

describe('the sample sessions', () => {
  const names = Object.keys(expected).filter((name) => name !== generated);

  it('are all there', () => {
    expect(names).toHaveLength(42);
  });

  it.each(names)('%s', (name) => {
    const bytes = transcriptBytes(`broken/${name}`);
    expectCounts(readBytes(bytes, { path: name }).file, expected[name]!);
    // Wherever chunks end.
    const inPieces = readBytes(bytes, { path: name, piece: 7 });
    expect(inPieces.file).toEqual(readBytes(bytes, { path: name }).file);
    expect(inPieces.read.sessions).toEqual(readBytes(bytes, { path: name }).read.sessions);
  });

  it('an image of four megabytes, twice in one line', () => {
    const [first] = new TextDecoder().decode(transcriptBytes('broken/claude_bom.jsonl')).replace('\uFEFF', '').split('\n');
    const make = (number: number, record: Record<string, unknown>): string =>
      JSON.stringify({ ...(JSON.parse(first!) as Record<string, unknown>), uuid: `uuid-${number}`, ...record });
    const assistant = (number: number, content: unknown): string =>
      make(number, {
        type: 'assistant',
        message: { role: 'assistant', id: `msg-${number}`, content, usage: { output_tokens: 10 } },
      });
    const result = (number: number, id: string, content: unknown, detail: unknown): string =>
      make(number, {
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
        toolUseResult: detail,
      });
    const data = 'A'.repeat(2_000_000);
    const lines = [
      make(1, { message: { role: 'user', content: 'hello' } }),
      assistant(2, [{ type: 'tool_use', id: 't0', name: 'Read', input: { file_path: 'shot.png' } }]),
      result(3, 't0', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }], {
        type: 'image',
        file: { base64: data, type: 'image/png' },
      }),
      assistant(4, [{ type: 'tool_use', id: 't1', name: 'mcp__context-hub__search_docs', input: { query: 'after image' } }]),
      result(5, 't1', [{ type: 'text', text: '{"hits":[]}' }], null),
      assistant(6, [{ type: 'text', text: 'done' }]),
    ];
    const { file, read } = readBytes(lines.join('\n'), { piece: 65_536 });
    expectCounts(file, expected[generated]!);
    expect(JSON.stringify(read).length).toBeLessThan(20_000);
  });

  it('a fork beside its original counts what is new in it, whichever is read first', () => {
    const original = transcriptBytes('broken/claude_fork/original.jsonl');
    const fork = transcriptBytes('broken/claude_fork/fork.jsonl');
    for (const order of [
      [original, fork],
      [fork, original],
    ]) {
      const together = accountsOf(order);
      expect(together.reduce((sum, file) => sum + file.mcpCalls, 0)).toBe(3);
    }
    expect(accountsOf([original, fork]).map(({ mcpCalls }) => mcpCalls)).toEqual([2, 1]);
  });

  it('a subagent’s own file takes the place of what its parent repeats of it', () => {
    const folder = '00000000-0000-4000-8000-000000000008';
    const parent = transcriptBytes(`broken/claude_subagent/${folder}.jsonl`);
    const child = transcriptBytes(`broken/claude_subagent/${folder}/subagents/agent-a1b2c3d4e5.jsonl`);
    const alone = readBytes(parent);
    // Where the file is missing, the copy is what is known of the subagent.
    expect(alone.file.toolCalls).toBe(1);
    expect(alone.calls).toHaveLength(3);
    expect(alone.read.sessions[0]!.threads.map(({ parentCall }) => parentCall)).toEqual([null, 'toolu_task']);
    for (const order of [
      [parent, child],
      [child, parent],
    ]) {
      const files = accountsOf(order);
      expect(files.reduce((sum, file) => sum + file.toolCalls, 0)).toBe(3);
      expect(files.reduce((sum, file) => sum + file.mcpCalls, 0)).toBe(1);
    }
  });
});

function accountsOf(files: readonly Uint8Array[]): FileAccount[] {
  const { files: accounts, sessions } = readTogether(files);
  expect(accounts.reduce((sum, file) => sum + file.toolCalls, 0)).toBe(
    sessions.reduce((sum, session) => sum + session.calls.length, 0),
  );
  return accounts;
}
