import type { CallFlags, ResultSummary } from '../model.ts';
import { isObject, listOf, nameOf, numberOf, objectOf, objectsOf, textOf, type JsonObject } from '../text/json-values.ts';
import { summariseResult } from '../text/summarise-result.ts';

/** What Claude Code's records tell of a call's result, in the words of its versions from 1.0 to 2.1. */
export interface ClaudeResult {
  summary: ResultSummary;
  flags: Partial<CallFlags>;
}

const savedTo = /(?:Full output saved to|(?:Output|Result) has been saved to|saved to):?\s+(\S+\.(?:txt|json|md))/i;
const headLength = 4000;

/** `block` is the tool_result; `detail` the record's `toolUseResult`: an object, a list, a text or missing. */
export function readClaudeResult(block: JsonObject, detail: unknown, mcp: boolean): ClaudeResult {
  const { text, images } = contentOf(block['content']);
  const facts = objectOf(detail);
  const head = text.slice(0, headLength);
  const isError = block['is_error'] === true;
  const exit = /^(?:Error: )?Exit code (\d{1,5})\b/.exec(head);
  const movedOutTo = nameOf(facts['persistedOutputPath']) ?? (head.includes('saved to') ? savedTo.exec(head)?.[1] : null) ?? null;
  const persisted = head.includes('<persisted-output>') || nameOf(facts['persistedOutputPath']) !== null;
  const overLimit = (isError || movedOutTo !== null) && /exceeds maximum allowed tokens/.test(head);
  const file = objectOf(facts['file']);
  const total = numberOf(file['totalLines']);
  const paths = pathsOf(facts, file);
  return {
    summary: summariseResult({
      text,
      mcp,
      isError,
      structured: facts['structuredContent'],
      exitCode: exit ? Number(exit[1]) : null,
      found: foundBy(facts, head),
      lines: total === null ? null : { shown: numberOf(file['numLines']) ?? 0, start: numberOf(file['startLine']) ?? 1, total },
      images,
      movedOutTo: persisted || overLimit ? movedOutTo : null,
      paths,
    }),
    flags: {
      denied: isDenied(head, detail),
      interrupted: facts['interrupted'] === true || head.startsWith('[Request interrupted by user'),
      siblingFailed: head.includes('Sibling tool call errored'),
      unavailable: isError && head.includes('No such tool available'),
      invalidArguments: isError && /InputValidationError|<tool_use_error>[^<]{0,40}(?:invalid|validation)/i.test(head),
      persisted,
      overLimit,
      cut:
        facts['truncated'] === true ||
        /\[\d+ (?:lines|characters) truncated\]|\(Results are truncated|\[OUTPUT TRUNCATED/i.test(head + text.slice(-500)),
    },
  };
}

/** Text and number of images of a result's content: a text, or a list of blocks. */
export function contentOf(content: unknown): { text: string; images: number } {
  if (typeof content === 'string') return { text: content, images: 0 };
  const texts: string[] = [];
  let images = 0;
  for (const block of objectsOf(content)) {
    const text = textOf(block['text']) ?? nameOf(block['tool_name']);
    if (text !== null) texts.push(text);
    if (block['type'] === 'image') images += 1;
  }
  return { text: texts.join('\n'), images };
}

function isDenied(head: string, detail: unknown): boolean {
  return (
    head.startsWith("The user doesn't want to") ||
    /^Permission to use .{1,200} has been denied/.test(head) ||
    (typeof detail === 'string' && detail.slice(0, 40).includes('User rejected tool use'))
  );
}

/** What a search counted by itself. */
function foundBy(facts: JsonObject, head: string): number | null {
  const file = numberOf(facts['numFiles']);
  if (file !== null && facts['mode'] !== 'content' && facts['mode'] !== 'count') return file;
  const counted = numberOf(facts['numMatches']) ?? numberOf(facts['numLines']) ?? numberOf(facts['resultCount']) ?? file;
  if (counted !== null) return counted;
  if (Array.isArray(facts['matches'])) return facts['matches'].length;
  if (/^No (?:files|matches) found/.test(head) || facts['returnCodeInterpretation'] === 'No matches found') return 0;
  return null;
}

function pathsOf(facts: JsonObject, file: JsonObject): string[] {
  const path = nameOf(file['filePath']) ?? nameOf(facts['filePath']);
  if (path !== null) return [path];
  return listOf(facts['filenames']).filter((name): name is string => typeof name === 'string');
}

/** Id of the subagent that a call started, from the result of Task or Agent. */
export function startedAgent(detail: unknown): string | null {
  return isObject(detail) ? nameOf(detail['agentId']) : null;
}
