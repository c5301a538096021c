import type { HubOutcome } from '../../../contract/session-findings.ts';
import type { ToolCall } from '../model.ts';
import { citedAddresses } from './cited-addresses.ts';
import { readHubAnswer, type HubAnswer } from './hub-answer.ts';

export interface JudgedCall {
  outcome: HubOutcome;
  /** In words; what people see beside the outcome. */
  reason: string;
  /** Files that the answer cites, best first. */
  paths: string[];
  /** Pages that the answer cites, as `sameAddressForm` writes them. */
  addresses: string[];
}

/** What the reference hub allows a snippet where the call says nothing. Unit: lines. */
const defaultMaxLines = 100;
const formerDefaultMaxLines = 50;

function maxLinesOf(call: ToolCall): number | null {
  const value = call.arguments['max_lines'] ?? call.arguments['maxLines'];
  if (typeof value === 'number') return value;
  return /snippet/i.test(call.tool) ? defaultMaxLines : null;
}

const limitText = /exceeds maximum allowed tokens|exceeds the maximum|too large|Output has been saved to/i;

/**
 * What became of a call that asks a server for something: exactly one outcome. What the agent's format says goes before what the
 * answer says; what the user did goes before both.
 */
export function judgeCall(call: ToolCall): JudgedCall {
  return { ...judged(call), addresses: call.result === null ? [] : citedAddresses(call.result) };
}

function judged(call: ToolCall): Omit<JudgedCall, 'addresses'> {
  const { flags, result } = call;
  const none = (outcome: HubOutcome, reason: string): Omit<JudgedCall, 'addresses'> => ({ outcome, reason, paths: [] });
  if (flags.denied) return none('denied', 'the user refused the call');
  if (flags.unavailable) return none('unavailable', 'the agent has no such tool: the server is gone, or was not loaded');
  if (flags.siblingFailed) return none('interrupted', 'another call of the same message failed; this one never ran');
  if (flags.interrupted) return none('interrupted', 'the user stopped it');
  if (result === null) return none('unknown', 'the transcript has no result');
  // Codex says that it searched the web, and not what it found.
  if (call.server === null && result.characters === 0 && !result.isError)
    return none('unknown', 'the transcript does not hold the answer');
  if (flags.overLimit) return none('too-large', 'the answer was above the agent’s limit');
  if (result.isError && limitText.test(result.text)) return none('too-large', 'the answer was above the agent’s limit');
  if (result.isError) {
    if (
      /no such tool|tool not found|unknown tool|not connected|server .{0,40}(?:disconnected|not found|is not running)|connection closed|ECONNREFUSED/i.test(
        result.text,
      )
    )
      return none('unavailable', 'the server could not be reached');
    if (saysNotFound(result.text)) return none('zero-hit', `the server says so by an error: ${firstLine(result.text)}`);
    return none('error', firstLine(result.text));
  }
  const answer = answerOf(call);
  if (answer.error !== null) return none('error', firstLine(answer.error));
  if (flags.persisted)
    return {
      outcome: 'truncated',
      reason: 'the agent moved the answer into a file and kept its beginning',
      paths: citedPaths(answer, call),
    };
  if (answer.hits === 0) return none('zero-hit', 'the answer holds no hit');
  const paths = citedPaths(answer, call);
  if (answer.lowConfidence || (answer.confidence !== null && answer.confidence < lowConfidenceBelow && !holdsPage(call)))
    return {
      outcome: 'low-confidence',
      reason: `the hub says that its hits may be off${answer.confidence === null ? '' : ` (confidence ${answer.confidence})`}`,
      paths,
    };
  if (flags.cut) return { outcome: 'truncated', reason: 'the agent cut the answer', paths };
  if (answer.truncated) return { outcome: 'truncated', reason: answer.truncatedReason ?? 'the answer was cut', paths };
  return {
    outcome: 'ok',
    reason: answer.hits === null ? 'answered' : `${answer.hits} ${answer.hits === 1 ? 'hit' : 'hits'}`,
    paths,
  };
}

/** The reference hub's limit. */
const lowConfidenceBelow = 0.3;

/** A whole page has no confidence that means anything. */
function holdsPage(call: ToolCall): boolean {
  return /^get_?(?:doc|example|page|file)/i.test(call.tool);
}

function answerOf(call: ToolCall): HubAnswer {
  const result = call.result!;
  const maxLines = maxLinesOf(call);
  const answer = readHubAnswer(result, maxLines);
  const isDefault =
    maxLines === defaultMaxLines && call.arguments['max_lines'] === undefined && call.arguments['maxLines'] === undefined;
  // Older versions of the reference hub allowed half.
  return isDefault && !answer.truncated ? readHubAnswer(result, formerDefaultMaxLines) : answer;
}

function citedPaths(answer: HubAnswer, call: ToolCall): string[] {
  return answer.paths.length > 0 ? answer.paths : call.result!.paths;
}

/** Some servers answer by an error what others answer by an empty list. What is missing of the server itself is an error. */
function saysNotFound(text: string): boolean {
  const line = firstLine(text);
  return (
    /\bnot found\b|\bcould not find\b|\bno (?:results?|matches|documents?|entries)\b/i.test(line) &&
    !/\b(?:command|module|method|function|tool|server|file|handler|executable|host)\b.{0,40}\bnot found\b/i.test(line)
  );
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.trim().slice(0, 300) || 'an error without words';
}
