import { lastPart, type DeprecationKind } from './entry.ts';
import { subjectsOf, type Subject } from './subjects.ts';
import { removalIn, sentencesOf, sinceIn, symbolIn, tokensOf } from './words.ts';

/** What a text says of one symbol. */
export interface Statement {
  symbol: string;
  kind: DeprecationKind;
  since: string | null;
  removal: string | null;
  replacement: string | null;
}

const leadingVerb =
  /^(?:(?:breaking(?: change)?|deprecations?|removals?|api)\s*[:!-]\s*)?(deprecated?|deprecates|removed?|removes|dropped|drops?|deleted?|renamed?|renames)\b:?\s*/i;
const passive =
  /\b(?:is|are|was|were|has been|have been|been)\s+(?:now |also |all |both |officially )?(?:an? |the )?(deprecated|removed|renamed|obsolete)\b(?! by )/i;

function kindOf(verb: string): DeprecationKind {
  return /^dep|^obs/i.test(verb) ? 'deprecated' : /^ren/i.test(verb) ? 'renamed' : 'removed';
}

/**
 * What a text (one entry of a change log, one paragraph) says is deprecated, removed or renamed. `strict` takes a sentence that begins with the verb
 * only where nearly nothing stands between verb and name: outside of sections of their own such sentences mostly tell of repairs.
 */
export function statementsIn(text: string, options: { strict: boolean; section: DeprecationKind | null }): Statement[] {
  const found: Statement[] = [];
  const sentences = sentencesOf(text);
  for (const [index, sentence] of sentences.entries()) {
    const said = statementOf(sentence, index === 0 ? options : { strict: true, section: null });
    if (said === null) continue;
    const rest = sentences.slice(index).join(' ');
    found.push(...withReplacements(said.subjects, said.kind, rest.slice(said.end), rest));
  }
  for (const [, from = '', to = ''] of text.matchAll(/`([^`\n]{1,120})`\s*(?:→|->|=>)\s*`([^`\n]{1,120})`/gu)) {
    const symbol = symbolIn(from);
    if (
      symbol !== null &&
      (found.length > 0 || options.section !== null) &&
      !found.some((one) => one.symbol === symbol && one.kind === 'renamed')
    )
      found.push({ symbol, kind: 'renamed', since: sinceIn(text), removal: removalIn(text), replacement: to });
  }
  return found;
}

function statementOf(
  sentence: string,
  { strict, section }: { strict: boolean; section: DeprecationKind | null },
): { subjects: Subject[]; kind: DeprecationKind; end: number } | null {
  const verb = leadingVerb.exec(sentence);
  if (verb !== null) {
    const kind = kindOf(verb[1]!);
    const behind = sentence.slice(verb[0].length);
    if (
      strict &&
      !/^(?:the |an? )?(?:(?:previously |now |long )?(?:deprecated|internal|legacy|obsolete|old|public|support for|method|class|function|module|parameter|option|field)s? )*`/i.test(
        behind,
      )
    )
      return null;
    const subjects = subjectsOf(tokensOf(behind), { toIsRename: kind === 'renamed', strict });
    return subjects.length === 0 ? null : { subjects, kind, end: verb[0].length };
  }
  const said = passive.exec(sentence);
  if (said !== null) {
    const before = sentence.slice(0, said.index);
    const clause = before.slice(
      Math.max(before.lastIndexOf('; '), before.lastIndexOf(' — '), before.lastIndexOf(', but '), before.lastIndexOf(': '), -1) +
        1,
    );
    const subjects = subjectsOf(tokensOf(clause), { whole: true });
    return subjects.length === 0 ? null : { subjects, kind: kindOf(said[1]!), end: said.index };
  }
  // An entry of a section of its own that only names the thing: "- `name`: use `other`".
  if (section === null || section === 'renamed' || !/^(?:the )?`/i.test(sentence)) return null;
  const owner = /^`([^`]+)`:\s+(?=`)/.exec(sentence);
  const ownerName = owner === null ? null : symbolIn(owner[1]!);
  if (owner !== null && ownerName !== null) {
    const parts = subjectsOf(tokensOf(sentence.slice(owner[0].length)));
    return {
      subjects: parts.map((part) => ({ ...part, symbol: `${ownerName}.${part.symbol}` })),
      kind: section,
      end: sentence.length,
    };
  }
  const subjects =
    /^[^`]{0,4}`[^`]+`(?:(?:,| and| or|\/|&)? ?`[^`]+`)*\s*(?:$|[:.,(–—-]|\b(?:use|in favou?r|parameters?|arguments?|methods?|class(?:es)?|functions?|options?|alias(?:es)?|modules?|extras?|settings?|fields?)\b)/i.test(
      sentence,
    )
      ? subjectsOf(tokensOf(sentence.split(/[:–—]| - /)[0] ?? ''))
      : [];
  return subjects.length === 0 ? null : { subjects, kind: section, end: 0 };
}

const quotedItem = String.raw`\x60[^\x60\n]{1,160}\x60(?:\s*\([^()]{0,120}\))?`;
const quotedList = `(${quotedItem}(?:(?:,? (?:and|or) |, |\\s*/\\s*)(?:the )?${quotedItem})*)`;
const replacementPatterns = [
  `\\b(?:use|(?:by|prefer|start|to) using|prefer|call|migrate to|switch to|switching to|move to|moving to|replaced by|replaced with|in favou?r of|superseded by|moved to|renamed to|import from|push an?|instantiate an?|subclass)\\s+(?:the |a |an |its |new |updated |typed )*(?:same values? from )?${quotedList}`,
  String.raw`\b(?:read|pass|set|call)\s+(?:the )?(\x60[^\x60\n]{1,160}\x60)(?!,? and\b|, |\s*\/)`,
  `\\bread the same values? from ${quotedList}`,
  `\\balias(?:es)? (?:for|of) (?:the )?${quotedList}`,
].map((pattern) => new RegExp(pattern, 'i'));

function withReplacements(subjects: readonly Subject[], kind: DeprecationKind, behind: string, whole: string): Statement[] {
  const names = replacementsIn(kind === 'renamed' ? renamedTo(behind) : behind);
  const paired = names.length === subjects.length;
  const own = new Set(subjects.map(({ symbol }) => lastPart(symbol)));
  return subjects.flatMap(({ symbol, replacement }, index): Statement[] => {
    const named = replacement ?? (paired ? names[index] : names[0]) ?? null;
    const other =
      named === null || own.has(symbolIn(named) ?? '') || /^(?:None|True|False|null)$|^super\b/.test(named) ? null : named;
    // A rename that says not to what is told by who wrote it elsewhere; and what is "renamed" to itself is a repair of words.
    if (kind === 'renamed' && other === null) return [];
    return [{ symbol, kind, since: sinceIn(whole), removal: removalIn(whole), replacement: other }];
  });
}

function renamedTo(behind: string): string {
  const at = behind.search(/\bto (?:the )?`/);
  return at === -1 ? '' : `use ${behind.slice(at + 3)}`;
}

function replacementsIn(text: string): string[] {
  let first: RegExpExecArray | null = null;
  for (const pattern of replacementPatterns) {
    const match = pattern.exec(`${text.slice(0, 2_000)} `);
    if (match !== null && (first === null || match.index < first.index)) first = match;
  }
  if (first === null) return [];
  return [...first[1]!.replace(/\([^()]{0,120}\)/g, (inside) => (inside.includes('`') ? '' : inside)).matchAll(/`([^`]+)`/g)].map(
    ([, name]) => name!,
  );
}
