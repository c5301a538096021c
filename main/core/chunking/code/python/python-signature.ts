import { clip } from '../text-lines.ts';
import type { SyntaxSnapshot } from '../syntax-snapshot.ts';
import type { PythonDefinition } from './python-module.ts';

/** Longest signature that is kept, in characters. */
const longestSignature = 3_000;

/** Source text of nodes `first` to before `end` on one line: comments out, no space inside brackets, no trailing commas. */
export function oneLineOf(snapshot: SyntaxSnapshot, node: number, start: number, end: number): string {
  let text = '';
  let from = start;
  const last = snapshot.last(node);
  for (let child = node; child <= last && snapshot.start(child) < end; child += 1) {
    const kind = snapshot.kind(child);
    if (kind !== 'comment' && kind !== 'line_continuation') continue;
    text += snapshot.text.slice(from, Math.max(from, snapshot.start(child)));
    from = Math.max(from, snapshot.end(child));
  }
  text += snapshot.text.slice(from, Math.max(from, end));
  if (!text.includes('\n')) return clip(text.trim(), longestSignature);
  const joined = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('( ', '(')
    .replaceAll('[ ', '[')
    .replace(/,? \)/g, ')')
    .replace(/,? \]/g, ']')
    .replace(/,\)/g, ')');
  return clip(joined, longestSignature);
}

/** `async def name(self, x: int = 1) -> str`, or `class Name(Base[T])`. */
export function signatureOf(snapshot: SyntaxSnapshot, definition: PythonDefinition): string {
  const { node } = definition;
  let end = snapshot.end(node);
  for (const child of snapshot.children(node)) {
    const kind = snapshot.kind(child);
    if (kind === ':' || kind === 'block') {
      end = snapshot.start(child);
      break;
    }
  }
  return oneLineOf(snapshot, node, snapshot.start(node), end).trim();
}

/** Bases as the source writes them, generics kept; keywords such as metaclass= are told apart. */
export function basesOf(snapshot: SyntaxSnapshot, definition: PythonDefinition): { bases: string[]; keywords: string[] } {
  const list = snapshot.childByField(definition.node, 'superclasses');
  const bases: string[] = [];
  const keywords: string[] = [];
  for (const child of list === null ? [] : snapshot.children(list)) {
    const kind = snapshot.kind(child);
    if (kind === '(' || kind === ')' || kind === ',' || kind === 'comment') continue;
    (kind === 'keyword_argument' ? keywords : bases).push(oneLineOf(snapshot, child, snapshot.start(child), snapshot.end(child)));
  }
  return { bases, keywords };
}

/** True for `async def`. */
export function isAsyncDefinition(snapshot: SyntaxSnapshot, definition: PythonDefinition): boolean {
  return snapshot.childByKind(definition.node, 'async') !== null;
}

/** Last name of a decorator: `dataclass` for `dataclasses.dataclass(frozen=True)`. */
export function decoratorName(decorator: string): string {
  return decorator.split('(', 1)[0]?.split('.').at(-1)?.trim() ?? '';
}

/** Nodes of a definition's decorators. */
export function decoratorNodes(snapshot: SyntaxSnapshot, definition: PythonDefinition): number[] {
  const parent = snapshot.parent(definition.node);
  if (parent < 0 || snapshot.kind(parent) !== 'decorated_definition') return [];
  return snapshot.children(parent).filter((child) => snapshot.kind(child) === 'decorator');
}
