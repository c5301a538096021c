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
  const inner = window.slice(0, close.index);
  const lines = inner.split('\n');
  const values = fence[1] === '---' ? yamlValues(inner, lines) : lineValues(lines);
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

function yamlValues(inner: string, lines: readonly string[]): Map<string, unknown> | null {
  try {
    const parsed: unknown = parse(inner, { maxAliasCount: 0, uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
    if (parsed === null && inner.trim() === '') return new Map();
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return new Map(Object.entries(parsed));
  } catch {
    // Broken YAML, such as an unquoted colon: the keys that matter can still be read line by line.
  }
  return lineValues(lines);
}

/** `key: value` and `key = "value"` at the start of a line; null where no line is of that form, as this is then no frontmatter. */
function lineValues(lines: readonly string[]): Map<string, unknown> | null {
  const values = new Map<string, unknown>();
  for (const line of lines) {
    const match = /^["']?([A-Za-z][\w:.-]{0,60})["']?\s{0,20}[:=]\s+(\S.*)$/.exec(line.trimEnd());
    if (match !== null) values.set(match[1]!, match[2]!.replace(/^(["'])(.*)\1$/, '$2'));
  }
  return values.size === 0 ? null : values;
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}
