import { mainThread, type RecordPlace, type ToolCall } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { countUnknown } from '../building/session-collector.ts';
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
import { doubleUnderscoreName } from '../text/mcp-name.ts';
import { summariseResult } from '../text/summarise-result.ts';
import { openSession } from './open-session.ts';
import type { AgentFormat, AgentReader, ReaderContext } from './reader.ts';

const knownType =
  /^(?:session|assistant|user|tool|hook|subagent|system|skill|abort|pending_messages|permission|external_tool|command|elicitation|exit_plan_mode)\b/;

export const copilotFormat: AgentFormat = {
  agent: 'copilot',
  recognises: (value) => {
    const type = textOf(value['type']);
    if (type === null || !isObject(value['data']) || !('id' in value) || !('parentId' in value)) return false;
    return knownType.test(type) && (type.includes('.') || type === 'abort');
  },
  recordKeys: new Set(['type', 'id', 'parentId', 'timestamp', 'data']),
  open: (context) => new CopilotReader(context),
};

/** Reads the events of GitHub Copilot CLI, which name servers and tools themselves. */
class CopilotReader implements AgentReader {
  readonly #context: ReaderContext;
  #session: SessionBuilder | null = null;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  record(record: JsonObject, place: RecordPlace): void {
    const type = textOf(record['type']) ?? '';
    const data = objectOf(record['data']);
    const at = timeOf(record['timestamp']);
    const id = nameOf(record['id']);
    if (type === 'session.start' || type === 'session.resume')
      this.#session ??= openSession(this.#context, 'copilot', nameOf(data['sessionId']));
    const session = (this.#session ??= openSession(this.#context, 'copilot', null));
    session.seen(at);
    // Short ids are one file's own; real ones are no two events'.
    if (id !== null && !this.#context.collector.firstTime(`copilot ${session.id} ${id} ${at} ${type}`)) {
      this.#context.account.duplicates += 1;
      return;
    }
    const messageId = nameOf(data['messageId']) ?? id ?? `line-${place.line}`;
    if (type === 'session.start') this.#start(session, data);
    else if (type === 'session.compaction_complete' || type === 'session.truncation')
      session.break(mainThread, 'compaction', at, place);
    else if (type === 'user.message') {
      const text = textOf(data['content']) ?? '';
      session.prompt(mainThread, text, at, place);
      session.say({ id: messageId, role: 'user', kind: 'said', thread: mainThread, text, at, place });
    } else if (type === 'assistant.message') {
      this.#assistant(session, data, messageId, at, place);
    } else if (type === 'tool.execution_start') this.#call(session, data, null, at, place);
    else if (type === 'tool.execution_complete') this.#result(session, data, at, place);
    else if (type === 'abort') session.interrupt(mainThread);
    else if (type === 'session.model_change') session.models.add(nameOf(data['newModel']) ?? nameOf(data['model']) ?? 'unknown');
    else if (!knownType.test(type)) countUnknown(this.#context.account, type);
  }

  #start(session: SessionBuilder, data: JsonObject): void {
    const context = objectOf(data['context']);
    session.cwd ??= nameOf(context['cwd']);
    session.gitBranch ??= nameOf(context['branch']);
    const version = nameOf(data['copilotVersion']);
    if (version !== null) session.versions.add(version);
  }

  #assistant(session: SessionBuilder, data: JsonObject, id: string, at: number | null, place: RecordPlace): void {
    const output = countOf(data['outputTokens']);
    const tokens = { input: 0, output, cached: 0 };
    session.addTokens(tokens);
    this.#context.account.outputTokens += output;
    const thread = this.#threadOf(session, data);
    session.say({
      id,
      role: 'assistant',
      kind: 'said',
      thread,
      text: textOf(data['content']) ?? '',
      at,
      model: nameOf(data['model']),
      tokens: output > 0 ? tokens : null,
      place,
    });
    for (const request of objectsOf(data['toolRequests']))
      this.#call(session, { ...request, parentToolCallId: data['parentToolCallId'] }, id, at, place);
  }

  /** A subagent's events name the call that started it. */
  #threadOf(session: SessionBuilder, data: JsonObject): string {
    const parentCall = nameOf(data['parentToolCallId']);
    if (parentCall === null) return mainThread;
    const parent = session.findCall(parentCall);
    session.thread(parentCall, {
      kind: 'subagent',
      parentCall,
      parent: parent?.thread ?? null,
      agentType: nameOf(parent?.arguments['agent_type']),
    });
    return parentCall;
  }

  #call(session: SessionBuilder, data: JsonObject, messageId: string | null, at: number | null, place: RecordPlace): void {
    const id = nameOf(data['toolCallId']);
    const name = textOf(data['toolName']) ?? textOf(data['name']) ?? '';
    const server = nameOf(data['mcpServerName']);
    const known = id === null ? null : session.findCall(id);
    if (known !== null) {
      // The start of what the answer asked for: it names the tool, and the time.
      known.startedAt = at ?? known.startedAt;
      if (server !== null) this.#name(known, server, nameOf(data['mcpToolName']));
      return;
    }
    const mcp = server === null ? doubleUnderscoreName(name, this.#context.collector.knownServers) : null;
    const call = session.call({
      id: id ?? `line-${place.line}`,
      thread: this.#threadOf(session, data),
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: false,
      arguments: parsedObject(data['arguments']) ?? data['arguments'],
      messageId,
      startedAt: at,
      place,
    });
    if (server !== null) this.#name(call, server, nameOf(data['mcpToolName']));
  }

  #name(call: ToolCall, server: string, tool: string | null): void {
    call.server = server;
    call.serverExact = true;
    // Before the start the tool's name stands behind the server's.
    call.tool = tool ?? (call.name.startsWith(`${server}-`) ? call.name.slice(server.length + 1) : call.tool);
  }

  #result(session: SessionBuilder, data: JsonObject, at: number | null, place: RecordPlace): void {
    const id = nameOf(data['toolCallId']);
    const call = id === null ? null : session.findCall(id);
    if (call === null) {
      this.#context.account.orphanResults += 1;
      return;
    }
    const result = objectOf(data['result']);
    const error = objectOf(data['error']);
    const text =
      textOf(data['result']) ??
      textOf(result['content']) ??
      textOf(result['detailedContent']) ??
      textOf(error['message']) ??
      textOf(data['error']) ??
      '';
    const code = textOf(error['code']) ?? '';
    const exit = /<exited with exit code (\d+)>|exit code:? (\d+)/i.exec(text.slice(-200));
    session.answer(call, {
      summary: summariseResult({
        text,
        mcp: call.server !== null,
        isError: data['success'] === false,
        structured: result['structuredContent'],
        exitCode: exit ? Number(exit[1] ?? exit[2]) : null,
        found: /^no (?:matches|files)(?: found)?\.?$/i.test(text.slice(0, 100).trim()) ? 0 : null,
      }),
      at,
      flags: {
        denied: code === 'denied' || code === 'rejected' || text.startsWith('The user rejected this tool call'),
        interrupted: code === 'aborted' || code === 'cancelled',
        unavailable: code === 'not_found' || /^Tool '.{1,200}' (?:does not exist|not found)/.test(text),
        overLimit: /Output too large/.test(text.slice(0, 400)),
        cut: /<output (?:was )?truncated|\[truncated/i.test(text.slice(0, 400) + text.slice(-400)),
      },
      place,
    });
  }
}
