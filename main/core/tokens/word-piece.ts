import { HubError } from '../../contract/errors.ts';

/** The parts of a `tokenizer.json` that are read here. */
export interface TokenizerJson {
  added_tokens?: readonly { id: number; content: string }[];
  normalizer?: { type?: string; lowercase?: boolean; strip_accents?: boolean | null } | null;
  model: {
    type?: string;
    unk_token?: string;
    continuing_subword_prefix?: string;
    max_input_chars_per_word?: number;
    vocab: Record<string, number>;
  };
}

export interface WordPiece {
  /** Ids of the special tokens by their text. */
  special: Record<string, number>;
  /** Ids of one normalised word. */
  word(word: string): readonly number[];
  /** Ids of the ASCII letters and digits between two positions. */
  asciiWord(text: string, start: number, end: number): readonly number[];
  asciiPunctuation(code: number): readonly number[];
}

/** Words remembered with their ids; real text repeats its words, hostile text must not fill the memory. */
const rememberedWords = 50_000;

/** Greedy longest match over the vocabulary, words remembered. */
export function createWordPiece(json: TokenizerJson): WordPiece {
  const { model, normalizer } = json;
  const prefix = model?.continuing_subword_prefix ?? '##';
  const unknownToken = model?.unk_token ?? '[UNK]';
  if (!model || (model.type ?? 'WordPiece') !== 'WordPiece' || normalizer?.lowercase === false || !model.vocab) {
    throw new HubError(
      'source-invalid',
      'The tokenizer file is no uncased BERT WordPiece tokenizer. Use the one of all-MiniLM-L6-v2.',
    );
  }
  const longest = model.max_input_chars_per_word ?? 100;
  const first = new Map<string, number>();
  const following = new Map<string, number>();
  let longestPiece = 1;
  for (const [token, id] of Object.entries(model.vocab)) {
    first.set(token, id);
    longestPiece = Math.max(longestPiece, token.length);
    if (token.startsWith(prefix)) following.set(token.slice(prefix.length), id);
  }
  const unknownId = first.get(unknownToken);
  if (unknownId === undefined) throw new HubError('source-invalid', `The tokenizer file has no ${unknownToken} token.`);
  const unknown: readonly number[] = [unknownId];

  const remembered = new Map<string, readonly number[]>();

  function split(text: string): readonly number[] {
    const whole = first.get(text);
    if (whole !== undefined) return [whole];
    const ids: number[] = [];
    let start = 0;
    while (start < text.length) {
      const pieces = start === 0 ? first : following;
      let end = Math.min(text.length, start + longestPiece);
      let id: number | undefined;
      while (end > start && (id = pieces.get(text.slice(start, end))) === undefined) end -= 1;
      if (id === undefined) return unknown;
      ids.push(id);
      start = end;
    }
    return ids;
  }

  function word(text: string): readonly number[] {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (text.length > longest && characters(text, longest) > longest) return unknown;
    const ids = split(text);
    if (remembered.size >= rememberedWords) remembered.clear();
    remembered.set(text, ids);
    return ids;
  }

  const punctuation = Array.from({ length: 128 }, (_, code) => split(String.fromCharCode(code)));

  return {
    special: Object.fromEntries((json.added_tokens ?? []).map((token) => [token.content, token.id])),
    word,
    asciiWord(text, start, end) {
      return end - start > longest ? unknown : word(text.slice(start, end).toLowerCase());
    },
    asciiPunctuation: (code) => punctuation[code]!,
  };
}

/** Code points of a text, counted no further than just above `enough`. */
function characters(text: string, enough: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > enough) break;
  }
  return count;
}
