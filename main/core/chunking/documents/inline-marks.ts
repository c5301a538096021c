/** Small pieces of inline Markdown, each read at an offset in time bounded by a constant or by what it consumes. */

export interface InlineText {
  text: string;
  /** Offset behind what was read. */
  end: number;
}

const entities: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rarr: '→',
  larr: '←',
};
const entityPattern = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,8}));/iy;
const autolinkPattern = /<((?:https?|mailto|ftp):[^\s<>]{1,2000})>/iy;
const spacePattern = /\{\s{0,20}(?:"([^"\\\n]{0,200})"|'([^'\\\n]{0,200})'|`([^`\\\n$]{0,200})`)\s{0,20}\}/y;

/** A character entity such as `&lt;`; null for any other ampersand. */
export function entityAt(text: string, at: number): InlineText | null {
  entityPattern.lastIndex = at;
  const match = entityPattern.exec(text);
  if (match === null) return null;
  const [whole, decimal, hex, name] = match;
  let char: string | undefined;
  if (name !== undefined) char = Object.hasOwn(entities, name.toLowerCase()) ? entities[name.toLowerCase()] : undefined;
  else {
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16);
    if (point >= 32 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) char = String.fromCodePoint(point);
  }
  return char === undefined ? null : { text: char, end: at + whole.length };
}

/** `<https://…>`: the address alone. */
export function autolinkAt(text: string, at: number): InlineText | null {
  autolinkPattern.lastIndex = at;
  const match = autolinkPattern.exec(text);
  return match === null ? null : { text: match[1]!, end: autolinkPattern.lastIndex };
}

/** A JSX string expression such as `{" "}`: its text. */
export function expressionAt(text: string, at: number): InlineText | null {
  spacePattern.lastIndex = at;
  const match = spacePattern.exec(text);
  return match === null ? null : { text: match[1] ?? match[2] ?? match[3] ?? '', end: spacePattern.lastIndex };
}

/** Longest alternative text of an image. */
const longestAlt = 300;

/** `![alt](target)` and `![alt][reference]` on one line: the alternative text. */
export function imageAt(text: string, at: number, lineEnd: number): InlineText | null {
  const altEnd = text.slice(at + 2, Math.min(lineEnd, at + 2 + longestAlt)).indexOf(']');
  if (altEnd < 0) return null;
  const alt = text.slice(at + 2, at + 2 + altEnd);
  const after = at + 2 + altEnd + 1;
  const close = text[after] === '(' ? ')' : text[after] === '[' ? ']' : '';
  if (close === '') return null;
  // The window is bounded, so that thousands of unclosed images stay cheap; data URIs are longer and are looked for once.
  let end = text.slice(after, Math.min(lineEnd, after + 1000)).indexOf(close);
  if (end < 0 && text.startsWith('(data:', after)) end = text.slice(after, lineEnd).indexOf(close);
  return end < 0 ? null : { text: alt.trim(), end: after + end + 1 };
}

/** Reads code spans of one text; remembers which lengths of backtick runs find no partner, so that all look-ups together stay linear. */
export class CodeSpans {
  readonly #text: string;
  /** By run length: no partner begins before this offset when searched from anywhere after the last search. */
  readonly #absentBefore = new Map<number, number>();
  #paragraphEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset behind the code span that begins at `at`, or behind its run of backticks where it has no partner in the paragraph. */
  end(at: number): { end: number; closed: boolean } {
    const text = this.#text;
    const open = runEnd(text, at);
    const length = open - at;
    if (open > this.#paragraphEnd) this.#paragraphEnd = paragraphEnd(text, open);
    const limit = this.#paragraphEnd;
    if (length > 16 || (this.#absentBefore.get(length) ?? -1) >= limit) return { end: open, closed: false };
    let from = text.indexOf('`', open);
    while (from >= 0 && from < limit) {
      const end = runEnd(text, from);
      if (end - from === length) return { end, closed: true };
      from = text.indexOf('`', end);
    }
    this.#absentBefore.set(length, limit);
    return { end: open, closed: false };
  }
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === 96) end += 1;
  return end;
}

/** Offset of the next line that surely begins another block: blank, fence, heading, list item, tag. */
function paragraphEnd(text: string, from: number): number {
  const block = /\n[ \t\r]{0,200}(?:\n|`{3}|~{3}|#{1,6} |[-*+] |<[/A-Z])/g;
  block.lastIndex = from;
  const match = block.exec(text);
  return match === null ? text.length : match.index;
}
