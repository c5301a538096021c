import { mainThread, type RecordPlace, type ToolCall } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
import {
  countOf,
  isObject,
  nameOf,
  numberOf,
  objectOf,
  objectsOf,
  parsedObject,
  textOf,
  timeOf,
  type JsonObject,
} from '../text/json-values.ts';
import { doubleUnderscoreName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import { contentOf } from './claude-result.ts';
import { openSession } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

const quietTypes: ReadonlySet<string> = new Set([
  'model_change',
  'thinking_level_change',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
]);

export const piFormat: AgentFormat = {
  agent: 'pi',
  recognises: (value) => {
    if (value['type'] === 'session') return 'id' in value && 'version' in value && 'cwd' in value;
    if (value['type'] === 'message') return 'parentId' in value && isObject(value['message']) && 'role' in value['message'];
    return (
      (quietTypes.has(textOf(value['type']) ?? '') || value['type'] === 'compaction') &&
      'id' in value &&
      'parentId' in value &&
      'timestamp' in value
    );
  },
  recordKeys: new Set(['type', 'id', 'parentId', 'timestamp']),
  open: (context) => new PiReader(context),
};

/** Reads what Pi writes: a tree of entries, of which only the path to the last leaf is the conversation. */
class PiReader implements AgentReader {
  readonly #context: ReaderContext;
  #session: SessionBuilder | null = null;
  /** Parent of every entry, and the calls that each one made. */
  readonly #parents = new Map<string, string | null>();
  readonly #callsOf = new Map<string, ToolCall[]>();
  #leaf: string | null = null;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  record(record: JsonObject, place: RecordPlace): void {
    const type = textOf(record['type']) ?? '';
    const id = nameOf(record['id']);
    const at = timeOf(record['timestamp']);
    if (type === 'session') {
      this.#session ??= openSession(this.#context, 'pi', id);
      this.#session.cwd ??= nameOf(record['cwd']);
      this.#session.seen(at);
      return;
    }
    const session = (this.#session ??= openSession(this.#context, 'pi', null));
    session.seen(at);
    if (id !== null) {
      // A session that was branched off begins with its parent's entries, ids and all.
      if (!this.#context.collector.firstTime(`pi ${id} ${at} ${nameOf(record['parentId']) ?? ''}`)) {
        this.#context.account.duplicates += 1;
        return;
      }
      this.#parents.set(id, nameOf(record['parentId']));
      this.#leaf = id;
    }
    if (type === 'message') this.#message(session, record, objectOf(record['message']), at, place);
    else if (type === 'compaction') session.break(mainThread, 'compaction', at, place);
    else if (type === 'session_info') session.title = nameOf(record['name']) ?? session.title;
    else if (!quietTypes.has(type)) countUnknown(this.#context.account, type);
  }

  settle(): void {
    const path = new Set<string>();
    for (let id = this.#leaf; id !== null && !path.has(id); id = this.#parents.get(id) ?? null) path.add(id);
    for (const [id, calls] of this.#callsOf) for (const call of calls) call.abandoned = path.has(id) ? null : 'branch';
  }

  #message(session: SessionBuilder, record: JsonObject, message: JsonObject, at: number | null, place: RecordPlace): void {
    const id = nameOf(record['id']) ?? `line-${place.line}`;
    const { role } = message;
    const { text, images } = contentOf(message['content']);
    if (role === 'toolResult') this.#result(session, message, text, images, at, place);
    else if (role === 'user') {
      session.prompt(mainThread, text, at, place);
      session.say({ id, role, kind: 'said', thread: mainThread, text, at, place });
    } else if (role === 'assistant') this.#assistant(session, message, id, text, at, place);
    else if (role === 'bashExecution') {
      // A command that the user ran, not the agent.
      session.say({
        id,
        role: 'user',
        kind: 'wrapper',
        thread: mainThread,
        text: `! ${textOf(message['command']) ?? ''}`,
        at,
        place,
      });
    } else if (role === 'compactionSummary' || role === 'branchSummary')
      session.say({ id, role: 'user', kind: 'summary', thread: mainThread, text: textOf(message['summary']) ?? text, at, place });
    else if (role !== 'custom') countUnknown(this.#context.account, `message ${textOf(role) ?? ''}`);
  }

  #assistant(
    session: SessionBuilder,
    message: JsonObject,
    id: string,
    text: string,
    at: number | null,
    place: RecordPlace,
  ): void {
    const usage = objectOf(message['usage']);
    const tokens = { input: countOf(usage['input']), output: countOf(usage['output']), cached: countOf(usage['cacheRead']) };
    session.addTokens(tokens);
    this.#context.account.outputTokens += tokens.output;
    session.say({
      id,
      role: 'assistant',
      kind: message['stopReason'] === 'error' ? 'error' : 'said',
      thread: mainThread,
      text,
      at,
      model: nameOf(message['model']),
      tokens,
      place,
    });
    const calls: ToolCall[] = [];
    for (const block of objectsOf(message['content'])) {
      if (block['type'] !== 'toolCall') continue;
      const name = textOf(block['name']) ?? '';
      const given = objectOf(block['arguments']);
      const exact =
        name === 'mcp' && nameOf(given['server']) !== null
          ? { server: nameOf(given['server'])!, tool: nameOf(given['tool']) ?? '' }
          : null;
      const mcp = exact ?? doubleUnderscoreName(name, this.#context.collector.knownServers);
      const call = session.call({
        id: nameOf(block['id']) ?? `${id}-${calls.length}`,
        thread: mainThread,
        name,
        server: mcp?.server ?? null,
        tool: mcp?.tool ?? name,
        serverExact: exact !== null,
        arguments: exact === null ? block['arguments'] : (parsedObject(given['args'] ?? given['arguments']) ?? {}),
        messageId: id,
        startedAt: at,
        place,
      });
      if (message['stopReason'] === 'aborted') session.flag(call, { interrupted: true });
      calls.push(call);
    }
    if (calls.length > 0) this.#callsOf.set(id, calls);
    if (message['stopReason'] === 'aborted') session.interrupt(mainThread);
  }

  #result(
    session: SessionBuilder,
    message: JsonObject,
    text: string,
    images: number,
    at: number | null,
    place: RecordPlace,
  ): void {
    const id = nameOf(message['toolCallId']);
    const call = id === null ? null : session.findCall(id);
    if (call === null) {
      this.#context.account.orphanResults += 1;
      return;
    }
    this.#context.account.images += images;
    const details = objectOf(message['details']);
    const exit = /(?:Command )?exited with code (\d+)/.exec(text.slice(-200));
    session.answer(call, {
      summary: summariseResult({
        text,
        mcp: call.server !== null,
        isError: message['isError'] === true,
        structured: details['structuredContent'],
        exitCode: numberOf(details['exitCode']) ?? (exit ? Number(exit[1]) : null),
        images,
        movedOutTo: nameOf(details['fullOutputPath']),
      }),
      at,
      flags: { cut: isObject(details['truncation']) || details['truncated'] === true },
      place,
    });
  }
}
