/** One HTML or JSX tag as written. */
export interface Tag {
  name: string;
  closing: boolean;
  selfClosing: boolean;
  /** Text of each property; an expression is kept as its text where it is a literal or markup, else left out. */
  props: ReadonlyMap<string, string>;
  /** Offset just behind the `>`. */
  end: number;
}

/** Longest tag that is recognised, in characters; some props hold whole components. */
const longestTag = 8192;
/** What is left once a page has burnt its allowance on things that were no tags. */
const shortTag = 128;

const namePattern = /[A-Za-z][A-Za-z0-9_.:-]{0,63}/y;
const propPattern = /[A-Za-z_@:"'][\w@:.$-]{0,63}["']?/y;
const barePattern = /[^\s"'=<>`{}]{1,2000}/y;

/** Reads tags out of one text in time linear in its length: attempts that fail draw on an allowance. */
export class TagScanner {
  readonly #text: string;
  #allowance: number;

  constructor(text: string) {
    this.#text = text;
    this.#allowance = 4 * text.length + 65_536;
  }

  /** The tag that begins with the `<` at this offset, or null where none does. */
  scan(at: number): Tag | null {
    const window = this.#text.slice(at, at + (this.#allowance > 0 ? longestTag : shortTag));
    const tag = scanTag(window);
    if (typeof tag === 'number') {
      this.#allowance -= tag;
      return null;
    }
    return { ...tag, end: at + tag.end };
  }
}

/** The tag at the start of the text, or how many characters were read in vain. */
function scanTag(text: string): Tag | number {
  const closing = text.charCodeAt(1) === 47;
  namePattern.lastIndex = closing ? 2 : 1;
  const name = namePattern.exec(text)?.[0];
  if (name === undefined) return 2;
  let at = namePattern.lastIndex;
  const props = new Map<string, string>();
  for (;;) {
    at = skipSpace(text, at);
    const char = text[at];
    if (char === undefined) return at;
    if (char === '>') return { name, closing, selfClosing: false, props, end: at + 1 };
    if (char === '/') {
      const end = skipSpace(text, at + 1);
      if (text[end] !== '>') return at;
      return { name, closing, selfClosing: true, props, end: end + 1 };
    }
    if (closing) return at;
    if (char === '{') {
      at = braceEnd(text, at);
      if (at < 0) return text.length;
      continue;
    }
    propPattern.lastIndex = at;
    const prop = propPattern.exec(text)?.[0].replace(/["']/g, '');
    if (prop === undefined) return at;
    at = skipSpace(text, propPattern.lastIndex);
    if (text[at] !== '=') {
      props.set(prop, 'true');
      continue;
    }
    at = skipSpace(text, at + 1);
    const value = scanValue(text, at);
    if (value === null) return text.length;
    if (value.text !== null) props.set(prop, value.text);
    at = value.end;
  }
}

function scanValue(text: string, at: number): { text: string | null; end: number } | null {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1);
    return end < 0 ? null : { text: text.slice(at + 1, end), end: end + 1 };
  }
  if (quote === '{') {
    const end = braceEnd(text, at);
    return end < 0 ? null : { text: expressionText(text.slice(at + 1, end - 1)), end };
  }
  barePattern.lastIndex = at;
  const bare = barePattern.exec(text)?.[0];
  if (bare === undefined) return null;
  // `<a href=x/>`: the slash closes the tag.
  const value = bare.endsWith('/') && text[at + bare.length] === '>' ? bare.slice(0, -1) : bare;
  return { text: value, end: at + value.length };
}

/** Offset behind the brace that closes the one at `at`, or -1. Strings are skipped unless that fails (an apostrophe in markup). */
function braceEnd(text: string, at: number): number {
  const end = matchBrace(text, at, true);
  return end < 0 ? matchBrace(text, at, false) : end;
}

function matchBrace(text: string, at: number, strings: boolean): number {
  let depth = 0;
  let quote = '';
  for (let index = at; index < text.length; index += 1) {
    const char = text[index]!;
    if (quote !== '') {
      if (char === '\\') index += 1;
      else if (char === quote) quote = '';
    } else if (strings && (char === '"' || char === "'" || char === '`')) quote = char;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/** Readable text of a JSX expression: literals as they are, markup without its tags, lists of strings joined; else null. */
function expressionText(expression: string): string | null {
  const trimmed = expression.trim();
  const quote = trimmed[0];
  if (trimmed.length > 1 && (quote === '"' || quote === "'" || quote === '`') && trimmed.endsWith(quote)) {
    const inner = trimmed.slice(1, -1);
    return inner.includes(quote) || inner.includes('${') ? null : inner;
  }
  if (/^(?:true|false|null|[-+]?[\d.]{1,40})$/.test(trimmed)) return trimmed;
  if (quote === '<')
    return trimmed
      .replace(/<[^<>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  if (quote === '[') {
    const strings = Array.from(trimmed.matchAll(/(["'])([^"'\\]*)\1/g), (match) => match[2]!);
    return strings.length > 0 ? strings.join(', ') : null;
  }
  return null;
}

function skipSpace(text: string, at: number): number {
  let index = at;
  for (let code = text.charCodeAt(index); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(index)) index += 1;
  return index;
}
