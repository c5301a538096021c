import { longWordCharacters } from './limits.ts';
import type { Measure } from './measure.ts';

/** A line of a chunk's text with the original lines it is from. */
export interface TextLine {
  text: string;
  first: number;
  last: number;
}

/** A part of a text that was cut, with what stood before it. */
export interface TextPart {
  lines: TextLine[];
  glue: '\n' | ' ' | '';
}

/** Cuts a paragraph at sentence ends; the parts joined by their glue are the paragraph. */
export function splitSentences(lines: readonly TextLine[]): TextPart[] {
  const parts: TextPart[] = [];
  let current: TextLine[] = [];
  let glue: TextPart['glue'] = '\n';
  const close = (next: TextPart['glue']): void => {
    if (current.length > 0) parts.push({ lines: current, glue });
    current = [];
    glue = next;
  };
  for (const [index, line] of lines.entries()) {
    let start = 0;
    for (let at = sentenceEnd(line.text, 0); at >= 0; at = sentenceEnd(line.text, at)) {
      const next = skipBlank(line.text, at);
      if (next >= line.text.length) break;
      current.push({ ...line, text: line.text.slice(start, at) });
      close(' ');
      start = next;
      at = next;
    }
    current.push({ ...line, text: line.text.slice(start) });
    const following = lines[index + 1]?.text.trimStart() ?? '';
    if (/[.!?。！？:]["')\]*_`]{0,4}$/.test(line.text.slice(-8)) && !/^[a-z]/.test(following)) close('\n');
  }
  close('\n');
  return parts;
}

/** Offset behind the next sentence end that blanks and no lower-case word follow, or -1. */
function sentenceEnd(text: string, from: number): number {
  const pattern = /[.!?。！？]["')\]*_`]{0,4}(?=\s+[^\sa-z])/g;
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code > 0x1000 && /\s/.test(String.fromCharCode(code)));
}

/** Cuts lines at blanks into parts of at most `limit`, and words that are longer between characters. Short lines stay together. */
export function splitWords(lines: readonly TextLine[], measure: Measure, limit: number): (TextPart & { cost: number })[] {
  const parts: (TextPart & { cost: number })[] = [];
  for (const line of lines) {
    let start = 0;
    let end = 0;
    let cost = 0;
    let glue: TextPart['glue'] = '\n';
    const close = (next: TextPart['glue']): void => {
      if (end > start) {
        const part = { ...line, text: line.text.slice(start, end) };
        const before = parts.at(-1);
        if (glue === '\n' && before !== undefined && before.cost + cost <= limit) {
          before.lines.push(part);
          before.cost += cost;
        } else parts.push({ lines: [part], glue, cost });
      }
      cost = 0;
      glue = next;
    };
    for (const word of wordsOf(line.text)) {
      const wordCost = measure(line.text.slice(end, word.end));
      if (cost > 0 && cost + wordCost > limit) {
        close(' ');
        start = word.start;
      } else if (cost === 0 && start > 0) start = word.start;
      if (wordCost <= limit) {
        end = word.end;
        cost += wordCost;
        continue;
      }
      for (const piece of cutWord(line.text, word.start, word.end, measure, limit)) {
        cost = measure(line.text.slice(start, piece));
        end = piece;
        close('');
        start = piece;
      }
      glue = ' ';
    }
    close('\n');
  }
  return parts;
}

function* wordsOf(text: string): Generator<{ start: number; end: number }> {
  for (const match of text.matchAll(/\S+/g)) yield { start: match.index, end: match.index + match[0].length };
}

/** Ends of the pieces of one long word; never inside a surrogate pair. */
function* cutWord(text: string, start: number, end: number, measure: Measure, limit: number): Generator<number> {
  let at = start;
  while (at < end) {
    let length = Math.min(end - at, longWordCharacters);
    while (length > 1 && measure(text.slice(at, at + length)) > limit) length = Math.ceil(length / 2);
    const low = text.charCodeAt(at + length);
    if (at + length < end && low >= 0xdc00 && low <= 0xdfff) length += length > 1 ? -1 : 1;
    at += length;
    yield at;
  }
}
