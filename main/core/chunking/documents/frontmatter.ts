import { parse } from 'yaml';
import { titleCharacters } from './limits.ts';

/** What a page says about itself above its text. */
export interface Frontmatter {
  title: string | null;
  titleLine: number;
  description: string | null;
  descriptionLine: number;
  /** Address of the page, as some dumps and generators give it. */
  url: string | null;
  /** Offset and 1-based number of the first line of the body. */
  offset: number;
  line: number;
}

/** A longer block is no frontmatter; a YAML parser must not meet megabytes. */
const longestFrontmatter = 16_384;

/** Reads a leading `---` (YAML) or `+++` (TOML, line by line) block. Anything else leaves the text untouched. */
export function readFrontmatter(text: string): Frontmatter {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const none: Frontmatter = {
    title: null,
    titleLine: 1,
    description: null,
    descriptionLine: 1,
    url: null,
    offset: start,
    line: 1,
  };
  const fence = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text.slice(start, start + 100));
  if (fence === null) return none;
  const bodyStart = start + fence[0].length;
  const window = text.slice(bodyStart, bodyStart + longestFrontmatter);
  const close = (fence[1] === '---' ? /^(?:---|\.\.\.)[ \t]*\r?(?:\n|$)/m : /^\+\+\+[ \t]*\r?(?:\n|$)/m).exec(window);
  if (close === null) return none;
  const lines = window.slice(0, close.index).split('\n');
  const values = frontmatterValues(lines, fence[1] === '---');
  if (values === null) return none;
  const lineOf = (key: string): number => {
    const at = lines.findIndex((line) => new RegExp(`^["']?${key}["']?\\s*[:=]`).test(line));
    return at < 0 ? 1 : at + 2;
  };
  const url = textOf(values.get('url') ?? values.get('source') ?? values.get('source_url'));
  return {
    title: textOf(values.get('title'))?.slice(0, titleCharacters) ?? null,
    titleLine: lineOf('title'),
    description: textOf(values.get('description')),
    descriptionLine: lineOf('description'),
    url,
    offset: bodyStart + close.index + close[0].length,
    line: lines.length + 2,
  };
}

const keyPattern = /^["']?([A-Za-z][\w:.-]{0,60})["']?\s{0,20}[:=](?:\s|$)/;
const wantedKeys = new Set(['title', 'description', 'url', 'source', 'source_url']);
/** Longest value that is read, in lines and characters; a folded description is a few lines. */
const longestValueLines = 40;
const longestValue = 4000;

/**
 * Values of the keys that matter. Only their own lines go through the YAML parser: what else a page keeps there may be broken,
 * deep or huge. Null where no line looks like a key, as this is then no frontmatter.
 */
function frontmatterValues(lines: readonly string[], yaml: boolean): Map<string, unknown> | null {
  const values = new Map<string, unknown>();
  let anyKey = false;
  for (const [index, line] of lines.entries()) {
    const key = keyPattern.exec(line.slice(0, 200))?.[1];
    if (key === undefined) continue;
    anyKey = true;
    if (!wantedKeys.has(key) || values.has(key)) continue;
    let end = index + 1;
    while (end < lines.length && end < index + longestValueLines && /^(?:\s|$)/.test(lines[end]!)) end += 1;
    const entry = lines.slice(index, end).join('\n').slice(0, longestValue);
    const value = yaml ? yamlValue(entry, key) : null;
    values.set(key, typeof value === 'string' || typeof value === 'number' ? value : lineValue(line));
  }
  return anyKey || lines.every((line) => line.trim() === '') ? values : null;
}

function yamlValue(entry: string, key: string): unknown {
  // A title or address is no structure; nothing of that kind reaches the parser, which is slow on deep nesting.
  if (/^[^:]*:\s*[[{&*]/.test(entry)) return null;
  try {
    const parsed: unknown = parse(entry, { maxAliasCount: 0, logLevel: 'silent', prettyErrors: false });
    return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, key) : null;
  } catch {
    // Broken YAML, such as an unquoted colon in a title.
    return null;
  }
}

function lineValue(line: string): string {
  return line
    .slice(line.search(/[:=](?:\s|$)/) + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}
