import type { DefinitionTable } from './definitions.ts';
import { pythonImports, pythonModulePath } from './python/python-imports.ts';
import type { SyntaxSnapshot } from './syntax-snapshot.ts';

/** What a file imports, as its language names it: dotted modules for Python, specifiers for JavaScript, paths for Go and C. */
export function importsOf(snapshot: SyntaxSnapshot, definitions: DefinitionTable, path: string, language: string): string[] {
  if (language === 'python') {
    const isPackage = /(^|\/)__init__\.pyi?$/.test(path);
    return pythonImports(snapshot, 1, snapshot.size - 1, pythonModulePath(path), isPackage);
  }
  const found = new Set<string>();
  for (let node = 1; node < snapshot.size; node += 1) {
    const kind = snapshot.kind(node);
    const isReExport = kind === 'export_statement' && snapshot.childByField(node, 'source') !== null;
    if (!definitions.imports.has(kind) && !isReExport) continue;
    const text = snapshot.textOf(node).slice(0, 20_000);
    for (const name of namesIn(text, kind)) found.add(name);
    node = snapshot.last(node);
  }
  return [...found];
}

function namesIn(text: string, kind: string): string[] {
  switch (kind) {
    case 'import_statement':
    case 'export_statement': {
      const specifier = /["']([^"'\n]+)["'][^"']*$/.exec(text)?.[1];
      return specifier === undefined ? [] : [specifier];
    }
    case 'package_clause':
    case 'package_declaration':
      return [];
    case 'preproc_include': {
      const path = /[<"]([^>"\n]+)[>"]/.exec(text)?.[1];
      return path === undefined ? [] : [path];
    }
    default: {
      const quoted = [...text.matchAll(/"([^"\n]+)"/g)].map((match) => match[1] ?? '');
      if (quoted.length > 0) return quoted;
      const plain = text
        .replace(/^(import|using|use|extern crate)\s+(static\s+|global\s+)?/, '')
        .replace(/;\s*$/, '')
        .replace(/\s+/g, ' ')
        .trim();
      return plain === '' ? [] : [plain.slice(0, 300)];
    }
  }
}
