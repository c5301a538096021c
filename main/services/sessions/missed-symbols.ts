import type { Finding } from '../../contract/session-findings.ts';
import type { MissedSymbol } from '../../contract/sessions.ts';

const mostQueries = 20;
const mostWanted = 20;
const mostFindings = 200;

/** Patterns that say that the hub did not know something, or did not show it. */
const missing: ReadonlySet<Finding['pattern']> = new Set([
  'zero-hit->fallback',
  'irrelevant->fallback',
  'truncated->fallback',
  'error->fallback',
  'unavailable->fallback',
  'zero-hit',
  'low-confidence->reformulated',
  'bypass',
]);

function symbolsOf({ wanted, shared, query, queryKind, pattern }: Finding): string[] {
  if (pattern === 'bypass') return shared.slice(0, 20);
  if (wanted?.symbol != null) return [wanted.symbol];
  if (queryKind === 'symbol') return [query];
  return [wanted?.corpusPath ?? query].filter((text) => text !== '');
}

/** What the hub should have known, over all findings: the most frequent first. */
export function missedSymbols(findings: Iterable<Finding>): MissedSymbol[] {
  const found = new Map<string, MissedSymbol>();
  const seen = new Map<string, Set<string>>();
  for (const finding of findings) {
    if (!missing.has(finding.pattern)) continue;
    for (const symbol of symbolsOf(finding)) {
      const key = symbol.toLowerCase();
      let entry = found.get(key);
      if (entry === undefined) {
        entry = { symbol, count: 0, sessions: 0, queries: [], wanted: [], findings: [], lastAt: null };
        found.set(key, entry);
      }
      entry.count += 1;
      const sessions = (seen.get(key) ?? new Set<string>()).add(finding.session);
      seen.set(key, sessions);
      entry.sessions = sessions.size;
      if (finding.query !== '' && !entry.queries.includes(finding.query) && entry.queries.length < mostQueries)
        entry.queries.push(finding.query);
      if (entry.findings.length < mostFindings) entry.findings.push(finding.id);
      if (finding.at !== null) entry.lastAt = Math.max(entry.lastAt ?? finding.at, finding.at);
      const { wanted } = finding;
      if (wanted !== null && entry.wanted.length < mostWanted && !entry.wanted.some((each) => each.path === wanted.corpusPath))
        entry.wanted.push({ path: wanted.corpusPath, symbol: wanted.symbol, mapped: wanted.mapped[0] ?? null });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count || b.sessions - a.sessions || (a.symbol < b.symbol ? -1 : 1));
}
