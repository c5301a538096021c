import { stopWords } from '../../ranking/stop-words.ts';
import { foldTerm, identifierParts, isCompoundIdentifier, stemOf, wordsOf } from '../../text/terms.ts';

/** Words of one side of a comparison: their stems, with what they were written as. */
export interface Words {
  /** Stem → as written. Identifiers whole and in parts. */
  stems: ReadonlyMap<string, string>;
  /** Compound identifiers as written. */
  identifiers: readonly string[];
}

/** Words that every query and every file has; sharing them says nothing. Stems. */
const common: ReadonlySet<string> = new Set(
  ['class', 'def', 'function', 'func', 'import', 'from', 'return', 'self', 'const', 'var', 'let', 'type', 'interface', 'struct', 'public', 'private', 'static', 'async', 'await',
    'src', 'lib', 'dist', 'main', 'index', 'init', 'test', 'tests', 'py', 'ts', 'tsx', 'js', 'jsx', 'go', 'rs', 'md', 'mdx', 'json', 'file', 'files', 'code', 'example', 'examples',
    'use', 'using', 'usage', 'api', 'docs', 'doc', 'documentation', 'reference', 'how', 'what', 'where', 'get', 'set', 'new', 'add', 'true', 'false', 'none', 'null', 'http', 'https', 'www', 'com'].map(stemOf),
); // prettier-ignore

/** Most words of one text that count. */
const mostWords = 400;

/** Understands a text as words to compare. */
export function wordsFor(texts: readonly string[]): Words {
  const stems = new Map<string, string>();
  const identifiers = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text.slice(0, 8_000)).slice(0, mostWords)) {
      if (isCompoundIdentifier(word)) identifiers.add(word);
      for (const part of [word, ...identifierParts(word)]) {
        const stem = stemOf(part);
        if (part.length < 2 || /^\d+$/.test(part) || stopWords.has(foldTerm(part)) || common.has(stem)) continue;
        if (!stems.has(stem)) stems.set(stem, part);
      }
    }
  return { stems, identifiers: [...identifiers] };
}

export interface Shared {
  /** As written, whole identifiers first. */
  words: string[];
  /** A whole identifier, or two words: more than chance. */
  strong: boolean;
}

/** What two sides share. `leaveOut` are stems that say nothing here, such as the name of the package everything lies in. */
export function sharedWords(left: Words, right: Words, leaveOut?: ReadonlySet<string>): Shared {
  const [small, large] = left.stems.size <= right.stems.size ? [left, right] : [right, left];
  const words: string[] = [];
  for (const [stem, word] of small.stems) if (large.stems.has(stem) && leaveOut?.has(stem) !== true) words.push(word);
  const whole = words.filter((word) => isCompoundIdentifier(word));
  const inWhole = new Set(whole.flatMap((word) => identifierParts(word).map(stemOf)));
  const rest = words.filter((word) => !whole.includes(word) && !inWhole.has(stemOf(word)));
  return { words: [...whole, ...rest], strong: whole.length > 0 || words.length >= 2 };
}

/** Share of the smaller side's words that both have; 0 where one has none. */
export function overlapOf(left: Words, right: Words): number {
  const smaller = Math.min(left.stems.size, right.stems.size);
  return smaller === 0 ? 0 : [...left.stems.keys()].filter((stem) => right.stems.has(stem)).length / smaller;
}

/** Words of several questions about one thing. */
export function allWords(each: readonly Words[]): Words {
  return {
    stems: new Map(each.flatMap(({ stems }) => [...stems])),
    identifiers: [...new Set(each.flatMap(({ identifiers }) => identifiers))],
  };
}
