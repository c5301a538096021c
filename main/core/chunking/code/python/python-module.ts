import { singleLine } from '../text-lines.ts';
import type { TextLines } from '../text-lines.ts';
import type { SyntaxSnapshot } from '../syntax-snapshot.ts';

/** A class or function that stands in a module's or class's scope (not inside a function), wherever `if` or `try` put it. */
export interface PythonDefinition {
  kind: 'class' | 'function';
  name: string;
  /** `Outer.Inner.method` within the module. */
  qualifiedName: string;
  /** The definition's own node, without decorators. */
  node: number;
  /** Body block, null where a syntax error swallowed it. */
  body: number | null;
  /** With decorators, 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** Without the @, one line each. */
  decorators: string[];
  /** The class it is a member of. */
  owner: PythonDefinition | null;
  members: PythonDefinition[];
  /** Statements of the class body that are no definitions, by node. */
  statements: number[];
}

/** What stands at the top of a Python file. */
export interface PythonModule {
  definitions: PythonDefinition[];
  /** Module-level statements, comments included, that hold no definition. */
  statements: number[];
}

/** Finds the definitions of a module and of its classes, also in the parts that tree-sitter could save from broken text. */
export function readPythonModule(snapshot: SyntaxSnapshot, lines: TextLines): PythonModule {
  // definitionsBefore[i]: definitions among nodes 0..i-1, so that "holds a definition" is one subtraction.
  const definitionsBefore = new Uint32Array(snapshot.size + 1);
  for (let node = 0; node < snapshot.size; node += 1) {
    definitionsBefore[node + 1] = (definitionsBefore[node] ?? 0) + (isDefinition(snapshot.kind(node)) ? 1 : 0);
  }
  const holdsDefinition = (node: number): boolean =>
    (definitionsBefore[snapshot.last(node) + 1] ?? 0) > (definitionsBefore[node + 1] ?? 0);

  const module: PythonModule = { definitions: [], statements: [] };
  const waiting: { container: number; owner: PythonDefinition | null }[] = [{ container: 0, owner: null }];
  for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
    const { container, owner } = scope;
    const definitions = owner?.members ?? module.definitions;
    const statements = owner?.statements ?? module.statements;
    const last = snapshot.last(container);
    let node = container + 1;
    while (node <= last) {
      const kind = snapshot.kind(node);
      if (isDefinition(kind)) {
        const definition = readDefinition(snapshot, lines, node, owner);
        definitions.push(definition);
        if (definition.kind === 'class' && definition.body !== null)
          waiting.push({ container: definition.body, owner: definition });
        node = snapshot.last(node) + 1;
      } else if (kind === 'lambda') {
        node = snapshot.last(node) + 1;
      } else if (holdsDefinition(node)) {
        node += 1; // if, try, with, a decorated definition, an error node: transparent
      } else {
        if (snapshot.last(node) > node || kind === 'comment') statements.push(node);
        node = snapshot.last(node) + 1;
      }
    }
  }
  return module;
}

/** All definitions, each before its members. */
export function* allDefinitions(module: PythonModule): Generator<PythonDefinition> {
  const waiting = module.definitions.toReversed();
  for (let definition = waiting.pop(); definition !== undefined; definition = waiting.pop()) {
    yield definition;
    for (const member of definition.members.toReversed()) waiting.push(member);
  }
}

/** A call over several lines as it would stand on one. */
function oneLineExpression(text: string): string {
  return text.includes('\n') ? singleLine(text).replaceAll('( ', '(').replace(/,? \)/g, ')') : text.trim();
}

function isDefinition(kind: string): boolean {
  return kind === 'class_definition' || kind === 'function_definition';
}

function readDefinition(
  snapshot: SyntaxSnapshot,
  lines: TextLines,
  node: number,
  owner: PythonDefinition | null,
): PythonDefinition {
  const parent = snapshot.parent(node);
  const decorated = parent >= 0 && snapshot.kind(parent) === 'decorated_definition';
  const nameNode = snapshot.childByField(node, 'name');
  const name = nameNode === null ? '' : snapshot.textOf(nameNode);
  const decorators: string[] = [];
  if (decorated) {
    for (const child of snapshot.children(parent)) {
      if (snapshot.kind(child) !== 'decorator') continue;
      const expression = snapshot
        .children(child)
        .find((part) => snapshot.kind(part) !== '@' && snapshot.kind(part) !== 'comment');
      if (expression !== undefined) decorators.push(oneLineExpression(snapshot.textOf(expression)));
    }
  }
  const kind = snapshot.kind(node) === 'class_definition' ? 'class' : 'function';
  return {
    kind,
    name,
    qualifiedName: owner === null ? name : `${owner.qualifiedName}.${name}`,
    node,
    body: snapshot.childByField(node, 'body'),
    startLine: lines.lineAt(snapshot.start(decorated ? parent : node)),
    endLine: lastLineOf(snapshot, lines, node),
    decorators,
    owner,
    members: [],
    statements: [],
  };
}

/** Last line of a node; a node that ends at the start of a line does not reach into that line. */
export function lastLineOf(snapshot: SyntaxSnapshot, lines: TextLines, node: number): number {
  const start = snapshot.start(node);
  const text = snapshot.text.slice(start, snapshot.end(node)).trimEnd();
  return lines.lineAt(start + Math.max(0, text.length - 1));
}
