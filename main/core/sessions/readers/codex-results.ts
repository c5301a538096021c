import type { CallFlags, ResultSummary } from '../model.ts';
import { isObject, nameOf, numberOf, objectOf, objectsOf, parsedObject, textOf, type JsonObject } from '../text/json-values.ts';
import { summariseResult } from '../text/summarise-result.ts';

export interface CodexResult {
  summary: ResultSummary;
  flags: Partial<CallFlags>;
  durationMs: number | null;
}

const truncated = /\d+ (?:tokens|chars|characters|lines) truncated/;

/** `output` of a function_call_output in all its generations: a text with a header, a JSON text, a list of items. */
export function readOutput(output: unknown, mcp: boolean, success: unknown): CodexResult {
  if (isObject(output) && !('content' in output))
    return readOutput(textOf(output['output']) ?? JSON.stringify(output), mcp, output['success'] ?? success);
  const items = Array.isArray(output) ? output : isObject(output) ? output['content'] : null;
  if (items !== null) return ofText(textsOf(items), { mcp, isError: success === false, images: imagesOf(items) });
  const text = textOf(output) ?? '';
  const old = text.startsWith('{"output"') ? parsedObject(text) : null;
  if (old !== null) {
    const metadata = objectOf(old['metadata']);
    const seconds = numberOf(metadata['duration_seconds']);
    return ofText(textOf(old['output']) ?? '', {
      mcp,
      isError: success === false,
      exitCode: numberOf(metadata['exit_code']),
      durationMs: seconds === null ? null : seconds * 1000,
    });
  }
  const start =
    /^(?:(?:Chunk ID|Wall time|Process exited with code|Process running with|Original token count|Total output lines|Exit code):? .{0,200}\n){1,8}Output:\n?/.exec(
      text,
    );
  const head = start?.[0] ?? '';
  const exit = /(?:Process exited with code|Exit code:) (\d+)/.exec(head);
  const wall = /Wall time: ([\d.]+) seconds/.exec(head);
  const failed = /^(?:tool call error|mcp tool call failed|unsupported call|failed to parse function arguments)\b/i.exec(text);
  return ofText(text.slice(head.length), {
    mcp,
    isError: failed !== null || success === false,
    exitCode: exit ? Number(exit[1]) : null,
    durationMs: wall ? Number(wall[1]) * 1000 : null,
    flags: {
      unavailable: /^unsupported call/i.test(text),
      invalidArguments: /^failed to parse function arguments/i.test(text),
      denied: /rejected by (?:the )?user/i.test(text.slice(0, 300)),
      interrupted: /^aborted by user/i.test(text.slice(0, 200)),
      cut: /Total output lines:/.test(head) || truncated.test(text),
    },
  });
}

/** `result` of an mcp_tool_call_end or an item McpToolCall: `{Ok}`, `{Err}`, a bare result, or null beside an `error`. */
export function readMcpResult(result: unknown, error: unknown, duration: unknown): CodexResult {
  const durationMs = durationOf(duration);
  const given = objectOf(result);
  const failure = textOf(given['Err']) ?? textOf(error) ?? nameOf(objectOf(error)['message']);
  if (failure !== null)
    return ofText(failure, {
      mcp: true,
      isError: true,
      durationMs,
      flags: { denied: /rejected by (?:the )?user|user (?:denied|cancelled)/i.test(failure.slice(0, 300)) },
    });
  const answer = isObject(given['Ok']) ? given['Ok'] : given;
  return ofText(textsOf(answer['content']), {
    mcp: true,
    isError: answer['isError'] === true || answer['is_error'] === true,
    structured: answer['structuredContent'] ?? answer['structured_content'],
    images: imagesOf(answer['content']),
    durationMs,
  });
}

/** An exec_command_end, an item CommandExecution, or a command_execution of `codex exec --json`. */
export function readCommand(event: JsonObject): CodexResult {
  const text =
    textOf(event['aggregated_output']) ??
    textOf(event['aggregatedOutput']) ??
    [textOf(event['stdout']), textOf(event['stderr'])].filter((part) => part).join('\n');
  const exitCode = numberOf(event['exit_code'] ?? event['exitCode']);
  return ofText(text, {
    mcp: false,
    isError: false,
    exitCode,
    durationMs: durationOf(event['duration']),
    flags: { denied: event['status'] === 'declined', cut: truncated.test(text) },
  });
}

interface Parts {
  mcp: boolean;
  isError: boolean;
  exitCode?: number | null;
  durationMs?: number | null;
  structured?: unknown;
  images?: number;
  flags?: Partial<CallFlags>;
}

function ofText(text: string, { flags = {}, durationMs = null, ...parts }: Parts): CodexResult {
  return { summary: summariseResult({ text, ...parts }), flags: { cut: truncated.test(text), ...flags }, durationMs };
}

/** `{secs, nanos}`, or milliseconds. */
function durationOf(duration: unknown): number | null {
  if (typeof duration === 'number') return numberOf(duration);
  if (!isObject(duration)) return null;
  return (numberOf(duration['secs']) ?? 0) * 1000 + (numberOf(duration['nanos']) ?? 0) / 1e6;
}

export function textsOf(items: unknown): string {
  return objectsOf(items)
    .map((item) => textOf(item['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n');
}

function imagesOf(items: unknown): number {
  return objectsOf(items).filter(({ type }) => type === 'image' || type === 'input_image').length;
}
