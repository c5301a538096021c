import { textLimits } from '../model.ts';
import { copyAll } from './copy-text.ts';
import { isObject } from './json-values.ts';

/** What is looked at of one result; above it a result repeats itself. */
const scanLimit = 1_000_000;
const depthLimit = 12;
const longestPath = 400;

/** One run of what paths are made of; matches consume all they look at, so that the time is linear in any text. */
const pathRun = /(?:[A-Za-z]:)?[\w.@~+/\\%-]+/g;
const pathShape = /^(?:[A-Za-z]:)?(?:[\w.@~+%-]*[/\\])+[\w.@+~%-]*\w$/;
/** Without a folder only a name with one of these endings is a file: `self.send` is none. */
const fileName =
  /^[\w@+-][\w.@+-]*\.(?:c|cc|cpp|cs|css|csv|dart|ex|exs|go|gradle|h|hpp|html|ini|ipynb|java|js|json|jsonl|jsx|kt|lock|lua|m|md|mdx|mjs|mm|php|proto|py|pyi|rb|rs|rst|scala|sh|sql|svelte|swift|toml|ts|tsx|txt|vue|xml|yaml|yml|zig)$/;
const identifierRun = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(?/g;

/** Files that a text names, in order, each once. */
export function pathsIn(text: string, limit: number = textLimits.paths): string[] {
  const found = new Set<string>();
  // Line breaks that are written out, as in JSON inside JSON, are no part of a path.
  for (const [run] of text.slice(0, scanLimit).matchAll(pathRun)) {
    if (run.length > longestPath || run.length < 3 || !mayBePath(run)) continue;
    const path = trimPath(run);
    if (!looksLikePath(path)) continue;
    found.add(path);
    if (found.size >= limit) break;
  }
  return copyAll([...found]);
}

/** Most runs are words. */
function mayBePath(run: string): boolean {
  return run.includes('/') || run.includes('.') || run.includes('\\');
}

function trimPath(run: string): string {
  const windows = /^[A-Za-z]:[/\\]/.test(run);
  // Outside a Windows path a backslash begins an escape: `\nsrc/a.py`.
  const path = windows ? run.replaceAll('\\\\', '\\') : (run.split(/\\+[nrt"]?/).find((piece) => piece.includes('/')) ?? run);
  let end = path.length;
  while (end > 0 && '.-%+'.includes(path[end - 1]!)) end -= 1;
  return path.slice(0, end);
}

function looksLikePath(path: string): boolean {
  if (!/[/\\]/.test(path)) return fileName.test(path);
  if (path.startsWith('//') || !pathShape.test(path)) return false;
  // `and/or`, `1/2`, dates and base64 are none: a file has an extension, or the path begins somewhere.
  return /\.\w{1,8}$/.test(path) || /^(?:[A-Za-z]:|~|\.{0,2}[/\\])/.test(path);
}

/** Names of code that a text holds, in order, each once: with a capital, `_` or `.` inside, or called. */
export function identifiersIn(text: string, limit: number = textLimits.identifiers): string[] {
  const found = new Set<string>();
  for (const [run] of text.slice(0, scanLimit).matchAll(identifierRun)) {
    const name = run.endsWith('(') ? run.slice(0, -1) : run;
    if (name.length < 3 || name.length > 100) continue;
    if (run === name && !/[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\w\.\w|^_\w/.test(name)) continue;
    found.add(name);
    if (found.size >= limit) break;
  }
  return copyAll([...found]);
}

/**
 * The texts of an answer: where it is JSON its values without the names of its fields, which say nothing of what was found;
 * else itself.
 */
export function proseOf(text: string): string {
  const first = text.trimStart()[0];
  if ((first !== '{' && first !== '[') || text.length > scanLimit) return text;
  try {
    const texts: string[] = [];
    collectTexts(JSON.parse(text), texts, 0);
    return texts.join('\n');
  } catch {
    return text;
  }
}

function collectTexts(value: unknown, texts: string[], depth: number): void {
  if (depth > depthLimit) return;
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const entry of value) collectTexts(entry, texts, depth + 1);
  else if (isObject(value)) for (const key of Object.keys(value)) collectTexts(value[key], texts, depth + 1);
}
