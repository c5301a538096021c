import { mainThread, type RecordPlace } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
import { isObject, nameOf, objectOf, objectsOf, parsedObject, textOf, type JsonObject } from '../text/json-values.ts';
import { splitMcpName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import { openSession } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

/** One tool through which all MCP calls go; the names of its fields vary between versions. */
const dispatcher = /^(?:CallMcpTool|call_mcp_tool|mcp|MCP)$/;

export const cursorFormat: AgentFormat = {
  agent: 'cursor',
  recognises: (value) => {
    if ((value['role'] === 'user' || value['role'] === 'assistant') && isObject(value['message']))
      return !('type' in value) && !('uuid' in value);
    return value['type'] === 'turn_ended' && 'status' in value;
  },
  recordKeys: new Set(['role', 'type', 'message']),
  open: (context) => new CursorReader(context),
};

/** Reads agent transcripts of Cursor: no times, no tokens, calls without ids and mostly without results. */
class CursorReader implements AgentReader {
  readonly #context: ReaderContext;
  readonly #session: SessionBuilder;

  constructor(context: ReaderContext) {
    this.#context = context;
    this.#session = openSession(context, 'cursor', null);
  }

  record(record: JsonObject, place: RecordPlace): void {
    if (record['type'] === 'turn_ended') {
      if (record['status'] !== 'success') this.#session.interrupt(mainThread);
      return;
    }
    const message = objectOf(record['message']);
    const role = record['role'] === 'assistant' ? 'assistant' : record['role'] === 'user' ? 'user' : null;
    if (role === null) {
      countUnknown(this.#context.account, record['type'] ?? record['role']);
      return;
    }
    const blocks =
      typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : objectsOf(message['content']);
    const id = `line-${place.line}`;
    const texts = blocks
      .map((block) => (block['type'] === 'text' ? (textOf(block['text']) ?? '') : ''))
      .filter((text) => text !== '');
    const whole = texts.join('\n');
    if (role === 'user') {
      const query = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(whole.slice(0, 1_000_000))?.[1];
      const text = query ?? whole;
      if (text !== '') {
        const wrapper = query === undefined && /^\s*<\w+>/.test(text);
        if (!wrapper) this.#session.prompt(mainThread, text, null, place);
        this.#session.say({ id, role, kind: wrapper ? 'wrapper' : 'said', thread: mainThread, text, at: null, place });
      }
    } else this.#session.say({ id, role, kind: 'said', thread: mainThread, text: whole, at: null, place });
    let position = 0;
    for (const block of blocks) {
      if (block['type'] === 'tool_use') this.#call(block, id, (position += 1), place);
      else if (block['type'] === 'tool_result') this.#result(block, place);
    }
  }

  #call(block: JsonObject, messageId: string, position: number, place: RecordPlace): void {
    const name = textOf(block['name']) ?? '';
    const input = objectOf(block['input']);
    const server = dispatcher.test(name)
      ? nameOf(
          input['server'] ??
            input['serverIdentifier'] ??
            input['providerIdentifier'] ??
            input['serverName'] ??
            input['server_name'],
        )
      : null;
    const tool = nameOf(input['toolName'] ?? input['tool'] ?? input['tool_name'] ?? input['name']);
    const prefixed =
      server === null && name.startsWith('mcp_')
        ? splitMcpName(name.slice('mcp_'.length), '_', this.#context.collector.knownServers)
        : null;
    const given = server === null ? block['input'] : (input['arguments'] ?? input['args'] ?? input['toolArgs'] ?? {});
    this.#session.call({
      id: nameOf(block['id']) ?? `${messageId}-${position}`,
      thread: mainThread,
      name,
      server: server ?? prefixed?.server ?? null,
      tool: server === null ? (prefixed?.tool ?? name) : (tool ?? ''),
      serverExact: server !== null,
      arguments: parsedObject(given) ?? given,
      messageId,
      startedAt: null,
      place,
    });
  }

  #result(block: JsonObject, place: RecordPlace): void {
    const id = nameOf(block['tool_use_id']);
    const call = id === null ? null : this.#session.findCall(id);
    if (call === null) {
      this.#context.account.orphanResults += 1;
      return;
    }
    const { content } = block;
    const text =
      typeof content === 'string'
        ? content
        : objectsOf(content)
            .map((part) => textOf(part['text']) ?? '')
            .join('\n');
    this.#session.answer(call, {
      summary: summariseResult({ text, mcp: call.server !== null, isError: block['is_error'] === true }),
      at: null,
      place,
    });
  }
}
