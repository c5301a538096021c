import { mainThread, type RecordPlace, type ToolCall } from '../model.ts';
import type { SessionBuilder } from '../building/session-builder.ts';
import { keepArguments } from '../text/keep-arguments.ts';
import { isObject, listOf, nameOf, parsedObject, textOf, type JsonObject } from '../text/json-values.ts';
import { doubleUnderscoreName, splitMcpName, type McpName } from '../text/mcp-name.ts';
import { readCommand, readMcpResult, readOutput, type CodexResult } from './codex-results.ts';
import type { ReaderContext } from './reader.ts';

/** Calls that Codex's own events describe exactly; the items that the model saw come before or after them. */
export class CodexCalls {
  readonly #context: ReaderContext;
  readonly session: SessionBuilder;
  /** Number of the answer that issues calls now: a result ends it. */
  #response = 0;
  #answered = false;
  /** The file repeats another one's calls: those are left out again. */
  replays = false;
  readonly #repeated = new Set<ToolCall>();

  constructor(context: ReaderContext, session: SessionBuilder) {
    this.#context = context;
    this.session = session;
  }

  /** A response_item, whatever its type is. False where it has nothing to do with calls. */
  item(item: JsonObject, at: number | null, place: RecordPlace): boolean {
    const type = textOf(item['type']) ?? '';
    const id = nameOf(item['call_id']) ?? nameOf(item['id']);
    if (type === 'function_call' || type === 'custom_tool_call') {
      const name = textOf(item['name']) ?? '';
      const given =
        type === 'custom_tool_call'
          ? { input: item['input'] }
          : (parsedObject(item['arguments']) ?? { arguments: item['arguments'] });
      const server = this.#serverOf(name, nameOf(item['namespace']));
      this.#make(id, name, server, given, at, place);
    } else if (type === 'local_shell_call') this.#make(id, 'local_shell', null, item['action'], at, place);
    else if (type === 'tool_search_call') this.#make(id, 'tool_search', null, item['arguments'], at, place);
    else if (type === 'web_search_call') {
      const call = this.#make(id, 'web_search', null, item['action'], at, place);
      // What was found is not written.
      if (item['status'] === 'completed') this.#answer(call, readOutput('', false, true), at, place);
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output' || type === 'tool_search_output') {
      this.#output(id, item, at, place);
    } else return false;
    return true;
  }

  /** An event_msg about a call. False where it is none. */
  event(event: JsonObject, at: number | null, place: RecordPlace): boolean {
    const type = textOf(event['type']) ?? '';
    const id = nameOf(event['call_id']);
    if (type === 'mcp_tool_call_end') {
      const invocation = isObject(event['invocation']) ? event['invocation'] : {};
      this.#mcp(id, invocation, readMcpResult(event['result'], null, event['duration']), at, place);
    } else if (type === 'exec_command_end') {
      const call = id === null ? null : this.session.findCall(id);
      if (call !== null) this.#answer(call, readCommand(event), at, place);
    } else if (type === 'patch_apply_end') {
      const call = id === null ? null : this.session.findCall(id);
      if (call !== null && event['success'] === false)
        this.#answer(call, readOutput(textOf(event['stderr']) ?? '', false, false), at, place);
    } else if (type === 'item_completed') return isObject(event['item']) && this.completed(event['item'], at, place);
    else return false;
    return true;
  }

  /** An item of 0.149 and later, or of `codex exec --json`: call and result in one. */
  completed(item: JsonObject, at: number | null, place: RecordPlace): boolean {
    const type = (textOf(item['type']) ?? '').replaceAll('_', '').toLowerCase();
    const id = nameOf(item['id']);
    const failed = item['status'] === 'failed' && item['error'] == null ? { message: 'failed' } : item['error'];
    if (type === 'mcptoolcall') {
      const open = item['status'] === 'in_progress' || item['status'] === 'inProgress';
      this.#mcp(
        id,
        item,
        open ? null : readMcpResult(item['result'], failed, item['duration'] ?? item['duration_ms']),
        at,
        place,
      );
    } else if (type === 'commandexecution') {
      const call =
        (id === null ? null : this.session.findCall(id)) ??
        this.#make(id, 'exec_command', null, { command: item['command'] }, at, place);
      if (item['status'] !== 'in_progress') this.#answer(call, readCommand(item), at, place);
    } else if (type === 'filechange') {
      const call =
        (id === null ? null : this.session.findCall(id)) ??
        this.#make(id, 'apply_patch', null, { changes: item['changes'] }, at, place);
      if (item['status'] !== 'in_progress') this.#answer(call, readOutput('', false, item['status'] !== 'failed'), at, place);
    } else if (type === 'websearch') {
      const call =
        (id === null ? null : this.session.findCall(id)) ??
        this.#make(id, 'web_search', null, { query: item['query'] }, at, place);
      this.#answer(call, readOutput('', false, true), at, place);
    } else return false;
    return true;
  }

  #mcp(
    id: string | null,
    { server, tool, arguments: given }: JsonObject,
    result: CodexResult | null,
    at: number | null,
    place: RecordPlace,
  ): void {
    const names = { server: nameOf(server) ?? '', tool: nameOf(tool) ?? '' };
    let call = id === null ? null : this.session.findCall(id);
    if (call === null) {
      const startedAt = at !== null && result?.durationMs != null ? at - result.durationMs : at;
      call = this.#make(id, `mcp__${names.server}__${names.tool}`, names, given, startedAt, place);
    }
    call.server = names.server;
    call.tool = names.tool;
    call.serverExact = true;
    if (isObject(given)) ({ arguments: call.arguments, characters: call.argumentCharacters } = keepArguments(given));
    if (result !== null) this.#answer(call, result, at, place);
  }

  #make(
    id: string | null,
    name: string,
    mcp: McpName | null,
    given: unknown,
    startedAt: number | null,
    place: RecordPlace,
  ): ToolCall {
    // An event of the same call has come before: it knows the names better.
    const known = id === null ? null : this.session.findCall(id);
    if (known !== null && known.place.file === place.file) return known;
    if (this.#answered) this.#response += 1;
    this.#answered = false;
    const call = this.session.call({
      id: id ?? `line-${place.line}`,
      thread: mainThread,
      name,
      server: mcp?.server ?? null,
      tool: mcp?.tool ?? name,
      serverExact: false,
      arguments: given,
      messageId: `answer-${place.file}-${this.#response}`,
      startedAt,
      place,
    });
    const first = this.#context.collector.firstTime(`codex call ${id ?? place.line} ${name} ${JSON.stringify(call.arguments)}`);
    if (this.replays && !first) this.#repeated.add(call);
    return call;
  }

  /** Leaves out what another file had already. */
  settle(): void {
    if (this.#repeated.size === 0) return;
    this.#context.account.duplicates += this.#repeated.size;
    this.session.dropCalls(this.#repeated);
    this.#repeated.clear();
  }

  #output(id: string | null, item: JsonObject, at: number | null, place: RecordPlace): void {
    const call = id === null ? null : this.session.findCall(id);
    if (call === null) {
      this.#context.account.orphanResults += 1;
      return;
    }
    const result = readOutput(item['output'] ?? item['tools'], call.server !== null, item['success']);
    if (item['type'] === 'tool_search_output')
      for (const tool of listOf(item['tools']))
        if (isObject(tool) && nameOf(tool['name']) !== null) this.session.offeredTools.add(nameOf(tool['name'])!);
    // What an event told of the same call has no header in it; the text tells the rest.
    if (call.result === null) this.#answer(call, result, at, place);
    else {
      const told = call.result;
      if (told.exitCode === null && result.summary.exitCode !== null)
        call.result = { ...told, exitCode: result.summary.exitCode };
      if (result.flags.cut === true) this.session.flag(call, { cut: true });
    }
    this.#answered = true;
  }

  #answer(call: ToolCall, { summary, flags, durationMs }: CodexResult, at: number | null, place: RecordPlace): void {
    this.#answered = true;
    this.#context.account.images += summary.images;
    this.session.answer(call, { summary, flags, durationMs, at, place });
  }

  /** Three generations of names: `mcp__server__tool`, `server__tool`, and a bare name beside a `namespace`. */
  #serverOf(name: string, namespace: string | null): McpName | null {
    const { knownServers } = this.#context.collector;
    if (namespace?.startsWith('mcp__')) {
      const tool = name.replace(/^_+/, '');
      return (
        splitMcpName(`${namespace.slice('mcp__'.length)}__${tool}`, '__', knownServers) ?? {
          server: namespace.slice('mcp__'.length),
          tool,
        }
      );
    }
    return doubleUnderscoreName(name, knownServers) ?? (name.includes('__') ? splitMcpName(name, '__', knownServers) : null);
  }
}
