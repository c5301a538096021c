import { isObject, type JsonObject } from '../text/json-values.ts';
import { trimAround } from '../text/trim-around.ts';
import { jsonEnd } from './object-end.ts';

/** What a line gave: records, or a reason why it gave none. A blank line gives neither. */
export interface ParsedLine {
  records: JsonObject[];
  /** The records could be had only by mending the line. */
  repaired: boolean;
  /** A piece at the end of the line is no record. */
  restLost: boolean;
  reason: string | null;
}

/** How many beginnings of a record are tried in one damaged line, and how many characters are looked at for that. */
const attemptLimit = 200;
const characterBudget = 100_000_000;
const blank: ParsedLine = { records: [], repaired: false, restLost: false, reason: null };

/**
 * Reads one line of a transcript. What cannot be parsed is mended in this order: raw control characters inside strings are escaped; then
 * the line is cut at every `{"` that begins with a key of `recordKeys`, and the objects are kept that end where the line or another object does.
 */
export function parseLine(text: string, recordKeys: ReadonlySet<string>): ParsedLine {
  // Millions of empty lines would else be millions of errors thrown.
  if (text === '' || text === '\r') return blank;
  const whole = parsedOrUndefined(text);
  if (whole !== undefined) return judged(whole, false);
  const trimmed = trimAround(text);
  if (trimmed === '') return text.includes('\0') ? skipped('only NUL bytes: a write that did not happen') : blank;
  const inner = trimmed.length === text.length ? undefined : parsedOrUndefined(trimmed);
  // Spaces around a record are nothing that had to be mended, and a byte order mark inside a file is not either.
  if (inner !== undefined) return judged(inner, text.includes('\0'));
  const escaped = escapeControls(trimmed);
  const mended = escaped === trimmed ? undefined : parsedOrUndefined(escaped);
  if (mended !== undefined) return judged(mended, true);
  const { records, restLost } = splitRecords(escaped, recordKeys);
  if (records.length > 0) return { records, repaired: true, restLost, reason: null };
  return skipped(trimmed.startsWith('{') ? 'a record that is cut off or damaged' : 'no JSON');
}

function judged(value: unknown, repaired: boolean): ParsedLine {
  if (!isObject(value))
    return skipped(`a JSON ${Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value}, no record`);
  for (const _key in value) return { records: [value], repaired, restLost: false, reason: null };
  return skipped('an empty object');
}

function skipped(reason: string): ParsedLine {
  return { records: [], repaired: false, restLost: false, reason };
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Writes raw control characters inside strings as escapes; between values only spaces are left. */
function escapeControls(text: string): string {
  if (!/[\0-\x1f]/.test(text)) return text;
  const pieces: string[] = [];
  let inString = false;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c && inString) index += 1;
    else if (code === 0x22) inString = !inString;
    if (code >= 0x20) continue;
    pieces.push(text.slice(from, index), inString ? `\\u${code.toString(16).padStart(4, '0')}` : ' ');
    from = index + 1;
  }
  return pieces.join('') + text.slice(from);
}

function splitRecords(text: string, recordKeys: ReadonlySet<string>): { records: JsonObject[]; restLost: boolean } {
  const records: JsonObject[] = [];
  const beginning = /\{\s*"(\w{1,40}|\$\w{1,20})"\s*:/g;
  let end = 0;
  let attempts = 0;
  const most = Math.min(attemptLimit, 1 + Math.floor(characterBudget / (text.length + 1)));
  for (let match = beginning.exec(text); match !== null && attempts < most; match = beginning.exec(text)) {
    if (!recordKeys.has(match[1]!)) continue;
    attempts += 1;
    const after = jsonEnd(text, match.index);
    const value =
      after !== -1 && /^[\s\0]*(?:\{|$)/.test(text.slice(after, after + 64))
        ? parsedOrUndefined(text.slice(match.index, after))
        : undefined;
    if (isObject(value)) {
      records.push(value);
      end = after;
      beginning.lastIndex = after;
    } else beginning.lastIndex = match.index + 1;
  }
  return { records, restLost: text.slice(end).trim() !== '' };
}
