import { mainThread, type CallFlags, type RecordPlace } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
import { copyText } from '../text/copy-text.ts';
import {
  countOf,
  isObject,
  listOf,
  nameOf,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  timeOf,
  type JsonObject,
} from '../text/json-values.ts';
import { isWebSearch } from '../findings/tool-names.ts';
import { doubleUnderscoreName, splitMcpName, type McpName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

/** OpenCode's own tools; every other name with an underscore is `server_tool` of an MCP server. */
const ownTools =
  /^(?:bash|edit|multiedit|write|read|grep|glob|list|ls|patch|apply_patch|task|todowrite|todoread|todo_write|todo_read|webfetch|websearch|codesearch|skill|question|batch|invalid|lsp|lsp_\w+|plan_enter|plan_exit|external_directory|StructuredOutput)$/;
const quietParts: ReadonlySet<string> = new Set([
  'reasoning',
  'step-finish',
  'snapshot',
  'patch',
  'file',
  'agent',
  'retry',
  'subtask',
]);

export const opencodeFormat: AgentFormat = {
  agent: 'opencode',
  recognises: (value) => {
    if (isObject(value['info']) && Array.isArray(value['messages'])) return true;
    if ('sessionID' in value) return 'messageID' in value ? 'type' in value : 'role' in value;
    return typeof value['id'] === 'string' && value['id'].startsWith('ses_') && ('directory' in value || 'projectID' in value);
  },
  recordKeys: new Set(['id', 'info', 'sessionID']),
  open: (context) => new OpenCodeReader(context),
};

/** Reads an export, a file of the older storage, or rows of the database that stand in for either. */
class OpenCodeReader implements AgentReader {
  readonly #context: ReaderContext;
  /** Older versions write all steps of an answer into one message: how many have begun in each. */
  readonly #steps = new Map<string, number>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  countsOf(document: JsonObject): number {
    return Array.isArray(document['messages']) ? document['messages'].length : 1;
  }

  record(record: JsonObject, place: RecordPlace): void {
    if (Array.isArray(record['messages'])) {
      const info = objectOf(record['info']);
      this.#session(info);
      for (const [index, message] of objectsOf(record['messages']).entries()) {
        const at = place.length === 0 ? { ...place, line: index + 1 } : place;
        const head: JsonObject = { sessionID: info['id'], ...objectOf(message['info']) };
        this.#message(head, listOf(message['parts']).filter(isObject), at);
      }
    } else if ('messageID' in record) this.part(record, {}, place, true);
    else if ('role' in record) this.#message(record, [], place);
    else this.#session(record);
  }

  /** What a session says of itself. */
  #session(info: JsonObject): void {
    const session = this.#of(nameOf(info['id']));
    const time = objectOf(info['time']);
    const title = nameOf(info['title']);
    if (title !== null) session.title = copyText(title, 300);
    session.cwd ??= nameOf(info['directory']);
    session.seen(timeOf(time['created']));
    session.seen(timeOf(time['updated']));
    const version = nameOf(info['version']);
    if (version !== null) session.versions.add(version);
  }

  #of(id: string | null): SessionBuilder {
    const { collector, account, path } = this.#context;
    if (id !== null && !account.sessionIds.includes(id) && account.sessionIds.length < 10_000) account.sessionIds.push(id);
    const session = collector.session('opencode', id ?? path);
    session.files.add(account.index);
    return session;
  }

  #message(info: JsonObject, parts: readonly JsonObject[], place: RecordPlace): void {
    const { account, collector } = this.#context;
    const id = nameOf(info['id']);
    const sessionId = nameOf(info['sessionID']);
    if (id !== null && !collector.firstTime(`opencode message ${sessionId} ${id}`)) {
      account.duplicates += 1;
      return;
    }
    const session = this.#of(sessionId);
    const time = objectOf(info['time']);
    const at = timeOf(time['created']);
    session.seen(at);
    const role = info['role'] === 'user' ? 'user' : 'assistant';
    const text = parts
      .filter((part) => part['type'] === 'text' && part['synthetic'] !== true)
      .map((part) => textOf(part['text']) ?? '');
    const said = text.join('\n');
    if (role === 'user') session.prompt(mainThread, said, at, place);
    const given = objectOf(info['tokens']);
    const tokens = {
      input: countOf(given['input']),
      output: countOf(given['output']) + countOf(given['reasoning']),
      cached: countOf(objectOf(given['cache'])['read']),
    };
    session.addTokens(tokens);
    account.outputTokens += tokens.output;
    const kind = info['summary'] === true ? 'summary' : isObject(info['error']) ? 'error' : 'said';
    session.say({
      id: id ?? `message-${place.line}`,
      role,
      kind,
      thread: mainThread,
      text: said,
      at,
      model: nameOf(info['modelID']),
      tokens: role === 'assistant' ? tokens : null,
      place,
    });
    for (const part of parts) this.part({ sessionID: sessionId, messageID: id, ...part }, info, place);
  }

  /** One part of a message, with what is known of its message; `apart` where it is a record of its own. */
  part(part: JsonObject, message: JsonObject, place: RecordPlace, apart = false): void {
    const { account, collector } = this.#context;
    const type = textOf(part['type']) ?? '';
    const session = this.#of(nameOf(part['sessionID']));
    if (type === 'compaction') session.break(mainThread, 'compaction', timeOf(objectOf(message['time'])['created']), place);
    else if (type === 'tool') {
      const id = nameOf(part['id']);
      if (
        id !== null &&
        !collector.firstTime(`opencode part ${id} ${nameOf(part['callID']) ?? ''} ${nameOf(part['sessionID']) ?? ''}`)
      ) {
        account.duplicates += 1;
        return;
      }
      this.#call(session, part, place);
    } else if (type === 'text' && part['synthetic'] !== true && apart) {
      const said = session.findMessage(nameOf(part['messageID']) ?? '');
      if (said !== null) session.addText(said, textOf(part['text']) ?? '');
    } else if (type === 'step-start') {
      const id = nameOf(part['messageID']) ?? '';
      this.#steps.set(id, (this.#steps.get(id) ?? 0) + 1);
    } else if (type !== 'text' && !quietParts.has(type)) countUnknown(account, `part ${type}`);
  }

  /** What is asked in one step is asked side by side; what is asked in the next may follow from an answer. */
  #step(message: string | null): string | null {
    const step = this.#steps.get(message ?? '') ?? 0;
    return message === null || step < 2 ? message : `${message} step ${step}`;
  }

  #call(session: SessionBuilder, part: JsonObject, place: RecordPlace): void {
    const name = textOf(part['tool']) ?? '';
    const mcp = this.#mcpName(name);
    const state = objectOf(part['state']);
    const time = objectOf(state['time']);
    const startedAt = timeOf(time['start']);
    session.seen(startedAt);
    const call = session.call({
      id: nameOf(part['callID']) ?? nameOf(part['id']) ?? `line-${place.line}`,
      thread: mainThread,
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: false,
      arguments: state['input'],
      messageId: this.#step(nameOf(part['messageID'])),
      startedAt,
      place,
      turn: session.findMessage(nameOf(part['messageID']) ?? '')?.turn,
    });
    const { status } = state;
    if (status !== 'completed' && status !== 'error') return;
    const metadata = objectOf(state['metadata']);
    const child = nameOf(metadata['sessionID'] ?? metadata['sessionId']);
    if (child !== null) this.#context.collector.describeThread(child, { parentCall: call.id });
    const text = textOf(state['output']) ?? textOf(state['error']) ?? '';
    const aborted = status === 'error' && /abort/i.test(text.slice(0, 200));
    const invalid = name === 'invalid';
    const flags: Partial<CallFlags> = {
      interrupted: aborted,
      denied: status === 'error' && /rejected permission|user (?:rejected|denied)/i.test(text.slice(0, 300)),
      // A name or arguments that the agent does not have are “completed” by this tool.
      invalidArguments: invalid,
      unavailable: invalid && /unknown tool|not found|unavailable/i.test(textOf(objectOf(state['input'])['error']) ?? ''),
      cut: metadata['truncated'] === true,
    };
    session.answer(call, {
      summary: summariseResult({
        text,
        mcp: mcp !== null || isWebSearch(name),
        isError: status === 'error' || invalid,
        exitCode: numberOf(metadata['exit']),
        found: numberOf(metadata['matches']) ?? numberOf(metadata['count']) ?? (text.startsWith('No files found') ? 0 : null),
        movedOutTo: nameOf(metadata['outputPath']),
      }),
      at: timeOf(time['end']),
      flags,
      place,
    });
  }

  #mcpName(name: string): McpName | null {
    if (ownTools.test(name)) return null;
    const { knownServers } = this.#context.collector;
    return doubleUnderscoreName(name, knownServers) ?? (name.includes('_') ? splitMcpName(name, '_', knownServers) : null);
  }
}
