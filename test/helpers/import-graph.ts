import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** One import statement: a file of the tree, or a package or Node module by the name it is imported by. */
export interface ImportEdge {
  from: string;
  to: string;
  kind: 'file' | 'package' | 'node';
}

export interface ImportGraph {
  /** Paths below the root, with `/`. */
  files: ReadonlyMap<string, { lines: number; text: string; imports: readonly ImportEdge[] }>;
}

const statements =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bworkerFile\(\s*'([^']+)'/gm;

/** Statements that are gone when the program runs. */
const ofTypes = /^\s*(?:import|export)\s+type\s/;

/**
 * Reads every `.ts` and `.tsx` file of the folders and what it imports; a thread that is started by its file counts as imported.
 * @param withTypes whether imports of types alone count.
 */
export function readImportGraph(root: string, folders: readonly string[], { withTypes = true } = {}): ImportGraph {
  const files = new Map<string, { lines: number; text: string; imports: ImportEdge[] }>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
      const text = readFileSync(join(root, path), 'utf8');
      files.set(path, { text, lines: text.trimEnd().split('\n').length, imports: importsOf(path, text, withTypes) });
    }
  }
  return { files };
}

function importsOf(from: string, text: string, withTypes: boolean): ImportEdge[] {
  const found = [...text.matchAll(statements)].filter(([whole]) => withTypes || !ofTypes.test(whole));
  return found.map(([, statement, dynamic, worker]) => {
    const name = worker === undefined ? (statement ?? dynamic)! : `./${worker}.ts`;
    if (name.startsWith('.')) return { from, to: posix.normalize(posix.join(posix.dirname(from), name)), kind: 'file' };
    if (name.startsWith('node:')) return { from, to: name, kind: 'node' };
    return { from, to: /^(?:@[^/]+\/)?[^/]+/.exec(name)![0], kind: 'package' };
  });
}

/** The shortest way by imports from one of the entries to a file; the file alone where there is none. */
export function chainTo(graph: ImportGraph, entries: readonly string[], target: string): string[] {
  const before = new Map<string, string | null>(entries.map((entry) => [entry, null]));
  for (const file of before.keys()) {
    if (file === target) break;
    for (const edge of graph.files.get(file)?.imports ?? []) {
      if (edge.kind === 'file' && !before.has(edge.to)) before.set(edge.to, file);
    }
  }
  const chain = [target];
  for (let at = before.get(target); at; at = before.get(at)) chain.unshift(at);
  return chain;
}

/** Everything that the entries reach by imports, themselves included. */
export function reachable(graph: ImportGraph, entries: readonly string[]): Set<string> {
  const found = new Set(entries);
  for (const file of found) for (const edge of graph.files.get(file)?.imports ?? []) if (edge.kind === 'file') found.add(edge.to);
  return found;
}

/** Text files below a folder that belong to the project, with `/`. */
export function projectFiles(root: string, skipped: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const folders = [''];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(path) || skipped.has(entry.name)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found.filter((path) => dirname(path) !== '.git');
}
