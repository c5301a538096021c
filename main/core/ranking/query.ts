import { foldTerm, identifierParts, isCompoundIdentifier, stemOf, wordsOf } from '../text/terms.ts';
import { stopWords } from './stop-words.ts';

export interface QueryTerm {
  /** As the index is asked for it: folded, letters, digits and `_` only. */
  text: string;
  stem: string;
}

/** One concept of a query, understood. */
export interface ParsedQuery {
  text: string;
  /** Distinct terms that are searched, identifiers whole and in parts; stop words only when there is nothing else. */
  terms: QueryTerm[];
  /** Terms that the user wrote, without the parts: what confidence asks for. */
  asked: QueryTerm[];
  /** Identifiers in the text as written, qualified ones (`DailyTransport.send_dtmf`) whole. */
  identifiers: string[];
  /** The whole query is one identifier: spelling counts, not meaning. */
  isIdentifier: boolean;
}

/** Longest query that is looked at, in UTF-16 units; the rest of a pasted log adds nothing. */
const longestQuery = 2_000;
/** Most distinct terms that are searched. */
const mostTerms = 48;
/** Most concepts that one query may ask for. */
const mostConcepts = 4;

const dottedIdentifier = /[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::|#)[\p{L}_][\p{L}\p{N}_]*)+/gu;

function identifiersOf(text: string): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(dottedIdentifier)) {
    // `e.g.` and file names such as `bot.py` are no symbols.
    if (/^(e\.g|i\.e)$/i.test(match) || /\.(py|ts|tsx|js|md|mdx|json|toml|yaml|yml|txt|html|css)$/i.test(match)) continue;
    found.push(match.replace(/::|#/g, '.'));
  }
  const inDotted = new Set(found.flatMap((item) => item.split('.')));
  for (const word of wordsOf(text)) if (isCompoundIdentifier(word) && !inDotted.has(word)) found.push(word);
  return [...new Set(found)];
}

function termsOf(words: readonly string[]): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const word of words) {
    const text = foldTerm(word);
    if (text !== '' && !terms.has(text)) terms.set(text, { text, stem: stemOf(word) });
  }
  return [...terms.values()].slice(0, mostTerms);
}

/** Understands one concept; any text is valid. */
export function parseQuery(raw: string): ParsedQuery {
  const text = raw.slice(0, longestQuery).replaceAll('\0', ' ').trim();
  const words = wordsOf(text);
  const telling = words.filter((word) => word.length > 1 && !stopWords.has(foldTerm(word)));
  const kept = telling.length > 0 ? telling : words;
  const bare = text.replace(/\(\s*\)$/, '').replace(/^[`'"]+|[`'"]+$/g, '');
  const isIdentifier =
    /^[\p{L}_$@][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_][\p{L}\p{N}_]*)*$/u.test(bare) &&
    (isCompoundIdentifier(bare) || /[.:#]/.test(bare));
  const identifiers = isIdentifier ? [bare.replace(/^[@$]/, '').replace(/::|#/g, '.')] : identifiersOf(text);
  return {
    text,
    terms: termsOf(
      kept.flatMap((word) => [word, ...identifierParts(word).filter((part) => part.length > 1 && !stopWords.has(part))]),
    ),
    asked: termsOf(kept),
    identifiers,
    isIdentifier,
  };
}

/** Splits `A + B` or `A & B` into its concepts; the signs count only between spaces, so `C++` and `a&b` stay whole. */
export function splitConcepts(raw: string): string[] {
  const parts = raw
    .split(/\s+[+&]\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? parts.slice(0, mostConcepts) : [raw];
}

/** The MATCH expression for a query: its terms as quoted strings joined by OR; null when there is nothing to search. */
export function matchExpression(query: { terms: readonly QueryTerm[] }): string | null {
  if (query.terms.length === 0) return null;
  return query.terms.map((term) => `"${term.text}"`).join(' OR ');
}
