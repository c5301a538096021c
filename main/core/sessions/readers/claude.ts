import { mainThread, type Message, type RecordPlace, type TokenUse } from '../model.ts';
import { isShadow, shadowOf, type SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
import { hashKey } from '../building/hash-key.ts';
import { copyText } from '../text/copy-text.ts';
import { countOf, isObject, listOf, nameOf, objectOf, objectsOf, textOf, timeOf, type JsonObject } from '../text/json-values.ts';
import { isWebSearch } from '../findings/tool-names.ts';
import { doubleUnderscoreName } from '../text/mcp-name.ts';
import { contentOf, readClaudeResult, startedAgent } from './claude-result.ts';
import { isInterruption, isWrapper } from './claude-text.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

const conversationTypes: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);
/** Bookkeeping beside the conversation. */
const otherTypes: ReadonlySet<string> = new Set(
  'summary file-history-snapshot queue-operation last-prompt ai-title custom-title agent-name mode permission-mode pr-link bridge-session worktree-state cost-state tag agent-color agent-setting'.split(
    ' ',
  ),
);

export const claudeFormat: AgentFormat = {
  agent: 'claude',
  recognises: (value) => {
    const type = textOf(value['type']);
    if (type === null || typeof value['payload'] === 'object') return false;
    if (type === 'summary') return 'leafUuid' in value || 'summary' in value;
    if (type === 'file-history-snapshot') return 'snapshot' in value || 'messageId' in value;
    if ((type === 'user' || type === 'assistant') && isObject(value['message'])) return 'content' in value['message'];
    return (conversationTypes.has(type) || otherTypes.has(type)) && ('sessionId' in value || 'uuid' in value);
  },
  recordKeys: new Set([
    'parentUuid',
    'uuid',
    'type',
    'isSidechain',
    'sessionId',
    'leafUuid',
    'summary',
    'logicalParentUuid',
    'messageId',
    'cwd',
    'userType',
  ]),
  open: (context) => new ClaudeReader(context),
};

/** Reads what Claude Code writes: `<session>.jsonl`, and the files of its subagents and workflows. */
class ClaudeReader implements AgentReader {
  readonly #context: ReaderContext;
  #session: SessionBuilder | null = null;
  readonly #sessionIds = new Set<string>();
  readonly #messages = new Map<string, Message>();
  /** Thread of each record of a side chain without an agent's id, as in version 1.0. */
  readonly #sideThreads = new Map<string, string>();
  /** Calls that start a subagent, by the hash of their prompt. */
  readonly #taskCalls = new Map<number, { id: string; thread: string }>();
  #title: { text: string; rank: number } | null = null;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  record(record: JsonObject, place: RecordPlace): void {
    const { account, collector } = this.#context;
    const type = textOf(record['type']) ?? '';
    const sessionId = nameOf(record['sessionId']);
    if (sessionId !== null && !this.#sessionIds.has(sessionId)) {
      this.#sessionIds.add(sessionId);
      account.sessionIds.push(sessionId);
    }
    if (!conversationTypes.has(type)) {
      if (otherTypes.has(type)) this.#bookkeeping(type, record);
      else countUnknown(account, type);
      return;
    }
    const uuid = nameOf(record['uuid']);
    const agentId = nameOf(record['agentId']);
    if (uuid !== null && !collector.firstTime(`claude ${agentId ?? ''} ${uuid}`)) {
      account.duplicates += 1;
      return;
    }
    const session = this.#sessionOf(sessionId);
    const at = timeOf(record['timestamp']);
    session.seen(at);
    session.cwd ??= nameOf(record['cwd']);
    session.gitBranch ??= nameOf(record['gitBranch']);
    const version = nameOf(record['version']);
    if (version !== null) session.versions.add(version);
    if (type === 'progress') this.#progress(session, record, place);
    else {
      const thread = this.#threadOf(session, record, agentId, uuid);
      if (type === 'user') this.#user(session, thread, record, at, place);
      else if (type === 'assistant') this.#assistant(session, thread, record, at, place);
      else if (type === 'system') this.#system(session, thread, record, at, place);
      else this.#attachment(session, thread, record, at, place);
    }
  }

  #sessionOf(sessionId: string | null): SessionBuilder {
    const { collector, account, path } = this.#context;
    if (this.#session === null) {
      this.#session = collector.session(
        'claude',
        sessionId ??
          path
            .split(/[/\\]/)
            .at(-1)!
            .replace(/\.jsonl.*$/, ''),
      );
      this.#session.files.add(account.index);
      if (this.#title !== null) this.#session.title ??= this.#title.text;
    }
    if (sessionId !== null && sessionId !== this.#session.id && !this.#session.otherIds.has(sessionId))
      collector.alias(this.#session, sessionId);
    return this.#session;
  }

  #threadOf(session: SessionBuilder, record: JsonObject, agentId: string | null, uuid: string | null): string {
    if (agentId !== null) {
      session.thread(agentId, { kind: /[/\\]workflows[/\\]/.test(this.#context.path) ? 'workflow' : 'subagent' });
      return agentId;
    }
    if (record['isSidechain'] !== true) return mainThread;
    const parent = nameOf(record['parentUuid']);
    const thread = (parent === null ? undefined : this.#sideThreads.get(parent)) ?? `side-${uuid ?? this.#sideThreads.size}`;
    if (uuid !== null) this.#sideThreads.set(uuid, thread);
    const task =
      parent === null ? this.#taskCalls.get(hashKey(contentOf(objectOf(record['message'])['content']).text)) : undefined;
    session.thread(thread, { kind: 'subagent', ...(task ? { parent: task.thread, parentCall: task.id } : {}) });
    return thread;
  }

  #bookkeeping(type: string, record: JsonObject): void {
    // What the user chose stands above what was made up.
    const ranks: Record<string, [string, number]> = {
      'custom-title': ['customTitle', 3],
      'ai-title': ['aiTitle', 2],
      summary: ['summary', 1],
    };
    const [field, rank] = ranks[type] ?? ['', 0];
    const text = nameOf(record[field]) ?? (rank > 0 ? nameOf(record['title']) : null);
    if (text === null || rank < (this.#title?.rank ?? 0)) return;
    this.#title = { text: copyText(text, 300), rank };
    if (this.#session !== null) this.#session.title = this.#title.text;
  }

  #user(session: SessionBuilder, thread: string, record: JsonObject, at: number | null, place: RecordPlace): void {
    const { content } = objectOf(record['message']);
    const blocks = objectsOf(content);
    const results = blocks.filter((block) => block['type'] === 'tool_result');
    for (const block of results) this.#result(session, thread, block, record['toolUseResult'], at, place);
    const { text, images } = contentOf(content);
    this.#context.account.images += images;
    if (text === '' && images === 0) return;
    const say = (kind: Message['kind']): void => {
      session.say({ id: nameOf(record['uuid']) ?? `line-${place.line}`, role: 'user', kind, thread, text, at, place });
    };
    if (isInterruption(text)) {
      session.interrupt(thread);
      say('wrapper');
    } else if (record['isCompactSummary'] === true) say('summary');
    else if (record['isMeta'] === true || isWrapper(text)) say('wrapper');
    else {
      if (results.length === 0) session.prompt(thread, text, at, place);
      say('said');
    }
  }

  #result(
    session: SessionBuilder,
    thread: string,
    block: JsonObject,
    detail: unknown,
    at: number | null,
    place: RecordPlace,
  ): void {
    const { account, collector } = this.#context;
    const id = nameOf(block['tool_use_id']);
    const call = id === null ? null : session.findCall(isShadow(thread) ? `${thread} ${id}` : id);
    if (call === null) {
      if (!isShadow(thread)) account.orphanResults += 1;
      return;
    }
    const { summary, flags } = readClaudeResult(block, detail, call.server !== null || isWebSearch(call.tool));
    if (!isShadow(thread)) account.images += summary.images;
    session.answer(call, { summary, flags, at, place });
    const started = startedAgent(detail);
    if (started !== null)
      collector.describeThread(started, {
        parent: call.thread,
        parentCall: call.id,
        ...(nameOf(call.arguments['subagent_type']) === null ? {} : { agentType: nameOf(call.arguments['subagent_type']) }),
      });
    if (call.name === 'ToolSearch')
      for (const name of listOf(objectOf(detail)['matches']))
        if (typeof name === 'string') session.offeredTools.add(copyText(name, 200));
  }

  #assistant(session: SessionBuilder, thread: string, record: JsonObject, at: number | null, place: RecordPlace): void {
    const message = objectOf(record['message']);
    const id = nameOf(message['id']) ?? nameOf(record['uuid']) ?? `line-${place.line}`;
    const { text, images } = contentOf(message['content']);
    this.#context.account.images += images;
    const key = `${thread} ${id}`;
    let said = this.#messages.get(key);
    if (said === undefined) {
      const model = nameOf(message['model']);
      const failed = record['isApiErrorMessage'] === true || model === '<synthetic>';
      said = session.say({
        id,
        role: 'assistant',
        kind: failed ? 'error' : 'said',
        thread,
        text,
        at,
        model: failed ? null : model,
        place,
      });
      this.#messages.set(key, said);
    } else session.continueMessage(said, text);
    if (!isShadow(thread)) this.#tokens(session, said, message['usage']);
    for (const block of objectsOf(message['content'])) {
      if (block['type'] !== 'tool_use') continue;
      this.#call(session, thread, block, id, at, place);
    }
  }

  #call(
    session: SessionBuilder,
    thread: string,
    block: JsonObject,
    messageId: string,
    at: number | null,
    place: RecordPlace,
  ): void {
    const name = textOf(block['name']) ?? '';
    const mcp = doubleUnderscoreName(name, this.#context.collector.knownServers);
    const given = nameOf(block['id']) ?? `line-${place.line}`;
    const call = session.call({
      id: isShadow(thread) ? `${thread} ${given}` : given,
      thread,
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: false,
      arguments: block['input'],
      messageId,
      startedAt: at,
      place,
    });
    const prompt = objectOf(block['input'])['prompt'];
    if ((name === 'Task' || name === 'Agent') && typeof prompt === 'string')
      this.#taskCalls.set(hashKey(prompt), { id: call.id, thread });
  }

  /** Usage is repeated on every line of an answer and may grow: the largest counts, once. */
  #tokens(session: SessionBuilder, message: Message, usage: unknown): void {
    const { account } = this.#context;
    const given = objectOf(usage);
    const before = message.tokens ?? { input: 0, output: 0, cached: 0 };
    const now: TokenUse = {
      input: Math.max(before.input, countOf(given['input_tokens']) + countOf(given['cache_creation_input_tokens'])),
      output: Math.max(before.output, countOf(given['output_tokens'])),
      cached: Math.max(before.cached, countOf(given['cache_read_input_tokens'])),
    };
    message.tokens = now;
    account.outputTokens += now.output - before.output;
    session.addTokens({
      input: now.input - before.input,
      output: now.output - before.output,
      cached: now.cached - before.cached,
    });
  }

  #system(session: SessionBuilder, thread: string, record: JsonObject, at: number | null, place: RecordPlace): void {
    if (record['subtype'] === 'compact_boundary') session.break(thread, 'compaction', at, place);
    if (record['subtype'] !== 'microcompact_boundary') return;
    const ids = listOf(objectOf(record['microcompactMetadata'])['compactedToolIds']).filter(
      (id): id is string => typeof id === 'string',
    );
    session.break(thread, 'results-dropped', at, place, ids.slice(0, 1000));
  }

  #attachment(session: SessionBuilder, thread: string, record: JsonObject, at: number | null, place: RecordPlace): void {
    const attachment = objectOf(record['attachment']);
    const type = attachment['type'];
    if (type === 'deferred_tools_delta' || type === 'mcp_instructions_delta') {
      for (const name of listOf(attachment['addedNames']))
        if (typeof name === 'string') session.offeredTools.add(copyText(name, 200));
    } else if (type === 'queued_command') {
      // Typed while the agent works: it steers the turn that is under way.
      const prompt = attachment['prompt'];
      const text = typeof prompt === 'string' ? prompt : contentOf(prompt).text;
      if (text !== '')
        session.say({
          id: nameOf(record['uuid']) ?? `line-${place.line}`,
          role: 'user',
          kind: isWrapper(text) ? 'wrapper' : 'said',
          thread,
          text,
          at,
          place,
        });
    }
  }

  /** A parent's copy of what its subagent says; the subagent's own file, where it is there, replaces it. */
  #progress(session: SessionBuilder, record: JsonObject, place: RecordPlace): void {
    const data = objectOf(record['data']);
    if (data['type'] !== 'agent_progress') return;
    const parentCall = nameOf(record['parentToolUseID']);
    const agentId = nameOf(data['agentId']) ?? parentCall;
    const inner = objectOf(data['message']);
    if (
      agentId === null ||
      !this.#context.collector.firstTime(`claude progress ${agentId} ${nameOf(inner['uuid']) ?? place.line}`)
    )
      return;
    const thread = shadowOf(agentId);
    const call = parentCall === null ? null : session.findCall(parentCall);
    if (call !== null)
      session.thread(thread, {
        parent: call.thread,
        parentCall: call.id,
        agentType: nameOf(call.arguments['subagent_type']),
        description: nameOf(call.arguments['description']),
      });
    else session.thread(thread);
    const at = timeOf(inner['timestamp']);
    if (inner['type'] === 'assistant') this.#assistant(session, thread, inner, at, place);
    else if (inner['type'] === 'user') this.#user(session, thread, inner, at, place);
  }
}
