import { formats } from '../readers/formats.ts';
import type { AgentFormat } from '../readers/reader.ts';
import { isSideFile } from '../readers/side-files.ts';
import type { JsonObject } from '../text/json-values.ts';
import { trimAround } from '../text/trim-around.ts';
import { parseLine } from './parse-line.ts';

/** Lines from which a format must be clear. */
const lineLimit = 200;
/** Keys with which any agent's records begin. */
export const allRecordKeys: ReadonlySet<string> = new Set(formats.flatMap(({ recordKeys }) => [...recordKeys]));

export type Verdict =
  | { kind: 'lines'; format: AgentFormat }
  | { kind: 'document' }
  | { kind: 'side-file'; value: JsonObject }
  | { kind: 'none'; reason: string }
  /** Nothing but spaces and NUL bytes so far. */
  | { kind: 'blank' }
  | { kind: 'unclear' };

/**
 * What a file is, by its first complete lines; `all` says that there are no more. Names and endings of files say nothing: a document may
 * be called `.jsonl`, and records may follow a line that is damaged.
 */
export function sniff(text: string, all: boolean): Verdict {
  const lines = firstLines(text);
  const [first] = lines;
  if (first === undefined) return { kind: 'blank' };
  if (first === '{' || first === '[') return { kind: 'document' };
  const list = first.startsWith('[');
  // A list on a line of its own may stand among records; one that goes on is a document.
  if (list && (!isJson(first) || (all && lines.length === 1))) return { kind: 'document' };
  let parsed = 0;
  for (const line of lines) {
    for (const record of parseLine(line, allRecordKeys).records) {
      parsed += 1;
      const format = formatOf([record]);
      if (format !== null) return { kind: 'lines', format };
      if (isSideFile(record)) return { kind: 'side-file', value: record };
    }
  }
  if (parsed === 0 && first.startsWith('{') && (all || lines.length > 2)) return { kind: 'document' };
  if (all || lines.length >= lineLimit)
    return { kind: 'none', reason: parsed > 0 ? 'No agent writes such records.' : reasonOfText(lines) };
  return { kind: 'unclear' };
}

/** Cursor's older versions wrote what was said and done as a text for people, in a form that nobody has described: which of it is a call and which a result would be a guess. */
function reasonOfText(lines: readonly string[]): string {
  return lines.some((line) => line.startsWith('<user_query>'))
    ? 'It is a transcript of Cursor as plain text, which does not tell calls from results surely enough to be judged. Drop the .jsonl of the same name, or state.vscdb of the editor (User/globalStorage), which holds the same conversation.'
    : 'It holds no JSON records.';
}

/** The format in which one of the objects is a record. */
export function formatOf(values: readonly JsonObject[]): AgentFormat | null {
  return formats.find((format) => values.some((value) => format.recognises(value))) ?? null;
}

/** Whether an object is a record of the same agent as those before it; where there are none, of any. */
export function isRecordLike(value: JsonObject, before: readonly JsonObject[]): boolean {
  const format = formatOf(before.slice(0, 20));
  return format === null ? formatOf([value]) !== null : format.recognises(value);
}

function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length && lines.length < lineLimit;) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const line = trimAround(text.slice(from, end));
    if (line !== '') lines.push(line);
    from = end + 1;
  }
  return lines;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
