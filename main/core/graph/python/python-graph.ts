import type { Tree } from '@vscode/tree-sitter-wasm';
import type { FileText } from '../../chunk.ts';
import { pythonModulePath } from '../../chunking/code/python/python-imports.ts';
import { allDefinitions, readPythonModule, type PythonDefinition } from '../../chunking/code/python/python-module.ts';
import { decoratorName } from '../../chunking/code/python/python-signature.ts';
import { SyntaxSnapshot } from '../../chunking/code/syntax-snapshot.ts';
import { TextLines } from '../../chunking/code/text-lines.ts';
import type { FileGraph, GraphDefinition, ScopeReferences } from '../facts.ts';
import { moduleNames, type Attributes } from './module-names.ts';
import { walkScope, type ScopeContext, type ScopeFound } from './scope-references.ts';

/** What a Python file defines, binds, calls and yields. The tree stays the caller's to delete. */
export function pythonGraph(file: FileText, tree: Tree): FileGraph {
  const snapshot = SyntaxSnapshot.of(tree, file.text);
  const lines = new TextLines(file.text);
  const modulePath = pythonModulePath(file.path);
  const isPackage = /(^|\/)__init__\.pyi?$/.test(file.path);
  const context: ScopeContext = { snapshot, lines, modulePath, isPackage };
  const module = readPythonModule(snapshot, lines);

  const scopes: ScopeReferences[] = [scopeOf('', null, walkScope(context, module.statements, nowhere), noReceiver, true)];
  const attributes = new Map<PythonDefinition, Attributes[number][]>();
  const definitions: GraphDefinition[] = [];
  for (const definition of allDefinitions(module)) {
    const { qualifiedName, owner } = definition;
    definitions.push({
      name: qualifiedName,
      kind: definition.kind === 'class' ? 'class' : owner === null ? 'function' : 'method',
      startLine: definition.startLine,
      endLine: definition.endLine,
    });
    if (definition.kind === 'class') {
      const found = walkScope(context, definition.statements, nowhere);
      scopes.push(scopeOf(qualifiedName, qualifiedName, found, noReceiver, true));
      continue;
    }
    if (definition.body === null) continue;
    const receiver = receiverOf(snapshot, definition);
    const parameters = snapshot.childByField(definition.node, 'parameters');
    const found = walkScope(context, [definition.body], { parameters, self: receiver.self });
    scopes.push(scopeOf(qualifiedName, owner?.qualifiedName ?? null, found, receiver, false));
    if (owner === null || found.attributes.length === 0) continue;
    const known = attributes.get(owner) ?? [];
    for (const [name, type, annotated] of found.attributes) {
      const text = asSelf(found.locals.withoutLocals(type), receiver.self);
      if (text !== '') known.push([name, text, annotated]);
    }
    attributes.set(owner, known);
  }
  const names = moduleNames(snapshot, module, context, (definition) => attributes.get(definition) ?? []);
  return {
    module: modulePath,
    isPackage,
    names,
    definitions: oncePerName(definitions, module.definitions),
    scopes: scopes.filter(({ references }) => references.length > 0),
  };
}

interface Receiver {
  self: string | null;
  cls: string | null;
}

const noReceiver: Receiver = { self: null, cls: null };
const nowhere = { parameters: null, self: null };

/** The names that stand for the instance and the class in a method. */
function receiverOf(snapshot: SyntaxSnapshot, definition: PythonDefinition): Receiver {
  if (definition.owner === null) return noReceiver;
  const decorators = new Set(definition.decorators.map(decoratorName));
  const parameters = snapshot.childByField(definition.node, 'parameters');
  const first = parameters === null ? undefined : snapshot.children(parameters)[1];
  const isName = first !== undefined && ['identifier', 'typed_parameter'].includes(snapshot.kind(first));
  if (!isName || decorators.has('staticmethod')) return noReceiver;
  const name = /^[^:\s]*/.exec(snapshot.textOf(first))?.[0] ?? '';
  const ofClass = decorators.has('classmethod') || /^__(new|init_subclass|class_getitem)__$/.test(definition.name);
  return ofClass ? { self: null, cls: name } : { self: name, cls: null };
}

/** `isWhole` for module and class bodies: what they bind stands in the module's names. */
function scopeOf(name: string, owner: string | null, found: ScopeFound, receiver: Receiver, isWhole: boolean): ScopeReferences {
  const { self, cls } = receiver;
  const used = new Set<string>();
  // A local's type may begin with another local.
  const waiting = isWhole ? [] : found.references.map(([, path]) => path);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const root = /^[^.(<?]*/.exec(path)?.[0] ?? '';
    if (used.has(root) || root === self || root === cls || !found.locals.has(root)) continue;
    used.add(root);
    const type = found.locals.typeOf(root);
    if (type.startsWith('=')) waiting.push(type.slice(1));
  }
  return {
    name,
    owner,
    self,
    cls,
    locals: [...used].map((local) => [local, found.locals.typeOf(local)] as const),
    imports: isWhole ? [] : found.imports,
    references: found.references,
  };
}

/** An attribute's type is understood where the instance is called `self`, whatever this method calls it. */
function asSelf(type: string, self: string | null): string {
  return self !== null && self !== 'self' && type.startsWith(`=${self}.`) ? `=self${type.slice(1 + self.length)}` : type;
}

/** One definition per name: of overloads the implementation, of a property the getter. */
function oncePerName(definitions: readonly GraphDefinition[], roots: readonly PythonDefinition[]): GraphDefinition[] {
  const overloads = new Set<string>();
  const waiting = [...roots];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const member of each.members) waiting.push(member);
    if (each.decorators.some((decorator) => decoratorName(decorator) === 'overload'))
      overloads.add(`${each.qualifiedName} ${each.startLine}`);
  }
  const byName = new Map<string, GraphDefinition>();
  for (const definition of definitions) {
    const known = byName.get(definition.name);
    if (known === undefined || overloads.has(`${known.name} ${known.startLine}`)) byName.set(definition.name, definition);
  }
  return [...byName.values()];
}
