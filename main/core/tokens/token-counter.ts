import type { TokenCounter } from '../chunk.ts';
import { cutText } from './cut-text.ts';
import { normalizedWords } from './bert-normalizer.ts';
import { createWordPiece, type TokenizerJson } from './word-piece.ts';

/** The model's own tokenizer: counts, ids and cutting. Pure, synchronous, bounded memory. */
export interface Tokenizer extends TokenCounter {
  /** Token ids without the two special ones; stops after `limit` ids when given. */
  encode(text: string, limit?: number): number[];
  /** `cutText` with this tokenizer. */
  cut(text: string, maxTokens: number): string[];
}

/** Reads what `tokenizer.json` says and refuses a file that is no uncased BERT WordPiece with `source-invalid`. */
export function createTokenCounter(tokenizerJson: TokenizerJson): Tokenizer {
  const model = createWordPiece(tokenizerJson);
  const special = Object.entries(model.special);

  /** Special token that is written out at this position, if any: the model's tokenizers read it as itself. */
  function specialAt(text: string, position: number): [string, number] | undefined {
    return special.find(([token]) => text.startsWith(token, position));
  }

  /** Calls `emit` with the ids of each word until it returns false. */
  function walk(text: string, emit: (ids: readonly number[]) => boolean): void {
    const length = text.length;
    let position = 0;
    while (position < length) {
      if (isBlank(text.charCodeAt(position))) {
        position += 1;
        continue;
      }
      // One run up to white space or a special token. The whole run decides how it is read, since what a character becomes
      // may depend on the ones before it (the Greek final sigma).
      let end = position;
      let ascii = true;
      let stop: [string, number] | undefined;
      for (; end < length; end += 1) {
        const code = text.charCodeAt(end);
        if (isBlank(code) || (code === openBracket && (stop = specialAt(text, end)))) break;
        if (code >= 127 || asciiKind[code] === other) ascii = false;
      }
      const more = ascii
        ? walkAscii(text, position, end, emit)
        : normalizedWords(text.slice(position, end)).every((word) => emit(model.word(word)));
      if (!more) return;
      position = end;
      if (stop) {
        if (!emit([stop[1]])) return;
        position += stop[0].length;
      }
    }
  }

  function walkAscii(text: string, start: number, end: number, emit: (ids: readonly number[]) => boolean): boolean {
    let position = start;
    while (position < end) {
      const code = text.charCodeAt(position);
      const from = position;
      position += 1;
      if (asciiKind[code] === punctuation) {
        if (!emit(model.asciiPunctuation(code))) return false;
        continue;
      }
      while (position < end && asciiKind[text.charCodeAt(position)] === letter) position += 1;
      if (!emit(model.asciiWord(text, from, position))) return false;
    }
    return true;
  }

  function count(text: string, limit = Infinity): number {
    let total = 0;
    walk(text, (ids) => (total += ids.length) <= limit);
    return total;
  }

  function encode(text: string, limit = Infinity): number[] {
    const ids: number[] = [];
    walk(text, (wordIds) => {
      for (const id of wordIds) ids.push(id);
      return ids.length < limit;
    });
    return ids.length > limit ? ids.slice(0, limit) : ids;
  }

  return { count: (text) => count(text), encode, cut: (text, maxTokens) => cutText(text, maxTokens, count) };
}

const other = 0;
const letter = 1;
const punctuation = 2;
const openBracket = 0x5b;

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** What each ASCII character is to the tokenizer; control characters are `other`, since the normaliser drops them. */
const asciiKind = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32 || code === 127) return isBlank(code) ? punctuation : other;
  return /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? letter : punctuation;
});
