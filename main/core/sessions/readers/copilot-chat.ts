import { mainThread, type RecordPlace } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { skipLine } from '../building/session-collector.ts';
import {
  isObject,
  listOf,
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
import { applyMutation, isMutation } from './mutation-log.ts';
import { nameOfFile } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

/** GitHub Copilot Chat in VS Code: `chatSessions/<id>.json`, a document, or since 2026 `.jsonl`, a log of its changes. */
export const copilotChatFormat: AgentFormat = {
  agent: 'copilot',
  recognises: (value) =>
    isMutation(value) ||
    (Array.isArray(value['requests']) &&
      ('requesterUsername' in value || 'responderUsername' in value || 'creationDate' in value)),
  recordKeys: new Set(['kind', 'version', 'requesterUsername', 'responderUsername', 'sessionId']),
  open: (context) => new CopilotChatReader(context),
};

/** One part of an answer that names a call, whether or not the model's rounds were kept. */
interface Invocation {
  id: string;
  name: string;
  input: unknown;
  output: string | null;
  isError: boolean;
  server: string | null;
}

class CopilotChatReader implements AgentReader {
  readonly #context: ReaderContext;
  #document: JsonObject | null = null;
  #place: RecordPlace | null = null;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  record(record: JsonObject, place: RecordPlace): void {
    this.#place ??= place;
    if (record['kind'] === 0) this.#document = objectOf(record['v']);
    else if (!isMutation(record)) this.#document ??= record;
    else if (this.#document === null || !applyMutation(this.#document, record))
      skipLine(this.#context.account, place.line, 'a change of something that the lines before it do not hold');
  }

  settle(): void {
    if (this.#document === null || this.#place === null) return;
    const { account, collector, path } = this.#context;
    const id = nameOf(this.#document['sessionId']);
    if (id !== null && !account.sessionIds.includes(id)) account.sessionIds.push(id);
    const session = collector.begin('copilot', id ?? nameOfFile(path));
    session.files.add(account.index);
    session.title = nameOf(this.#document['customTitle']);
    session.seen(timeOf(this.#document['creationDate']));
    for (const [index, request] of objectsOf(this.#document['requests']).entries())
      this.#request(session, request, { ...this.#place, line: this.#place.length === 0 ? index + 1 : this.#place.line });
    collector.replace(session);
  }

  #request(session: SessionBuilder, request: JsonObject, place: RecordPlace): void {
    const at = timeOf(request['timestamp']);
    const id = nameOf(request['requestId']) ?? `request-${place.line}`;
    const asked = textOf(request['message']) ?? textOf(objectOf(request['message'])['text']) ?? '';
    session.seen(at);
    session.prompt(mainThread, asked, at, place);
    session.say({ id, role: 'user', kind: 'said', thread: mainThread, text: asked, at, place });
    const parts = objectsOf(request['response']);
    const invocations = new Map(parts.flatMap((part) => invocationOf(part) ?? []).map((each) => [each.id, each]));
    const metadata = objectOf(objectOf(request['result'])['metadata']);
    const results = objectOf(metadata['toolCallResults']);
    const model = nameOf(request['modelId']);
    let round = 0;
    for (const each of objectsOf(metadata['toolCallRounds'])) {
      const messageId = `${id}-${(round += 1)}`;
      const text = textOf(each['response']) ?? '';
      if (text !== '')
        session.say({ id: messageId, role: 'assistant', kind: 'said', thread: mainThread, text, at, model, place });
      for (const call of objectsOf(each['toolCalls'])) {
        const callId = nameOf(call['id']) ?? `${messageId}-${textOf(call['name']) ?? ''}`;
        // VS Code adds a number of its own to the id that the model gave.
        const shown = invocations.get(callId) ?? invocations.get(callId.replace(/__vscode-\d+$/, ''));
        if (shown !== undefined) invocations.delete(shown.id);
        const kept = resultText(results[callId]);
        this.#call(
          session,
          {
            id: callId,
            name: textOf(call['name']) ?? '',
            input: call['arguments'],
            output: kept ?? shown?.output ?? null,
            isError: shown?.isError ?? false,
            server: shown?.server ?? null,
          },
          { messageId, at, place },
        );
      }
    }
    // Older versions, and requests that were stopped, have only what was shown.
    for (const each of invocations.values()) this.#call(session, each, { messageId: `${id}-0`, at, place });
    const said =
      round > 0
        ? ''
        : parts
            .map((part) => (part['kind'] === undefined || part['kind'] === 'markdownContent' ? markdownOf(part) : ''))
            .filter((text) => text !== '')
            .join('\n');
    if (said !== '')
      session.say({ id: `${id}-0`, role: 'assistant', kind: 'said', thread: mainThread, text: said, at, model, place });
    const failure = textOf(objectOf(objectOf(request['result'])['errorDetails'])['message']);
    if (failure !== null)
      session.say({ id: `${id}-error`, role: 'assistant', kind: 'error', thread: mainThread, text: failure, at, place });
    if (request['isCanceled'] === true) session.interrupt(mainThread);
  }

  #call(
    session: SessionBuilder,
    made: Invocation,
    { messageId, at, place }: { messageId: string; at: number | null; place: RecordPlace },
  ): void {
    const mcp = this.#mcpName(made);
    const call = session.call({
      id: made.id,
      thread: mainThread,
      name: made.name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? made.name,
      serverExact: made.server !== null,
      arguments: parsedObject(made.input) ?? made.input,
      messageId,
      startedAt: at,
      place,
    });
    if (made.output === null) return;
    session.answer(call, {
      summary: summariseResult({ text: made.output, mcp: mcp !== null, isError: made.isError }),
      at: null,
      place,
    });
  }

  /** `mcp_server_tool`; the server's own name where the part that was shown says it. */
  #mcpName({ name, server }: Invocation): McpName | null {
    if (!name.startsWith('mcp_')) return server === null ? null : { server, tool: name };
    const rest = name.slice('mcp_'.length);
    const split = splitMcpName(rest, '_', [...this.#context.collector.knownServers, ...(server === null ? [] : [server])]);
    return server === null ? (split ?? { server: rest, tool: '' }) : { server, tool: split?.tool ?? rest };
  }
}

function invocationOf(part: JsonObject): Invocation | null {
  if (part['kind'] !== 'toolInvocationSerialized' && part['kind'] !== 'toolInvocation') return null;
  const id = nameOf(part['toolCallId']);
  if (id === null) return null;
  const details = objectOf(part['resultDetails']);
  const source = objectOf(part['source']);
  const shown = objectOf(part['toolSpecificData']);
  const command = textOf(objectOf(shown['commandLine'])['original']) ?? textOf(shown['command']);
  return {
    id,
    name: nameOf(part['toolId']) ?? '',
    input: details['input'] ?? (command === null ? shown['rawInput'] : { command }),
    output: Array.isArray(part['resultDetails'])
      ? urisOf(part['resultDetails'])
      : (resultText(details['output'] === undefined ? undefined : { content: details['output'] }) ?? textOf(details['output'])),
    isError: details['isError'] === true,
    server: source['type'] === 'mcp' ? nameOf(source['serverLabel'] ?? source['label']) : null,
  };
}

function urisOf(details: readonly unknown[]): string {
  return details
    .map((each) =>
      typeof each === 'string' ? each : (textOf(objectOf(objectOf(each)['uri'])['path']) ?? textOf(objectOf(each)['path']) ?? ''),
    )
    .filter((path) => path !== '')
    .join('\n');
}

/** Text of what a tool returned: parts with `value` or `text`, some of them trees of prompts whose leaves hold the text. */
function resultText(result: unknown): string | null {
  if (!isObject(result)) return null;
  const texts: string[] = [];
  const waiting: unknown[] = [...listOf(result['content'])].reverse();
  for (let steps = 0; waiting.length > 0 && steps < 100_000; steps += 1) {
    const part = waiting.pop();
    if (typeof part === 'string') texts.push(part);
    if (!isObject(part)) continue;
    const text = textOf(part['value']) ?? textOf(part['text']);
    if (text !== null) texts.push(text);
    for (const inner of [part['value'], part['node'], part['children']])
      for (const each of Array.isArray(inner) ? [...(inner as unknown[])].reverse() : isObject(inner) ? [inner] : [])
        waiting.push(each);
  }
  return texts.join('\n');
}

function markdownOf(part: JsonObject): string {
  return textOf(part['value']) ?? textOf(objectOf(part['content'])['value']) ?? '';
}
