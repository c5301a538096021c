import {
  skippedLineLimit,
  type Agent,
  type FileAccount,
  type ReadSessions,
  type Session,
  type Thread,
  type ToolCall,
} from '../model.ts';
import { hashKey } from './hash-key.ts';
import { isShadow, originalOf, SessionBuilder } from './session-builder.ts';
import type { ValueShelf } from './value-shelf.ts';

/** Everything that is dropped at once: its files, its sessions, and what was seen before. */
export class SessionCollector {
  /** Names of MCP servers that are known, to take a call's name apart at the right place. */
  readonly knownServers: readonly string[];
  readonly files: FileAccount[] = [];
  readonly #sessions = new Map<string, SessionBuilder>();
  /** Every id of a session, its own and others. */
  readonly #byId = new Map<string, SessionBuilder>();
  readonly #seen = new Set<number>();
  readonly #threadFacts = new Map<string, Partial<Omit<Thread, 'id'>>>();

  readonly #shelf: ValueShelf | null;

  /** Where there is a shelf, arguments and results of calls are put on it, and can be had as long as it stands. */
  constructor(knownServers: readonly string[] = [], shelf: ValueShelf | null = null) {
    this.knownServers = knownServers;
    this.#shelf = shelf;
  }

  addFile(path: string): FileAccount {
    const account: FileAccount = {
      index: this.files.length,
      path,
      agent: 'unknown',
      transcript: false,
      reason: null,
      bytes: 0,
      records: 0,
      skipped: [],
      skippedCount: 0,
      repaired: 0,
      pendingTail: false,
      unknownTypes: {},
      duplicates: 0,
      toolCalls: 0,
      mcpCalls: 0,
      unanswered: 0,
      orphanResults: 0,
      messages: 0,
      outputTokens: 0,
      sessionIds: [],
      images: 0,
    };
    this.files.push(account);
    return account;
  }

  /** The session of an id, made where there is none yet. */
  session(agent: Agent, id: string): SessionBuilder {
    const key = `${agent}:${id}`;
    let session = this.#byId.get(key);
    if (session === undefined) {
      session = this.begin(agent, id);
      this.#sessions.set(key, session);
      this.#byId.set(key, session);
    }
    return session;
  }

  /** A session that is not kept yet. */
  begin(agent: Agent, id: string): SessionBuilder {
    return new SessionBuilder(agent, id, this.#shelf);
  }

  /** Puts another in the place of a session that is read anew as a whole. */
  replace(session: SessionBuilder): void {
    const key = `${session.agent}:${session.id}`;
    this.#sessions.set(key, session);
    this.#byId.set(key, session);
  }

  /** A session goes on under another id; an id that is a session of its own already stays that. */
  alias(session: SessionBuilder, id: string): void {
    session.otherIds.add(id);
    const key = `${session.agent}:${id}`;
    if (!this.#byId.has(key)) this.#byId.set(key, session);
  }

  /** Whether something is met for the first time in the whole drop. */
  firstTime(identity: string): boolean {
    const key = hashKey(identity);
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** What a side file tells of a subagent, whose records may be read before or after it. */
  describeThread(thread: string, facts: Partial<Omit<Thread, 'id'>>): void {
    this.#threadFacts.set(thread, { ...this.#threadFacts.get(thread), ...facts });
  }

  /** All that was read so far; may be asked for again after more was read. */
  result(): ReadSessions {
    const sessions: Session[] = [];
    for (const builder of this.#sessions.values()) {
      if (builder.empty) continue;
      const session = builder.build();
      for (const thread of session.threads) {
        const facts = this.#threadFacts.get(originalOf(thread.id));
        if (facts !== undefined) builder.thread(thread.id, facts);
      }
      sessions.push(session);
    }
    this.#count(sessions);
    return { files: this.files, sessions };
  }

  /** Calls whose result was moved into a file, and the ids of their sessions. */
  *movedOut(): Generator<{ call: ToolCall; ids: string[] }> {
    for (const builder of this.#sessions.values())
      for (const call of builder.movedOut) yield { call, ids: [builder.id, ...builder.otherIds] };
  }

  #count(sessions: readonly Session[]): void {
    for (const file of this.files) {
      file.toolCalls = 0;
      file.mcpCalls = 0;
      file.unanswered = 0;
      file.messages = 0;
    }
    for (const session of sessions) {
      for (const call of session.calls) {
        const file = this.files[call.place.file]!;
        // What a parent's progress repeats of a subagent is in the session, and not in the parent's count.
        if (call.abandoned === 'rewound' || isShadow(call.thread)) continue;
        file.toolCalls += 1;
        if (call.server !== null) file.mcpCalls += 1;
        if (call.flags.unanswered) file.unanswered += 1;
      }
      for (const message of session.messages) {
        if (message.kind !== 'said' || isShadow(message.thread)) continue;
        const counts = session.agent === 'claude' ? message.role === 'assistant' : message.text !== '';
        if (counts) this.files[message.place.file]!.messages += 1;
      }
    }
  }
}

/** Notes a line that gave no record. */
export function skipLine(account: FileAccount, line: number, reason: string): void {
  account.skippedCount += 1;
  if (account.skipped.length < skippedLineLimit) account.skipped.push({ line, reason });
}

export function countUnknown(account: FileAccount, type: unknown): void {
  const name = typeof type === 'string' && type !== '' ? type.slice(0, 100) : '(none)';
  // A file of random names must not fill the account.
  const key = Object.hasOwn(account.unknownTypes, name) || Object.keys(account.unknownTypes).length < 200 ? name : '(others)';
  account.unknownTypes[key] = (account.unknownTypes[key] ?? 0) + 1;
}
