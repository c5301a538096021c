import { HubError } from '../../contract/errors.ts';
import type { SessionSelection, SessionSummary } from '../../contract/sessions.ts';
import type { Message, ToolCall } from '../../core/sessions/model.ts';
import type { SeenServer } from '../../core/sessions/findings/hub-choice.ts';
import type { SessionCounts } from '../../core/sessions/metrics/session-counts.ts';
import type { Connection } from '../database.ts';
import type { ConversationPiece } from './conversation-order.ts';
import { unpack } from './pack.ts';
import { selectionWhere } from './selection.ts';
import type { KeptFile } from './session-writer.ts';

interface RawSummary {
  key: string;
  agent: string;
  agentId: string;
  title: string | null;
  cwd: string | null;
  startedAt: number | null;
  endedAt: number | null;
  readAt: number;
  hub: string | null;
  files: string;
  calls: number;
  hubCalls: number;
  failedHubCalls: number;
  findings: number;
}

const summaryColumns = `s.key, s.agent, s.agent_id AS agentId, s.title, s.cwd, s.started_at AS startedAt, s.ended_at AS endedAt, s.read_at AS readAt, s.hub, s.files,
  s.calls, s.hub_calls AS hubCalls, s.failed_hub_calls AS failedHubCalls,
  (SELECT count(*) FROM session_findings f LEFT JOIN finding_states t ON t.id = f.id WHERE f.session_id = s.id AND f.pattern <> 'phase-split' AND t.fixed_at IS NULL) AS findings`;

function toSummary({ agentId, files, ...raw }: RawSummary): SessionSummary {
  return { ...raw, id: agentId, files: (JSON.parse(files) as KeptFile[]).map(({ path }) => path) };
}

/** Reads sessions: lists, counts, conversations. */
export class SessionReader {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Newest first: by when they began, else by when they were read. */
  list(offset: number, limit: number): { total: number; sessions: SessionSummary[] } {
    const total = this.#connection.prepare<[], { total: number }>(`SELECT count(*) AS total FROM sessions`).get()!.total;
    const rows = this.#connection
      .prepare<[number, number], RawSummary>(
        `SELECT ${summaryColumns} FROM sessions s ORDER BY coalesce(s.started_at, s.read_at) DESC, s.id DESC LIMIT ? OFFSET ?`,
      )
      .all(limit, offset);
    return { total, sessions: rows.map(toSummary) };
  }

  summaries(keys: readonly string[]): SessionSummary[] {
    return this.#connection
      .prepare<[string], RawSummary>(
        `SELECT ${summaryColumns} FROM sessions s WHERE s.key IN (SELECT value FROM json_each(?)) ORDER BY coalesce(s.started_at, s.read_at) DESC, s.id DESC`,
      )
      .all(JSON.stringify(keys))
      .map(toSummary);
  }

  /** What was counted in each selected session. */
  *counts(selection: SessionSelection): Generator<{ startedAt: number | null; counts: SessionCounts; servers: SeenServer[] }> {
    const { where, values } = selectionWhere(selection);
    const rows = this.#connection
      .prepare<unknown[], { startedAt: number | null; counts: string; servers: string }>(
        `SELECT s.started_at AS startedAt, s.counts, s.servers FROM sessions s ${where} ORDER BY s.id`,
      )
      .iterate(...values);
    for (const { startedAt, counts, servers } of rows)
      yield { startedAt, counts: JSON.parse(counts) as SessionCounts, servers: JSON.parse(servers) as SeenServer[] };
  }

  /** The hub of what was read last; null where there is none. */
  hub(): string | null {
    return (
      this.#connection
        .prepare<[], { hub: string | null }>(`SELECT hub FROM sessions ORDER BY read_at DESC, id DESC LIMIT 1`)
        .get()?.hub ?? null
    );
  }

  has(key: string): boolean {
    return this.#connection.prepare<[string], { id: number }>(`SELECT id FROM sessions WHERE key = ?`).get(key) !== undefined;
  }

  #id(key: string): number {
    const row = this.#connection.prepare<[string], { id: number }>(`SELECT id FROM sessions WHERE key = ?`).get(key);
    if (!row) throw new HubError('not-found', `The session ${key} is not kept. Drop its transcript again.`);
    return row.id;
  }

  firstEdit(key: string): number | null {
    return this.#connection
      .prepare<[number], { firstEdit: number | null }>(`SELECT first_edit AS firstEdit FROM sessions WHERE id = ?`)
      .get(this.#id(key))!.firstEdit;
  }

  /** A part of a conversation, calls by their number. */
  conversation(
    key: string,
    offset: number,
    limit: number,
  ): { total: number; pieces: { item: number; message: Message | null; number: number | null; call: ToolCall | null }[] } {
    const id = this.#id(key);
    const total = this.#connection
      .prepare<[number], { total: number }>(`SELECT coalesce(sum(items), 0) AS total FROM session_parts WHERE session_id = ?`)
      .get(id)!.total;
    const parts = this.#connection
      .prepare<[number, number, number], { first: number; data: Buffer }>(
        `SELECT first_item AS first, data FROM session_parts WHERE session_id = ? AND first_item < ? AND first_item + items > ? ORDER BY first_item`,
      )
      .all(id, offset + limit, offset);
    const pieces = parts.flatMap(({ first, data }) =>
      (unpack(data) as ConversationPiece[]).map((piece, place) => ({
        item: first + place,
        message: 'message' in piece ? piece.message : null,
        number: 'call' in piece ? piece.number : null,
        call: 'call' in piece ? piece.call : null,
      })),
    );
    return { total, pieces: pieces.filter(({ item }) => item >= offset && item < offset + limit) };
  }

  /** Place of a call in its conversation; null where there is no such call. */
  itemOf(key: string, callId: string): number | null {
    return (
      this.#connection
        .prepare<[number, string], { item: number }>(`SELECT item FROM session_calls WHERE session_id = ? AND call_id = ?`)
        .get(this.#id(key), callId)?.item ?? null
    );
  }

  /** A call as it was read, with the files of its session. */
  call(key: string, callId: string): { call: ToolCall; files: KeptFile[] } | null {
    const item = this.itemOf(key, callId);
    const call = item === null ? null : (this.conversation(key, item, 1).pieces[0]?.call ?? null);
    if (call === null) return null;
    const { files } = this.#connection.prepare<[string], { files: string }>(`SELECT files FROM sessions WHERE key = ?`).get(key)!;
    return { call, files: JSON.parse(files) as KeptFile[] };
  }

  /** Files of the selected sessions, each once, and the folders that their agents worked in. */
  filesOf(selection: SessionSelection): { files: KeptFile[]; folders: string[] } {
    const { where, values } = selectionWhere(selection);
    const files = new Map<string, KeptFile>();
    const folders = new Set<string>();
    const rows = this.#connection
      .prepare<unknown[], { files: string; cwd: string | null }>(`SELECT s.files, s.cwd FROM sessions s ${where} ORDER BY s.id`)
      .iterate(...values);
    for (const row of rows) {
      for (const file of JSON.parse(row.files) as KeptFile[]) files.set(file.path, file);
      if (row.cwd !== null) folders.add(row.cwd);
    }
    return { files: [...files.values()], folders: [...folders] };
  }
}
