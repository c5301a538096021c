import type { FoundByAgent } from '../../../contract/session-findings.ts';
import { isCompoundIdentifier, wordsOf } from '../../text/terms.ts';
import { dependencyPath, plainPath } from './dependency-path.ts';
import type { Fallback } from './find-fallback.ts';
import type { HubQuery } from './hub-query.ts';
import type { CallView } from './session-view.ts';

/** What follows a word that introduces a name in code. */
const definition =
  /\b(?:class|def|func|function|fn|interface|type|struct|enum|trait|impl|const|var|let|module|package)\s+([\p{L}_][\p{L}\p{N}_]*)/u;

/** The name that a search pattern is about: `class Foo`, `def send_dtmf\(`, `sendDtmf`. */
export function symbolOfPattern(pattern: string): string | null {
  const plain = pattern.replaceAll(/\\[bswdBSWD]|[\\^$]/g, ' ');
  const named = definition.exec(plain)?.[1];
  if (named !== undefined) return named;
  const words = wordsOf(plain).filter((word) => word.length > 2);
  return words.find((word) => isCompoundIdentifier(word)) ?? (words.length === 1 ? words[0]! : null);
}

function succeeded({ call }: CallView): boolean {
  return (
    call.result !== null &&
    !call.result.isError &&
    (call.result.found ?? 1) > 0 &&
    !(call.result.exitCode !== null && call.result.exitCode > 0)
  );
}

function symbolOf(fallback: Fallback, query: HubQuery): string | null {
  const patterns = fallback.calls.flatMap(({ lookup }) =>
    lookup!.kind === 'search' || lookup!.kind === 'docs-command' ? lookup!.patterns : [],
  );
  const fromPattern = patterns.map(symbolOfPattern).findLast((symbol) => symbol !== null) ?? null;
  const fromQuery = query.kind === 'symbol' ? query.text.replace(/\(\s*\)$/, '') : (query.words.identifiers[0] ?? null);
  return fallback.shared.find((word) => isCompoundIdentifier(word)) ?? fromPattern ?? fromQuery;
}

/** The part of a path that a corpus can know. */
export function corpusPathOf(path: string): string {
  const inside = dependencyPath(path);
  return inside !== null && inside.below !== '' ? inside.below : plainPath(path);
}

/** What the agent found by itself: the last read that worked, else the file that its search named first. Null where it found nothing. */
export function foundByAgent(fallback: Fallback, query: HubQuery): FoundByAgent | null {
  const worked = fallback.calls.filter(succeeded);
  const read = worked.findLast(({ lookup }) => lookup!.kind === 'read' && lookup!.paths.length > 0);
  const searched = worked.findLast(
    ({ call, lookup }) => (lookup!.kind === 'search' || lookup!.kind === 'list') && call.result!.paths.length > 0,
  );
  const documented = worked.findLast(({ lookup }) => lookup!.kind === 'docs-command' && lookup!.patterns.length > 0);
  if (read === undefined && searched === undefined && documented !== undefined) return ofDocsCommand(documented.lookup!.patterns);
  const path = read?.lookup?.paths.at(-1) ?? searched?.call.result?.paths[0];
  if (path === undefined || !/[\w-]/.test(path)) return null;
  const lines = read?.call.result?.lines ?? null;
  return {
    path,
    corpusPath: corpusPathOf(path),
    symbol: symbolOf(fallback, query),
    lines: lines === null || lines.shown < 1 ? null : { start: lines.start, end: lines.start + lines.shown - 1 },
    mapped: [],
  };
}

/** `go doc example.com/pkg.Config`, `go doc example.com/pkg Config`, `pydoc pkg.module`. Null for a script. */
function ofDocsCommand(patterns: readonly string[]): FoundByAgent | null {
  const [first, second] = patterns;
  if (first === undefined || /[\s(;]/.test(first)) return null;
  const symbol = second ?? /\.(\p{Lu}[\p{L}\p{N}_.]*)$/u.exec(first)?.[1] ?? null;
  const path = second === undefined && symbol !== null ? first.slice(0, first.length - symbol.length - 1) : first;
  return path === '' ? null : { path, corpusPath: path, symbol, lines: null, mapped: [] };
}
