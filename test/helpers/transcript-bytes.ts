import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { SessionCollector } from '../../main/core/sessions/building/session-collector.ts';
import type { FileAccount, ReadSessions, Session, ToolCall } from '../../main/core/sessions/model.ts';
import { TranscriptReader, type TranscriptLimits } from '../../main/core/sessions/reading/transcript-reader.ts';

const fixtures = new URL('../fixtures/transcripts/', import.meta.url);

/** What one file gave. */
export interface ReadOne {
  file: FileAccount;
  read: ReadSessions;
  /** Of all sessions. */
  calls: ToolCall[];
}

/** Bytes of a transcript below `test/fixtures/transcripts`, unpacked. */
export function transcriptBytes(path: string): Uint8Array {
  const bytes = readFileSync(new URL(path, fixtures));
  return path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
}

/** Reads one transcript in pieces of a size, through a buffer that is used again as files' are. */
export function readBytes(
  bytes: Uint8Array | string,
  options: { path?: string; piece?: number; servers?: readonly string[]; limits?: TranscriptLimits } = {},
): ReadOne {
  const { path = 'session.jsonl', piece = 1 << 20, servers = [], limits = {} } = options;
  const collector = new SessionCollector(servers);
  const reader = new TranscriptReader(collector, path, limits);
  const whole = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const buffer = Buffer.alloc(Math.min(piece, Math.max(1, whole.length)));
  for (let at = 0; at < whole.length; at += buffer.length) {
    const part = whole.subarray(at, at + buffer.length);
    buffer.set(part);
    reader.push(buffer.subarray(0, part.length));
  }
  reader.end();
  const read = collector.result();
  return { file: read.files[0]!, read, calls: read.sessions.flatMap((session: Session) => session.calls) };
}

/** Reads several transcripts, dropped together in this order. */
export function readTogether(files: readonly (Uint8Array | string)[]): ReadSessions {
  const collector = new SessionCollector();
  for (const [index, bytes] of files.entries()) {
    const reader = new TranscriptReader(collector, `file-${index}.jsonl`);
    reader.push(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
    reader.end();
  }
  return collector.result();
}

const uuidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Records of a Claude Code session, one after the other. */
export class ClaudeRecords {
  readonly records: Record<string, unknown>[] = [];
  readonly #session: string;

  constructor(session = 'session-1') {
    this.#session = session;
  }

  user(content: unknown, extra: Record<string, unknown> = {}): this {
    return this.#add({ type: 'user', message: { role: 'user', content }, ...extra });
  }

  call(id: string, name: string, input: unknown, extra: Record<string, unknown> = {}): this {
    const message = {
      role: 'assistant',
      id: `msg-${id}`,
      model: 'model-1',
      content: [{ type: 'tool_use', id, name, input }],
      usage: { output_tokens: 10 },
    };
    return this.#add({ type: 'assistant', message, ...extra });
  }

  result(id: string, content: unknown, extra: { isError?: boolean; detail?: unknown } = {}): this {
    const block = {
      type: 'tool_result',
      tool_use_id: id,
      content,
      ...(extra.isError === undefined ? {} : { is_error: extra.isError }),
    };
    return this.#add({
      type: 'user',
      message: { role: 'user', content: [block] },
      ...(extra.detail === undefined ? {} : { toolUseResult: extra.detail }),
    });
  }

  say(text: string): this {
    const id = `msg-say-${this.records.length}`;
    return this.#add({
      type: 'assistant',
      message: { role: 'assistant', id, content: [{ type: 'text', text }], usage: { output_tokens: 5 } },
    });
  }

  add(record: Record<string, unknown>): this {
    return this.#add(record);
  }

  lines(): string[] {
    return this.records.map((record) => JSON.stringify(record));
  }

  text(): string {
    return `${this.lines().join('\n')}\n`;
  }

  #add(record: Record<string, unknown>): this {
    const number = this.records.length + 1;
    this.records.push({
      parentUuid: number === 1 ? null : uuidOf(number - 1),
      sessionId: this.#session,
      uuid: uuidOf(number),
      timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      ...record,
    });
    return this;
  }
}

/** A session with three searches of a hub, each answered. */
export function hubSession(session = 'session-1'): ClaudeRecords {
  const made = new ClaudeRecords(session).user('hello');
  for (const number of [0, 1, 2])
    made
      .call(`call-${number}`, 'mcp__hub__search', { query: `question ${number}` })
      .result(`call-${number}`, [{ type: 'text', text: `{"hits":[{"path":"src/file${number}.py"}]}` }]);
  return made.say('done');
}
