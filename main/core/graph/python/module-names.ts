import { isPythonImport } from '../../chunking/code/python/python-imports.ts';
import type { PythonDefinition, PythonModule } from '../../chunking/code/python/python-module.ts';
import { decoratorName } from '../../chunking/code/python/python-signature.ts';
import { exportedNames } from '../../chunking/code/python/python-types.ts';
import type { SyntaxSnapshot } from '../../chunking/code/syntax-snapshot.ts';
import type { Binding, FunctionKind, Member, ModuleNames, TypeText } from '../facts.ts';
import { expressionPath } from './expression-path.ts';
import { importBindings, type ImportContext } from './import-bindings.ts';
import { valueType } from './local-names.ts';
import { annotationType } from './type-text.ts';

/** Most types of one attribute that are kept. */
const mostTypes = 3;

export type Attributes = readonly (readonly [name: string, type: TypeText, annotated: boolean])[];

/** The names of a module: what it defines, imports and assigns. `attributesOf` tells what a class's methods assign to their instance. */
export function moduleNames(
  snapshot: SyntaxSnapshot,
  module: PythonModule,
  context: ImportContext,
  attributesOf: (definition: PythonDefinition) => Attributes,
): ModuleNames {
  const names: Member[] = [];
  const stars: string[] = [];
  let exports: string[] | null = null;
  for (const statement of module.statements) {
    const exported = exportedNames(snapshot, statement);
    if (exported !== null) exports = exported;
    for (const node of bindingNodes(snapshot, statement)) {
      if (isPythonImport(snapshot.kind(node))) {
        const found = importBindings(snapshot, node, context);
        for (const member of found.members) names.push(member);
        for (const star of found.stars) stars.push(star);
      } else names.push(...assignedMembers(snapshot, node, true));
    }
  }
  for (const definition of module.definitions)
    names.push([definition.name, bindingOf(snapshot, definition, context, attributesOf)]);
  return { names: distinct(names), stars: [...new Set(stars)], exports };
}

/** Imports and assignments in a statement, wherever `if` and `try` put them; what stands in lambdas is left out. */
function* bindingNodes(snapshot: SyntaxSnapshot, statement: number): Generator<number> {
  const last = snapshot.last(statement);
  for (let node = statement; node <= last; node += 1) {
    const kind = snapshot.kind(node);
    if (snapshot.last(node) === node) continue;
    if (kind === 'lambda') node = snapshot.last(node);
    else if (isPythonImport(kind)) {
      yield node;
      node = snapshot.last(node);
    } else if (kind === 'assignment') yield node;
  }
}

/** What an assignment in a module or class body binds. Unknown values count where they hide a name of the same spelling elsewhere. */
function assignedMembers(snapshot: SyntaxSnapshot, assignment: number, withUnknown: boolean): Member[] {
  const left = snapshot.childByField(assignment, 'left');
  if (left === null || snapshot.kind(left) !== 'identifier') return [];
  const typeNode = snapshot.childByField(assignment, 'type');
  const annotated = typeNode === null ? '' : annotationType(snapshot.textOf(typeNode));
  const right = snapshot.childByField(assignment, 'right');
  const bound = right === null ? '' : typeVariableBound(snapshot, right);
  const type = [bound, annotated].find((text) => text !== '') ?? valueType(snapshot, right) ?? '';
  return type === '' && !withUnknown ? [] : [[snapshot.textOf(left), ['value', type]]];
}

/** The bound of `TypeVar("T", bound=Foo)`: what a value of type T is at least. */
function typeVariableBound(snapshot: SyntaxSnapshot, value: number): TypeText {
  const callee = snapshot.kind(value) === 'call' ? snapshot.childByField(value, 'function') : null;
  if (callee === null || !/(^|\.)TypeVar$/.test(expressionPath(snapshot, callee) ?? '')) return '';
  const list = snapshot.childByField(value, 'arguments');
  for (const argument of list === null ? [] : snapshot.children(list)) {
    const name = snapshot.kind(argument) === 'keyword_argument' ? snapshot.childByField(argument, 'name') : null;
    const bound = name !== null && snapshot.textOf(name) === 'bound' ? snapshot.childByField(argument, 'value') : null;
    if (bound !== null) return annotationType(snapshot.textOf(bound));
  }
  return '';
}

function bindingOf(
  snapshot: SyntaxSnapshot,
  definition: PythonDefinition,
  context: ImportContext,
  attributesOf: (definition: PythonDefinition) => Attributes,
): Binding {
  if (definition.kind === 'function') {
    const returned = snapshot.childByField(definition.node, 'return_type');
    return ['function', returned === null ? '' : annotationType(snapshot.textOf(returned)), kindOf(definition)];
  }
  const members: Member[] = [];
  for (const member of definition.members) members.push([member.name, bindingOf(snapshot, member, context, attributesOf)]);
  for (const statement of definition.statements) {
    for (const node of bindingNodes(snapshot, statement)) {
      if (isPythonImport(snapshot.kind(node))) members.push(...importBindings(snapshot, node, context).members);
      else members.push(...assignedMembers(snapshot, node, false));
    }
  }
  members.push(...instanceMembers(attributesOf(definition), new Set(members.map(([name]) => name))));
  return ['class', basePaths(snapshot, definition), distinct(members)];
}

/** Annotated attributes by their annotation, others by what is assigned to them; those that the class body declares are known already. */
function instanceMembers(attributes: Attributes, declared: ReadonlySet<string>): Member[] {
  const byName = new Map<string, { annotated: TypeText | null; assigned: Set<TypeText> }>();
  for (const [name, type, annotated] of attributes) {
    if (declared.has(name)) continue;
    const known = byName.get(name) ?? { annotated: null, assigned: new Set() };
    if (annotated) known.annotated ??= type;
    else known.assigned.add(type);
    byName.set(name, known);
  }
  return [...byName].flatMap(([name, { annotated, assigned }]) =>
    (annotated === null ? [...assigned].slice(0, mostTypes) : [annotated]).map((type): Member => [name, ['value', type]]),
  );
}

function basePaths(snapshot: SyntaxSnapshot, definition: PythonDefinition): string[] {
  const list = snapshot.childByField(definition.node, 'superclasses');
  const bases: string[] = [];
  for (const child of list === null ? [] : snapshot.children(list)) {
    if (['(', ')', ',', 'comment', 'keyword_argument'].includes(snapshot.kind(child))) continue;
    // Any base that is no name (a call, an unpacked list) counts as one that is not known.
    bases.push(expressionPath(snapshot, child) ?? '');
  }
  return bases;
}

function kindOf(definition: PythonDefinition): FunctionKind {
  for (const decorator of definition.decorators) {
    const name = decoratorName(decorator);
    if (name.endsWith('property') || name === 'setter' || name === 'getter' || name === 'deleter') return 'property';
    if (name === 'staticmethod') return 'static';
    if (name === 'classmethod') return 'class';
  }
  return /^__(new|init_subclass|class_getitem)__$/.test(definition.name) ? 'class' : '';
}

function distinct(members: readonly Member[]): Member[] {
  const seen = new Set<string>();
  return members.filter((member) => {
    const key = JSON.stringify(member);
    return !seen.has(key) && seen.add(key);
  });
}
