import { mainThread, type RecordPlace } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
import { countOf, isObject, nameOf, objectOf, objectsOf, textOf, timeOf, type JsonObject } from '../text/json-values.ts';
import { doubleUnderscoreName, splitMcpName, type McpName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import { nameOfFile } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

const messageTypes: ReadonlySet<string> = new Set([
  'user',
  'gemini',
  'info',
  'error',
  'warning',
  'about',
  'help',
  'stats',
  'compression',
]);

export const geminiFormat: AgentFormat = {
  agent: 'gemini',
  recognises: (value) => {
    if ('$rewindTo' in value || ('$set' in value && isObject(value['$set']))) return true;
    if ('sessionId' in value && ('projectHash' in value || ('startTime' in value && 'lastUpdated' in value))) return true;
    if (Array.isArray(value['messages']) && 'sessionId' in value)
      return objectsOf(value['messages']).some(({ type }) => type === 'gemini');
    return value['type'] === 'gemini' && 'content' in value && !('parentId' in value);
  },
  recordKeys: new Set(['id', '$set', '$rewindTo', 'sessionId', 'timestamp', 'type']),
  open: (context) => new GeminiReader(context),
};

interface Entry {
  message: JsonObject;
  place: RecordPlace;
}

/** Replays what Gemini CLI writes: messages that replace earlier ones, patches of the header, and taking back. */
class GeminiReader implements AgentReader {
  readonly #context: ReaderContext;
  #header: JsonObject = {};
  #entries = new Map<string, Entry>();
  readonly #takenBack: Entry[] = [];

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  countsOf(document: JsonObject): number {
    return Array.isArray(document['messages']) ? document['messages'].length : 1;
  }

  record(record: JsonObject, place: RecordPlace): void {
    const back = nameOf(record['$rewindTo']);
    if (back !== null) this.#rewind(back);
    else if (isObject(record['$set'])) this.#patch(record['$set'], place);
    else if ('sessionId' in record && !('content' in record)) this.#patch(record, place);
    else if (nameOf(record['id']) !== null) {
      const type = textOf(record['type']);
      if (type === null || !messageTypes.has(type)) countUnknown(this.#context.account, type);
      this.#entries.set(nameOf(record['id'])!, { message: record, place });
    } else countUnknown(this.#context.account, record['type']);
  }

  settle(): void {
    const { account, collector, path } = this.#context;
    const id = nameOf(this.#header['sessionId']);
    if (id !== null && !account.sessionIds.includes(id)) account.sessionIds.push(id);
    const session = collector.begin('gemini', id ?? nameOfFile(path));
    session.files.add(account.index);
    session.seen(timeOf(this.#header['startTime']));
    session.title = nameOf(this.#header['summary']);
    for (const entry of this.#entries.values()) this.#message(session, entry, false);
    for (const entry of this.#takenBack) this.#message(session, entry, true);
    account.outputTokens = session.tokens.output;
    collector.replace(session);
  }

  #patch(fields: JsonObject, place: RecordPlace): void {
    const { messages, ...rest } = fields;
    this.#header = { ...this.#header, ...rest };
    if (!Array.isArray(messages)) return;
    this.#entries = new Map();
    for (const [index, message] of objectsOf(messages).entries())
      this.#entries.set(nameOf(message['id']) ?? `message-${index}`, {
        message,
        place: place.length === 0 ? { ...place, line: index + 1 } : place,
      });
  }

  /** Takes back everything after a message; that one stays. */
  #rewind(id: string): void {
    const ids = [...this.#entries.keys()];
    const from = ids.indexOf(id);
    if (from === -1) return;
    for (const later of ids.slice(from + 1)) {
      this.#takenBack.push(this.#entries.get(later)!);
      this.#entries.delete(later);
    }
  }

  #message(session: SessionBuilder, { message, place }: Entry, takenBack: boolean): void {
    const at = timeOf(message['timestamp']);
    const id = nameOf(message['id']) ?? `line-${place.line}`;
    const text = textOfParts(message['content']);
    session.seen(at);
    if (message['type'] === 'user') {
      if (takenBack) return;
      session.prompt(mainThread, text, at, place);
      session.say({ id, role: 'user', kind: 'said', thread: mainThread, text, at, place });
      return;
    }
    if (message['type'] === 'error' && !takenBack)
      session.say({ id, role: 'assistant', kind: 'error', thread: mainThread, text, at, place });
    if (message['type'] !== 'gemini') return;
    if (!takenBack) {
      const given = objectOf(message['tokens']);
      const cached = countOf(given['cached']);
      const tokens = {
        input: Math.max(0, countOf(given['input']) - cached),
        output: countOf(given['output']) + countOf(given['thoughts']),
        cached,
      };
      session.addTokens(tokens);
      session.say({
        id,
        role: 'assistant',
        kind: 'said',
        thread: mainThread,
        text,
        at,
        model: nameOf(message['model']),
        tokens,
        place,
      });
    }
    for (const call of objectsOf(message['toolCalls'])) this.#call(session, call, id, at, takenBack, place);
  }

  #call(
    session: SessionBuilder,
    given: JsonObject,
    messageId: string,
    at: number | null,
    takenBack: boolean,
    place: RecordPlace,
  ): void {
    const name = textOf(given['name']) ?? '';
    const mcp = this.#mcpName(name);
    const endedAt = timeOf(given['timestamp']);
    const call = session.call({
      id: nameOf(given['id']) ?? `${messageId}-${name}`,
      thread: mainThread,
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: false,
      arguments: given['args'],
      messageId,
      startedAt: at ?? endedAt,
      place,
    });
    if (takenBack) call.abandoned = 'rewound';
    const status = given['status'];
    const responses = objectsOf(given['result']).map((part) => objectOf(objectOf(part['functionResponse'])['response']));
    const error = responses.map((response) => textOf(response['error'])).find((text) => text !== null);
    const output = responses.map((response) => textOf(response['output']) ?? textOfParts(response['content'])).join('\n');
    const display = textOf(given['resultDisplay']) ?? '';
    if (status === 'cancelled') session.flag(call, { interrupted: true });
    if (responses.length === 0 && status !== 'success' && status !== 'error') return;
    const text = error ?? (output === '' ? display : output);
    session.answer(call, {
      summary: summariseResult({
        text,
        mcp: mcp !== null,
        isError: status === 'error' || error !== undefined,
        found: /^No (?:matches|files) found/.test(text) ? 0 : null,
      }),
      at: endedAt,
      flags: {
        interrupted: status === 'cancelled',
        denied: status === 'cancelled' && /user (?:did not allow|cancelled|denied|rejected)/i.test(text.slice(0, 400)),
        unavailable: /^Tool "[^"]*" not found/.test(text),
        invalidArguments: /invalid_tool_params|params must have required property/.test(text.slice(0, 400)),
        cut: /\[\.\.\. .{0,60}truncated|Output too large|CONTENT TRUNCATED/i.test(text.slice(0, 2000)),
      },
      place,
    });
  }

  /** `mcp_server_tool` with single underscores; `server__tool` or a bare name in older versions. */
  #mcpName(name: string): McpName | null {
    const { knownServers } = this.#context.collector;
    const double = doubleUnderscoreName(name, knownServers);
    if (double !== null) return double;
    if (!name.startsWith('mcp_')) return name.includes('__') ? splitMcpName(name, '__', knownServers) : null;
    const rest = name.slice('mcp_'.length);
    return splitMcpName(rest, '_', knownServers) ?? { server: rest, tool: '' };
  }
}

function textOfParts(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .map((part) => textOf(part['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n');
}
