import { seenServers } from '../../core/sessions/findings/hub-choice.ts';
import type { AnalyzedSession } from '../../core/sessions/analyze.ts';
import { ShelvedCall } from '../../core/sessions/building/shelved-call.ts';
import type { ValueShelf } from '../../core/sessions/building/value-shelf.ts';
import type { Message, Session, ToolCall } from '../../core/sessions/model.ts';
import { sessionTitle } from '../../core/sessions/session-title.ts';
import type { Connection } from '../database.ts';
import { conversationOf, type ConversationPiece } from './conversation-order.ts';
import { pack, packText, unpack } from './pack.ts';
import { orLocked } from './session-database.ts';

/** Pieces of a conversation are packed together up to this length as JSON: a page of a reader unpacks a few parts. Unit: UTF-16 units; pieces. */
const partLength = 64 * 1024;
const piecesPerPart = 200;

/** What is kept of a file that a session was read from; records name it by its number. */
export interface KeptFile {
  index: number;
  path: string;
  agent: string;
  records: number;
  skipped: number;
  repaired: number;
  pendingTail: boolean;
  toolCalls: number;
  mcpCalls: number;
}

/** What a session is without what was said and done. */
export type SessionFacts = Omit<Session, 'messages' | 'calls'>;

/** Keeps sessions, whole ones at a time. */
export class SessionWriter {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Keeps a session in the place of what was known of it, with its own files. */
  put(analyzed: AnalyzedSession, files: readonly KeptFile[], now: number): void {
    orLocked(() => this.#connection.transaction(() => this.#put(analyzed, files, now)).immediate());
  }

  #put(analyzed: AnalyzedSession, files: readonly KeptFile[], now: number): void {
    const { session, hub, calls, hubCalls, failedHubCalls, findings, counts, firstEdit } = analyzed;
    const { messages: _messages, calls: _calls, ...facts } = session;
    this.#connection.prepare(`DELETE FROM sessions WHERE key = ?`).run(session.key);
    const { id } = this.#connection
      .prepare<unknown[], { id: number }>(
        `INSERT INTO sessions(key, agent, agent_id, title, cwd, started_at, ended_at, read_at, hub, files, calls, hub_calls, failed_hub_calls, first_edit, servers, counts, facts)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      )
      .get(
        session.key,
        session.agent,
        session.id,
        sessionTitle(session),
        session.cwd,
        session.startedAt,
        session.endedAt,
        now,
        hub,
        JSON.stringify(files),
        session.calls.length,
        hubCalls,
        failedHubCalls,
        firstEdit,
        JSON.stringify(seenServers([session])),
        JSON.stringify(counts),
        pack(facts satisfies SessionFacts),
      )!;
    const itemOf = this.#putConversation(id, session);
    const putCall = this.#connection.prepare(
      `INSERT INTO session_calls(session_id, number, call_id, item, role, server, tool, outcome, arguments, result, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { arguments: args, result, ...call } of calls())
      putCall.run(
        id,
        call.number,
        call.id,
        itemOf[call.number]!,
        call.role,
        call.server,
        call.tool,
        call.outcome,
        args,
        result,
        JSON.stringify(call),
      );
    const putFinding = this.#connection.prepare(
      `INSERT OR REPLACE INTO session_findings(id, session_id, place, pattern, certainty, searched, data) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [place, finding] of findings.entries())
      putFinding.run(
        finding.id,
        id,
        place,
        finding.pattern,
        finding.certainty,
        [finding.query, ...finding.shared, finding.wanted?.path ?? '', finding.wanted?.symbol ?? '', finding.tool ?? ''].join(
          '\n',
        ),
        JSON.stringify(finding),
      );
  }

  /** Item of the conversation for each call, by its number. */
  #putConversation(id: number, session: Session): Uint32Array {
    const itemOf = new Uint32Array(session.calls.length);
    const putPart = this.#connection.prepare(
      `INSERT INTO session_parts(session_id, first_item, items, data) VALUES (?, ?, ?, ?)`,
    );
    let part: string[] = [];
    let length = 0;
    let first = 0;
    const end = (): void => {
      if (part.length > 0) putPart.run(id, first, part.length, packText(`[${part.join(',')}]`));
      first += part.length;
      part = [];
      length = 0;
    };
    for (const piece of conversationOf(session)) {
      if ('call' in piece) itemOf[piece.number] = first + part.length;
      const json = JSON.stringify(piece);
      part.push(json);
      length += json.length;
      if (length >= partLength || part.length === piecesPerPart) end();
    }
    end();
    return itemOf;
  }

  /** Keys of all sessions, in the order in which they were read. */
  keys(): string[] {
    return this.#connection
      .prepare<[], { key: string }>(`SELECT key FROM sessions ORDER BY id`)
      .all()
      .map(({ key }) => key);
  }

  /** A session as it was read, and its files; null where it is not kept. Arguments and results of its calls are put on a shelf, where there is one. */
  session(key: string, shelf: ValueShelf | null = null): { session: Session; files: KeptFile[] } | null {
    const row = this.#connection
      .prepare<[string], { id: number; facts: Buffer; files: string }>(`SELECT id, facts, files FROM sessions WHERE key = ?`)
      .get(key);
    if (!row) return null;
    const facts = unpack(row.facts) as SessionFacts;
    const messages: Message[] = [];
    const calls: { call: ToolCall; number: number }[] = [];
    const parts = this.#connection
      .prepare<[number], { data: Buffer }>(`SELECT data FROM session_parts WHERE session_id = ? ORDER BY first_item`)
      .iterate(row.id);
    for (const { data } of parts)
      for (const piece of unpack(data) as ConversationPiece[])
        if ('message' in piece) messages.push(piece.message);
        else calls.push({ call: shelf === null ? piece.call : new ShelvedCall(piece.call, shelf), number: piece.number });
    calls.sort((a, b) => a.number - b.number);
    return {
      session: { ...facts, messages, calls: calls.map(({ call }) => call) },
      files: JSON.parse(row.files) as KeptFile[],
    };
  }

  /** How many were taken out; all of them where none are named. What was said about their findings goes too. */
  forget(keys: readonly string[] | null): number {
    return orLocked(() => this.#forget(keys));
  }

  #forget(keys: readonly string[] | null): number {
    return this.#connection
      .transaction(() => {
        const where = keys === null ? '' : `WHERE key IN (SELECT value FROM json_each(?))`;
        const values = keys === null ? [] : [JSON.stringify(keys)];
        this.#connection
          .prepare(
            `DELETE FROM finding_states WHERE id IN (SELECT f.id FROM session_findings f JOIN sessions s ON s.id = f.session_id ${where.replace('key', 's.key')})`,
          )
          .run(...values);
        return this.#connection.prepare(`DELETE FROM sessions ${where}`).run(...values).changes;
      })
      .immediate();
  }
}
