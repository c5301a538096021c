import { mainThread, type RecordPlace, type ToolCall } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import {
  countOf,
  isObject,
  nameOf,
  objectOf,
  objectsOf,
  parsedObject,
  textOf,
  timeOf,
  type JsonObject,
} from '../text/json-values.ts';
import { splitMcpName, type McpName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import { contentOf } from './claude-result.ts';
import { xmlCallsIn, xmlResultOf } from './cline-xml.ts';
import { openSession } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

export const clineFormat: AgentFormat = {
  agent: 'cline',
  recognises: (value) => {
    if (Array.isArray(value['messages']) && 'sessionId' in value) return 'agent' in value || 'system_prompt' in value;
    if ((value['type'] === 'say' || value['type'] === 'ask') && 'ts' in value) return typeof value[value['type']] === 'string';
    return (
      (value['role'] === 'user' || value['role'] === 'assistant') &&
      'content' in value &&
      !('type' in value) &&
      !('uuid' in value)
    );
  },
  recordKeys: new Set(['role', 'ts', 'content']),
  open: (context) => new ClineReader(context),
};

/** Reads tasks of Cline, Roo and their forks: `api_conversation_history.json`, alone `ui_messages.json`, and sessions of the new SDK. */
class ClineReader implements AgentReader {
  readonly #context: ReaderContext;
  #session: SessionBuilder | null = null;
  /** Calls in XML have no ids: results come in their order. */
  #open: ToolCall[] = [];
  #uiCall: ToolCall | null = null;
  #position = 0;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  countsOf(document: JsonObject): number {
    return Array.isArray(document['messages']) ? document['messages'].length : 1;
  }

  record(record: JsonObject, place: RecordPlace): void {
    if (Array.isArray(record['messages'])) {
      this.#session ??= openSession(this.#context, 'cline', nameOf(record['sessionId']));
      for (const [index, message] of objectsOf(record['messages']).entries())
        this.#message(message, place.length === 0 ? { ...place, line: index + 1 } : place);
    } else if ('ts' in record && 'type' in record) this.#ui(record, place);
    else this.#message(record, place);
  }

  #message(message: JsonObject, place: RecordPlace): void {
    const session = (this.#session ??= openSession(this.#context, 'cline', null));
    const at = timeOf(message['ts'] ?? message['timestamp']);
    session.seen(at);
    const id = nameOf(message['id']) ?? `message-${place.line}`;
    const content =
      typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : objectsOf(message['content']);
    if (message['role'] === 'assistant') this.#assistant(session, content, message, id, at, place);
    else this.#user(session, content, id, at, place);
  }

  #assistant(
    session: SessionBuilder,
    content: readonly JsonObject[],
    message: JsonObject,
    id: string,
    at: number | null,
    place: RecordPlace,
  ): void {
    const { text } = contentOf(content);
    const calls = xmlCallsIn(text);
    const usage = objectOf(message['metrics'] ?? message['usage']);
    const output = countOf(objectOf(usage['tokens'])['completion'] ?? usage['output_tokens'] ?? usage['outputTokens']);
    session.addTokens({ input: 0, output, cached: 0 });
    this.#context.account.outputTokens += output;
    session.say({ id, role: 'assistant', kind: 'said', thread: mainThread, text, at, place });
    this.#open = [];
    for (const { name, parameters } of calls) this.#open.push(this.#call(session, null, name, parameters, id, at, place));
    for (const block of content) {
      if (block['type'] !== 'tool_use' || block['partial'] === true) continue;
      this.#call(session, nameOf(block['id']), textOf(block['name']) ?? '', block['input'], id, at, place);
    }
  }

  #call(
    session: SessionBuilder,
    id: string | null,
    name: string,
    given: unknown,
    messageId: string,
    at: number | null,
    place: RecordPlace,
  ): ToolCall {
    const input = objectOf(given);
    const server = nameOf(input['server_name']);
    const dispatched = (name === 'use_mcp_tool' || name === 'access_mcp_resource') && server !== null;
    const mcp: McpName | null = dispatched ? { server, tool: nameOf(input['tool_name']) ?? name } : this.#nativeName(name);
    return session.call({
      id: id ?? `call-${place.file}-${(this.#position += 1)}`,
      thread: mainThread,
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: dispatched,
      arguments: dispatched ? (parsedObject(input['arguments']) ?? { uri: input['uri'], arguments: input['arguments'] }) : given,
      messageId,
      startedAt: at,
      place,
    });
  }

  /** Roo writes `mcp--server--tool`; models sometimes answer with underscores. */
  #nativeName(name: string): McpName | null {
    const match = /^mcp(--|__)/.exec(name);
    return match === null ? null : splitMcpName(name.slice(match[0].length), match[1]!, this.#context.collector.knownServers);
  }

  #user(session: SessionBuilder, content: readonly JsonObject[], id: string, at: number | null, place: RecordPlace): void {
    const said: string[] = [];
    let answered: { call: ToolCall; texts: string[] } | null = null;
    const finish = (): void => {
      if (answered !== null) this.#answer(session, answered.call, answered.texts.join('\n'), false, at, place);
      answered = null;
    };
    for (const block of content) {
      if (block['type'] === 'tool_result') {
        const call = nameOf(block['tool_use_id']) === null ? null : session.findCall(nameOf(block['tool_use_id'])!);
        if (call === null) this.#context.account.orphanResults += 1;
        else this.#answer(session, call, resultText(block['content']), block['is_error'] === true, at, place);
        continue;
      }
      const text = textOf(block['text']) ?? '';
      if (block['type'] === 'image') this.#context.account.images += 1;
      const result = xmlResultOf(text);
      const call = result === null ? undefined : this.#take(result.name);
      if (result !== null && call !== undefined) {
        finish();
        answered = { call, texts: result.rest === '' ? [] : [result.rest] };
      } else if (answered !== null && !/^<(?:environment_details|feedback|user_message)>/.test(text))
        (answered as { texts: string[] }).texts.push(text);
      else if (text !== '' && !text.startsWith('<environment_details>')) said.push(text);
    }
    finish();
    const text = said.join('\n');
    if (text === '') return;
    const wrapper = /^\s*(?:\[ERROR\]|\[TASK RESUMPTION\]|# (?:Reminder|task_progress)|You did not use a tool)/.test(text);
    if (!wrapper) session.prompt(mainThread, text, at, place);
    session.say({ id, role: 'user', kind: wrapper ? 'wrapper' : 'said', thread: mainThread, text, at, place });
  }

  /** The call that a result of this name belongs to: the first that waits. */
  #take(name: string): ToolCall | undefined {
    const index = this.#open.findIndex((call) => call.name === name);
    return index === -1 ? undefined : this.#open.splice(index, 1)[0];
  }

  #answer(session: SessionBuilder, call: ToolCall, text: string, failed: boolean, at: number | null, place: RecordPlace): void {
    const head = text.slice(0, 500);
    const isError = failed || /^(?:The tool execution failed|Error executing|<error>|\{"status":"error")/.test(head);
    session.answer(call, {
      summary: summariseResult({
        text,
        mcp: call.server !== null,
        isError,
        found: /^(?:Found 0 results|No results found)/.test(head) ? 0 : null,
      }),
      at,
      flags: {
        denied: /^(?:The user denied this operation|\[?Tool use rejected)/.test(head) || /"status":"denied"/.test(head),
        unavailable:
          isError &&
          /unknown (?:MCP )?(?:tool|server)|(?:server|tool) .{1,200} (?:is not configured|not found|does not exist)/i.test(head),
        cut: /\[\.\.\.\d+ lines omitted\.\.\.\]|\(Showing (?:only )?(?:the )?first \d+/.test(text.slice(0, 20_000)),
      },
      place,
    });
  }

  /** `ui_messages.json` by itself has MCP calls with times, and what was said. */
  #ui(record: JsonObject, place: RecordPlace): void {
    if (record['partial'] === true) return;
    const session = (this.#session ??= openSession(this.#context, 'cline', null));
    const at = timeOf(record['ts']);
    session.seen(at);
    const text = textOf(record['text']) ?? '';
    const what = textOf(record['ask']) ?? textOf(record['say']) ?? '';
    const id = `message-${place.line}`;
    if (what === 'use_mcp_server' || what === 'tool') {
      const given = parsedObject(text) ?? {};
      const mcp = what === 'use_mcp_server';
      const name = mcp ? 'use_mcp_tool' : (nameOf(given['tool']) ?? 'tool');
      const input = mcp
        ? { server_name: given['serverName'], tool_name: given['toolName'], arguments: given['arguments'], uri: given['uri'] }
        : given;
      this.#uiCall = this.#call(session, null, name, input, id, at, place);
      if (!mcp && isObject(parsedObject(text)) && typeof given['content'] === 'string')
        this.#answer(session, this.#uiCall, given['content'], false, at, place);
    } else if (what === 'mcp_server_response' && this.#uiCall !== null)
      this.#answer(session, this.#uiCall, text, false, at, place);
    else if (what === 'task' || what === 'user_feedback') {
      session.prompt(mainThread, text, at, place);
      session.say({ id, role: 'user', kind: 'said', thread: mainThread, text, at, place });
    } else if (what === 'text' || what === 'completion_result')
      session.say({ id, role: 'assistant', kind: 'said', thread: mainThread, text, at, place });
  }
}

/** A result is a text, a list of blocks, or of the new SDK a list of `{query, result, success}`. */
function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = objectsOf(content).map((block) => textOf(block['text']) ?? textOf(block['result']) ?? '');
  return texts.filter((text) => text !== '').join('\n');
}
