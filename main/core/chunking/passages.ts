import type { ChunkDraft, TokenCounter } from '../chunk.ts';
import { cutText } from '../tokens/cut-text.ts';
import {
  balanceWindows,
  isBoilerplateAlone,
  isText,
  type WindowLimit,
  type WindowRange,
  type WindowUnit,
} from './balance-windows.ts';
import { boilerplateLines } from './boilerplate.ts';
import { modelText } from './model-text.ts';
import { passageContext } from './passage-context.ts';

/** Most tokens of a passage: 256, which the model was trained for, less its two special ones. */
export const passageTokens = 254;
/** Lines above this are cut into pieces of about this size, so that windows can be balanced. */
const pieceTokens = 32;
/** Text that is repeated beside licence and import lines when they would stand alone. */
const companionTokens = 48;

/**
 * The texts that the model reads for one chunk (`modelText` of it): windows of its content, each led by its context and of at
 * most `passageTokens` tokens. Every word of the content is in one of them; none is licence text and imports alone unless the
 * chunk is.
 */
export function passagesFor(chunk: ChunkDraft, path: string, counter: TokenCounter): string[] {
  const kind = chunk.contentType === 'code' || chunk.contentType === 'source' ? 'code' : 'prose';
  const count = (text: string) => counter.count(text);
  // The model drops NUL anyway, and passages are joined by it where their hash is taken.
  const content = chunk.content.replaceAll('\u0000', '');
  const written = linesOf(content);
  const lines = written.map((line) => modelText(line, kind));
  const whole = lines.join('');
  const first = passageContext(chunk, path, counter, content);
  const room = passageTokens - counter.count(first);
  if (count(whole) <= room) return [join(first, whole)];

  const units = unitsOf(lines, kind === 'code' ? boilerplateLines(written) : [], count);
  const later = passageContext(chunk, path, counter, '');
  const laterRoom = passageTokens - counter.count(later);
  const limit: WindowLimit = (index) => (index === 0 ? room : laterRoom);
  const windows = balanceWindows(units, limit);
  const alone = units.some(isText) && windows.some((window) => isBoilerplateAlone(units, window));
  const smallest = Math.min(room, laterRoom);
  let texts = alone ? accompanied(units, smallest, count) : windows.map((window) => textOf(units, window));
  // Counts add up at white space only; pieces of one long word may be more tokens together than apart.
  if (units.some((unit) => unit.insideWord)) texts = texts.flatMap((text) => cutText(text, smallest, count));
  return texts.filter((text) => text.trim() !== '').map((text, index) => join(index === 0 ? first : later, text));
}

/**
 * Windows for a chunk with so much boilerplate that some window would hold nothing else: all of it in windows that each end
 * with the first of the other text, then the other text.
 */
function accompanied(units: readonly WindowUnit[], room: number, count: (text: string) => number): string[] {
  const boilerplate = units.filter((unit) => unit.boilerplate);
  const rest = units.filter((unit) => !unit.boilerplate);
  const restText = rest
    .map((unit) => unit.text)
    .join('')
    .trim();
  const companion = (cutText(restText, companionTokens, count)[0] ?? '').trim();
  const companionSize = count(companion);
  const windows = balanceWindows(boilerplate, () => room - companionSize).map(
    (window) => `${textOf(boilerplate, window).trimEnd()}\n${companion}`,
  );
  if (companion === restText) return windows;
  return [...windows, ...balanceWindows(rest, () => room).map((window) => textOf(rest, window))];
}

function unitsOf(lines: readonly string[], flags: readonly boolean[], count: (text: string) => number): WindowUnit[] {
  return lines.flatMap((line, index): WindowUnit[] => {
    const boilerplate = flags[index] ?? false;
    const tokens = count(line);
    if (tokens <= pieceTokens) return [{ text: line, tokens, boilerplate, blank: line.trim() === '', insideWord: false }];
    return cutText(line, pieceTokens, count).map((text, piece) => ({
      text,
      tokens: count(text),
      boilerplate,
      blank: text.trim() === '',
      insideWord: piece > 0 && !/^\s/.test(text),
    }));
  });
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

function textOf(units: readonly WindowUnit[], { from, to }: WindowRange): string {
  return units
    .slice(from, to)
    .map((unit) => unit.text)
    .join('');
}

function join(context: string, text: string): string {
  const trimmed = text.replace(/\n{2,}/g, '\n').trim();
  if (context === '') return trimmed;
  return trimmed === '' ? context : `${context}\n${trimmed}`;
}
