import type { SyntaxSnapshot } from '../syntax-snapshot.ts';

/**
 * Dotted module name of a Python file: what follows the last `src` folder, or the whole path. `__init__` is its package.
 */
export function pythonModulePath(path: string): string {
  const segments = path.replace(/\.pyi?$/, '').split('/');
  const root = segments.slice(0, -1).lastIndexOf('src');
  const inside = segments.slice(root + 1);
  if (inside.length > 1 && inside.at(-1) === '__init__') inside.pop();
  return inside.join('.');
}

/** Resolves `..utils` seen in a module to a dotted name; null when it climbs out of the top package. */
export function resolveRelativeModule(modulePath: string, isPackage: boolean, dots: number, name: string): string | null {
  const segments = modulePath.split('.');
  const up = isPackage ? dots - 1 : dots;
  if (up > segments.length) return null;
  const base = segments.slice(0, segments.length - up);
  if (name !== '') base.push(name);
  return base.length === 0 ? null : base.join('.');
}

/** Dotted names that the import statements among `nodes` and below bring in, in order, without repeats. */
export function pythonImports(
  snapshot: SyntaxSnapshot,
  first: number,
  last: number,
  modulePath: string,
  isPackage: boolean,
): string[] {
  const found = new Set<string>();
  for (let node = first; node <= last; node += 1) {
    const kind = snapshot.kind(node);
    if (kind === 'function_definition' || kind === 'lambda') node = snapshot.last(node);
    else if (isPythonImport(kind)) {
      for (const name of namesOfImport(snapshot, node, modulePath, isPackage)) found.add(name);
      node = snapshot.last(node);
    }
  }
  return [...found];
}

export function isPythonImport(kind: string): boolean {
  return kind === 'import_statement' || kind === 'import_from_statement' || kind === 'future_import_statement';
}

function namesOfImport(snapshot: SyntaxSnapshot, node: number, modulePath: string, isPackage: boolean): string[] {
  const kind = snapshot.kind(node);
  if (kind === 'future_import_statement') return [];
  let source: string | null = '';
  const names: string[] = [];
  for (const child of snapshot.children(node)) {
    if (snapshot.field(child) === 'module_name') source = moduleOf(snapshot, child, modulePath, isPackage);
    else if (snapshot.field(child) === 'name') {
      const plain = snapshot.kind(child) === 'aliased_import' ? snapshot.childByField(child, 'name') : child;
      if (plain !== null) names.push(dotted(snapshot, plain));
    } else if (snapshot.kind(child) === 'wildcard_import') names.push('*');
  }
  if (source === null) return [];
  const prefix = source === '' ? '' : `${source}.`;
  return names.filter((name) => name !== '').map((name) => prefix + name);
}

function moduleOf(snapshot: SyntaxSnapshot, node: number, modulePath: string, isPackage: boolean): string | null {
  const text = dotted(snapshot, node);
  const dots = /^\.*/.exec(text)?.[0].length ?? 0;
  return dots === 0 ? text : resolveRelativeModule(modulePath, isPackage, dots, text.slice(dots));
}

function dotted(snapshot: SyntaxSnapshot, node: number): string {
  return snapshot.textOf(node).replace(/[\s\\]+/g, '');
}
