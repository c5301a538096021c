import type { Deprecation } from '../../../chunk.ts';
import { clip, singleLine } from '../text-lines.ts';
import type { SyntaxSnapshot } from '../syntax-snapshot.ts';

/** Longest note that is kept, in characters. */
const longestNote = 600;

/**
 * That something is deprecated according to its decorators, docstring or warnings. What concerns only a parameter or field
 * names it in `part`; what concerns the whole wins over that.
 */
export function pythonDeprecation(
  snapshot: SyntaxSnapshot,
  about: { names: readonly string[]; decorators: readonly number[]; docstring: string | null; body: number | null },
): Deprecation | null {
  const found = [
    ...about.decorators.flatMap((node) => fromDecorator(snapshot, node)),
    ...fromDocstring(about.docstring ?? ''),
    ...(about.body === null ? [] : fromWarnings(snapshot, about.body, about.names)),
  ];
  const whole = found.filter((one) => one.part === undefined);
  if (whole.length > 0) return whole.find((one) => one.since !== undefined) ?? whole[0] ?? null;
  // A parameter's docstring entry and its warning say the same: the first one speaks.
  const byPart = new Map<string, Deprecation>();
  for (const one of found) if (!byPart.has(one.part ?? '')) byPart.set(one.part ?? '', one);
  const parts = [...byPart.values()];
  const [first] = parts;
  if (first === undefined || parts.length === 1) return first ?? null;
  const sameSince = parts.every((one) => one.since === first.since) ? first.since : undefined;
  return {
    note: clip(parts.map((one) => `${one.part}: ${one.note}`).join('\n'), longestNote),
    ...(sameSince === undefined ? {} : { since: sameSince }),
    part: [...byPart.keys()].join(', '),
  };
}

function describe(text: string, given: { since?: string | undefined; part?: string | undefined } = {}): Deprecation {
  const note = clip(singleLine(text), longestNote);
  const since =
    given.since ?? /\b(?:since|as of|deprecated (?:in|from)) (?:version |release )?v?(\d+(?:\.\d+)+)/i.exec(note)?.[1];
  const replacement = replacementIn(note);
  return {
    note: note === '' ? 'Deprecated.' : note,
    ...(since === undefined ? {} : { since }),
    ...(replacement === null ? {} : { replacement }),
    ...(given.part === undefined ? {} : { part: given.part }),
  };
}

/** A name as notes write it: :meth:`~a.b`, ``x``, `x()`, x. Words of plain prose are no names. */
const nameInNote = String.raw`(?::\w+:)?[\`'"]{1,2}~?([^\`'"]{1,120})[\`'"]{1,2}|([A-Za-z_][\w.]{0,100}(?:\(\))?)`;

function replacementIn(note: string): string | null {
  const patterns = [
    `\\b(?:use|using|see|read|set|pass|prefer|import|from) (?:the |from )?(?:${nameInNote})`,
    `\\b(?:replaced by|replaced with|in favou?r of|renamed to|superseded by|migrate to|switch to) (?:the )?(?:${nameInNote})`,
  ];
  for (const pattern of patterns.toReversed()) {
    const match = new RegExp(pattern, 'i').exec(note);
    const quoted = match?.[1];
    if (quoted !== undefined) return quoted.trim();
    const plain = match?.[2]?.replace(/\.+$/, '');
    // An unquoted word counts when it looks like code, or when the sentence leaves no doubt: `use New instead`.
    if (plain === undefined) continue;
    const behind = note.slice((match?.index ?? 0) + (match?.[0].length ?? 0));
    if (/[._()\d]|[a-z][A-Z]|^[A-Z].*[A-Z]/.test(plain) || /^ instead\b/.test(behind)) return plain;
  }
  return null;
}

function fromDecorator(snapshot: SyntaxSnapshot, decorator: number): Deprecation[] {
  const expression = snapshot
    .children(decorator)
    .find((node) => ['identifier', 'attribute', 'call'].includes(snapshot.kind(node)));
  if (expression === undefined) return [];
  const callee = snapshot.kind(expression) === 'call' ? snapshot.childByField(expression, 'function') : expression;
  const name = callee === null ? '' : (snapshot.textOf(callee).split('.').at(-1) ?? '');
  if (!/^_?deprecat/i.test(name)) return [];
  const texts: string[] = [];
  const keywords = new Map<string, string>();
  const list = snapshot.kind(expression) === 'call' ? snapshot.childByField(expression, 'arguments') : null;
  for (const argument of list === null ? [] : snapshot.children(list)) {
    if (snapshot.kind(argument) === 'keyword_argument') {
      const key = snapshot.childByField(argument, 'name');
      const value = snapshot.childByField(argument, 'value');
      if (key !== null && value !== null)
        keywords.set(snapshot.textOf(key), stringValue(snapshot, value) ?? snapshot.textOf(value));
    } else {
      const text = stringValue(snapshot, argument);
      if (text !== null) texts.push(text);
    }
  }
  const since =
    keywords.get('since') ??
    keywords.get('version') ??
    keywords.get('deprecated_in') ??
    texts.find((text) => /^v?\d+(\.\d+)+$/.test(text));
  const words = texts.filter((text) => text !== since);
  for (const key of ['reason', 'details', 'message', 'msg']) {
    const text = keywords.get(key);
    if (text !== undefined) words.push(text);
  }
  const alternative = keywords.get('alternative') ?? keywords.get('replacement') ?? keywords.get('use_instead');
  const result = describe(words.join(' '), { since: since?.replace(/^v/, '') });
  return [alternative === undefined ? result : { ...result, replacement: alternative }];
}

/** `.. deprecated:: 1.2` with its indented text; deeper than the docstring itself it is about the entry it stands under. */
function fromDocstring(docstring: string): Deprecation[] {
  const found: Deprecation[] = [];
  const lines = docstring.split('\n');
  for (const [index, line] of lines.entries()) {
    const directive = /^([ \t]*)\.\. deprecated::[ \t]*(\S*)[ \t]*(.*)$/.exec(line);
    const plain =
      directive === null ? /^(?:\*\*)?(?:DEPRECATED|Deprecated)\b(?:\*\*)?(?:[:.!][ \t]*(.*)|[ \t].*)?$/.exec(line) : null;
    if (directive === null && plain === null) continue;
    const indentation = directive?.[1]?.length ?? 0;
    const words = [directive === null ? (plain?.[1] ?? line) : (directive[3] ?? '')];
    const isVersion = /^v?\d/.test(directive?.[2] ?? '');
    if (directive !== null && !isVersion) words.unshift(directive[2] ?? '');
    for (const next of lines.slice(index + 1)) {
      const width = next.length - next.trimStart().length;
      if (next.trim() === '' ? words.join('') !== '' : directive !== null && width <= indentation) break;
      words.push(next.trim());
    }
    const part = indentation === 0 ? undefined : entryAbove(lines, index, indentation);
    found.push(describe(words.join(' '), { since: isVersion ? directive?.[2]?.replace(/^v|[.:]+$/g, '') : undefined, part }));
  }
  return found;
}

/** Name of the `name: text` entry that an indented line belongs to. */
function entryAbove(lines: readonly string[], index: number, indentation: number): string {
  for (let above = index - 1; above >= 0; above -= 1) {
    const line = lines[above] ?? '';
    if (line.trim() === '' || line.length - line.trimStart().length >= indentation) continue;
    return /^\s*[`*]{0,2}([\w.]+)/.exec(line)?.[1] ?? line.trim();
  }
  return 'part';
}

/** `warnings.warn("…", DeprecationWarning)` in the body itself. */
function fromWarnings(snapshot: SyntaxSnapshot, body: number, names: readonly string[]): Deprecation[] {
  const found: Deprecation[] = [];
  const last = snapshot.last(body);
  for (let node = body + 1; node <= last; node += 1) {
    const kind = snapshot.kind(node);
    if (kind === 'function_definition' || kind === 'class_definition' || kind === 'lambda') {
      node = snapshot.last(node);
      continue;
    }
    if (kind !== 'call') continue;
    const callee = snapshot.childByField(node, 'function');
    const list = snapshot.childByField(node, 'arguments');
    if (callee === null || list === null || !/(^|\.)(warn|warn_explicit)$/.test(snapshot.textOf(callee))) continue;
    const given = snapshot.children(list);
    if (!given.some((argument) => /(^|[.=\s])(Pending)?DeprecationWarning(\(|$)/.test(snapshot.textOf(argument).slice(0, 200))))
      continue;
    const text = given.map((argument) => stringValue(snapshot, argument)).find((value) => value !== null) ?? '';
    found.push(describe(text, { part: partOfWarning(text, names, isConditional(snapshot, node, body)) }));
  }
  return found;
}

/** What a warning is about: undefined for the whole. */
function partOfWarning(text: string, names: readonly string[], conditional: boolean): string | undefined {
  const subject = /^\s*(?:the |this )?(.{1,120}?)\s+(?:is|are|has been|have been|was) (?:now )?(?:deprecated|obsolete)/i.exec(
    text,
  )?.[1];
  if (subject === undefined) return conditional ? 'some uses' : undefined;
  const quoted = /[`'"]([^`'"]+)[`'"]/.exec(subject)?.[1] ?? subject;
  if (/__(name|qualname)__/.test(quoted)) return undefined;
  // `Name(option=...)` is about the option, `Name.field=None` about the field.
  const option = /\(\s*(\w+)\s*=/.exec(quoted)?.[1];
  const bare =
    option ??
    quoted
      .replace(/\(\s*\)$|=.*$/g, '')
      .split('.')
      .at(-1) ??
    '';
  if (option !== undefined || /\b(?:parameters?|arguments?|fields?|attributes?|option|keyword)\b/i.test(subject)) return bare;
  if (names.includes(bare) || /^(class|function|method|module)$/i.test(bare)) return undefined;
  return conditional || /[=.(]/.test(quoted) ? bare : undefined;
}

function isConditional(snapshot: SyntaxSnapshot, node: number, body: number): boolean {
  for (let above = snapshot.parent(node); above > body; above = snapshot.parent(above)) {
    const kind = snapshot.kind(above);
    if (
      kind === 'if_statement' ||
      kind === 'elif_clause' ||
      kind === 'else_clause' ||
      kind === 'except_clause' ||
      kind === 'match_statement'
    )
      return true;
  }
  return false;
}

/** Text of a string literal, of adjacent ones, or of an f-string with its fields as written; null for anything else. */
function stringValue(snapshot: SyntaxSnapshot, node: number): string | null {
  let target = node;
  while (snapshot.kind(target) === 'parenthesized_expression' && target < snapshot.last(target)) {
    const inner = snapshot.children(target).find((child) => !['(', ')', 'comment'].includes(snapshot.kind(child)));
    if (inner === undefined) return null;
    target = inner;
  }
  if (snapshot.kind(target) === 'string') return literalText(snapshot, target);
  if (snapshot.kind(target) === 'binary_operator') {
    const sides = [snapshot.childByField(target, 'left'), snapshot.childByField(target, 'right')];
    const texts = sides.map((side) => (side !== null && snapshot.kind(side) === 'string' ? literalText(snapshot, side) : null));
    return texts.every((text) => text === null) ? null : texts.join('');
  }
  if (snapshot.kind(target) !== 'concatenated_string') return null;
  return snapshot
    .children(target)
    .filter((child) => snapshot.kind(child) === 'string')
    .map((child) => literalText(snapshot, child))
    .join('');
}

function literalText(snapshot: SyntaxSnapshot, node: number): string {
  const literal = snapshot.textOf(node).replace(/^[a-zA-Z]{0,2}/, '');
  const width = /^("""|''')/.test(literal) ? 3 : 1;
  return literal.slice(width, -width);
}
