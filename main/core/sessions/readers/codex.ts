import { mainThread, type Message, type RecordPlace } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
import { hashKey } from '../building/hash-key.ts';
import { countOf, isObject, nameOf, objectOf, textOf, timeOf, type JsonObject } from '../text/json-values.ts';
import { CodexCalls } from './codex-calls.ts';
import { textsOf } from './codex-results.ts';
import { openSession } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

const envelopeTypes: ReadonlySet<string> = new Set(
  'session_meta turn_context response_item event_msg compacted world_state inter_agent_communication'.split(' '),
);
const quietEvents: ReadonlySet<string> = new Set(
  'agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break task_started task_complete turn_started turn_complete web_search_end patch_apply_end exec_command_end mcp_tool_call_end item_completed entered_review_mode exited_review_mode thread_name_updated thread_rolled_back undo_completed view_image_tool_call error warning plan_update background_event'.split(
    ' ',
  ),
);
const itemTypes: ReadonlySet<string> = new Set([
  'reasoning',
  'image_generation_call',
  'ghost_snapshot',
  'compaction',
  'context_compaction',
  'other',
]);
const bareItem =
  /^(?:message|reasoning|function_call|function_call_output|custom_tool_call|custom_tool_call_output|local_shell_call|web_search_call)$/;
const execType = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed)|error)$/;
/** What Codex puts in front of what the user says. */
const added =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|user_shell_command|collaboration_mode|skill)\b|# AGENTS\.md instructions)/;

export const codexFormat: AgentFormat = {
  agent: 'codex',
  recognises: (value) => {
    const type = textOf(value['type']);
    if (type !== null && envelopeTypes.has(type) && isObject(value['payload'])) return true;
    if (type === 'thread.started') return 'thread_id' in value;
    if (type !== null && /^(?:turn|item)\./.test(type))
      return execType.test(type) && (isObject(value['item']) || type.startsWith('turn.'));
    if (value['record_type'] === 'state') return true;
    if (type === null) return 'id' in value && 'timestamp' in value && 'instructions' in value;
    return (
      (type === 'function_call' && 'call_id' in value) ||
      (type === 'message' &&
        Array.isArray(value['content']) &&
        'role' in value &&
        !('message' in value) &&
        !('parentId' in value))
    );
  },
  recordKeys: new Set(['timestamp', 'ordinal', 'type', 'id', 'record_type', 'payload']),
  open: (context) => new CodexReader(context),
};

/** Reads what Codex writes: rollouts of all generations and the output of `codex exec --json`. */
class CodexReader implements AgentReader {
  readonly #context: ReaderContext;
  #calls: CodexCalls | null = null;
  #sessionId: string | null = null;
  #model: string | null = null;
  /** Everything said stands in a rollout twice, as an event and as an item: what waits for its twin. */
  #waiting: { source: string; key: number }[] = [];
  #lastTotal = '';
  /** The lines of a parent are repeated here. */
  #replays = false;
  readonly #occurrences = new Map<number, number>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  record(record: JsonObject, place: RecordPlace): void {
    const type = textOf(record['type']);
    const at = timeOf(record['timestamp']);
    const payload = record['payload'];
    if (type !== null && isObject(payload)) this.#envelope(type, payload, at, place);
    else if (type !== null && execType.test(type)) this.#exec(type, record, place);
    else if (type !== null && bareItem.test(type)) this.#item(record, at, place);
    else if (type === null && 'id' in record && 'timestamp' in record) this.#meta(record, at);
    else if (record['record_type'] !== 'state') countUnknown(this.#context.account, type);
  }

  settle(): void {
    this.#calls?.settle();
  }

  #open(): CodexCalls {
    this.#calls ??= new CodexCalls(this.#context, openSession(this.#context, 'codex', this.#sessionId));
    return this.#calls;
  }

  get #session(): SessionBuilder {
    return this.#open().session;
  }

  #meta(meta: JsonObject, at: number | null): void {
    const id = nameOf(meta['id']);
    if (this.#calls !== null) {
      // The first one is this file's; more of them are copies of a parent's.
      if (id !== null && id !== this.#sessionId) this.#replays = this.#calls.replays = true;
      return;
    }
    this.#sessionId = id;
    const session = this.#session;
    this.#replays = this.#open().replays = session.files.size > 1;
    session.seen(at);
    session.cwd ??= nameOf(meta['cwd']);
    session.gitBranch ??= nameOf(objectOf(meta['git'])['branch']);
    const version = nameOf(meta['cli_version']);
    if (version !== null) session.versions.add(version);
  }

  #envelope(type: string, payload: JsonObject, at: number | null, place: RecordPlace): void {
    if (type === 'session_meta') this.#meta(payload, at);
    else if (type === 'turn_context') {
      this.#model = nameOf(payload['model']) ?? this.#model;
      if (this.#model !== null) this.#session.models.add(this.#model);
    } else if (type === 'response_item') this.#item(payload, at, place);
    else if (type === 'event_msg') this.#event(payload, at, place);
    else if (type === 'compacted') this.#compacted(at, place);
    else if (!envelopeTypes.has(type)) countUnknown(this.#context.account, type);
    this.#session.seen(at);
  }

  #item(item: JsonObject, at: number | null, place: RecordPlace): void {
    const type = textOf(item['type']) ?? '';
    if (type === 'message') {
      const role = item['role'] === 'assistant' ? 'assistant' : 'user';
      const text = textsOf(item['content']);
      const wrapper = role === 'user' && (item['role'] !== 'user' || added.test(text));
      this.#said('item', role, wrapper ? 'wrapper' : 'said', text, at, place);
    } else if (!this.#open().item(item, at, place) && !itemTypes.has(type))
      countUnknown(this.#context.account, `response_item ${type}`);
  }

  #event(event: JsonObject, at: number | null, place: RecordPlace): void {
    const type = textOf(event['type']) ?? '';
    if (type === 'user_message')
      this.#said(
        'event',
        'user',
        added.test(textOf(event['message']) ?? '') ? 'wrapper' : 'said',
        textOf(event['message']) ?? '',
        at,
        place,
      );
    else if (type === 'agent_message') this.#said('event', 'assistant', 'said', textOf(event['message']) ?? '', at, place);
    else if (type === 'turn_aborted') this.#session.interrupt(mainThread);
    else if (type === 'context_compacted') this.#compacted(at, place);
    else if (type === 'token_count') this.#tokens(event);
    else if (!this.#open().event(event, at, place) && !quietEvents.has(type))
      countUnknown(this.#context.account, `event_msg ${type}`);
  }

  #compacted(at: number | null, place: RecordPlace): void {
    const session = this.#session;
    const calls = session.breaks.at(-1)?.beforeOrder;
    session.break(mainThread, 'compaction', at, place);
    // Record and event tell of the same one.
    if (session.breaks.at(-1)!.beforeOrder === calls) session.breaks.pop();
  }

  #said(source: string, role: Message['role'], kind: Message['kind'], text: string, at: number | null, place: RecordPlace): void {
    if (text === '') return;
    const key = hashKey(`${role} ${text.trim()}`);
    const twin = this.#waiting.findIndex((entry) => entry.key === key && entry.source !== source);
    if (twin !== -1) {
      this.#waiting.splice(twin, 1);
      return;
    }
    if (source !== 'exec') this.#waiting = [...this.#waiting.slice(-15), { source, key }];
    const occurrence = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.set(key, occurrence);
    const first = this.#context.collector.firstTime(`codex message ${key} ${occurrence}`);
    if (this.#replays && !first) {
      this.#context.account.duplicates += 1;
      return;
    }
    const session = this.#session;
    if (role === 'user' && kind === 'said') session.prompt(mainThread, text, at, place);
    session.say({
      id: `line-${place.line}`,
      role,
      kind,
      thread: mainThread,
      text,
      at,
      model: role === 'assistant' ? this.#model : null,
      place,
    });
  }

  /** Totals are repeated and go on over forks; what the last answer took is added up, where the total has moved. */
  #tokens(event: JsonObject): void {
    const info = objectOf(event['info']);
    const last = objectOf(info['last_token_usage']);
    const total = JSON.stringify(objectOf(info['total_token_usage']));
    if (total !== '{}' && total === this.#lastTotal) return;
    this.#lastTotal = total;
    this.#use(last);
  }

  #use(usage: JsonObject): void {
    const cached = countOf(usage['cached_input_tokens']);
    const use = { input: Math.max(0, countOf(usage['input_tokens']) - cached), output: countOf(usage['output_tokens']), cached };
    this.#session.addTokens(use);
    this.#context.account.outputTokens += use.output;
  }

  #exec(type: string, record: JsonObject, place: RecordPlace): void {
    if (type === 'thread.started') {
      this.#meta({ id: record['thread_id'] }, null);
      return;
    }
    const calls = this.#open();
    if (type === 'turn.started') {
      if (!calls.session.empty) calls.session.prompt(mainThread, '', null, place);
    } else if (type === 'turn.completed') this.#use(objectOf(record['usage']));
    else if (type === 'turn.failed') calls.session.interrupt(mainThread);
    const item = objectOf(record['item']);
    if (type === 'item.completed' && item['type'] === 'agent_message')
      this.#said('exec', 'assistant', 'said', textOf(item['text']) ?? '', null, place);
    else if (type === 'item.completed' || type === 'item.started') calls.completed(item, null, place);
  }
}
