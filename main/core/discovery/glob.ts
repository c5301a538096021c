/**
 * Globs with git's meaning (wildmatch with WM_PATHNAME): `*`, `?` and `[…]` stay within one path segment, `**` as a whole segment
 * spans any number of them. Matched without regular expressions, in time proportional to pattern × path: patterns come from
 * repositories that nobody has vetted, and a backtracking matcher can be made to hang by them (many `**` in one pattern).
 */
type Token =
  | { kind: 'literal'; character: string }
  | { kind: 'any' }
  | { kind: 'star' }
  | { kind: 'class'; test: (character: string) => boolean };

/** One segment of a compiled glob; `**` spans segments. */
type GlobSegment = '**' | readonly Token[];

const posixClasses: Record<string, (character: string) => boolean> = {
  alnum: (character) => /[A-Za-z0-9]/.test(character),
  alpha: (character) => /[A-Za-z]/.test(character),
  blank: (character) => character === ' ' || character === '\t',
  cntrl: (character) => character < ' ' || character === '\u007f',
  digit: (character) => character >= '0' && character <= '9',
  graph: (character) => character > ' ' && character < '\u007f',
  lower: (character) => character >= 'a' && character <= 'z',
  print: (character) => character >= ' ' && character < '\u007f',
  punct: (character) => character > ' ' && character < '\u007f' && !/[A-Za-z0-9]/.test(character),
  space: (character) => /[ \t\n\r\f\v]/.test(character),
  upper: (character) => character >= 'A' && character <= 'Z',
  xdigit: (character) => /[0-9A-Fa-f]/.test(character),
};

/** Reads `[…]` whose `[` is at `start`; null where it is never closed or names an unknown class (git then matches nothing). */
function readClass(characters: readonly string[], start: number): { token: Token; next: number } | null {
  let position = start + 1;
  const negated = characters[position] === '!' || characters[position] === '^';
  if (negated) position++;
  const tests: ((character: string) => boolean)[] = [];
  let first = true;
  for (;;) {
    let character = characters[position];
    if (character === undefined) return null;
    if (character === ']' && !first) break;
    first = false;
    if (character === '[' && characters[position + 1] === ':') {
      const close = characters.indexOf(']', position + 2);
      if (close < 0) return null;
      if (characters[close - 1] === ':' && close - 1 > position + 1) {
        const test = posixClasses[characters.slice(position + 2, close - 1).join('')];
        if (!test) return null;
        tests.push(test);
        position = close + 1;
        continue;
      }
    }
    if (character === '\\') {
      character = characters[++position];
      if (character === undefined) return null;
    }
    const low = character;
    if (characters[position + 1] === '-' && characters[position + 2] !== undefined && characters[position + 2] !== ']') {
      position += 2;
      let high = characters[position]!;
      if (high === '\\') {
        const escaped = characters[++position];
        if (escaped === undefined) return null;
        high = escaped;
      }
      tests.push((candidate) => candidate >= low && candidate <= high);
    } else {
      tests.push((candidate) => candidate === low);
    }
    position++;
  }
  return { token: { kind: 'class', test: (character) => tests.some((test) => test(character)) !== negated }, next: position + 1 };
}

/** A compiled pattern. Most patterns are a plain name or `*.suffix`; those match without looking at single characters. */
export interface Glob {
  segments: readonly GlobSegment[];
  /** The whole pattern where it has no wildcard. */
  literal: string | null;
  /** What follows the star in a one-segment pattern `*suffix` without further wildcards. */
  suffix: string | null;
}

function literalOf(tokens: readonly Token[]): string | null {
  let text = '';
  for (const token of tokens) {
    if (token.kind !== 'literal') return null;
    text += token.character;
  }
  return text;
}

/** Splits a pattern into tokens per segment; null where it is malformed. A `/` inside of `[…]` belongs to the class, as in git. */
function tokenize(pattern: string): Token[][] | null {
  let tokens: Token[] = [];
  const segments: Token[][] = [tokens];
  const characters = Array.from(pattern);
  for (let position = 0; position < characters.length;) {
    let character = characters[position]!;
    if (character === '[') {
      const read = readClass(characters, position);
      if (!read) return null;
      tokens.push(read.token);
      position = read.next;
      continue;
    }
    const escaped = character === '\\';
    if (escaped) {
      character = characters[++position] ?? '';
      if (character === '') return null;
    }
    position++;
    if (character === '/') segments.push((tokens = []));
    else if (character === '*' && !escaped) tokens.push({ kind: 'star' });
    else if (character === '?' && !escaped) tokens.push({ kind: 'any' });
    else tokens.push({ kind: 'literal', character });
  }
  return segments;
}

/** `**` alone spans segments; within a segment several stars mean the same as one. */
function segmentOf(tokens: readonly Token[]): GlobSegment {
  if (tokens.length === 2 && tokens.every((token) => token.kind === 'star')) return '**';
  return tokens.filter((token, index) => token.kind !== 'star' || tokens[index - 1]?.kind !== 'star');
}

/** Compiles a pattern; null where it is malformed, which git takes as matching nothing. */
export function compileGlob(pattern: string): Glob | null {
  const segments: GlobSegment[] = [];
  for (const tokens of tokenize(pattern) ?? [null]) {
    if (tokens === null) return null;
    const segment = segmentOf(tokens);
    // Adjacent ** mean the same as one.
    if (segment === '**' && segments.at(-1) === '**') continue;
    segments.push(segment);
  }
  const literals = segments.map((segment) => (segment === '**' ? null : literalOf(segment)));
  const only = segments.length === 1 ? segments[0]! : '**';
  return {
    segments,
    literal: literals.every((text) => text !== null) ? literals.join('/') : null,
    suffix: only !== '**' && only[0]?.kind === 'star' ? literalOf(only.slice(1)) : null,
  };
}

function matchesToken(token: Token, character: string): boolean {
  switch (token.kind) {
    case 'literal':
      return token.character === character;
    case 'class':
      return token.test(character);
    default:
      return true;
  }
}

/** Greedy with one point to fall back to: the last star. Enough within a segment, and never more than tokens × characters steps. */
function matchesSegment(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let character = 0;
  let starToken = -1;
  let starCharacter = 0;
  while (character < characters.length) {
    const current = tokens[token];
    if (current?.kind === 'star') {
      starToken = token++;
      starCharacter = character;
    } else if (current && matchesToken(current, characters[character]!)) {
      token++;
      character++;
    } else if (starToken >= 0) {
      token = starToken + 1;
      character = ++starCharacter;
    } else {
      return false;
    }
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

/** Whether the whole path matches the whole glob. */
export function matchesGlob({ segments: glob, literal, suffix }: Glob, path: string): boolean {
  if (literal !== null) return path === literal;
  if (suffix !== null) return path.endsWith(suffix) && !path.includes('/');
  const names = path.split('/').map((name) => Array.from(name));
  let pattern = 0;
  let name = 0;
  let spanPattern = -1;
  let spanName = 0;
  while (name < names.length) {
    const segment = glob[pattern];
    if (segment === '**') {
      // A trailing `**` stands for at least one segment: `a/**` is what lies in a, not a itself.
      if (pattern === glob.length - 1) return true;
      spanPattern = pattern++;
      spanName = name;
    } else if (segment !== undefined && matchesSegment(segment, names[name]!)) {
      pattern++;
      name++;
    } else if (spanPattern >= 0) {
      pattern = spanPattern + 1;
      name = ++spanName;
    } else {
      return false;
    }
  }
  return pattern === glob.length;
}
