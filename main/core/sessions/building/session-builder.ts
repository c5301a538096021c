import {
  mainThread,
  textLimits,
  type Agent,
  type CallFlags,
  type ContextBreak,
  type Message,
  type RecordPlace,
  type ResultSummary,
  type Session,
  type Thread,
  type TokenUse,
  type ToolCall,
  type Turn,
} from '../model.ts';
import { copyText } from '../text/copy-text.ts';
import { keepArguments } from '../text/keep-arguments.ts';
import { ShelvedCall } from './shelved-call.ts';
import type { ValueShelf } from './value-shelf.ts';

interface ThreadState {
  thread: Thread;
  turn: Turn | null;
  calls: ToolCall[];
}

export interface NewCall {
  id: string;
  thread: string;
  name: string;
  server: string | null;
  tool: string;
  serverExact: boolean;
  arguments: unknown;
  messageId: string | null;
  startedAt: number | null;
  place: RecordPlace;
  /** Of a call that is read after later turns: that of its message. */
  turn?: number | undefined;
}

export interface NewMessage {
  id: string;
  role: Message['role'];
  kind: Message['kind'];
  thread: string;
  text: string;
  at: number | null;
  model?: string | null;
  tokens?: TokenUse | null;
  place: RecordPlace;
}

export interface Answer {
  summary: ResultSummary;
  at: number | null;
  durationMs?: number | null;
  flags?: Partial<CallFlags>;
  place: RecordPlace;
}

const noFlags: CallFlags = {
  unanswered: true,
  denied: false,
  interrupted: false,
  siblingFailed: false,
  unavailable: false,
  invalidArguments: false,
  persisted: false,
  overLimit: false,
  cut: false,
};

/** Names that are looked for again; a hostile file may have any number of them. */
const mostNames = 2_000;

/** Puts one session together while its records are read, from one file or several. */
export class SessionBuilder {
  readonly agent: Agent;
  readonly id: string;
  title: string | null = null;
  cwd: string | null = null;
  gitBranch: string | null = null;
  readonly otherIds = new Set<string>();
  readonly versions = new Set<string>();
  readonly models = new Set<string>();
  readonly offeredTools = new Set<string>();
  readonly files = new Set<number>();
  readonly tokens: TokenUse = { input: 0, output: 0, cached: 0 };
  readonly turns: Turn[] = [];
  readonly messages: Message[] = [];
  readonly breaks: ContextBreak[] = [];
  /** Calls whose result was moved into a file. */
  readonly movedOut = new Set<ToolCall>();
  readonly #threads = new Map<string, ThreadState>();
  readonly #calls = new Map<string, ToolCall>();
  readonly #messagesById = new Map<string, Message>();
  /** What stands in many calls, once: names, and how calls went. */
  readonly #names = new Map<string, string>();
  readonly #flags = new Map<string, CallFlags>();
  readonly #shelf: ValueShelf | null;
  #startedAt: number | null = null;
  #endedAt: number | null = null;

  /** Arguments and results are put on the shelf, where there is one. */
  constructor(agent: Agent, id: string, shelf: ValueShelf | null = null) {
    this.agent = agent;
    this.id = id;
    this.#shelf = shelf;
  }

  get empty(): boolean {
    return this.messages.length === 0 && this.#calls.size === 0;
  }

  seen(at: number | null): void {
    if (at === null) return;
    this.#startedAt = Math.min(this.#startedAt ?? at, at);
    this.#endedAt = Math.max(this.#endedAt ?? at, at);
  }

  thread(id: string, facts: Partial<Omit<Thread, 'id'>> = {}): void {
    const known = this.#state(id).thread;
    if (facts.kind !== undefined) known.kind = facts.kind;
    known.parent ??= facts.parent ?? null;
    known.parentCall ??= facts.parentCall ?? null;
    known.agentType ??= facts.agentType ?? null;
    known.description ??= facts.description ?? null;
  }

  /** A prompt begins a turn; what came before the first one, if it made no call, belongs to it. */
  prompt(thread: string, text: string, at: number | null, place: RecordPlace): void {
    const state = this.#state(thread);
    const begun = { prompt: copyText(text, textLimits.prompt), startedAt: at, place };
    const before = state.turn?.place === null && state.calls.length === 0 ? state.turn : null;
    if (before !== null) Object.assign(before, begun);
    else {
      state.turn = { index: this.turns.length, thread, ...begun };
      this.turns.push(state.turn);
    }
  }

  say(message: NewMessage): Message {
    const { text } = message;
    const said: Message = {
      id: message.id,
      role: message.role,
      kind: message.kind,
      thread: message.thread,
      turn: this.#turn(message.thread, message.at).index,
      text: copyText(text, textLimits.message),
      characters: text.length,
      at: message.at,
      model: message.model ?? null,
      tokens: message.tokens ?? null,
      place: message.place,
    };
    if (said.model !== null) this.models.add(said.model);
    this.messages.push(said);
    this.#messagesById.set(said.id, said);
    return said;
  }

  /** Adds what a later record of the same message says. */
  continueMessage(message: Message, text: string): void {
    if (text === '') return;
    message.characters += text.length + (message.characters > 0 ? 1 : 0);
    message.text = copyText(message.text === '' ? text : `${message.text}\n${text}`, textLimits.message);
  }

  /** The latest message of an id. */
  findMessage(id: string): Message | null {
    return this.#messagesById.get(id) ?? null;
  }

  /** Adds what a later record says of a message, and of the prompt that it was. */
  addText(message: Message, text: string): void {
    this.continueMessage(message, text);
    const turn = this.turns[message.turn];
    if (message.role === 'user' && turn !== undefined) turn.prompt = copyText(message.text, textLimits.prompt);
  }

  call(call: NewCall): ToolCall {
    const state = this.#state(call.thread);
    const { arguments: args, characters } = keepArguments(call.arguments);
    const made: ToolCall = {
      id: this.#freeId(call.id),
      thread: this.#once(call.thread),
      turn: call.turn ?? this.#turn(call.thread, call.startedAt).index,
      order: state.calls.length,
      name: this.#once(call.name),
      server: call.server === null ? null : this.#once(call.server),
      tool: this.#once(call.tool),
      serverExact: call.serverExact,
      arguments: args,
      argumentCharacters: characters,
      messageId: call.messageId,
      startedAt: call.startedAt,
      endedAt: null,
      durationMs: null,
      result: null,
      flags: noFlags,
      abandoned: null,
      place: call.place,
      resultPlace: null,
    };
    const kept = this.#shelf === null ? made : new ShelvedCall(made, this.#shelf);
    state.calls.push(kept);
    this.#calls.set(kept.id, kept);
    // The latest call of an id is the one that a result means.
    if (kept.id !== call.id) this.#calls.set(call.id, kept);
    return kept;
  }

  findCall(id: string): ToolCall | null {
    return this.#calls.get(id) ?? null;
  }

  answer(call: ToolCall, { summary, at, durationMs, flags, place }: Answer): void {
    call.result = summary;
    if (summary.movedOutTo !== null) this.movedOut.add(call);
    call.endedAt = at;
    const difference = at !== null && call.startedAt !== null ? at - call.startedAt : null;
    const measured = durationMs ?? difference;
    call.durationMs = measured !== null && measured >= 0 ? measured : null;
    call.resultPlace = place;
    this.flag(call, { ...flags, unanswered: false });
  }

  /** Says of a call how it went. */
  flag(call: ToolCall, flags: Partial<CallFlags>): void {
    const all = { ...call.flags, ...flags };
    const key = Object.values(all).join();
    const known = this.#flags.get(key);
    if (known === undefined) this.#flags.set(key, all);
    call.flags = known ?? all;
  }

  /** Takes calls out again that turned out to be repetitions. */
  dropCalls(dropped: ReadonlySet<ToolCall>): void {
    for (const state of this.#threads.values()) {
      state.calls = state.calls.filter((call) => !dropped.has(call));
      for (const [order, call] of state.calls.entries()) call.order = order;
    }
    for (const [id, call] of this.#calls) if (dropped.has(call)) this.#calls.delete(id);
    for (const call of dropped) this.movedOut.delete(call);
  }

  /** The user stopped the agent: what has no result by then will have none. */
  interrupt(thread: string): void {
    const { calls } = this.#state(thread);
    for (let index = calls.length - 1; index >= 0; index -= 1) {
      const call = calls[index]!;
      if (call.result !== null && !call.flags.interrupted) break;
      if (call.result === null) this.flag(call, { interrupted: true });
    }
  }

  break(thread: string, kind: ContextBreak['kind'], at: number | null, place: RecordPlace, droppedCalls: string[] = []): void {
    this.breaks.push({ kind, thread, beforeOrder: this.#state(thread).calls.length, at, droppedCalls, place });
  }

  addTokens(use: TokenUse): void {
    this.tokens.input += use.input;
    this.tokens.output += use.output;
    this.tokens.cached += use.cached;
  }

  /** The session as it stands; may be asked for again after more was read. */
  build(): Session {
    this.#state(mainThread);
    const states = [...this.#threads.values()];
    const dropped = new Set(states.filter((state) => this.#replaced(state)).map(({ thread }) => thread.id));
    const kept = states
      .filter(({ thread }) => !dropped.has(thread.id))
      .sort((a, b) => Number(b.thread.id === mainThread) - Number(a.thread.id === mainThread));
    const stays = (item: { thread: string }): boolean => !dropped.has(item.thread);
    return {
      key: `${this.agent}:${this.id}`,
      agent: this.agent,
      id: this.id,
      otherIds: [...this.otherIds],
      title: this.title,
      cwd: this.cwd,
      gitBranch: this.gitBranch,
      versions: [...this.versions],
      models: [...this.models],
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      threads: kept.map(({ thread }) => thread),
      turns: this.turns,
      messages: dropped.size === 0 ? this.messages : this.messages.filter(stays),
      calls: kept.flatMap(({ calls }) => calls),
      breaks: this.breaks.filter(stays),
      offeredTools: [...this.offeredTools],
      tokens: this.tokens,
      files: [...this.files].sort((a, b) => a - b),
    };
  }

  /** A repetition counts only where the file that it repeats is missing. */
  #replaced({ thread }: ThreadState): boolean {
    return isShadow(thread.id) && this.#threads.has(originalOf(thread.id));
  }

  #state(id: string): ThreadState {
    let state = this.#threads.get(id);
    if (state === undefined) {
      const main = id === mainThread;
      const thread: Thread = {
        id,
        kind: main ? 'main' : 'subagent',
        parent: null,
        parentCall: null,
        agentType: null,
        description: null,
      };
      state = { thread, turn: null, calls: [] };
      this.#threads.set(id, state);
    }
    return state;
  }

  #turn(thread: string, at: number | null): Turn {
    const state = this.#state(thread);
    if (state.turn === null) {
      state.turn = { index: this.turns.length, thread, prompt: '', startedAt: at, place: null };
      this.turns.push(state.turn);
    }
    return state.turn;
  }

  /** One text for all that are equal, where they are few. */
  #once(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const kept = copyText(name, 200);
    if (this.#names.size < mostNames) this.#names.set(name, kept);
    return kept;
  }

  #freeId(id: string): string {
    if (!this.#calls.has(id)) return id;
    for (let number = 2; ; number += 1) if (!this.#calls.has(`${id}#${number}`)) return `${id}#${number}`;
  }
}

const shadowMark = 'progress:';

export function isShadow(thread: string): boolean {
  return thread.startsWith(shadowMark);
}

/** Name of the thread that repeats another one's records (Claude's `agent_progress`). */
export function shadowOf(thread: string): string {
  return shadowMark + thread;
}

export function originalOf(shadow: string): string {
  return shadow.startsWith(shadowMark) ? shadow.slice(shadowMark.length) : shadow;
}
