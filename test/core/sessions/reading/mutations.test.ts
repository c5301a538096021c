import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hubSession, readBytes, transcriptBytes, type ReadOne } from '../../../helpers/transcript-bytes.ts';
import { runs } from '../../../helpers/effort.ts';

const names =
  'claude_same_message_id_4_lines.jsonl claude_compaction_between_search_and_grep.jsonl claude_mcp_over_token_limit.jsonl claude_json_array.json codex_0.124_namespace_split_and_dup_messages.jsonl codex_compressed.jsonl.zst gemini_rewind_and_update.jsonl gemini_pretty_json_named_jsonl.jsonl opencode_export_invalid_and_running.json cursor_no_ids_no_results.jsonl cline_xml_tools_api_conversation_history.json pi_abandoned_branch_orphan.jsonl copilot_interleaved_no_shutdown.jsonl'.split(
    ' ',
  );
const samples = names.map((name) => transcriptBytes(`broken/${name}`));

/** One thing that happens to bytes. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
);
type Damage = typeof damage extends fc.Arbitrary<infer One> ? One : never;

function damaged(bytes: Uint8Array, what: Damage): Uint8Array {
  const at = bytes.length === 0 ? 0 : what.at % bytes.length;
  const before = Buffer.from(bytes.subarray(0, at));
  if (what.kind === 'set') return Buffer.concat([before, Buffer.from([what.value]), bytes.subarray(at + 1)]);
  if (what.kind === 'drop') return Buffer.concat([before, bytes.subarray(at + what.count)]);
  if (what.kind === 'insert') return Buffer.concat([before, what.bytes, bytes.subarray(at)]);
  if (what.kind === 'cut') return before;
  return Buffer.concat([before, bytes.subarray(at, at + what.count), bytes.subarray(at)]);
}

/** Every text in plain data. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** What holds of everything that was read, whatever it was. */
function expectSound({ file, read, calls }: ReadOne): void {
  expect(() => structuredClone(read)).not.toThrow();
  const numbers: unknown[] = [file.records, file.skippedCount, file.repaired, file.toolCalls, file.mcpCalls, file.outputTokens];
  for (const number of numbers) expect(Number.isSafeInteger(number) && (number as number) >= 0).toBe(true);
  expect(textsOf(read).every((text) => text.isWellFormed())).toBe(true);
  for (const session of read.sessions) {
    const threads = new Set(session.threads.map(({ id }) => id));
    expect(new Set(session.calls.map(({ id }) => id)).size).toBe(session.calls.length);
    for (const [index, turn] of session.turns.entries()) expect(turn.index).toBe(index);
    for (const call of session.calls) {
      expect(threads.has(call.thread)).toBe(true);
      expect(session.turns[call.turn]?.thread).toBe(call.thread);
      expect(call.flags.unanswered).toBe(call.result === null);
      expect(call.durationMs === null || call.durationMs >= 0).toBe(true);
    }
  }
  expect(calls.filter(({ abandoned }) => abandoned !== 'rewound').length).toBeGreaterThanOrEqual(file.toolCalls);
}

describe('bytes that something happened to', () => {
  it('are read without a fault, and all the same wherever chunks end', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: samples.length - 1 }),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 300 }),
        (sample, changes, piece) => {
          const bytes = changes.reduce(damaged, samples[sample]!);
          const one = readBytes(bytes);
          expectSound(one);
          expect(readBytes(bytes, { piece }).read.sessions.map(({ calls }) => calls.length)).toEqual(
            one.read.sessions.map(({ calls }) => calls.length),
          );
        },
      ),
      { numRuns: runs(400, 6_000) },
    );
  });

  it('are no transcript where they are anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const one = readBytes(bytes);
        expectSound(one);
        expect(one.calls).toEqual([]);
      }),
    );
  });

  it('lose one record at most for a damaged line', () => {
    const lines = hubSession().lines();
    fc.assert(
      fc.property(
        fc.nat({ max: lines.length - 1 }),
        fc.nat(),
        fc.nat(),
        fc.uint8Array({ maxLength: 30 }),
        (index, from, count, bytes) => {
          const line = Buffer.from(lines[index]!);
          const start = from % line.length;
          const insert = bytes.filter((byte) => byte !== 0x0a);
          const changed = Buffer.concat([line.subarray(0, start), insert, line.subarray(start + (count % 60))]);
          const parts = lines.map((each, place) => (place === index ? changed : Buffer.from(each)));
          const { file } = readBytes(Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')])));
          expect(file.agent).toBe('claude');
          expect(file.records).toBeGreaterThanOrEqual(lines.length - 1);
        },
      ),
      { numRuns: runs(300, 3_000) },
    );
  });

  it('lose one record at most where two lines were joined', () => {
    const lines = hubSession().lines();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: lines.length - 1 }), fc.nat(), (index, cut) => {
        const before = lines[index - 1]!.slice(0, cut % (lines[index - 1]!.length + 1));
        const { file } = readBytes([...lines.slice(0, index - 1), before + lines[index]!, ...lines.slice(index + 1)].join('\n'));
        expect(file.records).toBeGreaterThanOrEqual(lines.length - 1);
        expect(file.pendingTail).toBe(false);
      }),
    );
  });
});
