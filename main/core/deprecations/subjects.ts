import { looksLikeModule, looksLikeType, symbolIn, type Token } from './words.ts';

/** What a sentence says something of. */
export interface Subject {
  symbol: string;
  /** What to use instead, where it stands right beside the name. */
  replacement: string | null;
}

const joiners = new Set(['and', 'or', 'as', 'well', 'both', 'plus', 'the', 'a', 'an', 'its', 'their', 'also', 'now', 'old']);
const ofOwner = new Set(['from', 'on', 'of', 'in', 'for', 'to']);
const contextWords = new Set(
  'from on of in for to with without via by when where while because since due which that if as after before between so at into unless until than instead not no use using like'.split(
    ' ',
  ),
);
/** Words that still lead to what is meant, with those before them. */
const leadsOn = /^(?:support for|(?:use|usage|import|alias|aliases) of|alias(?:es)? for|[a-z]+ed using)$/;
const kindNoun =
  /^(?:parameters?|params?|arguments?|args?|fields?|methods?|functions?|propert(?:y|ies)|attributes?|events?|options?|settings?|class(?:es)?|modules?|packages?|alias(?:es)?|types?|frames?|decorators?|constants?|enums?|hooks?|components?|commands?|flags?|helpers?|extras?|keywords?|constructor|init|keyword|transport|service|processor|instead)$/;
const partNoun =
  /^(?:(?:constructor|init|keyword|optional|deprecated|input|class|instance|static|event|config|configuration)\s)?(?:parameters?|params?|arguments?|args?|fields?|methods?|functions?|propert(?:y|ies)|attributes?|events?|options?|settings?|kwargs?|members?|handlers?|callbacks?|flags?)$/;

interface Found {
  symbol: string;
  replacement: string | null;
  /** Index of its token. */
  token: number;
}

/**
 * The names that a phrase is about, from its first one on: a list joined by commas, `and` or `/`, with the owner before them (`Owner` parameters `a` and
 * `b`, `Owner`'s `a`) or behind them (`a` and `b` on `Owner`). Empty where the first name stands behind a word that makes it a mere circumstance
 * (removed a delay in `Name`). `toIsRename`: what follows `to` is the new name. `whole`: the phrase has to be about the names to its end. `strict`: the names
 * are followed by nothing but what says their kind.
 */
export function subjectsOf(
  tokens: readonly Token[],
  options: { toIsRename?: boolean; whole?: boolean; strict?: boolean } = {},
): Subject[] {
  const { toIsRename = false, whole = false, strict = false } = options;
  const found: Found[] = [];
  const owners: string[] = [];
  let leading: string | null = null;
  let behind = false;
  let depth = 0;
  let gap: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'sign') {
      if (token.text === '(') depth += 1;
      else if (token.text === ')') depth = Math.max(0, depth - 1);
      else if (depth === 0 && token.text === ';') break;
      else if (depth === 0 && token.text === ':' && found.length > 0) break;
      else if (depth === 0) gap.push(token.text);
      continue;
    }
    if (depth > 0) {
      const before = tokens.slice(Math.max(0, index - 2), index).map(({ text }) => text);
      const last = found.at(-1);
      if (token.kind === 'name' && last !== undefined && before.some((text) => text === 'use' || text === 'now'))
        last.replacement ??= token.text;
      continue;
    }
    if (token.kind === 'word') {
      if (found.length === 0) {
        const previous = tokens[index - 1]?.text ?? '';
        if (
          contextWords.has(token.text) &&
          !leadsOn.test(`${previous} ${token.text}`) &&
          !(index === 0 && token.text === 'using')
        )
          return [];
        if (index > 12) return [];
      } else if (ofOwner.has(token.text) && !(toIsRename && token.text === 'to')) behind = true;
      else if (contextWords.has(token.text) || (toIsRename && token.text === 'to')) {
        if (whole) return [];
        break;
      } else if (strict && owners.length === 0 && !joiners.has(token.text) && !kindNoun.test(token.text)) return [];
      gap.push(token.text);
      continue;
    }
    const symbol = symbolIn(token.text);
    if (symbol === null) {
      gap.push('…');
      continue;
    }
    if (behind) {
      // Another sentence part has begun where a name follows that no list joins.
      if (owners.length > 0 && !gap.some((word) => joiners.has(word) || word === ',' || word === '/' || word === '&')) break;
      owners.push(symbol);
    } else {
      const last = found.at(-1);
      const words = gap.filter((word) => !joiners.has(word) || word === 'and' || word === 'or');
      const leads =
        last !== undefined &&
        (words.at(-1) === "'s" || words.length === 0 || partNoun.test(words.join(' '))) &&
        (looksLikeType(last.symbol) || words.at(-1) === "'s");
      if (leads) {
        found.pop();
        leading = last.symbol;
      } else if (gap.includes('and') && looksLikeType(symbol)) leading = null;
      const inherited = gap.length === 1 && gap[0] === '/' && !symbol.includes('.') ? ownerOf(last?.symbol ?? '') : null;
      const owner = leading ?? inherited;
      found.push({
        symbol: owner === null || symbol.startsWith(`${owner}.`) ? symbol : `${owner}.${symbol}`,
        replacement: null,
        token: index,
      });
    }
    gap = [];
  }
  const classes = owners
    .map((owner) => owner.replace(/\.__init__$/, ''))
    .filter((owner) => !looksLikeModule(owner) && (looksLikeType(owner) || owner.includes('.')));
  return found.flatMap(({ symbol, replacement }) =>
    symbol.includes('.') || looksLikeType(symbol) || classes.length === 0
      ? [{ symbol, replacement }]
      : classes.map((owner) => ({ symbol: `${owner}.${symbol}`, replacement })),
  );
}

function ownerOf(symbol: string): string | null {
  const dot = symbol.lastIndexOf('.');
  return dot <= 0 || looksLikeModule(symbol) ? null : symbol.slice(0, dot);
}
