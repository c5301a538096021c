import type { ChunkDraft, TokenCounter } from '../chunk.ts';
import { cutText } from '../tokens/cut-text.ts';
import { modelText } from './model-text.ts';

/** Most tokens of the context in front of each passage. */
const contextTokens = 48;
/** Most tokens of one of its parts, so that a long path leaves room for the symbol and the signature. */
const partTokens = 22;

/**
 * What the model should know about a passage before it reads it: page title and heading trail, or path, symbol and signature,
 * as `modelText`. `opening` is the text the passage begins with, as it is written; what it says already is left out.
 */
export function passageContext(chunk: ChunkDraft, path: string, counter: TokenCounter, opening: string): string {
  const isDocument = chunk.contentType === 'doc' || chunk.contentType === 'readme';
  const context = isDocument ? documentContext(chunk, counter, opening) : codeContext(chunk, path, counter, opening);
  // One long word of capitals and digits is one token as it is written and many once it is split.
  return head(modelText(context, isDocument ? 'prose' : 'code').trim(), contextTokens, counter);
}

function documentContext(chunk: ChunkDraft, counter: TokenCounter, opening: string): string {
  const trail = [chunk.title, ...chunk.headingTrail]
    .map(oneLine)
    .filter((part, index, all) => part !== '' && part !== all[index - 1]);
  const firstLine = oneLine((opening.trimStart().match(/^[^\n]*/)?.[0] ?? '').replace(/^#{1,6}\s+/, ''));
  if (trail.length > 0 && firstLine === trail.at(-1)) trail.pop();
  const parts = trail.map((part) => head(part, partTokens, counter));
  // The innermost headings say most; the title comes first and stays.
  while (parts.length > 2 && counter.count(parts.join(' > ')) > contextTokens) parts.splice(1, 1);
  return head(parts.join(' > '), contextTokens, counter);
}

function codeContext(chunk: ChunkDraft, path: string, counter: TokenCounter, opening: string): string {
  const parts = [tail(path, partTokens, counter)];
  const start = oneLine(opening.slice(0, 2000));
  if (chunk.symbol) parts.push(head(oneLine(chunk.symbol), partTokens, counter));
  const signature = oneLine(chunk.metadata.signature ?? '');
  if (signature !== '' && !start.includes(signature.replace(/[\s:{]+$/, ''))) {
    const left = contextTokens - parts.reduce((sum, part) => sum + counter.count(part), 0);
    if (left > 4) parts.push(head(signature, left, counter));
  }
  return head(parts.filter((part) => part !== '').join('\n'), contextTokens, counter);
}

function oneLine(text: string): string {
  return text.slice(0, 4000).replace(/\s+/g, ' ').trim();
}

/** The first tokens of a text. */
function head(text: string, tokens: number, counter: TokenCounter): string {
  const short = text.slice(0, 4000);
  return counter.count(short) <= tokens ? short : (cutText(short, tokens, (piece) => counter.count(piece))[0] ?? '').trim();
}

/** The last folders of a path and its file name. */
function tail(path: string, tokens: number, counter: TokenCounter): string {
  const segments = path.slice(-2000).split('/');
  while (segments.length > 1 && counter.count(segments.join('/')) > tokens) segments.shift();
  return head(segments.join('/'), tokens, counter);
}
