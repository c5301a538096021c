import { textLimits } from '../model.ts';
import { clipText } from './copy-text.ts';
import { isObject, numberOf, type JsonObject } from './json-values.ts';

const depthLimit = 8;
const entryLimit = 200;
/** A name that would change the object it is set on. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Longer texts without a space in the beginning that hold nothing but base64 are data. */
const base64 = /^(?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/=_-]{1000}/;

export interface KeptArguments {
  arguments: JsonObject;
  /** Length of the whole as JSON, about: escapes are not counted, nor what lies deeper than is kept. */
  characters: number;
}

/** Arguments of a call as plain, small, harmless data. */
export function keepArguments(value: unknown): KeptArguments {
  const counter = { characters: 0 };
  const kept = isObject(value) ? value : value === undefined || value === null ? {} : { value };
  return { arguments: keepObject(kept, 0, counter), characters: counter.characters };
}

function keepObject(value: JsonObject, depth: number, counter: { characters: number }): JsonObject {
  const kept: JsonObject = {};
  counter.characters += 2;
  let entries = 0;
  for (const key of Object.keys(value)) {
    counter.characters += key.length + 4;
    entries += 1;
    const copy = entries > entryLimit || forbiddenKeys.has(key) ? undefined : keepValue(value[key], depth + 1, counter);
    if (copy !== undefined) kept[clipText(key, 200)] = copy;
  }
  return kept;
}

function keepValue(value: unknown, depth: number, counter: { characters: number }): unknown {
  if (typeof value === 'string') {
    counter.characters += value.length + 2;
    if (value.length > textLimits.argument && base64.test(value)) return `[${value.length} characters of data]`;
    return clipText(value, textLimits.argument);
  }
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return numberOf(value);
  if (typeof value !== 'object') return undefined;
  if (depth >= depthLimit) return '…';
  if (isObject(value)) return keepObject(value, depth, counter);
  const list = value as unknown[];
  counter.characters += 2;
  return list.slice(0, entryLimit).map((entry) => keepValue(entry, depth + 1, counter) ?? null);
}
