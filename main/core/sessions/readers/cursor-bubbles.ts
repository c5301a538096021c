import { mainThread, type RecordPlace } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { copyText } from '../text/copy-text.ts';
import { nameOf, objectOf, parsedObject, textOf, timeOf, type JsonObject } from '../text/json-values.ts';
import { splitMcpName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import type { AgentReader, ReaderContext } from './reader.ts';

const userBubble = 1;

/**
 * Reads the rows of Cursor's own database, each with its `key`: `composerData:<id>` is a conversation, `bubbleId:<conversation>:<id>` something said
 * in it, with the call that was made. Rows of all conversations come mixed.
 */
export function cursorBubbles(context: ReaderContext): AgentReader {
  return new CursorBubbleReader(context);
}

class CursorBubbleReader implements AgentReader {
  readonly #context: ReaderContext;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  record(record: JsonObject, place: RecordPlace): void {
    const [kind, composer, bubble] = (nameOf(record['key']) ?? '').split(':');
    if (composer === undefined) return;
    const session = this.#session(composer);
    if (kind === 'composerData') {
      const name = nameOf(record['name']);
      if (name !== null) session.title = copyText(name, 300);
      session.seen(timeOf(record['createdAt']));
    } else this.#bubble(session, record, bubble ?? `row-${place.line}`, place);
  }

  #session(id: string): SessionBuilder {
    const { collector, account } = this.#context;
    const session = collector.session('cursor', id);
    if (!session.files.has(account.index)) {
      session.files.add(account.index);
      account.sessionIds.push(id);
    }
    return session;
  }

  #bubble(session: SessionBuilder, record: JsonObject, id: string, place: RecordPlace): void {
    const { account, collector } = this.#context;
    if (!collector.firstTime(`cursor ${session.id} ${id}`)) {
      account.duplicates += 1;
      return;
    }
    const at = timeOf(record['createdAt']) ?? timeOf(objectOf(record['timingInfo'])['clientStartTime']);
    session.seen(at);
    const text = textOf(record['text']) ?? '';
    const role = record['type'] === userBubble ? 'user' : 'assistant';
    if (role === 'user') session.prompt(mainThread, text, at, place);
    if (text !== '') session.say({ id, role, kind: 'said', thread: mainThread, text, at, place });
    const call = objectOf(record['toolFormerData']);
    if (nameOf(call['name']) !== null) this.#call(session, call, id, at, place);
  }

  #call(session: SessionBuilder, given: JsonObject, messageId: string, at: number | null, place: RecordPlace): void {
    const name = nameOf(given['name'])!;
    const { knownServers } = this.#context.collector;
    const mcp = /^mcp[_-]/.test(name) ? splitMcpName(name.slice(4), name[3]!, knownServers) : null;
    const params = parsedObject(given['rawArgs']) ?? parsedObject(given['params']) ?? {};
    const call = session.call({
      id: nameOf(given['toolCallId']) ?? messageId,
      thread: mainThread,
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: false,
      arguments: params,
      messageId,
      startedAt: at,
      place,
    });
    const status = textOf(given['status']) ?? '';
    if (status === 'cancelled' || status === 'aborted') session.flag(call, { interrupted: true });
    const result = textOf(given['result']);
    if (result === null && status !== 'error') return;
    session.answer(call, {
      summary: summariseResult({ text: result ?? textOf(given['error']) ?? '', mcp: mcp !== null, isError: status === 'error' }),
      at: null,
      flags: { interrupted: call.flags.interrupted, denied: status === 'rejected' },
      place,
    });
  }
}
