import { longestNote, type DeprecationEntry, type DeprecationKind } from './entry.ts';
import { statementsIn } from './statement.ts';
import { subjectsOf } from './subjects.ts';
import { looksLikeType, plainText, removalIn, sinceIn, symbolIn, tokensOf } from './words.ts';

const telling = /\b(?:deprecated|removed|renamed|obsolete)\b/i;

interface Place {
  startLine: number;
  endLine: number;
}

/**
 * What a page says of symbols: sentences (`Name` is deprecated since 1.2, use `Other`), tables with a column of old and one of new names, and parameter
 * fields that are marked as deprecated, of the type that the heading above them names.
 */
export function documentEntries(text: string): DeprecationEntry[] {
  if (!telling.test(text)) return [];
  const found: DeprecationEntry[] = [];
  const lines = text.split('\n');
  let owner: string | null = null;
  let kindOfSection: DeprecationKind | null = null;
  let paragraph: number[] = [];
  let inFence = false;
  const finish = (): void => {
    const [first] = paragraph;
    if (first !== undefined) found.push(...paragraphEntries(lines, first, paragraph.at(-1)!));
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (/^\s*(?:```|~~~)/.test(line)) {
      inFence = !inFence;
      finish();
      continue;
    }
    if (inFence) continue;
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    if (heading !== null) {
      finish();
      owner = /([\p{L}_][\p{L}\p{N}_.]*)(?:\(\))?\W*$/u.exec(heading[1]!)?.[1] ?? null;
      if (owner !== null && !/[a-z]\p{Lu}|\p{Lu}{2}[a-z]/u.test(owner)) owner = null;
      kindOfSection = /\bremov/i.test(heading[1]!)
        ? 'removed'
        : /\brenam/i.test(heading[1]!)
          ? 'renamed'
          : /\bdeprecat/i.test(heading[1]!)
            ? 'deprecated'
            : null;
    } else if (/^\s*\|.*\|\s*$/.test(line) && /^\s*\|[\s:|-]+\|\s*$/.test(lines[index + 1] ?? '')) {
      finish();
      let end = index + 2;
      while (end < lines.length && /^\s*\|.*\|\s*$/.test(lines[end]!)) end += 1;
      found.push(...tableEntries(lines, index, end, kindOfSection));
      index = end - 1;
    } else if (/^\s*<(?:Param|Response)Field\b/.test(line)) {
      finish();
      const field = fieldAt(lines, index, owner);
      if (field !== null) found.push(field);
    } else if (line.trim() === '' || /^\s*<\/?[A-Za-z][^>]*>\s*$/.test(line)) finish();
    else {
      if (/^\s*[-*+]\s/.test(line)) finish();
      paragraph.push(index);
    }
  }
  finish();
  return found;
}

function entry(symbol: string, kind: DeprecationKind, note: string, place: Place, replacement: string | null): DeprecationEntry {
  const words = note.length > longestNote ? `${note.slice(0, longestNote - 1)}…` : note;
  return { symbol, kind, origin: 'docs', version: sinceIn(note), removal: removalIn(note), replacement, note: words, ...place };
}

function paragraphEntries(lines: readonly string[], first: number, last: number): DeprecationEntry[] {
  const raw = lines
    .slice(first, last + 1)
    .join('\n')
    .slice(0, 8_000);
  if (!telling.test(raw)) return [];
  const note = plainText(raw.replace(/^\s*(?:[-*+>]|\d+\.)\s+/gm, ' ').replace(/<\/?[A-Za-z][^>`]{0,300}>/g, ' '));
  return statementsIn(note, { strict: true, section: null }).map(({ symbol, kind, replacement }) =>
    entry(symbol, kind, note, { startLine: first + 1, endLine: last + 1 }, replacement),
  );
}

const oldColumn = /^(?:deprecated|removed|old|before|previous(?:ly)?|legacy|obsolete|0\.x|from|was)\b/i;
const newColumn = /\b(?:replacement|replaced by|new|instead|after|alternative|now|to|migrate)\b|^use\b/i;
const ownerColumn = /^(?:service|class|type|component|object|model|transport|plugin)\b/i;
/** What stands in a column of new names where there is none. */
const noReplacement = /^(?:removed?|none|no\b|n\/a|use|return|push|pass|see|call|import|set|configure|[-–—]|$)/i;
const sinceColumn = /\b(?:since|deprecated in|version|removed in)\b/i;

function cellsOf(line: string): string[] {
  // A sign in backticks or after a backslash parts no columns.
  const cells = line
    .trim()
    .replace(/`[^`]*`|\\\|/g, (code) => code.replaceAll('|', '\u0001'))
    .split('|')
    .slice(1, -1);
  return cells.map((cell) => cell.replaceAll('\u0001', '|').trim());
}

function tableEntries(lines: readonly string[], head: number, end: number, section: DeprecationKind | null): DeprecationEntry[] {
  const titles = cellsOf(lines[head]!).map(plainText);
  const from = titles.findIndex((title) => oldColumn.test(title));
  const to = titles.findIndex((title, column) => column !== from && newColumn.test(title));
  if (from === -1 || (to === -1 && section === null)) return [];
  const since = titles.findIndex((title, column) => column !== from && column !== to && sinceColumn.test(title));
  const kind: DeprecationKind = /^deprecated/i.test(titles[from]!)
    ? 'deprecated'
    : /^removed/i.test(titles[from]!)
      ? 'removed'
      : (section ?? 'renamed');
  const found: DeprecationEntry[] = [];
  const owners = titles.findIndex((title, column) => column !== from && column !== to && ownerColumn.test(title));
  for (let row = head + 2; row < end; row += 1) {
    const cells = cellsOf(lines[row]!);
    const names = [...(cells[to] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    if (names.length === 0 && !noReplacement.test(plainText(cells[to] ?? ''))) continue;
    const version = /(\d+(?:\.\d+)+)/.exec(since === -1 ? '' : (cells[since] ?? ''))?.[1] ?? null;
    const note = plainText(`${cells[from] ?? ''} → ${cells[to] ?? ''}`);
    const owner = symbolIn(/`([^`]+)`/.exec(cells[owners] ?? '')?.[1] ?? '');
    const subjects = subjectsOf(tokensOf(plainText(cells[from] ?? '')));
    for (const [index, subject] of subjects.entries()) {
      const replacement = subject.replacement ?? (names.length === subjects.length ? names[index] : names[0]) ?? null;
      // What is renamed keeps its kind: a line of code in place of another is no name.
      if (kind === 'renamed' && (replacement === null || symbolIn(replacement) === null)) continue;
      const symbol =
        owner === null || subject.symbol === owner || looksLikeType(subject.symbol)
          ? subject.symbol
          : `${owner}.${subject.symbol}`;
      if (symbol === symbolIn(replacement ?? '')) continue;
      found.push({
        ...entry(symbol, kind, note, { startLine: row + 1, endLine: row + 1 }, replacement),
        ...(version === null ? {} : { version }),
      });
    }
  }
  return found;
}

/** `<ParamField path="name" … deprecated>` with its text, of the type in the heading above. */
function fieldAt(lines: readonly string[], index: number, owner: string | null): DeprecationEntry | null {
  if (owner === null) return null;
  let end = index;
  while (end < lines.length - 1 && end - index < 30 && !/<\/(?:Param|Response)Field>|\/>\s*$/.test(lines[end]!)) end += 1;
  const raw = lines.slice(index, end + 1).join('\n');
  const tag = /^\s*<(?:Param|Response)Field\b((?:[^>"{]|"[^"]*"|\{[^}]*\})*)>/.exec(raw)?.[1] ?? '';
  if (!/\bdeprecated\b(?!=\{?"?false)/.test(tag.replace(/"[^"]*"/g, '""'))) return null;
  const name = symbolIn(/\b(?:path|name|body|query)="([^"]+)"/.exec(tag)?.[1] ?? '');
  if (name === null || name.includes('.')) return null;
  const text = plainText(raw.replace(/<[^>`]{0,600}>/g, ' '));
  const said = text.slice(Math.max(0, text.search(/\bdeprecated\b/i)));
  const replacement = /\b(?:use|via|with|by) `([^`]+)`/i.exec(said)?.[1] ?? null;
  return entry(
    `${owner}.${name}`,
    'deprecated',
    said === '' ? 'Deprecated.' : said,
    { startLine: index + 1, endLine: end + 1 },
    replacement,
  );
}
