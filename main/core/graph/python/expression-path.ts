import { looksLikeClass } from '../../chunking/code/python/python-scope.ts';
import type { SyntaxSnapshot } from '../../chunking/code/syntax-snapshot.ts';

/** Links of a chain (`a.b().c`) that are followed; a longer one is no path. */
const mostLinks = 24;
/** Longest path that is kept, in characters. */
const longestPath = 200;

/**
 * An expression as a path: `self._x.make().run` of `(await self._x.make(1)).run`. Arguments and generics are left out. Null for
 * what does not begin with a name, such as literals and items of lists.
 */
export function expressionPath(snapshot: SyntaxSnapshot, expression: number): string | null {
  let behind = '';
  let node: number | null = expression;
  for (let link = 0; link < mostLinks && node !== null && behind.length <= longestPath; link += 1) {
    switch (snapshot.kind(node)) {
      case 'identifier': {
        const path = snapshot.textOf(node) + behind;
        return path.length <= longestPath ? path : null;
      }
      case 'attribute': {
        const attribute = snapshot.childByField(node, 'attribute');
        if (attribute === null) return null;
        behind = `.${snapshot.textOf(attribute)}${behind}`;
        node = snapshot.childByField(node, 'object');
        break;
      }
      case 'call':
        behind = `()${behind}`;
        node = snapshot.childByField(node, 'function');
        break;
      case 'subscript': {
        // Base[int](...) calls Base; items[0](...) calls nobody knows what.
        const value = snapshot.childByField(node, 'value');
        if (value === null || !looksLikeClass(lastName(snapshot, value))) return null;
        node = value;
        break;
      }
      case 'await':
      case 'parenthesized_expression':
        node = innerExpression(snapshot, node);
        break;
      default:
        return null;
    }
  }
  return null;
}

/** What stands in parentheses or behind `await`. */
function innerExpression(snapshot: SyntaxSnapshot, node: number): number | null {
  return snapshot.children(node).find((child) => !['(', ')', 'await', 'comment'].includes(snapshot.kind(child))) ?? null;
}

function lastName(snapshot: SyntaxSnapshot, node: number): string {
  if (snapshot.kind(node) === 'identifier') return snapshot.textOf(node);
  const attribute = snapshot.kind(node) === 'attribute' ? snapshot.childByField(node, 'attribute') : null;
  return attribute === null ? '' : snapshot.textOf(attribute);
}

/** Paths of the alternatives that an expression may give: both sides of `a or b` and of `a if c else b`. */
export function alternativePaths(snapshot: SyntaxSnapshot, expression: number): string[] {
  const waiting = [expression];
  const found: string[] = [];
  for (let steps = 0; steps < 12; steps += 1) {
    const node = waiting.pop();
    if (node === undefined) break;
    const kind = snapshot.kind(node);
    if (kind === 'boolean_operator') {
      for (const field of ['right', 'left']) {
        const side = snapshot.childByField(node, field);
        if (side !== null) waiting.push(side);
      }
    } else if (kind === 'conditional_expression') {
      const parts = snapshot.children(node).filter((child) => !['if', 'else', 'comment'].includes(snapshot.kind(child)));
      if (parts[2] !== undefined) waiting.push(parts[2]);
      if (parts[0] !== undefined) waiting.push(parts[0]);
    } else if (kind === 'parenthesized_expression') {
      const inner = innerExpression(snapshot, node);
      if (inner !== null) waiting.push(inner);
    } else {
      const path = expressionPath(snapshot, node);
      if (path !== null) found.push(path);
    }
  }
  return found;
}
