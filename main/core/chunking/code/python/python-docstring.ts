import type { SyntaxSnapshot } from '../syntax-snapshot.ts';

/** Node of a scope's docstring statement: the first statement when it is a plain string, else null. */
export function docstringStatement(snapshot: SyntaxSnapshot, container: number): number | null {
  for (const child of snapshot.children(container)) {
    const kind = snapshot.kind(child);
    if (kind === 'comment' || kind === ':') continue;
    if (kind !== 'expression_statement') return null;
    const inner = child + 1;
    if (inner > snapshot.last(child) || snapshot.kind(inner) !== 'string' || snapshot.end(inner) !== snapshot.end(child))
      return null;
    return /^[rRuU]?["']/.test(snapshot.textOf(inner).slice(0, 2)) ? child : null;
  }
  return null;
}

/** Text of a docstring statement, indentation removed as PEP 257 says. */
export function docstringText(snapshot: SyntaxSnapshot, statement: number): string {
  const literal = snapshot.textOf(statement + 1).replace(/^[rRuU]?/, '');
  const width = /^("""|''')/.test(literal) ? 3 : 1;
  const inner = literal.length >= 2 * width ? literal.slice(width, -width) : literal.slice(width);
  const lines = inner.split(/\r?\n/);
  let indentation = Infinity;
  for (const line of lines.slice(1)) {
    if (line.trim() !== '') indentation = Math.min(indentation, line.length - line.trimStart().length);
  }
  const rest = lines.slice(1).map((line) => (Number.isFinite(indentation) ? line.slice(indentation) : line).trimEnd());
  return [(lines[0] ?? '').trim(), ...rest].join('\n').trim();
}
