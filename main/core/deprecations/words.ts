/** A piece of a sentence: a name in backticks, a word, or a sign that joins or parts. */
export interface Token {
  kind: 'name' | 'word' | 'sign';
  text: string;
  /** Place in the sentence. */
  at: number;
  /** Place behind it. */
  end: number;
}

/** Most characters of one sentence that are looked at. */
const longestSentence = 2_000;

const tokenPattern = /(`{1,2})([^`\n]{1,200})\1|’s\b|'s\b|[\p{L}\p{N}_][\p{L}\p{N}_.-]*|[(),;:/&]/gu;

/** Cuts a sentence into names, words and signs. */
export function tokensOf(sentence: string): Token[] {
  return [...sentence.slice(0, longestSentence).matchAll(tokenPattern)].map((match): Token => {
    const place = { at: match.index, end: match.index + match[0].length };
    const quoted = match[2];
    if (quoted !== undefined) return { kind: 'name', text: quoted, ...place };
    if (/^['’]s$|^[(),;:/&]$/.test(match[0])) return { kind: 'sign', text: match[0].replace('’', "'"), ...place };
    return { kind: 'word', text: match[0].toLowerCase().replace(/[.-]+$/, ''), ...place };
  });
}

const noNames = new Set([
  'none',
  'true',
  'false',
  'null',
  'undefined',
  'nil',
  'deprecationwarning',
  'warning',
  'userwarning',
  'self',
  'and',
  'or',
  'super',
]);

/**
 * A name as it is looked up: without arguments, value, sigil and version. Null for what is no name: values, file names, commands, patterns.
 */
export function symbolIn(quoted: string): string | null {
  // `Name(option=…)` is about the option.
  const name = quoted
    .trim()
    .replace(/^([^()]*)\(\s*(\w+)\s*=[^()=,]*(?:\([^()]*\)[^()=,]*)?\)$/, '$1.$2')
    .replace(/^(?::\w+:|[@~])+/, '')
    .replace(/\(.*$/, '')
    .replace(/\s*=.*$|:\s.*$/, '')
    .replace(/(?:\.|::|#)$/, '');
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*){0,12}$/u.test(name)) return null;
  if (
    noNames.has(name.toLowerCase()) ||
    /\.(?:py|pyi|ts|tsx|js|jsx|mjs|cjs|json|md|mdx|toml|ya?ml|lock|txt|cfg|sh|go|rs)$/i.test(name)
  )
    return null;
  return name.replace(/::|#/g, '.');
}

/** Whether a name is written as types are. */
export function looksLikeType(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1).replace(/^[_$]+/, '');
  return /^\p{Lu}/u.test(last) && !/^[\p{Lu}\p{N}_]{2,}$/u.test(last);
}

/** Whether a dotted name is a module's: no part of it is written as types are. */
export function looksLikeModule(name: string): boolean {
  return name.includes('.') && !name.split('.').some(looksLikeType);
}

/** Plain text of Markdown: links as their words, no emphasis, no signs that warn, no reference to a change at the end. */
export function plainText(markdown: string): string {
  const oneLine = markdown.replace(/\s+/g, ' ');
  // What stands in backticks is code and stays as it is.
  return oneLine
    .split(/(`{1,2}[^`]{1,300}`{1,2})/)
    .map((piece) => (piece.startsWith('`') ? piece : withoutMarks(piece)))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\(\s*(?:PR|pull request|issue)s?\s*#?\d[\d, #]*\)/gi, '')
    .replace(/\(\s*\[?#\d+\]?\s*\)/g, '')
    .replace(/\*\*|__(?=\S)|(?<=\S)__/g, '')
    .replace(/(?<![\w`])[*_](?=\S)|(?<=\S)[*_](?![\w`])/g, '')
    .replace(/\ufe0f|[\u26a0\u2757\u{1f300}-\u{1faff}]/gu, '');
}

/** Sentences of a text on one line; what follows a colon belongs to its sentence. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])[_*)”"]{0,3} +(?=[\p{Lu}`“"(])/u).map((sentence) => sentence.trim());
}

/** Version in which something goes, where a text announces it. */
export function removalIn(text: string): string | null {
  return (
    /\b(?:removed|removal|removing|dropped|unsupported|gone)\b[^.;]{0,30}?\b(?:in|with|by) (?:version |release )?(?:[A-Z]\w+ )?v?(\d+(?:\.\d+)+)/i.exec(
      text,
    )?.[1] ?? null
  );
}

/** Version since when, where a text says so. */
export function sinceIn(text: string): string | null {
  return (
    /\b(?:deprecated|renamed|obsolete|replaced|(?:was|were|been) removed)\b[^.;]{0,12}?\b(?:since|in|as of|from|with) (?:version |release )?(?:[A-Z]\w+ )?v?(\d+(?:\.\d+)+)/i.exec(
      text,
    )?.[1] ?? null
  );
}
