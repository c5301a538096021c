import type { ChunkDraft } from '../chunk.ts';
import { longestNote, type DeprecationEntry } from './entry.ts';
import { looksLikeType, plainText, removalIn, sinceIn, symbolIn } from './words.ts';

/** What Python's chunks know of themselves already, one entry for each symbol and each part of it. */
export function chunkEntries(drafts: readonly ChunkDraft[]): DeprecationEntry[] {
  return drafts.flatMap((draft): DeprecationEntry[] => {
    const { deprecated, modulePath, methodName } = draft.metadata;
    if (deprecated === undefined) return [];
    // What a constructor says of its parameters is said of the class.
    const whole = draft.symbol ?? modulePath ?? null;
    const owner = whole?.replace(/\.__(?:init|post_init|new)__$/, '') ?? null;
    if (owner === null || (deprecated.part === undefined && methodName !== undefined && owner !== whole)) return [];
    const entry = (symbol: string, note: string, replacement: string | undefined): DeprecationEntry => ({
      symbol,
      kind: 'deprecated',
      origin: 'code',
      version: deprecated.since ?? sinceIn(note),
      removal: removalIn(note),
      replacement: replacement?.replace(/^~/, '') ?? null,
      note: note.slice(0, longestNote),
      startLine: draft.startLine,
      endLine: draft.endLine,
    });
    if (deprecated.part === undefined) return [entry(owner, deprecated.note, deprecated.replacement)];
    const parts = deprecated.part.split(', ');
    return parts.flatMap((part) => {
      const name = /^[-*\s`]*([\p{L}_][\p{L}\p{N}_]*)/u.exec(part)?.[1];
      if (name === undefined || /\s/.test(part.replace(/:.*$/, '').replace(/^[-*\s]+/, ''))) return [];
      const own = deprecated.note.split('\n').find((line) => line.startsWith(`${part}: `));
      const note = parts.length === 1 ? deprecated.note : (own?.slice(part.length + 2) ?? deprecated.note);
      const instead =
        parts.length === 1 ? deprecated.replacement : (/\b[Uu]se (?::\w+:)?`{1,2}~?([^`]{1,120})`/.exec(note)?.[1] ?? undefined);
      return [entry(`${owner}.${name}`, note, instead)];
    });
  });
}

const declaration =
  /^\s*(?:(?:export|default|declare|abstract|public|private|protected|internal|static|async|readonly|final|override|virtual|sealed|open|data|pub(?:\([a-z]+\))?|unsafe|extern|inline|virtual)\s+)*(?:(?:class|interface|function\*?|const|let|var|type|enum|namespace|module|trait|struct|record|fn|func|def|mod|macro_rules!)\s+(?:\([^)]*\)\s*)?)?(?:get\s+|set\s+)?(?:[\w.<>[\],?*&]+\s+){0,3}?[#*&]?([\p{L}_$][\p{L}\p{N}_$]*)\s*[!?]?\s*(?:[(<:={;]|extends\b|implements\b|$)/u;

/** Longest comment that is looked at, in lines. */
const longestComment = 200;

/**
 * What other languages say in comments and attributes: `@deprecated` of JSDoc, Javadoc and PHP, `Deprecated:` paragraphs of Go, `#[deprecated]` of Rust,
 * `[Obsolete]` of C#. The declaration that follows is what it is about; its owner is the class whose chunk holds the line.
 */
export function commentEntries(text: string, drafts: readonly ChunkDraft[]): DeprecationEntry[] {
  if (!/@deprecated|\bDeprecated:|#\[deprecated|\[(?:System\.)?Obsolete\b/.test(text)) return [];
  const lines = text.split('\n');
  const found: DeprecationEntry[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    const note = noteAt(lines, index);
    if (note === null) continue;
    let at = index;
    while (at < lines.length && at - index < longestComment && isComment(lines, at)) at += 1;
    const name = declaration.exec((lines[at] ?? '').slice(0, 300))?.[1];
    if (name === undefined || /^(?:if|for|while|return|import|from|package|use|using|case)$/.test(name)) continue;
    const replacement = note.text === '' ? null : replacementOf(note.text);
    found.push({
      symbol: qualified(name, at, lines, drafts),
      kind: 'deprecated',
      origin: 'code',
      version: note.since ?? sinceIn(`deprecated ${note.text}`),
      removal: removalIn(note.text),
      replacement,
      note: note.text === '' ? 'Deprecated.' : note.text.slice(0, longestNote),
      startLine: index + 1,
      endLine: at + 1,
    });
    if (line === '') continue;
    index = at;
  }
  return found;
}

function noteAt(lines: readonly string[], index: number): { text: string; since: string | undefined } | null {
  const line = lines[index]!;
  const rust = /#\[deprecated(?:\(([^\]]*)\))?\]/.exec(line);
  if (rust !== null)
    return {
      text: plainText(/note\s*=\s*"([^"]*)"/.exec(rust[1] ?? '')?.[1] ?? ''),
      since: /since\s*=\s*"([^"]*)"/.exec(rust[1] ?? '')?.[1],
    };
  const obsolete = /\[(?:System\.)?Obsolete(?:\(\s*"([^"]*)")?/.exec(line);
  if (obsolete !== null) return { text: plainText(obsolete[1] ?? ''), since: undefined };
  const tag = /^\s*(?:\/\*\*?|\*|\/\/\/?)\s*(?:@deprecated\b:?|Deprecated:)\s*(.*)$/.exec(line);
  if (tag === null) return null;
  const words = [tag[1]!];
  for (let next = index + 1; next < lines.length && next - index < 30 && !/\*\//.test(lines[next - 1]!); next += 1) {
    const more = /^\s*(?:\*(?!\/)|\/\/\/?)\s?(.*)$/.exec(lines[next]!)?.[1];
    if (more === undefined || /^\s*(?:@|$)/.test(more)) break;
    words.push(more);
  }
  const text = plainText(
    words
      .join(' ')
      .replace(/\*\/.*$/, '')
      .replace(/\{@(?:link|code|linkplain)\s+([^}\s]+)[^}]*\}/g, '`$1`')
      .slice(0, 2_000),
  );
  return { text, since: /^(?:since |in |as of )?v?(\d+(?:\.\d+)+)/i.exec(text)?.[1] };
}

function isComment(lines: readonly string[], index: number): boolean {
  return /^\s*(?:$|\/\/|\/\*|\*|#\[|\[[A-Z]|@[A-Za-z])/.test(lines[index]!) && !/^\s*\*?.*\*\/\s*\S/.test(lines[index]!);
}

function replacementOf(text: string): string | null {
  const words =
    /\b(?:use|prefer|replaced by|renamed to|in favou?r of|switch to|see|call)\s+(?:the |a |an )?(?:`([^`]{1,120})`|#?([\p{L}_$][\p{L}\p{N}_$.#]*(?:\(\))?))/iu.exec(
      text,
    );
  if (words === null) return null;
  const quoted = words[1];
  if (quoted !== undefined) return quoted.replace(/^#/, '');
  const plain = words[2]!.replace(/[.#]+$/, '');
  return (/[._()#]|[a-z][A-Z]/.test(plain) || looksLikeType(plain)) && symbolIn(plain) !== null ? plain : null;
}

/** Most lines above a member in which its type is looked for. */
const farthestOwner = 3_000;

/** The name with its type: that of the chunk around the line where the chunk names it, else the nearest one above that is indented less. */
function qualified(name: string, at: number, lines: readonly string[], drafts: readonly ChunkDraft[]): string {
  const own = drafts.find(
    ({ symbol, startLine, endLine }) => symbol !== null && startLine <= at + 1 && at < endLine && symbol.endsWith(`.${name}`),
  );
  if (own?.symbol != null) return own.symbol;
  let width = indentation(lines[at]!);
  for (let above = at - 1; above >= 0 && width > 0 && at - above < farthestOwner; above -= 1) {
    const line = lines[above]!;
    if (line.trim() === '' || indentation(line) >= width) continue;
    width = indentation(line);
    const owner =
      /^[\w\s<>()]{0,80}?\b(?:class|interface|struct|trait|enum|record|object|impl)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(
        line,
      )?.[1];
    if (owner !== undefined) return `${owner}.${name}`;
  }
  return name;
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}
