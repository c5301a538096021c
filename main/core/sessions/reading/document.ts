import type { SkippedLine } from '../model.ts';
import { isObject, type JsonObject } from '../text/json-values.ts';
import { trimAround } from '../text/trim-around.ts';
import { jsonEnd } from './object-end.ts';

export interface ReadDocument {
  /** The document itself where it is an object, its elements where it is a list. */
  values: JsonObject[];
  /** Elements that are no records; `line` is the element's number. */
  skipped: SkippedLine[];
  /** The document has no end: its writing was interrupted. */
  cutOff: boolean;
}

/** Lists that hold what matters of a document. */
const listStart = /"(?:messages|chatMessages|entries|items)"\s*:\s*\[/;
/** How many characters are looked at to find whole elements again. */
const characterBudget = 400_000_000;

/** Whether an object is a record of the kind of those before it. */
type IsRecord = (value: JsonObject, before: readonly JsonObject[]) => boolean;

/** Reads a whole-JSON document. Of one that is damaged or was never finished, the elements of its list are saved that are whole. */
export function readDocument(text: string, recordKeys: ReadonlySet<string>, isRecord: IsRecord): ReadDocument {
  const trimmed = trimAround(text);
  try {
    const value: unknown = JSON.parse(trimmed);
    return Array.isArray(value) ? ofList(value) : { values: isObject(value) ? [value] : [], skipped: [], cutOff: false };
  } catch {
    return saved(trimmed, recordKeys, isRecord);
  }
}

function ofList(list: readonly unknown[]): ReadDocument {
  const values: JsonObject[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, value] of list.entries())
    if (isObject(value)) values.push(value);
    else skipped.push({ line: index + 1, reason: 'an element of the list that is no record' });
  return { values, skipped, cutOff: false };
}

function saved(text: string, recordKeys: ReadonlySet<string>, isRecord: IsRecord): ReadDocument {
  const inner = text.startsWith('[') ? null : listStart.exec(text);
  if (inner === null && !text.startsWith('[')) return { values: [], skipped: [], cutOff: true };
  const start = inner === null ? 1 : inner.index + inner[0].length;
  const { elements, skipped, cutOff } = savedElements(text, start, recordKeys, isRecord);
  if (inner === null) return { values: elements, skipped, cutOff };
  // What stands before the list (the session's id, its times) may be whole.
  let head: unknown;
  try {
    head = JSON.parse(`${text.slice(0, start)}]}`);
  } catch {
    head = { messages: [] };
  }
  if (elements.length === 0) return { values: [], skipped, cutOff };
  const key = /"(\w+)"/.exec(inner[0])![1]!;
  return { values: [{ ...(isObject(head) ? head : {}), [key]: elements }], skipped, cutOff };
}

function savedElements(text: string, start: number, recordKeys: ReadonlySet<string>, isRecord: IsRecord) {
  const elements: JsonObject[] = [];
  const skipped: SkippedLine[] = [];
  const beginning = /\{\s*"(\w{1,40})"\s*:/g;
  /** What is looked at belongs to an element that is damaged, until one is found that is a record by itself. */
  let damaged = false;
  let budget = characterBudget;
  for (let at = start; ;) {
    while (/[\s,\0]/.test(text[at] ?? '')) at += 1;
    if (text[at] === ']' && !damaged) return { elements, skipped, cutOff: false };
    if (at >= text.length || budget <= 0) return { elements, skipped, cutOff: true };
    const end = text[at] === '{' ? jsonEnd(text, at) : -1;
    budget -= (end === -1 ? text.length : end) - at;
    const element = end === -1 ? undefined : parsed(text.slice(at, end));
    if (element !== undefined && (!damaged || isRecord(element, elements))) {
      elements.push(element);
      at = end;
      damaged = false;
      continue;
    }
    if (!damaged) skipped.push({ line: elements.length + skipped.length + 1, reason: 'an element that is damaged' });
    damaged = true;
    // On to the next object that begins like a record.
    beginning.lastIndex = at + 1;
    let next = beginning.exec(text);
    while (next !== null && !recordKeys.has(next[1]!)) next = beginning.exec(text);
    if (next === null) return { elements, skipped, cutOff: !/\]\s*\}?$/.test(text) };
    at = next.index;
  }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
