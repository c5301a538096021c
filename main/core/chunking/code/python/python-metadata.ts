import type { ChunkMetadata } from '../../../chunk.ts';
import type { SyntaxSnapshot } from '../syntax-snapshot.ts';
import { clip } from '../text-lines.ts';
import { pythonDeprecation } from './python-deprecation.ts';
import { docstringStatement, docstringText } from './python-docstring.ts';
import { pythonImports } from './python-imports.ts';
import type { PythonDefinition } from './python-module.ts';
import { scopeFacts } from './python-scope.ts';
import { basesOf, decoratorName, decoratorNodes, isAsyncDefinition, oneLineOf, signatureOf } from './python-signature.ts';

/** Longest `name: type = default` of a field that is kept, in characters. */
const longestField = 200;
/** Longest docstring that is kept as metadata; the content has it whole. */
const longestDocstring = 4_000;

/** What all chunks of one Python file share. */
export interface PythonContext {
  snapshot: SyntaxSnapshot;
  modulePath: string;
  isPackage: boolean;
  /** Of the module, functions' own imports left out. */
  imports: string[];
}

/** Facts of the module overview. */
export function moduleMetadata(context: PythonContext): ChunkMetadata {
  const { snapshot } = context;
  const statement = docstringStatement(snapshot, 0);
  const docstring = statement === null ? null : docstringText(snapshot, statement);
  const deprecated = pythonDeprecation(snapshot, {
    names: [context.modulePath, ...context.modulePath.split('.').slice(-1)],
    decorators: [],
    docstring,
    body: 0,
  });
  return {
    modulePath: context.modulePath,
    imports: context.imports,
    ...(docstring === null || docstring === '' ? {} : { docstring: clip(docstring, longestDocstring) }),
    ...(deprecated === null ? {} : { deprecated }),
  };
}

/** Facts of a class overview. */
export function classMetadata(context: PythonContext, definition: PythonDefinition): ChunkMetadata {
  const { snapshot } = context;
  const { bases, keywords } = basesOf(snapshot, definition);
  const constructor = definition.members.find((member) => member.name === '__init__');
  const methods = definition.members.filter((member) => member.kind === 'function');
  const docstring = docstringOf(snapshot, definition);
  const deprecated = classDeprecation(context, definition, docstring, constructor);
  return {
    modulePath: context.modulePath,
    className: definition.qualifiedName,
    signature: constructor === undefined ? signatureOf(snapshot, definition) : signatureOf(snapshot, constructor),
    baseClasses: bases,
    decorators: definition.decorators,
    fields: fieldsOf(snapshot, definition),
    methods: [...new Set(methods.map((method) => method.name))],
    isDataclass: definition.decorators.some((decorator) => decoratorName(decorator) === 'dataclass'),
    isAbstract:
      bases.some((base) => /^(abc\.)?ABC$/.test(base)) ||
      keywords.some((keyword) => keyword.endsWith('ABCMeta')) ||
      methods.some((method) => method.decorators.some(isAbstractDecorator)),
    imports: context.imports,
    ...(docstring === null || docstring === '' ? {} : { docstring: clip(docstring, longestDocstring) }),
    ...(deprecated === null ? {} : { deprecated }),
  };
}

/** Facts of a method or function. */
export function functionMetadata(context: PythonContext, definition: PythonDefinition): ChunkMetadata {
  const { snapshot } = context;
  const { body } = definition;
  const facts = body === null ? { yields: [], calls: [] } : scopeFacts(snapshot, body);
  const own = body === null ? [] : pythonImports(snapshot, body + 1, snapshot.last(body), context.modulePath, context.isPackage);
  const docstring = docstringOf(snapshot, definition);
  const deprecated = pythonDeprecation(snapshot, {
    names: [definition.name],
    decorators: decoratorNodes(snapshot, definition),
    docstring,
    body,
  });
  return {
    modulePath: context.modulePath,
    ...(definition.owner === null ? {} : { className: definition.owner.qualifiedName }),
    methodName: definition.name,
    signature: signatureOf(snapshot, definition),
    decorators: definition.decorators,
    isAbstract: definition.decorators.some(isAbstractDecorator),
    isAsync: isAsyncDefinition(snapshot, definition),
    yields: facts.yields,
    calls: facts.calls,
    imports: own.length === 0 ? context.imports : [...new Set([...context.imports, ...own])],
    ...(docstring === null || docstring === '' ? {} : { docstring: clip(docstring, longestDocstring) }),
    ...(deprecated === null ? {} : { deprecated }),
  };
}

/** Imports of a module's statements, those of functions left out. */
export function moduleImports(snapshot: SyntaxSnapshot, modulePath: string, isPackage: boolean): string[] {
  return pythonImports(snapshot, 1, snapshot.size - 1, modulePath, isPackage);
}

function docstringOf(snapshot: SyntaxSnapshot, definition: PythonDefinition): string | null {
  const statement = definition.body === null ? null : docstringStatement(snapshot, definition.body);
  return statement === null ? null : docstringText(snapshot, statement);
}

function isAbstractDecorator(decorator: string): boolean {
  return /^abstract(method|property|classmethod|staticmethod)$/.test(decoratorName(decorator));
}

/** A class is deprecated when it says so itself or when its constructor warns about the class; else at most a part of it is. */
function classDeprecation(
  context: PythonContext,
  definition: PythonDefinition,
  docstring: string | null,
  constructor: PythonDefinition | undefined,
) {
  const { snapshot } = context;
  const constructorDocstring = constructor === undefined ? null : docstringOf(snapshot, constructor);
  return pythonDeprecation(snapshot, {
    names: [definition.name, '__init__'],
    decorators: decoratorNodes(snapshot, definition),
    // An indented directive of the constructor concerns a parameter; its own top level concerns the class.
    docstring: [docstring, constructorDocstring].filter((text) => text !== null).join('\n\n'),
    body: constructor?.body ?? null,
  });
}

/** `name: type = default` of the class body, in order. */
function fieldsOf(snapshot: SyntaxSnapshot, definition: PythonDefinition): string[] {
  const fields: string[] = [];
  for (const statement of definition.statements) {
    if (snapshot.kind(statement) !== 'expression_statement') continue;
    const assignment = statement + 1;
    if (snapshot.kind(assignment) !== 'assignment') continue;
    const left = snapshot.childByField(assignment, 'left');
    if (left === null || !['identifier', 'pattern_list', 'tuple_pattern'].includes(snapshot.kind(left))) continue;
    const text = snapshot.textOf(assignment);
    // A table of a thousand lines is not worth joining for the first 200 characters.
    const end = snapshot.start(assignment) + Math.min(text.length, 4 * longestField);
    fields.push(clip(oneLineOf(snapshot, assignment, snapshot.start(assignment), end), longestField));
  }
  return fields;
}
