import { isPythonImport } from '../../chunking/code/python/python-imports.ts';
import { yieldedCall } from '../../chunking/code/python/python-scope.ts';
import type { SyntaxSnapshot } from '../../chunking/code/syntax-snapshot.ts';
import { singleLine, type TextLines } from '../../chunking/code/text-lines.ts';
import type { Member, Reference, TypeText } from '../facts.ts';
import { expressionPath } from './expression-path.ts';
import { importBindings, type ImportContext } from './import-bindings.ts';
import { LocalNames, valueType } from './local-names.ts';
import { annotationType } from './type-text.ts';

/** Longest callee without a path that is shown as written, in characters. */
const longestShown = 60;

/** What a walk of one executable body finds. */
export interface ScopeFound {
  references: Reference[];
  locals: LocalNames;
  imports: Member[];
  /** `self.x = …` and `self.x: T`, with types as the body's own names write them. */
  attributes: [name: string, type: TypeText, annotated: boolean][];
}

export interface ScopeContext extends ImportContext {
  snapshot: SyntaxSnapshot;
  lines: TextLines;
}

/**
 * Walks executable code: the whole of each node in `roots`. Nested functions, lambdas and nested classes are boundaries, with
 * their decorators and defaults; annotations are no executed code; comprehensions belong to it; `yield from` does not count.
 */
export function walkScope(
  context: ScopeContext,
  roots: readonly number[],
  about: { parameters: number | null; self: string | null },
): ScopeFound {
  const { snapshot, lines } = context;
  const found: ScopeFound = { references: [], locals: new LocalNames(), imports: [], attributes: [] };
  const { locals } = found;
  if (about.parameters !== null) locals.bindParameters(snapshot, about.parameters);
  const yielded = new Set<number>();
  const refer = (kind: Reference[0], call: number): void => {
    const callee = snapshot.childByField(call, 'function');
    if (callee === null) return;
    const path = expressionPath(snapshot, callee) ?? shownCallee(snapshot, callee);
    if (path !== null && path !== 'super')
      found.references.push([kind, path, lines.lineAt(Math.max(snapshot.end(callee) - 1, 0))]);
  };
  for (const root of roots) {
    const last = snapshot.last(root);
    for (let node = root; node <= last; node += 1) {
      switch (snapshot.kind(node)) {
        case 'function_definition':
        case 'class_definition':
        case 'decorated_definition':
          locals.bind(definedName(snapshot, node), '');
          node = snapshot.last(node);
          break;
        case 'lambda':
        case 'type':
        case 'decorator':
          node = snapshot.last(node);
          break;
        case 'yield': {
          const call = yieldedCall(snapshot, node);
          if (call === null) break;
          yielded.add(call);
          refer('yields', call);
          break;
        }
        case 'call':
          if (!yielded.has(node)) refer('calls', node);
          break;
        default:
          bind(context, node, about.self, found);
      }
    }
  }
  return found;
}

/** Notes what a node binds. */
function bind(context: ScopeContext, node: number, self: string | null, found: ScopeFound): void {
  const { snapshot } = context;
  const { locals } = found;
  const kind = snapshot.kind(node);
  if (snapshot.last(node) === node) return;
  if (isPythonImport(kind)) {
    for (const member of importBindings(snapshot, node, context).members) found.imports.push(member);
    return;
  }
  switch (kind) {
    case 'assignment':
      bindAssignment(context, node, self, found);
      break;
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause': {
      const left = snapshot.childByField(node, 'left');
      if (left !== null) locals.bindPattern(snapshot, left);
      break;
    }
    case 'named_expression': {
      const name = snapshot.childByField(node, 'name');
      if (name !== null) locals.bind(snapshot.textOf(name), valueType(snapshot, snapshot.childByField(node, 'value')));
      break;
    }
    case 'as_pattern': {
      const target = snapshot.childByField(node, 'alias');
      const inner = target === null ? [] : snapshot.children(target);
      const parent = snapshot.parent(node);
      if (inner.length === 1 && inner[0] !== undefined && snapshot.kind(inner[0]) === 'identifier')
        locals.bind(
          snapshot.textOf(inner[0]),
          // `with Foo() as x`: as a rule a context manager gives itself.
          parent >= 0 && snapshot.kind(parent) === 'with_item' ? valueType(snapshot, node + 1) : '',
        );
      else if (target !== null) locals.bindPattern(snapshot, target);
      break;
    }
    case 'global_statement':
    case 'nonlocal_statement':
      for (const child of snapshot.children(node))
        if (snapshot.kind(child) === 'identifier') locals.exclude(snapshot.textOf(child));
      break;
  }
}

function bindAssignment({ snapshot }: ScopeContext, node: number, self: string | null, found: ScopeFound): void {
  const left = snapshot.childByField(node, 'left');
  if (left === null) return;
  const typeNode = snapshot.childByField(node, 'type');
  const annotated = typeNode === null ? '' : annotationType(snapshot.textOf(typeNode));
  const value = valueType(snapshot, snapshot.childByField(node, 'right'));
  const kind = snapshot.kind(left);
  if (kind === 'identifier') {
    const name = snapshot.textOf(left);
    if (typeNode !== null) found.locals.annotate(name, annotated);
    // `x = x or Foo()` and `x = x.strip()` say nothing new.
    else if (value === null || !beginsWith(value, name)) found.locals.bind(name, value);
  } else if (kind === 'attribute') {
    const object = snapshot.childByField(left, 'object');
    const attribute = snapshot.childByField(left, 'attribute');
    if (self === null || object === null || attribute === null || snapshot.textOf(object) !== self) return;
    const type = annotated === '' ? (value ?? '') : annotated;
    if (type !== '') found.attributes.push([snapshot.textOf(attribute), type, annotated !== '']);
  } else found.locals.bindPattern(snapshot, left);
}

/** Whether a path's first name is this one. */
function beginsWith(value: TypeText, name: string): boolean {
  return value.startsWith(`=${name}`) && ['.', '(', undefined].includes(value[1 + name.length]);
}

function definedName(snapshot: SyntaxSnapshot, node: number): string {
  const definition = snapshot.kind(node) === 'decorated_definition' ? snapshot.childByField(node, 'definition') : node;
  const name = definition === null ? null : snapshot.childByField(definition, 'name');
  return name === null ? '' : snapshot.textOf(name);
}

/** A callee that is no path: `?items[0].run`; null for methods of literals and calls of what has no name. */
function shownCallee(snapshot: SyntaxSnapshot, callee: number): string | null {
  if (snapshot.kind(callee) !== 'attribute') return null;
  const object = snapshot.childByField(callee, 'object');
  const attribute = snapshot.childByField(callee, 'attribute');
  if (object === null || attribute === null || /string|list|dict|integer|float|set/.test(snapshot.kind(object))) return null;
  const name = snapshot.textOf(attribute);
  const length = snapshot.end(callee) - snapshot.start(callee);
  const text = length <= longestShown ? singleLine(snapshot.textOf(callee)) : `….${name}`;
  return name.length > longestShown ? null : `?${text}`;
}
